"""The sentence for each of Barracuda's events, as its viewer saw it: codes and numbers, never words."""

from __future__ import annotations

from typing import Any

from companion.barracuda.moves import (
    AuctionOpened,
    BankCounted,
    BarOpened,
    BarRenovated,
    BarSold,
    BarsShuffled,
    BidLaid,
    BidsOpened,
    BooksOpened,
    DrawCalled,
    GameEnded,
    LastOrderCalled,
    LastOrderDeclined,
    PartnerPlaced,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    Passed,
    PawnDrawn,
    RentPaid,
    RoundBegan,
    StakeLaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
    WentBankrupt,
)  # fmt: skip
from companion.game import TABLE, Field, Said, Thing, Viewer, Who, say


def _tell(code: str, **fields: Field) -> Said:
    return say(f"barracuda.told.{code}", **fields)


def tell(event: Any, viewer: Viewer) -> Said | None:  # One row for each event.
    """Return the sentence for *event*, or None where another event says it. Public facts, and what *viewer* may know."""
    match event:
        case BarsShuffled():
            return _tell("shuffled")
        case RoundBegan(number):
            return _tell("round", round=number)
        case PawnDrawn(pawn):
            return _tell("drawn", who=Who(pawn))
        case RentPaid():
            return _rent(event)
        case WentBankrupt(seat, "rent", due):
            return _tell("bankrupt_rent", who=Who(seat), due=due)
        case WentBankrupt(seat):
            return _tell("bankrupt_no_action", who=Who(seat))
        case BarOpened(seat, bar, _, rent):
            return _tell("opened", who=Who(seat), bar=Thing(bar), rent=rent)
        case PartnerPlaced(seat, bar):
            return _tell("own_partner", who=Who(seat), bar=Thing(bar))
        case AuctionOpened(seller, bar):
            return _tell("auction", who=Who(seller), bar=Thing(bar))
        case BidLaid(bidder, pile):
            return _tell("bid", who=Who(bidder), count=pile.outside)
        case BidsOpened(seller):
            return _tell("bids_opened", who=Who(seller))
        case BarSold(seller, bar, buyer):
            return _tell("sold", who=Who(seller), bar=Thing(bar), buyer=Who(buyer))
        case BarRenovated(seller, bar, evicted):
            return _evicting("renovated", evicted, who=Who(seller), bar=Thing(bar))
        case Passed(seat):
            return _tell("passed", who=Who(seat))
        case LastOrderCalled(seat):
            return _tell("last_order") if seat == TABLE else _tell("last_order_by", who=Who(seat))
        case LastOrderDeclined(seat):
            return _tell("declined", who=Who(seat))
        case StakeLaid(seat, pile):
            return _tell("stake", who=Who(seat), count=pile.outside)
        case StakesRevealed(stakes):
            return _tell("stakes", total=sum(pile.real for pile in stakes.values()))
        case BankCounted(seat, bank):
            own = bank.is_open and viewer == seat
            return _tell("counted_own", sum=bank.open().real) if own else _tell("counted", who=Who(seat))
        case GameEnded(cause, winners):
            return _ended(cause, winners)
        case DrawCalled() | BooksOpened():
            return None
    return _offer(event)


def _rent(event: RentPaid) -> Said:
    who, terms = Who(event.seat), " + ".join(str(rent) for rent in event.rents)
    if not event.rents:
        return _tell("rent_none", who=who)
    if event.free:
        return _tell("rent_free", who=who, terms=terms, free=event.free, paid=event.paid)
    if len(event.rents) == 1:
        return _tell("rent_one", who=who, paid=event.paid)
    return _tell("rent", who=who, terms=terms, paid=event.paid)


def _evicting(code: str, evicted: str | None, **fields: Field) -> Said:
    return _tell(f"{code}_evicting", evicted=Who(evicted), **fields) if evicted else _tell(code, **fields)


def _offer(event: Any) -> Said:
    fields: dict[str, Field] = {"who": Who(event.bidder), "bar": Thing(event.bar), "lessee": Who(event.lessee)}
    match event:
        case PartnershipOffered(pile=pile):
            return _tell("partnership_offered", count=pile.outside, **fields)
        case TakeoverOffered(pile=pile):
            return _tell("takeover_offered", count=pile.outside, **fields)
        case PartnershipAccepted():
            return _tell("partnership_accepted", **fields)
        case PartnershipRefused(amount=amount):
            return _tell("partnership_refused", amount=amount, total=2 * amount, **fields)
        case TakeoverAccepted(evicted=evicted):
            return _evicting("takeover_accepted", evicted, **fields)
        case TakeoverRefused():
            return _tell("takeover_refused", **fields)
    raise TypeError(f"not an event of Barracuda: {type(event).__name__}")


def _ended(cause: str, winners: tuple[str, ...]) -> Said:
    if len(winners) > 1:
        return _tell("ended_shared", count=len(winners))
    return _tell("ended_five" if cause == "five" else "ended", who=Who(winners[0]))
