"""Have the turning points of a finished game searched for in the background, where its books are unsealed.

The search plays the game to its end hundreds of times. So another process does it (`firmware/playing_out.py`), with the lowest
priority, and it is ended as soon as the next game begins or the table stops. Nothing of it is stored: after a restart the
search begins anew, with the same seeds.
"""

from __future__ import annotations

import json
import logging
import select
import subprocess
import sys
from typing import TYPE_CHECKING, Final, Protocol

from companion.carrying import gamefile
from companion.turning.points import Turning, TurningPoint

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from companion.carrying.gamefile import GameFile
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table

UNHURRIED: Final = 3.0  # Seconds between two looks at a table whose books nobody searches.
NEWS_SECONDS: Final = 0.5  # Seconds to wait for news of a search, and so at most until it is ended.
STEP: Final = 5  # Percent between two publications, each of which wakes everybody who waits for the table.


class Search(Protocol):
    """A search that is going on somewhere else."""

    def news(self, seconds: float) -> Turning | None:
        """Return how far it is, or None if it doesn't say so within *seconds*; raise EOFError if it has failed."""

    def close(self) -> None:
        """End it, whether or not it is over."""


class Child:
    """A search in a process of its own."""

    def __init__(self, file: GameFile, number: int) -> None:
        """Start it for game *number* of this table. The packed *file* is shorter than a pipe is long, so nothing waits."""
        self._number = number
        command = [sys.executable, "-m", "firmware.playing_out", str(number)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        assert self._process.stdin is not None
        with self._process.stdin as pipe:
            pipe.write(gamefile.packed(file))

    def news(self, seconds: float) -> Turning | None:
        """Return how far it is, or None if it doesn't say so within *seconds*; raise EOFError if it has ended."""
        pipe = self._process.stdout
        assert pipe is not None
        if not select.select([pipe], [], [], seconds)[0]:
            return None
        if not (line := pipe.readline()):
            raise EOFError
        data = json.loads(line)
        return Turning(self._number, data["done"], tuple(TurningPoint(*one) for one in data["points"]))

    def close(self) -> None:
        """Kill the process, and wait until it is gone."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdout is not None
        self._process.stdout.close()


class LookingBack:
    """Search the unsealed books of *table*, one game at a time. Not thread-safe: one thread calls `step`."""

    def __init__(self, table: Table, search: Callable[[GameFile, int], Search] = Child) -> None:
        """Search nothing yet; *search* begins a search of a game, by its file and number."""
        self._table, self._begin = table, search
        self._search: Search | None = None
        self._number = self._failed = self._told = 0

    def look_forever(self, stop: threading.Event, alive: Callable[[], None]) -> None:
        """Search whatever is unsealed until *stop*. *alive* is called every UNHURRIED seconds at least."""
        try:
            while not stop.is_set():
                alive()
                now = self._table.now
                if not self.step():
                    self._table.changes.wait(now.revision, UNHURRIED, also=stop.is_set)
        finally:
            self._end()

    def step(self) -> bool:
        """Begin, follow or end a search; return whether one is going on. A search that fails isn't tried again."""
        number = self._wanted(self._table.now)
        if number != self._number:
            self._end()
            self._number = number
        if not number:
            return False
        try:
            self._follow()
        except Exception as fault:  # Whatever it is, the books can be read without it.
            logging.getLogger(__name__).error("no turning points for game %d (%s)", number, type(fault).__name__)
            self._failed = number
            self._table.machine.tell_turning(None)
            self._end()
        return True

    def _wanted(self, now: Snapshot) -> int:
        """Return the number of the game to search, 0 for none."""
        opened = now.books
        if opened is None or not opened.unsealed or opened.match.number == self._failed:
            return 0
        turning = now.turning_of(opened)
        return 0 if turning is not None and turning.done == 100 else opened.match.number

    def _follow(self) -> None:
        if self._search is None:
            self._search, self._told = self._begin(self._table.travelling.file(self._number), self._number), 0
            self._table.machine.tell_turning(Turning(self._number, 0))
        news = self._search.news(NEWS_SECONDS)
        if news is not None and (news.done >= self._told + STEP or news.done == 100):
            self._told = news.done
            self._table.machine.tell_turning(news)

    def _end(self) -> None:
        if self._search is not None:
            self._search.close()
        self._search = None
