"""What each viewer of Barracuda must be shown, by the referee's books."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.proof.referees.barracuda_books import BOX
from tests.proof.referees.records import Plain, same

if TYPE_CHECKING:
    from tests.proof.referees.barracuda_books import Bar, Books

VIEWED = (
    "phase", "round", "seats", "bag", "bank", "bars", "open_bars", "limit", "deal", "draw", "purse", "order_called",
    "declined", "offer", "auction", "stakes", "reveal", "outcome",
)  # fmt: skip


def compare(books: Books, viewer: str, view: Plain) -> None:
    """Compare all of *view* but the sentences in it; raise Disagreement."""
    shown = _expected(books, viewer)
    for name in VIEWED:
        recorded = [_unordered(one) for one in view[name]] if name == "seats" else view[name]
        same(name, recorded, shown[name])


def _expected(books: Books, viewer: str) -> Plain:
    own, bank_seen = books.purses.get(viewer), books.options["bank"] == "open" or books.books_open
    return {
        "phase": books.phase, "round": books.round, "bag": books.bag, "limit": books.open_at_most(),
        "seats": [_unordered(_seat(books, viewer, seat)) for seat in books.seats],
        "bars": [_place(books, place) for place in range(1, 11)], "open_bars": len(books.open_bars()),
        "bank": books.bank.plain() if bank_seen else None, "purse": own.plain() if own else None,
        "deal": books.options["deal"], "draw": books.options["draw"],
        "order_called": books.order_called, "declined": [seat for seat in books.seats if seat in books.declined],
        "offer": _offer(books, viewer), "auction": _auction(books, viewer), "stakes": _stakes(books, viewer),
        "reveal": books.revealed, "outcome": books.outcome,
    }  # fmt: skip


def _seat(books: Books, viewer: str, seat: str) -> Plain:
    mine, standing, purse = books.leases(seat), books.standing(seat), books.purses[seat]
    rents, free = books.bill(seat)
    drawn = books.order + books.next_up
    return {
        "is": "SeatView", "seat": seat, "place": drawn.index(seat) + 1 if seat in drawn else 0,
        "is_active": books.order[-1:] == [seat] and books.phase in ("acting", "offered", "auctioning"),
        "standing": standing, "free": 5 - standing, "has_note": purse.any_note,
        "leases": [bar.name for bar in mine], "rents": [bar.rent for bar in mine],
        "rent_free": free, "rent_due": sum(rents) - free,
        "purse": purse.plain() if viewer == seat or books.books_open else None,
    }  # fmt: skip


def _unordered(seat: Plain) -> Plain:
    """Return a seat with its leases, each with its rent, in alphabetical order: no rule says in which they stand."""
    pairs = sorted(zip(seat["leases"], seat["rents"], strict=True))
    return {**seat, "leases": pairs, "rents": [rent for _, rent in pairs]}


def _place(books: Books, place: int) -> Plain:
    """Return what lies there: nobody has seen a bar that wasn't open yet."""
    bar: Bar | None = next((bar for bar in books.bars.values() if bar.place == place), None)
    if bar is None:
        blank: dict[str, Any] = {"name": "", "placeholder": False, "rent": 0, "places": 0, "lessee": None, "partner": None}
        return {"is": "BarView", "place": place, "state": "closed", **blank}
    return {
        "is": "BarView", "place": place, "state": "open" if bar.is_open else "renovated", "name": bar.name,
        "placeholder": bar.placeholder, "rent": bar.rent, "places": bar.places, "lessee": bar.lessee, "partner": bar.partner,
    }  # fmt: skip


def _pile(seat: str, pile: Plain | None, *, may_see: bool) -> Plain:
    notes = sum(pile[kind] for kind in BOX) if pile else None
    return {"is": "PileView", "seat": seat, "notes": notes, "pile": pile if may_see else None}


def _offer(books: Books, viewer: str) -> Plain | None:
    offer = books.offer
    if offer is None:
        return None
    pile = _pile(offer.bidder, offer.pile, may_see=viewer in (offer.bidder, offer.lessee))
    who = {"bidder": offer.bidder, "lessee": offer.lessee}
    return {"is": "OfferView", "takeover": offer.takeover, "bar": offer.bar.name, **who, "pile": pile}


def _auction(books: Books, viewer: str) -> Plain | None:
    auction = books.auction
    if auction is None:
        return None
    seers = {bidder: {bidder, auction.seller} if auction.opened else {bidder} for bidder in auction.bidders}
    bids = [_pile(one, auction.bids.get(one), may_see=viewer in seers[one]) for one in auction.bidders]
    of_bar = {"bar": auction.bar.name, "rent": auction.bar.rent}
    return {"is": "AuctionView", **of_bar, "seller": auction.seller, "bids": bids, "opened": auction.opened}


def _stakes(books: Books, viewer: str) -> list[Plain] | None:
    stakes = books.stakes
    if stakes is None:
        return None
    asked = [seat for seat in books.seats if seat in stakes or books.purses[seat].any_note]
    return [_pile(seat, stakes.get(seat), may_see=viewer == seat) for seat in asked]
