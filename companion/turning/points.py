"""Find the turning points of a finished game: the events by which a player's chance to win changed the most.

A chance is how often a player wins if the game is played out from that moment. Play-outs take long, so they go where they tell
most. If the game says what its players' assets are, they reckon which events may have changed the most, and only these are
measured. Otherwise the game is cut into stretches of moments, and the stretch that may hold the greatest change is looked at
next: one that is longer than a moment is halved; of one moment, the chances before and after it are measured better.

The moments are played out with the same seeds, so what luck does in all of them alike doesn't count as a change.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING, Final

from companion.kit.viewers import CHANCE, Seat
from companion.turning import reckoning

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from companion.kit.game import State
    from companion.match.books import Books

    PlayOut = Callable[[State, str, int], Mapping[Seat, float]]

MOST: Final = 1_200  # play-outs
TOLD: Final = 3
ANCHORS: Final = 9  # moments that are looked at first, evenly spread
RECKONED: Final = 6  # events that are measured, if they can be reckoned
HOPE: Final = 0.5  # standard errors by which one of these may have changed more than it seems so far
BATCH: Final = 10  # play-outs of one moment at a time
CLOSE: Final = 0.06  # A change that is known so well, in standard errors, isn't measured any better,
ENOUGH: Final = 0.09  # nor one that is sure and known so well.
SURE: Final = 3.0  # standard errors by which a change must differ from none, since the greatest of many is told
PERHAPS: Final = 1.0  # standard errors from which on a change is told as one that may be chance


@dataclass(frozen=True, slots=True)
class TurningPoint:
    """At moment *turn* of the books, counted from 1, the chance of *seat* to win went from *before* to *after*, in percent.

    Unless it is *sure*, too few games were played out to tell it from chance.
    """

    turn: int
    seat: Seat
    before: int
    after: int
    sure: bool = True


@dataclass(frozen=True, slots=True)
class Turning:
    """The turning points of game *number* of this table, oldest first; none before *done*, in percent, is 100."""

    number: int
    done: int
    points: tuple[TurningPoint, ...] = ()


@dataclass(slots=True)
class _Tally:
    """The winners' shares of the games *played* out from a moment; if that was the end, *exact*, the only ones."""

    exact: bool = False
    played: list[Mapping[Seat, float]] = field(default_factory=list)

    def share(self, seat: Seat) -> float:
        return sum(one.get(seat, 0.0) for one in self.played) / len(self.played)


@dataclass(frozen=True, slots=True)
class _Change:
    """The change of *seat*'s chance over a stretch, with its standard *error*."""

    seat: Seat
    by: float
    error: float

    @property
    def is_sure(self) -> bool:
        """Return whether it can hardly be chance."""
        return self.by > SURE * self.error

    @property
    def is_known(self) -> bool:
        """Return whether it need not be measured any better."""
        return self.error <= (ENOUGH if self.is_sure else CLOSE)


def _change(before: _Tally, after: _Tally, seat: Seat) -> _Change:
    """Return the change between games of the same seeds. Half a changed game is added: the error isn't 0 if all ended alike."""
    if before.exact and after.exact:
        return _Change(seat, abs(after.share(seat) - before.share(seat)), 0.0)
    games = min(len(one.played) for one in (before, after) if not one.exact)
    earlier, later = (one.played * games if one.exact else one.played[:games] for one in (before, after))
    changes = [two.get(seat, 0.0) - one.get(seat, 0.0) for one, two in zip(earlier, later, strict=True)]
    spread = (sum(change * change for change in changes) + 0.5) / (games + 1) - (sum(changes) / (games + 1)) ** 2
    return _Change(seat, abs(sum(changes) / games), sqrt(spread / games))


def turning_points(opened: Books, play_out: PlayOut, used: Callable[[int], float]) -> Iterator[Turning]:
    """Yield how far the search is, now and then, and at last its points.

    *play_out* plays a state to the end with a seed, in which chance was asked so often before, and returns each winner's share.
    *used* returns how much of the time that the search may take is used after so many play-outs: at 1 or more it ends.
    """
    search, number = _Search(opened, play_out), opened.match.number
    yield Turning(number, 0)
    while (share := max(used(search.played), search.played / MOST)) < 1 and search.goes_on():
        yield Turning(number, min(99, int(100 * share)))
    yield Turning(number, 100, search.found())


class _Search:
    """The tallies so far, by how many moments of the game were over."""

    def __init__(self, opened: Books, play_out: PlayOut) -> None:
        self._play_out, self._number, self._seats = play_out, opened.match.number, opened.match.state.seats
        game, states, log = opened.match.game, opened.match.states, opened.match.log
        ends = (0, *(one.at for one in opened.moments))
        self._states = tuple(states[at] for at in ends)
        self._drawn = tuple(sum(entry.seat == CHANCE for entry in log[:at]) for at in ends)
        self._over, self._tallies = game.outcome, dict[int, _Tally]()
        assets: Callable[[State], Mapping[Seat, float]] | None = getattr(game, "assets", None)
        self._halves = assets is None
        self._anchors = self._reckoned(assets) if assets else _evenly(len(ends))
        self.played = 0

    def _reckoned(self, assets: Callable[[State], Mapping[Seat, float]]) -> list[int]:
        """Return the moments round the events that may have changed the most.

        What makes people rich is often what they would do anyway, and the luck just before it was what turned the game.
        """
        events = reckoning.turns_most(self._states, assets, self._over)[:RECKONED]
        return [at for event in events for at in (event - 2, event - 1, event) if at >= 0]

    def goes_on(self) -> bool:
        """Play out one moment a few times; return whether there was anything left to measure."""
        at = next((one for one in self._anchors if one not in self._tallies), None)
        at = self._next() if at is None else at
        if at is not None:
            self._measure(at)
        return at is not None

    def found(self) -> tuple[TurningPoint, ...]:
        """Return the greatest changes, oldest first: those that are sure, and if these are too few, what may be chance."""
        known = [(after, one) for before, after, one in self._stretches() if after == before + 1]
        told = [(at, one) for at, one in known if one.by > PERHAPS * one.error]
        first = sorted(told, key=lambda two: (not two[1].is_sure, -two[1].by))[:TOLD]
        return tuple(self._point(at, one) for at, one in sorted(first, key=lambda two: two[0]))

    def _point(self, at: int, change: _Change) -> TurningPoint:
        before, after = (round(100 * self._tallies[one].share(change.seat)) for one in (at - 1, at))
        return TurningPoint(at, change.seat, before, after, change.is_sure)

    def _next(self) -> int | None:
        """Return the moment to measure next: in the stretch that may hold the greatest change."""
        open_yet = [one for one in self._stretches() if (self._halves if one[1] > one[0] + 1 else not one[2].is_known)]
        hope = 1.0 if self._halves else HOPE  # A stretch that wasn't reckoned may hold anything.
        best = max(open_yet, key=lambda one: one[2].by + hope * one[2].error, default=None)
        if best is None:
            return None
        before, after, _ = best
        middle, less = (before + after) // 2, min(before, after, key=self._known)
        return middle if after > before + 1 else less

    def _known(self, at: int) -> float:
        tally = self._tallies[at]
        return float("inf") if tally.exact else len(tally.played)

    def _stretches(self) -> Iterator[tuple[int, int, _Change]]:
        """Yield the stretches between measured moments, each with the greatest change of a chance in it."""
        for before, after in pairwise(sorted(self._tallies)):
            changes = (_change(self._tallies[before], self._tallies[after], seat) for seat in self._seats)
            yield before, after, max(changes, key=lambda one: one.by)

    def _measure(self, at: int) -> None:
        tally, state = self._tallies.setdefault(at, _Tally()), self._states[at]
        tally.exact = self._over(state) is not None
        for _ in range(1 if tally.exact else BATCH):
            tally.played.append(self._play_out(state, f"game {self._number} {len(tally.played)}", self._drawn[at]))
            self.played += 1


def _evenly(moments: int) -> list[int]:
    return sorted({round(n * (moments - 1) / (ANCHORS - 1)) for n in range(ANCHORS)})
