"""Draw the display for TABLE's view of Barracuda: the last event, and what the table is waiting for."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, assert_never

from companion.games.barracuda.moves import (
    BankCounted,
    BarOpened,
    BarRenovated,
    BarSold,
    Event,
    PartnerLeft,
    PartnerPlaced,
    PartnershipAccepted,
    PartnershipRefused,
    PartnerStayed,
    RentPaid,
    RoundBegan,
    TakeoverAccepted,
    TakeoverRefused,
    TurnBegan,
)
from companion.games.barracuda.sight import View
from companion.kit.messages import Field, Said, Thing, Who, say
from companion.kit.screen import Mark, Pawn, Push, Row, Screen, Winner
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.log import Log

NOTES_SHOWN: Final = "?"
DRAW: Final = 1200  # milliseconds; this and the following are when the table screen's ceremonies come to the point
REVEAL: Final = 2400
FIVE: Final = 1800
BANKRUPT: Final = 2200
MOST_TERMS: Final = 3  # How many rents fit beside the word; a longer sum is shown without it.


def _say(code: str, **fields: Field) -> Said:
    return say(f"barracuda.screen.{code}", **fields)


def screen(view: View, log: Log[Event]) -> Screen:
    """Return the display's screen; *view* and *log* are TABLE's."""
    return replace(_screen(view, log), announces=tuple(_announced(view, log)))


def _announced(view: View, log: Log[Event]) -> Iterator[Screen]:
    """Yield what is gone from the game's screen at once: a count of the bank, and an outcome after which nothing is drawn.

    So is one beside "Bag or last order", which leaves it no room.
    """
    newest = log.latest()
    if isinstance(newest, BankCounted):
        who, big = newest.seat, _say("who", who=Who(newest.seat))
        yield Screen(_say("counts"), big=big, picture=Pawn(who), seat=who, is_outcome=True)
    result = _result(log.latest(BankCounted, RoundBegan, TurnBegan, RentPaid), None)
    if result is not None and (view.phase in ("acting", "leaving") or _may_order(view)):
        yield result


def by_hand(view: View) -> Said | None:
    """Return what people have to do with the pieces now, as a sentence, or None; *view* is TABLE's."""
    match view.phase:
        case "drawing" if view.round == 1 and not view.open_bars and not any(one.place for one in view.seats):
            return say("barracuda.by_hand.begin_cards" if view.deal == "cards" else "barracuda.by_hand.begin_shuffled")
        case "drawing" if not view.reveal:
            return say("barracuda.by_hand.draw_bag" if view.draw == "bag" else "barracuda.by_hand.draw_ok")
        case "acting":
            assert view.active is not None
            who = Who(view.active.seat)
            return say("barracuda.by_hand.acts" if view.deal == "cards" else "barracuda.by_hand.chooses", who=who)
        case "offered" | "leaving":
            return say("barracuda.by_hand.decides", who=Who(_deciding(view)))
        case "auctioning":
            assert view.auction is not None
            seller = Who(view.auction.seller)
            return say("barracuda.by_hand.decides" if view.auction.opened else "barracuda.by_hand.bids", who=seller)
        case "drawing" | "staking" | "shuffling" | "over":
            return None
    assert_never(view.phase)


def _deciding(view: View) -> Seat:
    """Return the seat that answers an offer, or decides whether to leave a bar."""
    if view.offer:
        return view.offer.lessee
    assert view.leaving is not None
    return view.leaving.partner


def _screen(view: View, log: Log[Event]) -> Screen:
    match view.phase:
        case "shuffling":
            return Screen(_say("shuffle"), big=_say("barracuda"))
        case "drawing":
            return _drawing(view, log)
        case "acting":
            return _acting(view)
        case "offered":
            return _offered(view)
        case "auctioning":
            return _auctioning(view)
        case "leaving":
            return _leaving(view)
        case "staking":
            return _staking(view)
        case "over":
            return _over(view)
    assert_never(view.phase)


def bank(view: View) -> int | None:
    """Return what the bank holds, in thousands; None while it is closed (B15)."""
    return view.bank.real if view.bank else None


def _heading(view: View) -> dict[str, Any]:
    """Return the small line: the round on the left; on the right the bank if it is open, else the number of open bars."""
    bank = _say("bank", sum=view.bank.real) if view.bank else _say("open_bars", count=view.open_bars)
    return {"small": _say("round", round=view.round), "small_right": bank}


def _drawing(view: View, log: Log[Event]) -> Screen:
    """Show the last event until the next draw, and below it how that draw is made."""
    counter = _how_to_draw(view)
    if view.reveal:
        return _revealed(view)
    if result := _result(log.latest(BankCounted, RoundBegan), counter):
        return replace(result, is_outcome=not _may_order(view))
    marks = tuple(Mark(one.seat, str(one.standing), one.standing) for one in view.seats)
    return Screen(counter, picture=Row(marks), **_heading(view))


def _may_order(view: View) -> bool:
    return view.phase == "drawing" and view.order_open


def _how_to_draw(view: View) -> Said:
    if view.draw == "bag":
        return _say("draw_bag_or_order" if view.order_open else "draw_bag")
    return _say("draw_ok_or_order" if view.order_open else "draw_ok")


def _result(event: Event | None, how: Said | None) -> Screen | None:
    """Return the outcome of the last act, who and where, or None if it has none that was in doubt."""
    match event:
        case BarOpened():
            return _opened(event, how)
        case PartnerPlaced(seat, bar):
            return _came_of_it(seat, bar, _say("placed"), how)
        case PartnershipAccepted(_, bar, lessee) | TakeoverAccepted(_, bar, lessee):
            return _came_of_it(lessee, bar, _say("accepts"), how)
        case PartnershipRefused(_, bar, lessee, amount):
            return _came_of_it(lessee, bar, _say("refuses"), how, _say("to_bank_twice", amount=amount))
        case TakeoverRefused(_, bar, lessee):
            return _came_of_it(lessee, bar, _say("refuses"), how)
        case BarSold(_, bar, buyer):
            return _came_of_it(buyer, bar, _say("buys"), how)
        case BarRenovated(seller, bar):
            return _came_of_it(seller, bar, _say("renovates"), how)
        case PartnerStayed(seat, bar):
            return _came_of_it(seat, bar, _say("stays"), how)
        case PartnerLeft(seat, bar):
            return _came_of_it(seat, bar, _say("leaves"), how)
    return None


def _came_of_it(seat: Seat, bar: str, what: Said, how: Said | None, sum_: Said | None = None) -> Screen:
    small, who = _say("thing", bar=Thing(bar)), _say("who", who=Who(seat))
    return Screen(what, how, small, sum_, big=who, picture=Pawn(seat), seat=seat, is_outcome=True)


def _opened(event: BarOpened, how: Said | None) -> Screen:
    rent, small = _say("rent", rent=event.rent), _say("opens", who=Who(event.seat))
    big = _say("thing", bar=Thing(event.bar))
    return Screen(rent, how, small, big=big, small_pawn=event.seat, seat=event.seat, is_outcome=True)


def _acting(view: View) -> Screen:
    active = view.active
    assert active is not None
    terms = " + ".join(str(rent) for rent in active.rents)
    paid = _say("rent_terms" if len(active.rents) <= MOST_TERMS else "terms", terms=terms) if active.rents else _say("no_rent")
    if len(active.rents) == 1:
        paid = _say("rent_paid")  # The sum stands beside the name.
    counter = _say("first_round") if view.round == 1 else paid
    right = _say("free", free=active.rent_free) if active.rent_free and view.round > 1 else None
    sum_ = _say("number", number=active.rent_due) if active.rents and view.round > 1 else None
    who = _say("who", who=Who(active.seat))
    return Screen(
        counter,
        right,
        big=who,
        big_right=sum_,
        picture=Pawn(active.seat),
        seat=active.seat,
        sound="turn",
        after=DRAW if view.draw == "companion" else None,
        **_heading(view),
    )


def _offered(view: View) -> Screen:
    offer = view.offer
    assert offer is not None
    small = _say("takeover" if offer.takeover else "partner", bar=Thing(offer.bar))
    push = Push(offer.bidder, offer.pile.notes or 0, offer.lessee)
    asks = _say("asked", who=Who(offer.lessee))
    return Screen(_say("notes", count=push.notes), asks, small, picture=push, seat=offer.bidder)


def _auctioning(view: View) -> Screen:
    auction = view.auction
    assert auction is not None
    laid = [bid for bid in auction.bids if bid.notes is not None]
    marks = tuple(Mark(bid.seat, NOTES_SHOWN if bid.notes is None else str(bid.notes)) for bid in auction.bids)
    if auction.opened:
        counter = _say("seller_looks", who=Who(auction.seller))
    else:
        counter = _say("bids_in", laid=len(laid), of=len(auction.bids))
    small = _say("thing", bar=Thing(auction.bar))
    rent = _say("number", number=auction.rent)
    return Screen(counter, small=small, small_right=rent, small_pawn=auction.seller, picture=Row(marks), seat=auction.seller)


def _leaving(view: View) -> Screen:
    leaving = view.leaving
    assert leaving is not None
    who, small = _say("who", who=Who(leaving.partner)), _say("partner", bar=Thing(leaving.bar))
    return Screen(_say("stay_or_leave"), small=small, big=who, picture=Pawn(leaving.partner), seat=leaving.partner)


def _staking(view: View) -> Screen:
    assert view.stakes is not None
    laid = [stake for stake in view.stakes if stake.notes is not None]
    marks = tuple(Mark(stake.seat, NOTES_SHOWN if stake.notes is None else str(stake.notes)) for stake in view.stakes)
    counter = _say("stakes_in", laid=len(laid), of=len(view.stakes))
    return Screen(counter, small=_say("last_order"), picture=Row(marks), sound="last_order")


def _revealed(view: View) -> Screen:
    """Show the round's order by stake. Equal stakes share a bracket, because the bag decides among them."""
    assert view.reveal is not None
    groups, stakes = view.reveal.groups, view.reveal.stakes
    order = [seat for group in groups for seat in group]
    ties = tuple((order.index(group[0]), order.index(group[-1])) for group in groups if len(group) > 1)
    marks = tuple(Mark(seat, str(stakes[seat].real)) for seat in order)
    bank = _say("bank", sum=view.bank.real) if view.bank else _say("to_bank")
    small, tied = _say("last_order"), _say("ties") if ties else None
    return Screen(bank, tied, small, picture=Row(marks, ties), after=REVEAL, is_outcome=True)


def _over(view: View) -> Screen:
    outcome = view.outcome
    assert outcome is not None
    cause = _say(f"cause_{outcome.cause}")
    if len(outcome.winners) > 1:
        marks = tuple(Mark(seat, str(outcome.pawns[seat])) for seat in outcome.winners)
        return Screen(_say("shared"), cause, small=_say("barracuda"), picture=Row(marks), is_outcome=True)
    winner = outcome.winners[0]
    who, after = _say("who", who=Who(winner)), FIVE if outcome.cause == "five" else BANKRUPT
    broke = _say("broke", who=Who(outcome.loser)) if outcome.loser else None
    return Screen(
        _say("wins"), cause, small_right=broke, big=who, picture=Winner(winner), seat=winner, after=after, is_outcome=True
    )
