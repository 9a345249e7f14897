"""Prices, and what each player's cash and shares were worth, as far as everybody may know them (S9)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.moves import TurnEnded
from companion.games.shark.payments.statements import known
from companion.kit.charts import Line, Lines, Stacks
from companion.kit.messages import Term

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.shark.board.companies import Company
    from companion.games.shark.model import State
    from companion.games.shark.moves import Event
    from companion.kit.viewers import Seat

TINTS: Final = {"red": "a", "blue": "b", "green": "d", "yellow": "c"}


def steps_of(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[State, ...]:
    """Return the first state, that after each turn, and the last."""
    ended = [after for after, events in zip(states[1:], rows, strict=True) if any(isinstance(one, TurnEnded) for one in events)]
    return (states[0], *ended, *(() if ended and ended[-1] is states[-1] else states[-1:]))


def prices(steps: Sequence[State]) -> Lines:
    """Return the price of each company at each step."""
    return Lines("prices", tuple(_line(company, [one.prices.of(company) for one in steps]) for company in COMPANIES))


def fortunes(steps: Sequence[State]) -> Stacks:
    """Return what everybody had at each step: cash, and what the shares of each company were worth."""
    return Stacks("fortunes", {seat: tuple(_fortune(steps, seat)) for seat in steps[0].seats})


def assets(state: State) -> dict[Seat, float]:
    """Return what everybody had in the true *state*: cash, and what their shares were worth, in thousands."""
    return {seat: state.cash[seat].open() + (state.shares[seat].open() * state.prices).total for seat in state.seats}


def _fortune(steps: Sequence[State], seat: Seat) -> Iterator[Line]:
    yield Line(Term("shark_pages.chart.fortunes.cash"), tuple(known(one.cash[seat]) for one in steps))
    for company in COMPANIES:
        yield _line(company, [_worth(one, seat, company) for one in steps])


def _line(company: Company, values: Sequence[int | None]) -> Line:
    return Line(Term(f"shark.company.{company}"), tuple(values), f"shark/co-{company}", TINTS[company])


def _worth(state: State, seat: Seat, company: Company) -> int | None:
    shares = known(state.shares[seat])
    return None if shares is None else shares.of(company) * state.prices.of(company)
