"""Games that go to another table or come from one: give out a game's file, and put the game of a file away here."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from companion.agreeing.evening.saved_games import BringGame
from companion.carrying import gamefile
from companion.carrying.making import made
from companion.journal.store import Damaged
from companion.kit.viewers import TABLE
from companion.table.answers import Unknown

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from companion.carrying.gamefile import GameFile
    from companion.journal.store import Journal
    from companion.keeping.room import Room
    from companion.match.match import Match


class Travelling:
    """The way of games out of one table and into it. Thread-safe."""

    def __init__(
        self,
        lock: AbstractContextManager[object],
        journal: Journal,
        room: Callable[[], Room],
        act: Callable[..., object],
    ) -> None:
        """Take the table's *lock* and *journal*; *room* returns its room, and *act* does a command as `Table.act` does."""
        self._lock, self._journal, self._room, self._act = lock, journal, room, act

    def file(self, number: int) -> GameFile:
        """Return the file of game *number*, which is on the table or put away. It holds everybody's secrets.

        Raises Unknown if the disk doesn't answer or the journal is damaged.
        """
        with self._lock:
            whole = self._room()
            started, places = whole.evening.started(number), whole.places.games[number]
            try:
                return made(self._journal, started, places, whole.agreed(number), whole.evening.brought.get(number))
            except (sqlite3.Error, Damaged) as error:
                raise Unknown("the game can't be read") from error

    def bring(self, file: GameFile, match: Match) -> int:
        """Put the game of *file* among those put away, and return its number here; *match* is the file's, as `read` returns it.

        Raises Illegal, Fault or Unknown. The row with the file is found again by its key.
        """
        with self._lock:
            number = self._room().seating.next_game
            self._act(TABLE, BringGame(number, file, match.state.round), key=gamefile.key(number))
            return number
