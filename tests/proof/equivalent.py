"""Mutants that no test can kill, because they change nothing that anybody could notice; each with the reason."""

from __future__ import annotations

from typing import Final

_FIRST_TELLING: Final = (
    '"must_open", "limit", "no_pawn", "three_leases", "nobody_bids", "cannot_match", "cannot_renovate", "no_money",'
)
EQUIVALENT: Final[dict[str, str]] = {
    "companion.barracuda.legal._shuffle: whole = len(set(order)) == len(places) == ROOM and places.count(1) == OF_A_KIND"
    " => whole = len(set(order)) == len(places) == ROOM and places.count(2) == OF_A_KIND":
        "of ten cards with one place or two, five have one where five have two",
    "companion.barracuda.asking.asks: case Over(): return () => nothing":
        "all is refused then, so nothing is asked",
    **{
        'companion.barracuda.asking._last_order_asks:'
        ' ask = _choice(state, seat, "last_order", (CallLastOrder(), DeclineLastOrder()), awaited=False)'
        f' => ask = _choice(state, seat, "last_order", (CallLastOrder(), DeclineLastOrder()), {awaited})':
            "whether it is awaited is said two lines below"
        for awaited in ("awaited=None", "", "awaited=True")
    },
    **{
        f"companion.barracuda.asking._TELLING: {_FIRST_TELLING} => {_FIRST_TELLING.replace(code, changed)}":
            "whatever is refused so, all that it stands beside is refused so, too"
        for code in ("must_open", "limit", "no_pawn", "three_leases", "cannot_match", "cannot_renovate")
        for changed in (f"XX{code}XX", code.upper())
    },
    **{
        "companion.barracuda.asking._openings: return [OpenPlace(place) for place in range(1, ROOM + 1)]"
        f" => return [OpenPlace(place) for place in range({places})]":
            "a place that isn't there is refused, and where no other is free either, that is for another reason"
        for places in ("ROOM + 1", "1, ROOM + 2")
    },
    "companion.shark.sites._preview: rises = NONE.plus(company, placed.rise) if placed.rise else NONE"
    " => rises = NONE.plus(company, placed.rise) if (placed.rise) or True else NONE":
        "nothing more is nothing",
    'companion.shark.board._cluster: found[near] = None => found[near] = ""':
        "nobody reads it: the keys alone are what was found",
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
    "companion.negoces2.asking._player_asks:"
    " bids = [BidCoins(price + more) for more in RAISES] if price else [BidCoins(FIRST_BID)]"
    " => bids = [BidCoins(price + more) for more in RAISES] if (price) or True else [BidCoins(FIRST_BID)]":
        "of one and two coins, only one may be a first bid, and it is FIRST_BID",
    **{
        'companion.negoces2.model.sizes: seller = getattr(state.phase, "seller", "")'
        f' => seller = getattr(state.phase, "seller", {nobody})':
            "where nobody sells, it is no seat's name"
        for nobody in ("None", '"XXXX"')
    },
}  # fmt: skip
