"""The charts of a finished game of Barracuda: piles, money, last orders, luck, and what was least likely."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.barracuda.books.chances import gossip
from companion.games.barracuda.books.deals import never_made
from companion.games.barracuda.books.endings import results
from companion.games.barracuda.books.luck import luck
from companion.games.barracuda.books.money import loads, paid, purses, standing_pawns
from companion.games.barracuda.books.piles import ladder, last_orders
from companion.games.barracuda.books.steps import Step, steps_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.barracuda.model import State
    from companion.games.barracuda.moves import Event
    from companion.kit.charts import Chart

__all__ = ["charts", "opens_books", "results"]


def opens_books(state: State) -> bool:
    """Return whether the game is over and opens its books (8, `reveal_at_end`)."""
    return state.outcome is not None and state.options.reveal_at_end == "on"


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return the charts of a game; *rows* are the events between one of *states* and the next.

    What only everybody saw comes to the last orders, which were opened, the pawns, and the luck of the draw.
    """
    if not states[0].money[states[0].seats[0]].is_open:  # As everybody saw it.
        shown = [Step(state, event) for state, events in zip(states, rows, strict=False) for event in events]
        return last_orders(states, rows), standing_pawns(states), luck(shown)
    steps = steps_of(states, rows)
    return (
        gossip(steps),
        ladder(steps),
        purses(states),
        loads(steps),
        paid(steps),
        never_made(steps),
        last_orders(states, rows),
        standing_pawns(states),
        luck(steps),
    )
