"""Value a position of Barracuda for a house player: everybody's chance to win, from what one seat knows, without looking ahead.

The game ends when somebody goes bankrupt or when five pawns stand (8). So a position is worth, for each way in which it may
end soon: how likely that end is, times how likely one would then win. Money is in thousands.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from companion.games.barracuda import model
from companion.games.barracuda.model import BANK, BOX, PAWNS, START, Auctioning, Drawing, Offered, Staking, State
from companion.games.barracuda.rules import rent_due
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.house import Temper


@dataclass(frozen=True, slots=True)
class Weights:
    """A position as a temper values it. Of two places, whoever has more of the sum of *pawn* and *cash* is likelier to win.

    *pawn* is the weight of a standing pawn, *cash* that of a thousand, as logarithms of odds: pawns decide first, then money
    (8). *fear* is by how much each further rent that a purse can pay lowers the logarithm of its danger. *growth* is what rents
    are expected to grow by, in thousands. *five* is the rate, per round, at which five pawns win if nobody can stop them (B5),
    *fresh* the same before their owner's own turn has ended, and *later* the rate of all ends that can't be foreseen.
    *fakes* are how many fakes go on a pile, each as likely as it is often here.
    """

    pawn: float = 0.62
    cash: float = 0.047
    fear: float = 0.57
    growth: float = 2.0
    five: float = 2.0
    fresh: float = 0.8
    later: float = 0.1
    fakes: tuple[int, ...] = (0, 0, 1, 1, 2)


WEIGHTS: Final[Mapping[Temper, Weights]] = {
    "careful": Weights(),
    "bold": Weights(pawn=0.6, cash=0.045, fear=0.6, fakes=(0, 1, 2, 2, 3)),
}
DOUBT: Final = 4.0  # Thousands: the standard error of an estimate of somebody else's purse, roughly.
# The rates, per round, at which somebody goes bankrupt whose purse can't pay the next rent (5): the turn in this round is still
# to come, or is over.
SOON: Final = 2.0
LATE: Final = 1.0
DOOMED: Final = 3  # By how much more for oneself, of whom one knows it: others may have more than one thinks.


class Spot(NamedTuple):
    """An open bar: its *rent*, whether a partner *fits* in at all, and who stands there."""

    rent: int
    fits: bool
    lessee: Seat | None
    partner: Seat | None


@dataclass(frozen=True, slots=True)
class Position:
    """The valuation's input. *money* is by seat, of others than *me* an estimate; *held* are the seats with five held (B5).

    *drawn* are the seats that have had their turn in this round; *limit* is how many bars may be open (B3).
    """

    me: Seat
    money: dict[Seat, float]
    bars: dict[str, Spot]
    held: frozenset[Seat]
    drawn: tuple[Seat, ...]
    limit: int
    weights: Weights

    def paid(self, **sums: float) -> Position:
        """Return the position after everybody named has got a sum, or paid a negative one; nobody falls below nothing."""
        money = {**self.money, **{seat: max(0.0, self.money[seat] + sum_) for seat, sum_ in sums.items()}}
        return replace(self, money=money)

    def with_bar(self, name: str, spot: Spot | None) -> Position:
        """Return the position with the bar *name* as *spot*, or closed."""
        bars = {one: here for one, here in self.bars.items() if one != name}
        return replace(self, bars={**bars, name: spot} if spot else bars)

    def due(self, seat: Seat) -> int:
        """Return the rent that *seat* will owe at its next turn (5)."""
        return rent_due([bar.rent for bar in self.bars.values() if bar.lessee == seat])


def position(state: State, me: Seat, weights: Weights) -> Position:
    """Return the position that *me* knows of *state*; piles on the table count as money of those who laid them."""
    bars = {
        bar.card.name: Spot(bar.card.rent, bar.card.places == 2, bar.lessee, bar.partner)
        for bar in state.bars.values()
        if bar.is_open
    }
    # B5: whoever acts now holds five as soon as this turn has ended with them.
    held = state.five_held if isinstance(state.phase, Drawing | Staking) else state.five_held | {*state.order[-1:]}
    return Position(me, estimates(state, me), bars, held, state.order, model.limit(state), weights)


def estimates(state: State, me: Seat) -> dict[Seat, float]:
    """Return the money in each purse: *me*'s own, and of the others an equal part of what is in neither bank nor own hand."""
    own = state.money[me].open().real
    others = [seat for seat in state.seats if seat != me]
    bank = state.money[BANK]
    if bank.is_open:
        rest = float(BOX.real - bank.open().real - own - _laid(state, me))
    else:  # B15: nobody may look, so they are thought to have fared as oneself has, or as they began.
        rest = len(others) * (own + START.real / state.round) / 2
    holders = [seat for seat in others if model.has_note(state, seat) or _has_laid(state, seat)]
    return {me: float(own + _laid(state, me)), **{seat: rest / len(holders) if seat in holders else 0.0 for seat in others}}


def _laid(state: State, me: Seat) -> int:
    """Return the value of *me*'s own pile on the table."""
    phase = state.phase
    if isinstance(phase, Offered) and phase.bidder == me:
        return phase.pile.open().real
    return phase.bids[me].open().real if isinstance(phase, Auctioning) and me in phase.bids else 0


def _has_laid(state: State, seat: Seat) -> bool:
    phase = state.phase
    return (isinstance(phase, Offered) and phase.bidder == seat) or (isinstance(phase, Auctioning) and seat in phase.bids)


def chances(now: Position) -> dict[Seat, float]:
    """Return everybody's chance to win, 0 to 1, which add up to 1."""
    weights = now.weights
    pawns, rents = _standing(now)
    strength = {seat: math.exp(weights.pawn * pawns[seat] + weights.cash * money) for seat, money in now.money.items()}
    danger = {seat: _danger(now, seat, rent_due(rents[seat])) for seat in now.money}
    whole = sum(strength.values())
    # Whoever doesn't go bankrupt first wins in proportion to its strength among the others.
    ends = {seat: danger[seat] / (whole - strength[seat]) for seat in now.money}
    every = sum(ends.values()) + weights.later / whole
    rates = {seat: strength[seat] * (every - ends[seat]) for seat in now.money}
    for seat, count in pawns.items():
        if count == PAWNS:
            rates[seat] += weights.five if seat in now.held else weights.fresh
    total = sum(rates.values())
    return {seat: rate / total for seat, rate in rates.items()}


def _standing(now: Position) -> tuple[dict[Seat, int], dict[Seat, list[int]]]:
    """Return how many pawns stand, and the rents of the leases, by seat."""
    pawns, rents = dict.fromkeys(now.money, 0), {seat: list[int]() for seat in now.money}
    for bar in now.bars.values():
        if bar.lessee:
            pawns[bar.lessee] += 1
            rents[bar.lessee].append(bar.rent)
        if bar.partner:
            pawns[bar.partner] += 1
    return pawns, rents


def _danger(now: Position, seat: Seat, due: int) -> float:
    """Return the rate, per round, at which *seat* goes bankrupt: sure if the next rent is lacking, less with each one saved.

    Once no more bars may be opened, an action takes money, too: an offer holds at least 1 (6.3, B11).
    """
    weights, money = now.weights, now.money[seat]
    need = due + (len(now.bars) >= now.limit)
    lacking = float(money < need) if seat == now.me else 1 / (1 + math.exp(min(50.0, (money - need) / DOUBT)))
    saved = max(0.0, money - need) / (due + weights.growth)
    rate = (LATE if seat in now.drawn else SOON) * (DOOMED if seat == now.me else 1)
    return rate * lacking + (1 - lacking) * math.exp(-weights.fear * (saved + 1))
