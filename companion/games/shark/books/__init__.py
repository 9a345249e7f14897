"""The charts of a finished game of Shark: prices, fortunes, what each building was worth to whom, and the luck of the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.games.shark.books.buildings import costly, falls, rich
from companion.games.shark.books.fortunes import assets, fortunes, prices, steps_of
from companion.games.shark.books.luck import luck
from companion.kit.results import Result

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.shark.model import State
    from companion.games.shark.moves import Event
    from companion.kit.charts import Chart


__all__ = ["assets", "charts", "results"]


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return prices and fortunes at the first state, after each turn and at the end; states and *rows* are TABLE's."""
    steps = steps_of(states, rows)
    return prices(steps), fortunes(steps), rich(rows), costly(rows), falls(rows), luck(states[0].options, rows)


def results(states: Sequence[State], _rows: Sequence[tuple[Event, ...]]) -> tuple[Result, ...]:
    """Return each player's place and money, which the end shows everybody."""
    outcome = states[-1].outcome
    assert outcome is not None
    before = [sum(map(len, outcome.ranking[:n])) for n in range(len(outcome.ranking))]
    places = {seat: 1 + better for better, group in zip(before, outcome.ranking, strict=True) for seat in group}
    return tuple(Result(seat, places[seat], outcome.money[seat]) for seat in states[-1].seats)
