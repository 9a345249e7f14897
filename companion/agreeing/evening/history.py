"""The games that were finished at this table: who played, when, and what everybody saw at the end.

Folded from rows that are written anyway: who sat down to a game, and how it was `Scored`. Nothing of it is recorded twice.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from companion.agreeing.evening.scoring import Scored
    from companion.kit.results import Result
    from companion.seats.places import Place
    from companion.seats.starting import GameStarted

MARK: Final = 16  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class Part:
    """A player's part in a finished game: *name*, "" if this person was forgotten, and what `companion.kit.results` says.

    *of_house* says that a player of the house held the seat at the end.
    """

    seat: Seat
    name: str
    place: int = 0
    sum: int | None = None
    bluff: int | None = None
    of_house: bool = False

    @property
    def won(self) -> bool:
        """Return whether this player won, perhaps with others."""
        return self.place == 1


@dataclass(frozen=True, slots=True)
class Finished:
    """Game *number*, which is over: of which *game*, when it *ended* and how many *minutes* it took, as in `Scored`.

    *duplicate* as in `GameStarted`.
    """

    number: int
    game: str
    ended: str
    minutes: int
    parts: tuple[Part, ...]
    duplicate: str = ""

    @property
    def winners(self) -> tuple[Part, ...]:
        """The parts of those who won."""
        return tuple(part for part in self.parts if part.won)

    @property
    def mark(self) -> str:
        """The digits by which a hub tells it from this table's other games, also after a journal that was begun anew.

        Names aren't in them: somebody who is forgotten later doesn't make another game of it.
        """
        sums = [(part.seat, part.sum) for part in self.parts]
        told = json.dumps([self.number, self.game, self.ended, self.minutes, sums])
        return hashlib.sha256(told.encode()).hexdigest()[:MARK]


def finished(event: Scored, started: GameStarted | None, places: Mapping[Seat, Place]) -> Finished:
    """Return the finished game of *event*, if known as it *started*; *places* are those of its players at the end."""
    results = {one.seat: one for one in event.results}
    parts = []
    for seat, place in places.items():
        one = results.get(seat)
        rank = _rank(place.name, one, event.names)
        shown = (one.sum, one.bluff) if one else (None, None)
        parts.append(Part(seat, place.name, rank, *shown, of_house=place.of_house))
    game, duplicate = (started.game, started.duplicate) if started else ("", "")
    return Finished(event.number, game, event.ended, event.minutes, tuple(parts), duplicate)


def _rank(name: str, result: Result | None, winners: Collection[str]) -> int:
    """Return the place in the ranking of somebody called *name*, who is "" once forgotten; 0 if it isn't known."""
    if result is not None and (result.place > 1 or not name):
        return result.place
    return 1 if name in winners else 0


def called(history: Iterable[Finished], rename: Callable[[str], str]) -> tuple[Finished, ...]:
    """Return *history* with each name replaced by what *rename* returns for it."""
    return tuple(replace(one, parts=tuple(replace(part, name=rename(part.name)) for part in one.parts)) for one in history)
