"""A repeated request is done once, and answered the same each time (W2): double taps, four at once, and after a restart."""

import logging
import math
import random
import sqlite3
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from companion.agreeing.motions import Motion
from companion.games import installed
from companion.journal import codec
from companion.kit.viewers import Seat
from companion.lab.simulate import varied_options
from companion.seats.seating import SitDown
from companion.table.table import Table
from tests.proof.promise import Defence, Fault, Leg, Promise, instead, tried
from tests.proof.serving.phones import LONG, Players, answered, start, text
from tests.web.tables import new_table
from web.app import create_app
from web.http.server import Server, serve
from web.lab.site import COMPILED
from web.seats.session import hashed

AT_ONCE: Final = 4
TRIED: Final = 10  # commands of each game for a control


def promises() -> list[Promise]:
    what = "what is sent four times at once, once more, and again after restarts, is done once and answered alike"
    return [Promise("W2", what, 10_000, "commands", 250, walk, control, brief=6, light=80)]


def walk(number: int, seed: int) -> Leg:
    share, wrong = math.ceil(number / len(installed())), list[str]()
    for name in installed():
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            quiet(patch)
            with closing(House(Path(folder), name, random.Random(f"{name} {seed}"))) as house:
                wrong += house.play(share)
    return Leg(share * len(installed()), tuple(wrong), Counter(dict.fromkeys(installed(), share)))


def quiet(patch: pytest.MonkeyPatch) -> None:
    """Silence waitress's warnings that a woken loop has just ended, and that four requests wait for a thread."""
    for name in ("waitress", "waitress.queue"):
        patch.setattr(logging.getLogger(name), "disabled", True)


def control() -> str:
    return tried({
        "a table that forgets its answers": (forget_answers, lambda: _found(0) == len(installed()) * TRIED),
        "one that looks them up too early": (look_up_early, lambda: next(filter(None, map(_found, range(30))), 0)),
    })  # fmt: skip


def _found(seed: int) -> int:
    return sum(one.startswith("key-") for one in walk(len(installed()) * TRIED, seed).broken)


forget_answers: Final[Fault] = instead(Table, "_find", lambda *_: None)


def look_up_early(patch: pytest.MonkeyPatch) -> None:
    """Let the table look up its earlier answer before it holds the lock: others of the four may be in progress."""
    right, own = Table._find, threading.local()

    def act(self: Table, seat: Seat, command: Any, *, ask: tuple[str, int] | None = None, key: str | None = None) -> Any:
        own.found = right(self, seat, key) if key is not None else None
        with self._lock:
            return self._act(seat, command, ask, key)

    patch.setattr(Table, "act", act)
    patch.setattr(Table, "_find", lambda *_: own.found)


ALSO: Final = {"D4": "what a failing disk leaves in doubt is settled by the same key"}
DEFENCES: Final = (Defence("answers that are kept with their keys", forget_answers, "W2", ALSO),)


class House:
    """A table with its server, and phones that send AT_ONCE times at the same moment, to play the *game* of that name."""

    def __init__(self, folder: Path, game: str, generator: random.Random) -> None:
        self.folder, self.game, self._generator = folder, installed()[game], generator
        self.seats = self.game.SEATS[: self.game.MOST]
        self._sent: list[tuple[Seat, bytes, tuple[int, bytes]]] = []
        self._players = Players(game, generator)
        self._ready = threading.Barrier(AT_ONCE)
        self._pool = ThreadPoolExecutor(AT_ONCE)
        self.open()
        for seat in self.seats:
            self.table.act(seat, SitDown(f"Player {seat}", hashed(f"token-{seat}")))

    def new_table(self) -> Table:
        return new_table(self.folder)

    def open(self) -> None:
        self.table = self.new_table()
        app = create_app(self.table, hosts=["localhost"], clock=partial(next, count()))
        app.jinja_env.bytecode_cache = COMPILED
        self.server: Server = serve(app, 0, "127.0.0.1")

    def close(self) -> None:
        self.server.close()

    def play(self, commands: int) -> list[str]:
        """Play *commands* commands, each sent four times at once, then again, and all after restarts; return what is wrong."""
        wrong = []
        for number in range(commands):
            key = f"key-{number:08}"
            seat, body = self.next(key)
            heard = {*self._pool.map(self._at_once, [seat] * AT_ONCE, [body] * AT_ONCE), self.again(seat, body)}
            with closing(sqlite3.connect(self.folder / "journal")) as journal:
                [(done,)] = journal.execute("SELECT count(*) FROM rows WHERE seat = ? AND key = ?", (seat, key))
            if len(heard) != 1 or done != 1 or {status for status, _ in heard} != {200}:
                wrong.append(f"{key}: {sorted(heard)}, {done} rows, {body.decode()}")
            self._sent.append((seat, body, heard.pop()))
            if (number + 1) % max(1, commands // 3) == 0:
                self.close()
                self.open()
                before = self.table.now.revision
                wrong += [
                    f"after a restart: {body.decode()}" for seat, body, told in self._sent if self.again(seat, body) != told
                ]
                wrong += [] if self.table.now.revision == before else ["after a restart something changed"]
        return wrong

    def _at_once(self, seat: Seat, body: bytes) -> tuple[int, bytes]:
        self._ready.wait(LONG)
        return self.again(seat, body)

    def again(self, seat: Seat, body: bytes) -> tuple[int, bytes]:
        return answered(self.server.port, "/act", seat, body)

    def next(self, key: str) -> tuple[Seat, bytes]:
        now = self.table.now
        if not now.playing and (wished := now.votes(Motion("next_game"))):  # After a finished game it takes two.
            chosen = start(now.evening.next, **now.evening.options[now.evening.next])
            return next(seat for seat in self.seats if seat not in wished), text(key, None, chosen)
        if not now.playing:
            return self.seats[0], text(key, None, start(self.game.NAME, **varied_options(self.game, self._generator)))
        seat, ask, command = self._players.next(self.table, self.seats)
        return seat, text(key, ask, codec.plain(command))
