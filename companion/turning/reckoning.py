"""Reckon the chances to win of a game's states by what the players had, to know at a glance which events are worth a search.

The lead of one player over another is taken for a walk at random, as wide as it was in this game, that goes on until its end.
It costs nothing next to a play-out. Nobody is told these chances.
"""

from __future__ import annotations

from itertools import pairwise
from math import exp, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from companion.kit.game import Outcome, State
    from companion.kit.viewers import Seat

WIDTH: Final = 0.6  # A logistic curve this wide is nearly a normal one of width 1.


def turns_most(
    states: Sequence[State], assets: Callable[[State], Mapping[Seat, float]], outcome: Callable[[State], Outcome | None]
) -> list[int]:
    """Return the states that changed somebody's chance, by their place in *states*, the greatest change first.

    *assets* returns what each player had in a state, in any unit.
    """
    had = [assets(state) for state in states]
    step = sqrt(sum(map(_spread, pairwise(had))) / len(had)) or 1.0
    left = range(len(states), 0, -1)
    reckoned = [
        _over(ended, each) if (ended := outcome(state)) else _chances(each, WIDTH * step * sqrt(moments))
        for state, each, moments in zip(states, had, left, strict=True)
    ]
    by = [max(abs(after[seat] - before[seat]) for seat in after) for before, after in pairwise(reckoned)]
    return sorted((at for at, change in enumerate(by, 1) if change), key=lambda at: -by[at - 1])


def _spread(two: tuple[Mapping[Seat, float], Mapping[Seat, float]]) -> float:
    """Return the variance of the players' gains from one state to the next."""
    before, after = two
    gains = [after[seat] - before[seat] for seat in after]
    middle = sum(gains) / len(gains)
    return sum((gain - middle) ** 2 for gain in gains) / len(gains)


def _chances(had: Mapping[Seat, float], width: float) -> dict[Seat, float]:
    most = max(had.values())
    each = {seat: exp((value - most) / width) for seat, value in had.items()}
    return {seat: value / sum(each.values()) for seat, value in each.items()}


def _over(ended: Outcome, seats: Mapping[Seat, float]) -> dict[Seat, float]:
    return {seat: 1 / len(ended.winners) if seat in ended.winners else 0.0 for seat in seats}
