"""Mutants that no test can kill, because they change nothing that anybody could notice; each with the reason."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "companion.barracuda.legal._shuffle: whole = len(set(order)) == len(places) == ROOM and places.count(1) == OF_A_KIND"
    " => whole = len(set(order)) == len(places) == ROOM and places.count(2) == OF_A_KIND":
        "of ten cards with one place or two, five have one where five have two",
    "companion.shark.placing._bonus: return 0 if capped and cluster > 1 else 1"
    " => return 0 if capped and cluster > 2 else 1":
        "a building that makes a pair always raises the price",
    **{
        "companion.shark.rules.setup: empty = State(tuple(seats), chosen, Naming(), {}, {}, {}, Sealed(0, ()))"
        f" => empty = State(tuple(seats), chosen, Naming(), {fields}, Sealed(0, ()))":
            "what is empty there is filled in before anybody looks"
        for fields in ("None, {}, {}", "{}, None, {}", "{}, {}, None")
    },
    "companion.negoces2.rules._forced: return SaleForced(seller, model.laid(state, seller, card, face_down=True), good, shown)"
    " => return SaleForced(seller, model.laid(None, seller, card, face_down=True), good, shown)":
        "a card that lies face down is its owner's, whoever else plays",
}  # fmt: skip
