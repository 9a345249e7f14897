"""A phone that loses its answers, and what a killed table has kept."""

from __future__ import annotations

import http.client
import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from companion.journal import connect
from firmware.storage import JOURNAL

LONG: Final = 300.0  # seconds; nothing takes that long, however slow the machine


class Phone:
    """A seat's phone. *waiting* is what it sent and got no answer to: the key, and the whole body."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.waiting: tuple[str, bytes] | None = None
        self._lines: list[http.client.HTTPConnection] = []

    def send(self, port: int, *, twice: bool) -> None:
        """Send what is waiting, over two connections at once where it is to be sent *twice*; don't wait for the answer."""
        assert self.waiting is not None
        headers = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
        for _ in range(1 + twice):
            line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
            try:
                line.request("POST", "/act", self.waiting[1], {**headers, "Cookie": f"seat=token-{self.seat}"})
            except OSError:  # It was killed already, perhaps by what another phone sent.
                line.close()
                return
            self._lines.append(line)

    def hear(self) -> list[tuple[int, bytes]]:
        """Return the answers that came, however few; what was answered waits no longer."""
        heard = []
        for line in self._lines:
            try:
                response = line.getresponse()
                heard.append((response.status, response.read()))
            except (OSError, http.client.HTTPException):
                continue
            finally:
                line.close()
        self._lines.clear()
        if any(status < 500 for status, _ in heard):
            self.waiting = None
        return heard


def fetch(port: int, path: str) -> Any:
    """Return what is told at *path*."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
    line.request("GET", path, headers={"Host": "localhost"})
    with closing(line.getresponse()) as response:
        return json.loads(response.read())


def rows_in(folder: Path) -> Iterator[tuple[str, str, str, str]]:
    """Yield seat, key, command and reply of all rows."""
    with _copied(folder) as journal:
        yield from journal.execute("SELECT seat, key, command, reply FROM rows ORDER BY n")


@contextmanager
def _copied(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open a copy of the journal in *folder*: the table that starts next must mend the file by itself."""
    with TemporaryDirectory() as other:
        for file in folder.glob(f"{JOURNAL}*"):
            if not file.name.endswith("-shm"):
                shutil.copy(file, other)
        with closing(connect(Path(other) / JOURNAL)) as journal:
            yield journal
