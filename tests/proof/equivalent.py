"""Mutants that no test can kill, because they change nothing that anybody could notice; each with the reason."""

from __future__ import annotations

from typing import Final

EQUIVALENT: Final[dict[str, str]] = {
    "companion.barracuda.legal._shuffle: whole = len(set(order)) == len(places) == ROOM and places.count(1) == OF_A_KIND"
    " => whole = len(set(order)) == len(places) == ROOM and places.count(2) == OF_A_KIND":
        "of ten cards with one place or two, five have one where five have two",
}  # fmt: skip
