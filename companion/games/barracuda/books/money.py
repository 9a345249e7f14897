"""The money of a finished game: everybody's purses over the rounds, who paid whom, and the pawns that it went into."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from companion.games.barracuda.model import RENOVATION, State, leases, standing
from companion.games.barracuda.moves import (
    BarRenovated,
    BarSold,
    Event,
    PartnershipAccepted,
    PartnershipRefused,
    PawnDrawn,
    RentPaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverRefused,
    TurnBegan,
)
from companion.games.barracuda.rules import rent_due
from companion.kit.charts import Flow, Flows, Holding, Holdings, Line, Lines
from companion.kit.messages import Who
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.barracuda.books.steps import Step

BANK: Final = None  # in a chart
MOST_LOAD: Final = 200  # percent: whoever has next to nothing would dwarf all others


def purses(states: Sequence[State]) -> Holdings:
    """Return the purses at the beginning, after each round and at the end."""
    steps = _rounds(states)
    return Holdings("purses", {seat: tuple(_held(state, seat) for state in steps) for seat in states[0].seats})


def standing_pawns(states: Sequence[State]) -> Lines:
    """Return how many pawns stood at the same steps: five that stay win (4)."""
    steps = _rounds(states)
    return Lines("pawns", tuple(Line(Who(seat), tuple(standing(state, seat) for state in steps)) for seat in states[0].seats))


def loads(steps: Sequence[Step]) -> Lines:
    """Return the rent due at each turn in percent of the real money in the purse, by round: above 100 it can't be paid (5)."""
    rounds = max(step.before.round for step in steps)  # A correction may have gone back to an earlier one (B27).
    due: dict[Seat, list[int | None]] = {seat: [0, *[None] * rounds] for seat in steps[0].before.seats}
    for before, event in steps:
        match event:
            case PawnDrawn(seat) | TurnBegan(seat):  # Of a whole order that is drawn, the latter comes later and counts.
                due[seat][before.round] = _load(before, seat)
    return Lines("load", tuple(Line(Who(seat), tuple(values)) for seat, values in due.items()))


def _load(state: State, seat: Seat) -> int:
    held = _held(state, seat)
    return min(MOST_LOAD, 100 * held.due // max(1, held.sum))


def _rounds(states: Sequence[State]) -> Sequence[State]:
    rounds = [after for before, after in pairwise(states) if after.round > before.round]
    return (states[0], *rounds, *(() if rounds and rounds[-1] is states[-1] else states[-1:]))


def _held(state: State, seat: Seat) -> Holding:
    purse = state.money[seat].open()
    return Holding(purse.real, purse.fakes, rent_due([bar.card.rent for bar in leases(state, seat)]))


def paid(steps: Sequence[Step]) -> Flows:
    """Return who paid whom how much real money."""
    sums = Counter[tuple[Seat | None, Seat | None]]()
    for _, event in steps:
        for giver, taker, amount in _payments(event):
            sums[giver, taker] += amount
    return Flows("paid", tuple(Flow(giver, taker, amount) for (giver, taker), amount in sums.items() if amount))


def _payments(event: Event) -> Iterator[tuple[Seat | None, Seat | None, int]]:
    """Yield the payments of *event*. Who is refused a lease has the pile back, and as much again from the lessee (6.4)."""
    match event:
        case RentPaid(seat=seat, paid=amount):
            yield seat, BANK, amount
        case PartnershipAccepted(bidder, _, lessee, pile) | TakeoverAccepted(bidder, _, lessee, _, pile):
            yield bidder, lessee, pile.open().real
        case PartnershipRefused(bidder=bidder, lessee=lessee, amount=amount):
            yield bidder, BANK, amount
            yield lessee, BANK, amount
        case TakeoverRefused(bidder=bidder, lessee=lessee, pile=pile):
            yield lessee, bidder, pile.open().real
        case BarSold(seller=seller, buyer=buyer, pile=pile):
            yield buyer, seller, pile.open().real
        case BarRenovated(seller=seller):
            yield seller, BANK, RENOVATION
        case StakesRevealed(stakes=stakes):
            yield from ((seat, BANK, pile.real) for seat, pile in stakes.items())
