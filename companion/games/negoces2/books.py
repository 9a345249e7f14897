"""The chart of a finished game of Négoces 2: everybody's coins after each sale, as far as everybody could see them."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from companion.kit.charts import Chart, Line, Lines
from companion.kit.messages import Who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.negoces2.model import State
    from companion.games.negoces2.moves import Event
    from companion.kit.viewers import Seat


def charts(states: Sequence[State], _rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return the coins before the first sale and after each, when none lie on the market; the states are TABLE's."""
    before_next = (now for now, after in pairwise(states) if after.round > now.round)
    steps = (*before_next, states[-1])
    return (Lines("coins", tuple(Line(Who(seat), tuple(_coins(one, seat) for one in steps)) for seat in states[0].seats)),)


def _coins(state: State, seat: Seat) -> int | None:
    """Return the coins, None where they are hidden (N7)."""
    return state.coins[seat].open() if state.coins[seat].is_open else None
