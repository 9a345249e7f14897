"""A request that comes several times is done once, and answered alike (W2): double taps, four at once, and after a restart."""

from __future__ import annotations

import http.client
import json
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
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion import codec
from companion.asks import answers
from companion.games import GAMES
from companion.players import Mood, Player
from companion.seating import SitDown
from companion.simulate import varied_options
from companion.table import Table
from tests.proof.phones import LONG
from tests.proof.promise import Blind, Defence, Leg, Promise
from tests.web.tables import new_table
from web.app import create_app
from web.identity import hashed
from web.server import Server, serve

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import Seat

COMMANDS: Final = 10_000  # each sent AT_ONCE + 1 times, and again after every restart that follows
AT_ONCE: Final = 4
RESTARTS: Final = 3  # in a stretch
TRIED: Final = 10  # commands of each game for a control
WALKS: Final = 30  # at most, until a race was lost


def promises() -> list[Promise]:
    """Return the one promise."""
    what = "what is sent four times at once, once more, and again after restarts, is done once and answered alike"
    return [Promise("W2", what, COMMANDS, "commands", 250, walk, control, brief=6)]


def walk(number: int, seed: int) -> Leg:
    """Play all games in turn, *number* commands in all."""
    share, wrong, counts = math.ceil(number / len(GAMES)), list[str](), Counter[str]()
    for name in GAMES:
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            quiet(patch)
            house = House(Path(folder), name, random.Random(f"{name} {seed}"))
            try:
                wrong += house.play(share)
            finally:
                house.close()
        counts[name] = share
    return Leg(sum(counts.values()), tuple(wrong), counts)


def quiet(patch: pytest.MonkeyPatch) -> None:
    """Let a thread that wakes a loop which has just ended, and four at once that wait for a thread, say nothing of it."""
    for name in ("waitress", "waitress.queue"):
        patch.setattr(logging.getLogger(name), "disabled", True)


def control() -> str:
    """Let a table forget what it answered, which every command finds, and look for that too early, which a race finds."""
    asked = len(GAMES) * TRIED
    forgotten = _found(forget_answers, 0)
    early = next((found for seed in range(WALKS) if (found := _found(look_up_early, seed))), 0)
    told = f"a table that forgets its answers, {forgotten} of {asked} times, and one that looks them up too early, {early}"
    if forgotten != asked or not early:
        raise Blind(told)
    return told


def _found(fault: Callable[[pytest.MonkeyPatch], None], seed: int) -> int:
    """Return how many commands were not done once and answered alike with a *fault*."""
    with pytest.MonkeyPatch.context() as patch:
        fault(patch)
        return sum(one.startswith("key-") for one in walk(len(GAMES) * TRIED, seed).broken)


def forget_answers(patch: pytest.MonkeyPatch) -> None:
    """Let the table not look for what it answered."""
    patch.setattr(Table, "_find", lambda *_: None)


def look_up_early(patch: pytest.MonkeyPatch) -> None:
    """Let the table look for what it answered before it has the lock: of four at once, the others may be on their way."""
    right, own = Table._find, threading.local()

    def act(self: Table, seat: Seat, command: Any, *, ask: tuple[str, int] | None = None, key: str | None = None) -> Any:
        own.found = right(self, seat, key) if key is not None else None
        with self._lock:
            return self._act(seat, command, ask, key)

    patch.setattr(Table, "act", act)
    patch.setattr(Table, "_find", lambda *_: own.found)


IN_DOUBT: Final = "what a failing disk leaves in doubt is settled by the same key"
DEFENCES: Final = (Defence("answers that are kept with their keys", forget_answers, "W2", {"D4": IN_DOUBT}),)


class House:
    """A table with its server and AT_ONCE connections that send at the same moment, to play the *game* of that name."""

    def __init__(self, folder: Path, game: str, generator: random.Random) -> None:
        self.folder, self._game, self._generator = folder, GAMES[game], generator
        self.seats = self._game.SEATS[: self._game.MOST]
        self.sent: list[tuple[Seat, bytes, tuple[int, bytes]]] = []
        self._player = Player(Mood(generator, self._game.REHEARSAL.leaning))
        self._ready = threading.Barrier(AT_ONCE)
        self._own = threading.local()
        self.open()
        for seat in self.seats:
            self.table.act(seat, SitDown(f"Player {seat}", hashed(f"token-{seat}")))

    def open(self) -> None:
        """Open the table and its server on what the folder holds."""
        self._serve(new_table(self.folder))

    def _serve(self, table: Table) -> None:
        self.table = table
        self.server: Server = serve(create_app(self.table, hosts=["localhost"], clock=partial(next, count())), 0, "127.0.0.1")
        self._pool = ThreadPoolExecutor(AT_ONCE)

    def close(self) -> None:
        """Stop serving."""
        self._pool.shutdown()
        self.server.close()

    def play(self, commands: int) -> list[str]:
        """Play so many commands, each sent four times at once and once more; return what was not once and alike."""
        wrong = []
        for number in range(commands):
            key = f"key-{len(self.sent):08}"
            seat, body = self._next(key)
            heard = {*self.at_once(seat, body), self.again(seat, body)}
            done = self.rows(seat, key)
            if len(heard) != 1 or done != 1 or {status for status, _ in heard} != {200}:
                wrong.append(f"{key}: {sorted(heard)}, {done} rows, {body.decode()}")
            self.sent.append((seat, body, heard.pop()))
            if (number + 1) % max(1, commands // RESTARTS) == 0:
                wrong += self._replayed()
        return wrong

    def at_once(self, seat: Seat, body: bytes) -> list[tuple[int, bytes]]:
        """Send *body* for *seat* over every connection at the same moment; return the answers."""
        return list(self._pool.map(lambda _: self._send(seat, body, together=True), range(AT_ONCE)))

    def again(self, seat: Seat, body: bytes) -> tuple[int, bytes]:
        """Send *body* for *seat* once; return the answer."""
        return self._pool.submit(self._send, seat, body, together=False).result(LONG)

    def rows(self, seat: Seat, key: str) -> int:
        """Return how many rows of the journal have this key."""
        query = "SELECT count(*) FROM rows WHERE seat = ? AND key = ?"
        with closing(sqlite3.connect(self.folder / "journal")) as journal:
            return int(journal.execute(query, (seat, key)).fetchone()[0])

    def _send(self, seat: Seat, body: bytes, *, together: bool) -> tuple[int, bytes]:
        port = self.server.port
        if getattr(self._own, "port", None) != port:
            self._own.port, self._own.connection = port, http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        if together:
            self._ready.wait(LONG)
        headers = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
        self._own.connection.request("POST", "/act", body, {**headers, "Cookie": f"seat=token-{seat}"})
        answer = self._own.connection.getresponse()
        return answer.status, answer.read()

    def _replayed(self) -> list[str]:
        """Start the table again and send everything once more; return what was answered in another way, or done again."""
        self.close()
        self.open()
        before = self.table.revision
        wrong = [f"after a restart: {body.decode()}" for seat, body, answer in self.sent if self.again(seat, body) != answer]
        return wrong + ([] if self.table.revision == before else ["after a restart something changed"])

    def _next(self, key: str) -> tuple[Seat, bytes]:
        """Return who answers what next, as a phone sends it."""
        if not self.table.playing:
            return self.seats[0], text(key, None, start(self._game.NAME, **varied_options(self._game, self._generator)))
        return next_answer(self.table, self.seats, self._player, self._generator, key)


def start(game: str, **options: Any) -> dict[str, Any]:
    """Return the command that starts *game*, as a phone sends it."""
    return {"is": "StartGame", "game": game, "options": options}


def next_answer(
    table: Table, seats: tuple[Seat, ...], player: Player, generator: random.Random, key: str
) -> tuple[Seat, bytes]:
    """Return which of *seats* answers what next, as a phone sends it: one whom the table waits for, or anybody."""
    standing = {seat: {name: one for name, one in table.standing(seat).items() if one.ask.is_open} for seat in seats}
    asked = [seat for seat in table.awaited() if standing.get(seat)] or [seat for seat in seats if standing[seat]]
    seat = generator.choice(asked)
    command = player.answer([one.ask for one in standing[seat].values()])
    name = next(name for name, one in standing[seat].items() if answers(one.ask, command))
    return seat, text(key, [name, standing[seat][name].number], codec.plain(command))


def text(key: str, ask: Any, command: Any) -> bytes:
    """Return what a phone sends."""
    return json.dumps({"key": key, "ask": ask, "command": command}).encode()
