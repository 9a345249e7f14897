"""What each viewer of Barracuda must be shown, by the referee's books."""

from tests.proof.rules.referees.barracuda_books import BOX, Books
from tests.proof.rules.referees.records import Plain, event


def view(books: Books, viewer: str) -> Plain:
    own, bank_seen = books.purses.get(viewer), books.options["bank"] == "open" or books.books_open
    return {
        "phase": books.phase, "round": books.round, "bag": books.bag, "limit": books.open_at_most(),
        "seats": [_seat(books, viewer, seat) for seat in books.seats],
        "bars": [_place(books, place) for place in range(1, 11)], "open_bars": len(books.open_bars()),
        "bank": books.bank.plain() if bank_seen else None, "purse": own.plain() if own else None,
        "deal": books.options["deal"], "draw": books.options["draw"],
        "order_called": books.order_called, "declined": [seat for seat in books.seats if seat in books.declined],
        "offer": _offer(books, viewer), "auction": _auction(books, viewer), "stakes": _stakes(books, viewer),
        "leaving": books.sold and event("Leaving", bar=books.sold.name, partner=books.sold.partner),
        "reveal": books.revealed, "outcome": books.outcome,
    }  # fmt: skip


def _seat(books: Books, viewer: str, seat: str) -> Plain:
    mine, standing, purse = books.leases(seat), books.standing(seat), books.purses[seat]
    rents, free = books.bill(seat)
    drawn = books.order + books.next_up
    return {
        "is": "SeatView", "seat": seat, "place": drawn.index(seat) + 1 if seat in drawn else 0,
        "is_active": books.order[-1:] == [seat] and books.phase in ("acting", "offered", "auctioning", "leaving"),
        "standing": standing, "free": 5 - standing, "has_note": purse.any_note,
        "leases": [bar.name for bar in mine], "rents": [bar.rent for bar in mine],
        "rent_free": free, "rent_due": sum(rents) - free,
        "purse": purse.plain() if viewer == seat or books.books_open else None,
    }  # fmt: skip


def _place(books: Books, place: int) -> Plain:
    """Return the card at this place: nobody has seen a bar that hasn't been open yet."""
    bar = next((bar for bar in books.bars.values() if bar.place == place), None)
    shown = ("name", "placeholder", "rent", "places", "lessee", "partner")
    told = {name: getattr(bar, name) for name in shown} if bar else dict(zip(shown, ("", False, 0, 0, None, None), strict=True))
    return event("BarView", place=place, state="closed" if not bar else "open" if bar.is_open else "renovated", **told)


def _pile(seat: str, pile: Plain | None, *, may_see: bool) -> Plain:
    notes = sum(pile[kind] for kind in BOX) if pile else None
    return event("PileView", seat=seat, notes=notes, pile=pile if may_see else None)


def _offer(books: Books, viewer: str) -> Plain | None:
    if (offer := books.offer) is None:
        return None
    pile = _pile(offer.bidder, offer.pile, may_see=viewer in (offer.bidder, offer.lessee))
    who = {"bidder": offer.bidder, "lessee": offer.lessee}
    return event("OfferView", takeover=offer.takeover, bar=offer.bar.name, **who, pile=pile)


def _auction(books: Books, viewer: str) -> Plain | None:
    if (auction := books.auction) is None:
        return None
    seers = {bidder: {bidder, auction.seller} if auction.opened else {bidder} for bidder in auction.bidders}
    bids = [_pile(one, auction.bids.get(one), may_see=viewer in seers[one]) for one in auction.bidders]
    of_bar = {"bar": auction.bar.name, "rent": auction.bar.rent}
    return event("AuctionView", **of_bar, seller=auction.seller, bids=bids, opened=auction.opened)


def _stakes(books: Books, viewer: str) -> list[Plain] | None:
    if (stakes := books.stakes) is None:
        return None
    asked = [seat for seat in books.seats if seat in stakes or books.purses[seat].any_note]
    return [_pile(seat, stakes.get(seat), may_see=viewer == seat) for seat in asked]
