"""What the history of evenings says about each person, and which games were played in one night."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING, Final

from companion.agreeing.evening import dates

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from companion.agreeing.evening.history import Finished, Part

FEWEST: Final = 3  # games together before anybody is called a nemesis or a best customer


@dataclass(frozen=True, slots=True)
class Against:
    """The other player called *name*: so many *games* together, of which one side lost *lost* to the other."""

    name: str
    games: int
    lost: int


@dataclass(frozen=True, slots=True)
class Bluff:
    """So many *fakes* in one pile, which somebody took for money in game *number*."""

    fakes: int
    number: int


@dataclass(frozen=True, slots=True)
class Record:
    """What is known of the person called *name*.

    *nemesis* has most often won when this person lost, *customer* has lost when this person won. *streak* is the greatest
    number of games won in a row. None of them is said before there is anything to say.
    """

    name: str
    games: int
    wins: int
    streak: int
    nemesis: Against | None
    customer: Against | None
    bluff: Bluff | None


@dataclass(frozen=True, slots=True)
class Night:
    """The *games* of one evening, in their order; *date* is "" for those of which nobody knows when they were."""

    date: str
    games: tuple[Finished, ...]


@dataclass(slots=True)
class _Tally:
    games: int = 0
    wins: int = 0
    run: int = 0
    streak: int = 0
    bluff: Bluff | None = None
    met: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    lost_to: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    beat: dict[str, int] = field(default_factory=lambda: defaultdict(int))

    def count(self, game: Finished, mine: Part) -> None:
        """Add *game*, in which this person had the part *mine*."""
        self.games += 1
        self.wins += mine.won
        self.run = self.run + 1 if mine.won else 0
        self.streak = max(self.streak, self.run)
        if mine.bluff and (self.bluff is None or mine.bluff > self.bluff.fakes):
            self.bluff = Bluff(mine.bluff, game.number)
        for other in game.parts:
            if other.name and other.name != mine.name:
                self.met[other.name] += 1
                self.lost_to[other.name] += other.won and not mine.won
                self.beat[other.name] += mine.won and not other.won


def records(history: Iterable[Finished]) -> tuple[Record, ...]:
    """Return the records of all people, who has won most first. Players of the house have none, but can be a nemesis."""
    tallies: dict[str, _Tally] = defaultdict(_Tally)
    for game in history:
        for part in game.parts:
            if part.name and not part.of_house:
                tallies[part.name].count(game, part)
    found = [_record(name, one) for name, one in tallies.items()]
    return tuple(sorted(found, key=lambda one: (-one.wins, -one.games, one.name)))


def nights(history: Sequence[Finished]) -> tuple[Night, ...]:
    """Return the evenings, the newest first. Games without a date come last, as one."""
    dated = sorted(history, key=lambda one: (dates.night(one.ended), one.number))
    found = [Night(date, tuple(games)) for date, games in groupby(dated, key=lambda one: dates.night(one.ended))]
    return tuple(reversed(found))


def _record(name: str, one: _Tally) -> Record:
    return Record(name, one.games, one.wins, one.streak, _most(one.lost_to, one.met), _most(one.beat, one.met), one.bluff)


def _most(counted: Mapping[str, int], met: Mapping[str, int]) -> Against | None:
    """Return the other of whom most is *counted*, among those *met* often enough; None if there is nobody."""
    often = [Against(name, met[name], lost) for name, lost in counted.items() if lost and met[name] >= FEWEST]
    return max(often, key=lambda one: (one.lost, -one.games, one.name), default=None)
