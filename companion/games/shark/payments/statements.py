"""The statement: what followed from the last throw of the dice, in the order of the rules, as each viewer may know it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

from companion.games.shark.board.companies import Company, Each
from companion.games.shark.board.map import Cell
from companion.games.shark.model import State
from companion.games.shark.moves import (
    BonusPaid,
    Built,
    DiceRolled,
    Event,
    FellShort,
    GainsPaid,
    LossesPaid,
    NothingBuilt,
    SharesSoldForDebt,
    WentOut,
)
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.kit.log import Log
    from companion.kit.sealed import Sealed

T = TypeVar("T")

SETTLING: Final = (NothingBuilt, Built, BonusPaid, GainsPaid, LossesPaid, FellShort, SharesSoldForDebt, WentOut)


@dataclass(frozen=True, slots=True)
class RemovedView:
    """Buildings removed from the map: in a preview those of one cluster, in a statement all those of one company."""

    company: Company
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class SumView:
    """The sum that a player got or paid; None if the viewer may not know."""

    seat: Seat
    sum: int | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """The change of a company's price *by* more than 0, and what each player got or paid for it.

    Whether it rose or fell depends on the list it is in. *sums* leaves out players whose sum is known to be 0.
    """

    company: Company
    by: int
    sums: tuple[SumView, ...]


@dataclass(frozen=True, slots=True)
class SaleView:
    """A forced sale for a *debt*: the shares *sold*, and the sum that they *brought*. Both are None until the sale is done.

    All three are None if the viewer may not know them. *is_out* is true if the player went out.
    """

    seat: Seat
    is_done: bool
    is_out: bool
    debt: int | None
    sold: Each | None
    brought: int | None


@dataclass(frozen=True, slots=True)
class StatementView:
    """The consequences of the last throw, in the order of the rules: prices, bonus, gains, losses, forced sales.

    *company* and *cell* are empty if nothing could be built. The statement stands until the next throw.
    """

    seat: Seat
    company: Company
    cell: Cell
    removed: tuple[RemovedView, ...]
    before: Each
    after: Each
    bonus: int
    gains: tuple[ChangeView, ...]
    losses: tuple[ChangeView, ...]
    sales: tuple[SaleView, ...]

    @property
    def net(self) -> dict[Seat, int]:
        """Return the balance of each player, gains less payments, of whom the viewer may know all of it."""
        changes = [(1, one) for gain in self.gains for one in gain.sums] + [
            (-1, one) for loss in self.losses for one in loss.sums
        ]
        unknown = {one.seat for _, one in changes if one.sum is None}
        net = {self.seat: self.bonus} if self.company else {}
        for sign, one in changes:
            net[one.seat] = net.get(one.seat, 0) + sign * (one.sum or 0)
        return {seat: sum_ for seat, sum_ in net.items() if seat not in unknown}


def settled(log: Log[Event]) -> list[Event]:
    """Return the events that followed from the last throw of the dice, in the order of the rules."""
    return [event for event in log.since(DiceRolled) if isinstance(event, SETTLING)]


def statement(state: State, told: Sequence[Event]) -> StatementView | None:
    """Return the consequences of the last throw (*told*, as `settled` returns it), or None if there are none yet."""
    if not told:
        return None
    event = told[0]
    if isinstance(event, NothingBuilt):
        return StatementView(event.seat, "", "", (), state.prices, state.prices, 0, (), (), ())
    assert isinstance(event, Built)
    return StatementView(
        seat=event.seat,
        company=event.company,
        cell=event.cell,
        removed=_removed(event),
        before=event.before,
        after=event.after,
        bonus=sum(one.bonus for one in told if isinstance(one, BonusPaid)),
        gains=tuple(_gain(one) for one in told if isinstance(one, GainsPaid)),
        losses=tuple(loss for one in told if isinstance(one, LossesPaid) for loss in _losses(one)),
        sales=_sales(told),
    )


def _removed(event: Built) -> tuple[RemovedView, ...]:
    """Return the removed buildings by company. Clusters aren't kept apart, because the event only lists cells."""
    cells = tuple(zip(event.removed, event.companies, strict=True))
    names = dict.fromkeys(event.companies)
    return tuple(RemovedView(name, tuple(cell for cell, company in cells if company == name)) for name in names)


def _gain(event: GainsPaid) -> ChangeView:
    return ChangeView(event.company, event.rise, _sums((seat, known(gain)) for seat, gain in event.gains.items()))


def _losses(event: LossesPaid) -> tuple[ChangeView, ...]:
    seen = {seat: known(losses) for seat, losses in event.losses.items()}
    return tuple(
        ChangeView(
            company, drop, _sums((seat, None if losses is None else losses.of(company)) for seat, losses in seen.items())
        )
        for company, drop in event.drops.items()
        if drop
    )


def _sums(sums: Iterable[tuple[Seat, int | None]]) -> tuple[SumView, ...]:
    return tuple(SumView(seat, sum_) for seat, sum_ in sums if sum_ != 0)


def _sales(told: Sequence[Event]) -> tuple[SaleView, ...]:
    """Return this turn's forced sales: first those done or hopeless, then those that the table is waiting for."""
    done = {one.seat: _sale(one) for one in told if isinstance(one, SharesSoldForDebt | WentOut)}
    short = {one.seat: known(one.debt) for one in told if isinstance(one, FellShort)}
    waiting = (SaleView(seat, False, False, debt, None, None) for seat, debt in short.items() if seat not in done)
    return (*done.values(), *waiting)


def _sale(event: SharesSoldForDebt | WentOut) -> SaleView:
    is_out = isinstance(event, WentOut)
    return SaleView(event.seat, True, is_out, known(event.debt), known(event.sold), known(event.brought))


def known(sealed: Sealed[T]) -> T | None:
    """Return the sealed value, or None if the viewer may not know it."""
    return sealed.open() if sealed.is_open else None
