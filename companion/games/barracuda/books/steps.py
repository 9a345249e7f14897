"""The events of a finished game, each with the state just before it: one row may hold several."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from companion.games.barracuda.evolve import evolve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from companion.games.barracuda.model import State
    from companion.games.barracuda.moves import Event


class Step(NamedTuple):
    """An *event*, and the state *before* it."""

    before: State
    event: Event


def steps_of(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Step, ...]:
    """Return the steps of a game; *rows* are the events between one of *states* and the next."""
    return tuple(step for state, events in zip(states, rows, strict=False) for step in _steps(state, events))


def _steps(state: State, events: Sequence[Event]) -> Iterator[Step]:
    for event in events:
        yield Step(state, event)
        state = evolve(state, event)
