"""A table in a process of its own, which can be killed at any moment and costs little to start: a fork of this one.

It is the shipped table on the shipped journal behind the shipped pages and server, with the companion's own chance, without
the simulated hardware. What is patched here is patched there.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import logging
import os
import random
import signal
import time
from dataclasses import asdict, dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import jsonify, request

from companion import codec
from companion.asks import answers
from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect, text
from companion.pieces import Pieces
from companion.players import Mood, Player
from companion.sealed import seen
from companion.table import Table
from firmware.storage import JOURNAL
from web.app import create_app
from web.server import serve

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable
    from pathlib import Path

    from flask import Flask, Response

ORPHANED: Final = 0.5  # seconds after which a child whose parent is gone ends
TOLD: Final = "told"  # what everybody was shown, by row: "number digest", a line each
DIED: Final = "died"  # where a child was when it killed itself, as Death's fields
ROW: Final = ("BEGIN", "INSERT", "COMMIT")  # what it takes to keep a row


@dataclass(frozen=True, slots=True)
class Death:
    """Where a child was when it killed itself: *when* is "before" or "after" it did a *statement*."""

    when: str
    statement: str
    in_transaction: bool


class Child:
    """A running table in *folder*, which may kill itself; *death* says where it did, None where it didn't."""

    def __init__(
        self,
        folder: Path,
        seed: str,
        *,
        deadly: int = 0,
        aimed: tuple[str, ...] = ("",),
        wants: str = "",
    ) -> None:
        """Start it. *wants* is the game that is started where none is on.

        It kills itself at the moment numbered *deadly*, 0 for never, where moments are those just before and just after each
        statement of the journal that begins with one of *aimed*.
        """
        self._died = folder / DIED
        self.death: Death | None = None
        reading, writing = os.pipe()
        self.pid, self.port = os.fork(), 0
        if not self.pid:
            os.close(reading)
            _live(partial(_serve, folder, seed, partial(_Mortal, deadly=deadly, aimed=aimed), wants), writing)
        os.close(writing)
        with os.fdopen(reading) as said:
            self.port = int(said.readline() or 0)  # Nothing: it died before.

    def kill(self) -> None:
        """Kill it, wherever it is. May be called any number of times."""
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
            self.pid = 0
            if self._died.exists():
                said = self._died.read_text()  # Nothing, if it was killed from outside just then.
                self.death = Death(**json.loads(said)) if said else None
                self._died.unlink()


def _live(work: Callable[[], int], writing: int) -> None:
    parent = os.getppid()
    try:
        logging.disable(logging.CRITICAL)
        os.write(writing, f"{work()}\n".encode())
        os.close(writing)
        while os.getppid() == parent:
            time.sleep(ORPHANED)
    finally:
        os._exit(1)  # Nothing of the process that was forked may run here.


def _serve(folder: Path, seed: str, mortal: Callable[..., _Mortal], wants: str) -> int:
    connection = mortal(connect(folder / JOURNAL), folder / DIED)
    chance = partial(by_chance, generator=random.Random(seed))
    table = Telling(folder, connection, chance)
    app = create_app(table, hosts=["localhost"])
    _ask_for_answers(app, table, wants)
    return serve(app, 0, "127.0.0.1").port


class _Mortal:
    """A connection that kills its process just before or just after it does a certain statement, and writes that down."""

    def __init__(self, connection: sqlite3.Connection, died: Path, *, deadly: int, aimed: tuple[str, ...]) -> None:
        self._connection, self._died, self._left, self._aimed = connection, died, deadly, aimed

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        self._pass("before", statement)
        done = self._connection.execute(statement, values)
        self._pass("after", statement)
        return done

    def _pass(self, when: str, statement: str) -> None:
        if not statement.startswith(self._aimed):
            return
        self._left -= 1
        if self._left == 0:
            death = Death(when, statement.split()[0], self.in_transaction)
            self._died.write_text(json.dumps(asdict(death)))
            os.kill(os.getpid(), signal.SIGKILL)


class Telling(Table):
    """A table that writes down what everybody is shown after each row, and after replaying the journal."""

    def __init__(self, folder: Path, connection: Any, chance: Callable[[Any], Any]) -> None:
        """Open the table on *connection*, and write into *folder*."""
        self._told = os.open(folder / TOLD, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        self._has_begun = False
        super().__init__(Journal(connection), GAMES, Pieces(), chance)

    def close(self) -> None:
        """Write no more."""
        os.close(self._told)

    def _leave_to_chance(self) -> None:
        if not self._has_begun:
            self._has_begun = True
            self._tell()
        super()._leave_to_chance()

    def _commit(self, seat: str, command: Any, asked: str, key: str | None) -> dict[str, Any]:
        reply = super()._commit(seat, command, asked, key)
        self._tell()
        return reply

    def _tell(self) -> None:
        shown = hashlib.sha256(text(shown_now(self)).encode()).hexdigest()
        os.write(self._told, f"{self._journal.last} {shown}\n".encode())


def shown_now(table: Table) -> Any:
    """Return, for who holds the table's lock, what everybody is shown and asked, as plain data."""
    play, seating = table._play, table._room.seating
    room = [{seat: [one.name, one.token] for seat, one in seating.sitters.items()}, table._awaited()]
    if play is None:
        return room
    views = {viewer: play.game.view(seen(play.state, viewer), viewer) for viewer in (*play.state.seats, TABLE)}
    asked = {seat: {name: [one.number, repr(one.ask)] for name, one in asks.items()} for seat, asks in play.standing.items()}
    return [room, codec.plain(views), asked]


def _ask_for_answers(app: Flask, table: Table, wants: str) -> None:
    """Let phones without eyes ask what could be answered: the one page that no shipped table has."""

    @app.get("/proof/answers")
    def answers_() -> Response:
        return jsonify(possible_answers(table, wants, random.Random(request.args["seed"])))


def possible_answers(table: Table, name: str, generator: random.Random) -> dict[str, Any]:
    """Return who is awaited, and an answer of every seat that has one: [ask, command]. *name* is the game that is played."""
    if not table.playing:
        start = {"is": "StartGame", "game": name, "options": {}}
        first = min(table.names)
        return {"awaited": [first], "answers": {first: [None, start]}}
    player = Player(Mood(generator, GAMES[name].REHEARSAL.leaning))
    found = {seat: _answer(table, seat, player) for seat in table.names}
    awaited = [seat for seat in table.awaited() if found.get(seat)]
    return {"awaited": awaited, "answers": {seat: answer for seat, answer in found.items() if answer}}


def _answer(table: Table, seat: str, player: Player) -> list[Any]:
    """Return [ask, command] that *seat* could send now, empty where it is asked nothing."""
    standing = {name: one for name, one in table.standing(seat).items() if one.ask.is_open}
    if not standing:
        return []
    command = player.answer([one.ask for one in standing.values()])
    name = next(name for name, one in standing.items() if answers(one.ask, command))
    return [[name, standing[name].number], codec.plain(command)]
