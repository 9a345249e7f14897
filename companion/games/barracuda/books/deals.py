"""The best deals that were never made: refused offers, by what they would have been worth to whoever refused them.

In money alone, and with everything else as it was. To refuse costs the offer's real money and to accept brings it, so between
the two lies twice that (6.3, 6.4). A lease that is kept also goes on costing its share of the rent, until its lessee loses it
and perhaps gets something for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.barracuda.model import RENOVATION, Auctioning, leases
from companion.games.barracuda.moves import (
    BarRenovated,
    BarSold,
    PartnershipRefused,
    RentPaid,
    TakeoverAccepted,
    TakeoverRefused,
)
from companion.games.barracuda.rules import rent_due
from companion.kit.charts import Sayings
from companion.kit.messages import Thing, Who, say

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.barracuda.books.steps import Step
    from companion.games.barracuda.model import State
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat

TOLD: Final = 3


class Missed(NamedTuple):
    """A refused offer: its real money, and how much *worth* in thousands it would have been to *lessee* to accept it."""

    worth: int
    bidder: Seat
    lessee: Seat
    bar: str
    sum: int
    takeover: bool


def never_made(steps: Sequence[Step]) -> Sayings:
    """Return the refused offers that should have been accepted for the money, the best ones first."""
    missed = sorted((one for one in _missed(steps) if one.worth > 0), key=lambda one: -one.worth)
    return Sayings("deals", tuple(_said(one) for one in missed[:TOLD]))


def _missed(steps: Sequence[Step]) -> Iterator[Missed]:
    for at, (_, event) in enumerate(steps, 1):
        match event:
            case PartnershipRefused(bidder, bar, lessee, amount):
                yield Missed(2 * amount, bidder, lessee, bar, amount, False)
            case TakeoverRefused(bidder, bar, lessee, pile):
                amount = pile.open().real
                yield Missed(2 * amount + cost(steps[at:], lessee, bar), bidder, lessee, bar, amount, True)


def cost(after: Sequence[Step], lessee: Seat, bar: str) -> int:
    """Return what the lease of *bar* cost *lessee* in the steps *after*: rent and a renovation, less what it was sold for."""
    total = 0
    for before, event in after:
        match event:
            case RentPaid(seat=seat) if seat == lessee:
                rents = {one.card.name: one.card.rent for one in leases(before, lessee)}
                total += rent_due([*rents.values()]) - rent_due([rent for name, rent in rents.items() if name != bar])
            case TakeoverAccepted(bar=sold, pile=pile) | BarSold(bar=sold, pile=pile) if sold == bar:
                return total - pile.open().real
            case BarRenovated(bar=closed) if closed == bar:
                return total + RENOVATION
        if not _has(before, lessee, bar):
            break
    return total


def _has(state: State, lessee: Seat, bar: str) -> bool:
    """Return whether *lessee* still leases *bar*, or has lifted the pawn to auction it and may yet get something for it."""
    phase = state.phase
    return bar in {one.card.name for one in leases(state, lessee)} or (isinstance(phase, Auctioning) and phase.bar == bar)


def _said(one: Missed) -> Said:
    code = "barracuda_pages.chart.deals." + ("takeover" if one.takeover else "partnership")
    return say(code, who=Who(one.lessee), bidder=Who(one.bidder), bar=Thing(one.bar), sum=one.sum, worth=one.worth)
