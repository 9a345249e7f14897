"""Count the points of a league, and rank its people.

A place earns one point for each seat at or behind it: at a table of four 4, 3, 2 and 1, at a table of two 2 and 1. Seats that
share a place earn the mean of the places that they take up, and so do those whose place isn't known (0), behind all others.
Players of the house count as seats, and are in no ranking.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

LEAST_COMMON: Final = 3  # games that two people must have in common before they are compared


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game: the place of each seat, and the person who had it, for those who have said so."""

    places: Mapping[str, int]
    people: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Row:
    """A person in the ranking; those with equal points share a *rank*."""

    rank: int
    person: int
    games: int
    wins: int
    points: Fraction

    @property
    def mean(self) -> Fraction:
        """The points for each game."""
        return self.points / self.games


@dataclass(frozen=True, slots=True)
class Pair:
    """Two people with enough common games: how often *one* was before the *other*, behind, or beside."""

    one: int
    other: int
    before: int
    behind: int
    beside: int

    @property
    def games(self) -> int:
        """The games that they have in common."""
        return self.before + self.behind + self.beside


def points(places: Mapping[str, int]) -> dict[str, Fraction]:
    """Return the points of each seat. Only the order of *places* counts, whatever follows a place that is shared."""
    earned: dict[str, Fraction] = {}
    left = len(places)

    def behind(seat: str) -> float:
        return places[seat] or math.inf

    for _, group in groupby(sorted(places, key=behind), key=behind):
        alike = list(group)
        share = Fraction(sum(range(left - len(alike) + 1, left + 1)), len(alike))
        earned.update(dict.fromkeys(alike, share))
        left -= len(alike)
    return earned


def ranking(games: Iterable[Played]) -> list[Row]:
    """Return everybody who has claimed a seat in *games*, the most points first; equal points are an equal rank."""
    played, won = Counter[int](), Counter[int]()
    sums: dict[int, Fraction] = {}
    for game in games:
        earned = points(game.places)
        for seat, person in game.people.items():
            sums[person] = sums.get(person, Fraction(0)) + earned[seat]
            played[person] += 1
            won[person] += game.places[seat] == 1
    order = sorted(sums, key=lambda person: (-sums[person], played[person], person))
    ranks = {earned: rank for rank, earned in reversed([*enumerate(sorted(sums.values(), reverse=True), 1)])}
    return [Row(ranks[sums[one]], one, played[one], won[one], sums[one]) for one in order]


def pairs(games: Sequence[Played]) -> list[Pair]:
    """Return each two people who have LEAST_COMMON games in common, those with most of them first."""
    met: dict[tuple[int, int], Counter[int]] = {}
    for game in games:
        earned = points(game.places)
        at = {person: earned[seat] for seat, person in game.people.items()}
        for one, other in combinations(sorted(at), 2):
            met.setdefault((one, other), Counter())[(at[one] < at[other]) - (at[one] > at[other])] += 1
    found = [Pair(one, other, how[-1], how[1], how[0]) for (one, other), how in met.items() if how.total() >= LEAST_COMMON]
    return sorted(found, key=lambda pair: (-pair.games, pair.one, pair.other))
