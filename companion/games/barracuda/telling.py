"""Tell each of Barracuda's events as its viewer saw it, in codes and numbers; the words are in the catalogues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from companion.games.barracuda.moves import (
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
    Event,
    GameEnded,
    LastOrderCalled,
    LastOrderDeclined,
    OfferEvent,
    PartnerLeft,
    PartnerPlaced,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    PartnerStayed,
    Passed,
    PawnDrawn,
    RentPaid,
    RoundBegan,
    StakeLaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
    TurnBegan,
    WentBankrupt,
)
from companion.kit.messages import Field, Said, Thing, Who, say
from companion.kit.viewers import TABLE, Seat, Viewer

Teller: TypeAlias = Callable[[Any], Said | None]


def tell(event: Event, viewer: Viewer) -> Said | None:
    """Return the sentence for *event*, with what *viewer* may know of it, or None if another event says it."""
    if isinstance(event, BankCounted):  # The only event whose sentence depends on the viewer.
        return _counted(event, viewer)
    return TOLD[type(event)](event)


def _tell(code: str, **fields: Field) -> Said:
    return say(f"barracuda.told.{code}", **fields)


def _silent(event: object) -> None:
    """Say nothing, because another event says it."""


def _rent(event: RentPaid) -> Said:
    who, terms = Who(event.seat), " + ".join(str(rent) for rent in event.rents)
    if not event.rents:
        return _tell("rent_none", who=who)
    if event.free:
        return _tell("rent_free", who=who, terms=terms, free=event.free, paid=event.paid)
    if len(event.rents) == 1:
        return _tell("rent_one", who=who, paid=event.paid)
    return _tell("rent", who=who, terms=terms, paid=event.paid)


def _bankrupt(event: WentBankrupt) -> Said:
    if event.cause == "rent":
        return _tell("bankrupt_rent", who=Who(event.seat), due=event.due)
    return _tell("bankrupt_no_action", who=Who(event.seat))


def _offer(event: OfferEvent) -> dict[str, Field]:
    """Return the fields of an offer: bidder, bar and lessee."""
    return {"who": Who(event.bidder), "bar": Thing(event.bar), "lessee": Who(event.lessee)}


def _evicting(code: str, evicted: Seat | None, **fields: Field) -> Said:
    return _tell(f"{code}_evicting", evicted=Who(evicted), **fields) if evicted else _tell(code, **fields)


def _last_order(event: LastOrderCalled) -> Said:
    return _tell("last_order") if event.seat == TABLE else _tell("last_order_by", who=Who(event.seat))


def _stakes(event: StakesRevealed) -> Said:
    return _tell("stakes", total=sum(pile.real for pile in event.stakes.values()))


def _counted(event: BankCounted, viewer: Viewer) -> Said:
    """Tell everybody the same but the one who counts, to whom only the purse says the sum."""
    return _tell("counted_own") if viewer == event.seat else _tell("counted", who=Who(event.seat))


def _ended(event: GameEnded) -> Said:
    if len(event.winners) > 1:
        return _tell("ended_shared", count=len(event.winners))
    return _tell("ended_five" if event.cause == "five" else "ended", who=Who(event.winners[0]))


TOLD: Final[Mapping[type, Teller]] = {
    # A turn
    BarsShuffled: lambda _: _tell("shuffled"),
    RoundBegan: lambda event: _tell("round", round=event.round),
    DrawCalled: _silent,
    PawnDrawn: lambda event: _tell("drawn", who=Who(event.pawn)),
    TurnBegan: lambda event: _tell("turn", who=Who(event.seat)),
    RentPaid: _rent,
    WentBankrupt: _bankrupt,
    Passed: lambda event: _tell("passed", who=Who(event.seat)),
    # Bars and places
    BarOpened: lambda event: _tell("opened", who=Who(event.seat), bar=Thing(event.bar), rent=event.rent),
    PartnerPlaced: lambda event: _tell("own_partner", who=Who(event.seat), bar=Thing(event.bar)),
    PartnershipOffered: lambda event: _tell("partnership_offered", count=event.pile.outside, **_offer(event)),
    PartnershipAccepted: lambda event: _tell("partnership_accepted", **_offer(event)),
    PartnershipRefused: lambda event: _tell(
        "partnership_refused", amount=event.amount, total=2 * event.amount, **_offer(event)
    ),
    TakeoverOffered: lambda event: _tell("takeover_offered", count=event.pile.outside, **_offer(event)),
    TakeoverAccepted: lambda event: _evicting("takeover_accepted", event.evicted, **_offer(event)),
    TakeoverRefused: lambda event: _tell("takeover_refused", **_offer(event)),
    # An auction
    AuctionOpened: lambda event: _tell("auction", who=Who(event.seller), bar=Thing(event.bar)),
    BidLaid: lambda event: _tell("bid", who=Who(event.bidder), count=event.pile.outside),
    BidsOpened: lambda event: _tell("bids_opened", who=Who(event.seller)),
    BarSold: lambda event: _tell("sold", who=Who(event.seller), bar=Thing(event.bar), buyer=Who(event.buyer)),
    BarRenovated: lambda event: _evicting("renovated", event.evicted, who=Who(event.seller), bar=Thing(event.bar)),
    PartnerStayed: lambda event: _tell("partner_stayed", who=Who(event.seat), bar=Thing(event.bar)),
    PartnerLeft: lambda event: _tell("partner_left", who=Who(event.seat), bar=Thing(event.bar)),
    # Last order and the end
    LastOrderCalled: _last_order,
    LastOrderDeclined: lambda event: _tell("declined", who=Who(event.seat)),
    StakeLaid: lambda event: _tell("stake", who=Who(event.seat), count=event.pile.outside),
    StakesRevealed: _stakes,
    GameEnded: _ended,
    BooksOpened: _silent,
}
