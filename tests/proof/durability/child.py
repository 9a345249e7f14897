"""The shipped table, journal, pages and server in a fork of this process, which patches reach and a kill at any moment ends."""

import hashlib
import logging
import os
import random
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any, Final

from flask import Response, jsonify, request

from companion.games import installed
from companion.journal.store import Journal, connect
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from firmware.storage import JOURNAL
from tests.companion.settings import everything_shown
from tests.proof.durability.disk import Watched
from tests.proof.serving.phones import possible
from web.app import create_app
from web.http.server import serve

TOLD: Final = "told"  # what everybody was shown, by row: "number digest", a line each
ROW: Final = ("BEGIN", "INSERT", "COMMIT")  # the statements that keep a row


class Child:
    """A running table in *folder*, which may kill itself; *death* is then the moment, and whether a transaction was open."""

    def __init__(self, folder: Path, seed: str, *, deadly: int = 0, aimed: tuple[str, ...] = ("",), wants: str = "") -> None:
        """Start it, for the game *wants*; it dies at the moment numbered *deadly*, before or after a statement *aimed* at."""
        self._died = folder / "died"
        self.death: tuple[str, bool] | None = None
        reading, writing = os.pipe()
        self.pid, self.port = os.fork(), 0
        if not self.pid:
            os.close(reading)
            _live(partial(_serve, folder, seed, deadly, aimed, wants), writing)
        os.close(writing)
        with os.fdopen(reading) as said:
            self.port = int(said.readline() or 0)  # Empty if it died before.

    def kill(self) -> None:
        if self.pid:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
            if self._died.exists():
                moment, _, is_open = self._died.read_text().rpartition(" ")  # Empty if it was killed from outside just then.
                self.death = (moment, is_open == "True") if moment else None
                self._died.unlink()


def _live(work: Callable[[], int], writing: int) -> None:
    """Do *work* and live as long as the parent; none of the forked process's own code may run here."""
    parent = os.getppid()
    try:
        logging.disable(logging.CRITICAL)
        os.write(writing, f"{work()}\n".encode())
        os.close(writing)
        while os.getppid() == parent:
            time.sleep(0.5)
    finally:
        os._exit(1)


def _serve(folder: Path, seed: str, deadly: int, aimed: tuple[str, ...], wants: str) -> int:
    """Serve a table that kills its process just before or after a certain statement, and writes that down."""
    connection, moments = connect(folder / JOURNAL), count(1)

    def look(when: str, statement: str) -> None:
        if statement.startswith(aimed) and next(moments) == deadly:
            (folder / "died").write_text(f"{when} {statement.split()[0]} {connection.in_transaction}")
            os.kill(os.getpid(), signal.SIGKILL)

    table = Telling(folder, Watched(connection, look), partial(by_chance, generator=random.Random(seed)))
    app = create_app(table, hosts=["localhost"])

    @app.get("/proof/answers")
    def answers() -> Response:
        """Tell phones without a browser which answers are possible; no shipped table has this page."""
        return jsonify(possible(table, wants, random.Random(request.args["seed"]), float(request.args["back"])))

    return serve(app, 0, "127.0.0.1").port


class Telling(Table):
    """A table that writes to *folder* what everybody is shown after each row, and after replaying the journal."""

    def __init__(self, folder: Path, connection: Any, chance: Callable[[Any], Any]) -> None:
        self._told = os.open(folder / TOLD, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._has_begun = False
        super().__init__(Journal(connection), installed(), Pieces(), chance)

    def close(self) -> None:
        os.close(self._told)

    def _answer_for_chance(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._tell()
        super()._answer_for_chance()

    def _commit(self, *given: Any) -> dict[str, Any]:
        reply = super()._commit(*given)
        self._tell()
        return reply

    def _tell(self) -> None:
        tokens = {seat: one.token for seat, one in self.now.seating.sitters.items()}
        votes = [(str(motion), sorted(seats)) for motion, seats in self.now.room.votes.items()]
        backs, gone = self.now.room.take_backs, [one.taken for one in self.now.match.gone] if self.now.match else []
        voted = f"{votes} {sorted(backs.against)} {sorted(map(str, backs.dropped))} {gone}"
        shown = f"{everything_shown(self, ''.join(self.now.names))} {tokens} {voted}"
        os.write(self._told, f"{self._journal.last} {hashlib.sha256(shown.encode()).hexdigest()}\n".encode())
