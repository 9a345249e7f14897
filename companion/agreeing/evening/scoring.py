"""The score of games won at this table, by player's name, and what is written down of a game when it is over."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from companion.journal.codec import LARGEST_NUMBER
from companion.kit.results import Result

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from companion.agreeing.evening.evening import Evening
    from companion.agreeing.on_table import OnTable
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """Game *number* has been counted for its winners, by the *names* that they had in it.

    *ended* is the time of day as in `dates`; *minutes* is how long the game
    lay on the table, 0 if that isn't known. *results* are what everybody saw of its players at the end. Who they were is in the
    rows before. Rows before version 12 of the table's own have only the winners, and were written with the next command.
    """

    number: int
    names: tuple[str, ...]
    ended: str = ""
    minutes: int = 0
    results: tuple[Result, ...] = ()


@dataclass(frozen=True, slots=True)
class Dated:
    """It was *when*, as in `dates`, when the events after this one, which put a game on the table or away, were written."""

    when: str


@dataclass(frozen=True, slots=True)
class ScoreWiped:
    """The games won were reset to zero for everybody."""


Event: TypeAlias = Scored | Dated | ScoreWiped


def scored(evening: Evening, names: Mapping[Seat, str], on: OnTable | None, when: str = "") -> tuple[Scored, ...]:
    """Return the event that counts a finished game for its winners, or nothing if that has been done.

    It must precede the next event at the table, because that may take the game off the table. *when* it ended is known only to
    whoever writes it down at once.
    """
    if on is None or not (winners := _won(evening, names, on)):
        return ()
    minutes = evening.minutes_of(on.number, when) if when else 0
    return (Scored(on.number, winners[0], when, minutes, tuple(_kept(on.results()))),)


def score(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> dict[str, int]:
    """Return the number of games won by player's name, greatest first; a shared win counts for each winner."""
    wins = evening.wins
    for winners in _won(evening, names, on):
        wins = counted(wins, winners)
    return dict(sorted(wins.items(), key=lambda one: (-one[1], one[0])))


def counted(wins: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    """Return the games won by player's name, *wins*, after one more game won by all of *names*."""
    return {**wins, **{name: wins.get(name, 0) + 1 for name in names if name}}


def _won(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> list[tuple[str, ...]]:
    """Return the winners' names of a finished game that hasn't been counted yet, as the only item; else no item."""
    if on is None or on.winners is None or on.number == evening.scored:
        return []
    return [tuple(names[seat] for seat in on.winners if seat in names)]


def _kept(results: Collection[Result]) -> Iterator[Result]:
    """Yield *results* without numbers that the journal can't read again; games of other people can have any."""
    for one in results:
        sum_, bluff = (value if value is None or abs(value) <= LARGEST_NUMBER else None for value in (one.sum, one.bluff))
        yield replace(one, sum=sum_, bluff=bluff)
