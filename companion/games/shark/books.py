"""The charts of a finished game of Shark: the four prices, and everybody's fortune, as far as everybody could see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.moves import Event, TurnEnded
from companion.games.shark.payments.statements import known
from companion.kit.charts import Chart, Line, Lines
from companion.kit.messages import Term, Who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.shark.model import State
    from companion.kit.viewers import Seat

# The symbol and the colour of each company.
LOOKS: Final = {"red": ("co-tower", "a"), "blue": ("co-dome", "b"), "green": ("co-house", "d"), "yellow": ("co-works", "c")}


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return prices and fortunes at the first state, after each turn and at the end; states and *rows* are TABLE's."""
    ended = [after for after, events in zip(states[1:], rows, strict=True) if any(isinstance(one, TurnEnded) for one in events)]
    steps = (states[0], *ended, *(() if ended and ended[-1] is states[-1] else states[-1:]))
    return (
        Lines("prices", tuple(_prices(steps, company) for company in COMPANIES)),
        Lines("fortunes", tuple(Line(Who(seat), tuple(_fortune(state, seat) for state in steps)) for seat in states[0].seats)),
    )


def _prices(steps: Sequence[State], company: str) -> Line:
    symbol, tint = LOOKS[company]
    return Line(Term(f"shark.company.{company}"), tuple(one.prices.of(company) for one in steps), f"shark/{symbol}", tint)


def _fortune(state: State, seat: Seat) -> int | None:
    """Return cash and the value of the shares, None if everybody may not know them (S9)."""
    cash, shares = known(state.cash[seat]), known(state.shares[seat])
    return None if cash is None or shares is None else cash + (shares * state.prices).total
