"""Find the turning points of a finished game: the events by which a player's chance to win changed the most.

A chance is how often a player wins if the game is played out from that moment. Play-outs take long, so they go where they tell
most: the game is cut into stretches of moments, and the stretch that may hold the greatest change is looked at next. One that
is longer than a moment is halved; of one moment, the chances before and after it are measured better.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final

from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.kit.game import State
    from companion.match.books import Books

MOST: Final = 1_200  # play-outs
TOLD: Final = 3
ANCHORS: Final = 9  # moments that are looked at first, evenly spread
BATCH: Final = 10  # play-outs of one moment at a time
CLOSE: Final = 0.06  # A change that is known so well, in standard errors, isn't measured any better.
SURE: Final = 3.0  # standard errors by which a change must differ from none, since the greatest of many is told


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """At moment *turn* of the books, counted from 1, the chance of *seat* to win went from *before* to *after*, in percent."""

    turn: int
    seat: Seat
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Turning:
    """The turning points of game *number* of this table, oldest first; none before *done*, in percent, is 100."""

    number: int
    done: int
    points: tuple[TurningPoint, ...] = ()


@dataclass(slots=True)
class _Tally:
    """The *wins* by seat of so many *games* played out; exact if the game was over."""

    games: int = 0
    exact: bool = False
    wins: dict[Seat, float] = field(default_factory=lambda: defaultdict(float))

    def share(self, seat: Seat) -> float:
        return self.wins[seat] / self.games

    def variance(self, seat: Seat) -> float:
        """Return the variance of the share. Half a win more and half a loss more keep it from 0 when all ended alike."""
        share = (self.wins[seat] + 0.5) / (self.games + 1)
        return 0.0 if self.exact else share * (1 - share) / self.games


@dataclass(frozen=True, slots=True)
class _Change:
    """The greatest change of a chance over a stretch, *seat*'s, with its standard *error*."""

    seat: Seat
    by: float
    error: float


def turning_points(
    opened: Books, play_out: Callable[[State, str], Mapping[Seat, float]], used: Callable[[int], float]
) -> Iterator[Turning]:
    """Yield how far the search is, now and then, and at last its points.

    *play_out* plays a state to the end with a seed, and returns each winner's share. *used* returns how much of the time that
    the search may take is used after so many play-outs: at 1 or more it ends.
    """
    search, number = _Search(opened, play_out), opened.match.number
    yield Turning(number, 0)
    while (share := max(used(search.played), search.played / MOST)) < 1 and search.goes_on():
        yield Turning(number, min(99, int(100 * share)))
    yield Turning(number, 100, search.found())


class _Search:
    """The tallies so far, by how many moments of the game were over."""

    def __init__(self, opened: Books, play_out: Callable[[State, str], Mapping[Seat, float]]) -> None:
        self._play_out, self._number, self._seats = play_out, opened.match.number, opened.match.state.seats
        states, game = opened.match.states, opened.match.game
        self._states = (states[0], *(states[one.at] for one in opened.moments))
        self._over = game.outcome
        self._tallies: dict[int, _Tally] = {}
        last = len(self._states) - 1
        self._anchors = sorted({round(n * last / (ANCHORS - 1)) for n in range(ANCHORS)})
        self.played = 0

    def goes_on(self) -> bool:
        """Play out one moment a few times; return whether there was anything left to measure."""
        at = next((one for one in self._anchors if one not in self._tallies), None)
        at = self._next() if at is None else at
        if at is not None:
            self._measure(at)
        return at is not None

    def found(self) -> tuple[TurningPoint, ...]:
        """Return the greatest changes that are sure, oldest first."""
        known = [(after, one) for before, after, one in self._stretches() if after == before + 1]
        sure = sorted(((at, one) for at, one in known if one.by > SURE * one.error), key=lambda two: -two[1].by)
        return tuple(sorted((self._point(at, one.seat) for at, one in sure[:TOLD]), key=lambda one: one.turn))

    def _point(self, at: int, seat: Seat) -> TurningPoint:
        before, after = (round(100 * self._tallies[one].share(seat)) for one in (at - 1, at))
        return TurningPoint(at, seat, before, after)

    def _next(self) -> int | None:
        """Return the moment to measure next: in the stretch that may hold the greatest change."""
        open_yet = [one for one in self._stretches() if one[1] > one[0] + 1 or one[2].error > CLOSE]
        best = max(open_yet, key=lambda one: one[2].by + one[2].error, default=None)
        if best is None:
            return None
        before, after, _ = best
        middle, less = (before + after) // 2, min(before, after, key=self._known)
        return middle if after > before + 1 else less

    def _known(self, at: int) -> float:
        tally = self._tallies[at]
        return float("inf") if tally.exact else tally.games

    def _stretches(self) -> Iterator[tuple[int, int, _Change]]:
        for before, after in pairwise(sorted(self._tallies)):
            yield before, after, self._change(self._tallies[before], self._tallies[after])

    def _change(self, before: _Tally, after: _Tally) -> _Change:
        seat = max(self._seats, key=lambda one: abs(after.share(one) - before.share(one)))
        error = sqrt(before.variance(seat) + after.variance(seat))
        return _Change(seat, abs(after.share(seat) - before.share(seat)), error)

    def _measure(self, at: int) -> None:
        tally, state = self._tallies.setdefault(at, _Tally()), self._states[at]
        tally.exact = self._over(state) is not None
        for _ in range(1 if tally.exact else BATCH):
            for seat, share in self._play_out(state, f"game {self._number} moment {at} {tally.games}").items():
                tally.wins[seat] += share
            tally.games += 1
            self.played += 1
