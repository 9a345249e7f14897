"""The score of games won at this table, by player's name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from companion.agreeing.evening.evening import Evening
    from companion.agreeing.on_table import OnTable
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Scored:
    """Game *number* has been counted for its winners, by the *names* that they had in it.

    Written in one row with the next command at the table, since the end of a game is a row of the game's.
    """

    number: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreWiped:
    """The games won were reset to zero for everybody."""


Event: TypeAlias = Scored | ScoreWiped


def scored(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> tuple[Scored, ...]:
    """Return the event that counts a finished game for its winners, or nothing if that has been done.

    It must precede the next event at the table, because that may take the game off the table.
    """
    if on is None or on.winners is None or on.number == evening.scored:
        return ()
    return (Scored(on.number, tuple(names[seat] for seat in on.winners if seat in names)),)


def score(evening: Evening, names: Mapping[Seat, str], on: OnTable | None) -> dict[str, int]:
    """Return the number of games won by player's name, greatest first; a shared win counts for each winner."""
    wins = evening.wins
    for event in scored(evening, names, on):
        wins = counted(wins, event.names)
    return dict(sorted(wins.items(), key=lambda one: (-one[1], one[0])))


def counted(wins: Mapping[str, int], names: Collection[str]) -> dict[str, int]:
    """Return the games won by player's name, *wins*, after one more game won by all of *names*."""
    return {**wins, **{name: wins.get(name, 0) + 1 for name in names}}
