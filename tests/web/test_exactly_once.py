"""A request that comes several times is done once, and answered alike (W2): double taps, four at once, and after a restart.

A hundred here; EXACTLY_ONCE=10000 for as many as one likes.
"""

from __future__ import annotations

import http.client
import json
import os
import random
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion import codec
from companion.asks import answers
from companion.players import Mood, Player
from companion.seating import SitDown
from companion.table import Table
from tests.web.tables import NAMES, new_table
from web.app import create_app
from web.identity import hashed
from web.server import Server, serve

COMMANDS = int(os.environ.get("EXACTLY_ONCE", "100"))
AT_ONCE = 4
RESTARTS = 3
LONG = 60.0  # seconds
START = {"is": "StartGame", "game": "barracuda", "options": {"draw": "bag"}}


class House:
    """A table with its server and *AT_ONCE* connections that send at the same moment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sent: list[tuple[str, bytes, tuple[int, bytes]]] = []
        self._ready = threading.Barrier(AT_ONCE)
        self._own = threading.local()
        self.open()

    def open(self) -> None:
        self.table: Table = new_table(self.folder)
        self.server: Server = serve(create_app(self.table, hosts=["localhost"]), 0, "127.0.0.1")
        self._pool = ThreadPoolExecutor(AT_ONCE)

    def close(self) -> None:
        self._pool.shutdown()
        self.server.close()

    def at_once(self, seat: str, body: bytes) -> list[tuple[int, bytes]]:
        """Send *body* for *seat* over every connection at the same moment; return the answers."""
        return list(self._pool.map(lambda _: self._send(seat, body, together=True), range(AT_ONCE)))

    def again(self, seat: str, body: bytes) -> tuple[int, bytes]:
        return self._pool.submit(self._send, seat, body, together=False).result(LONG)

    def _send(self, seat: str, body: bytes, *, together: bool) -> tuple[int, bytes]:
        port = self.server.port
        if getattr(self._own, "port", None) != port:
            self._own.port, self._own.connection = port, http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        if together:
            self._ready.wait(LONG)
        headers = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
        self._own.connection.request("POST", "/act", body, {**headers, "Cookie": f"seat=token-{seat}"})
        answer = self._own.connection.getresponse()
        return answer.status, answer.read()

    def rows(self, seat: str, key: str) -> int:
        """Return how many rows of the journal have this key."""
        query = "SELECT count(*) FROM rows WHERE seat = ? AND key = ?"
        with closing(sqlite3.connect(self.folder / "journal")) as journal:
            return journal.execute(query, (seat, key)).fetchone()[0]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path)
    for seat, name in NAMES.items():
        house.table.act(seat, SitDown(name, hashed(f"token-{seat}")))
    yield house
    house.close()


def next_answer(table: Table, player: Player, generator: random.Random, key: str) -> tuple[str, bytes]:
    """Return who answers what next, as a phone sends it."""
    if not table.playing:
        return "A", text(key, None, START)
    asked = [seat for seat in table.awaited() if seat in NAMES] or list(NAMES)  # Anybody draws for the table.
    seat = generator.choice(asked)
    standing = {name: one for name, one in table.standing(seat).items() if one.ask.is_open}
    command = player.answer([one.ask for one in standing.values()])
    name = next(name for name, one in standing.items() if answers(one.ask, command))
    return seat, text(key, [name, standing[name].number], codec.plain(command))


def text(key: str, ask: Any, command: Any) -> bytes:
    return json.dumps({"key": key, "ask": ask, "command": command}).encode()


def play(house: House, commands: int) -> list[str]:
    """Play so many commands, each sent four times at once and once more; return what was not exactly once and alike."""
    generator, wrong = random.Random(1), []
    player = Player(Mood(generator, {}))
    for number in range(commands):
        key = f"key-{number:08}"
        seat, body = next_answer(house.table, player, generator, key)
        heard = {*house.at_once(seat, body), house.again(seat, body)}
        done = house.rows(seat, key)
        if len(heard) != 1 or done != 1 or {status for status, _ in heard} != {200}:
            wrong.append(f"{key}: {sorted(heard)}, {done} rows, {body.decode()}")
        house.sent.append((seat, body, heard.pop()))
        if (number + 1) % max(1, commands // RESTARTS) == 0:
            wrong += replayed(house)
    return wrong


def replayed(house: House) -> list[str]:
    """Start the table again and send everything once more; return what was answered in another way, or done again."""
    house.close()
    house.open()
    before = house.table.revision
    wrong = [f"after a restart: {body.decode()}" for seat, body, answer in house.sent if house.again(seat, body) != answer]
    return wrong + ([] if house.table.revision == before else ["after a restart something changed"])


def test_every_command_is_done_once_and_answered_alike(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    wrong = play(house, COMMANDS)
    with capsys.disabled():
        print(f"\n  exactly once: {COMMANDS - len(wrong)} of {COMMANDS}, each sent {AT_ONCE + 1} times and after restarts")
    assert wrong == []


def test_a_table_that_forgets_what_it_answered_is_found(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_find", lambda *_: None)
    assert len([one for one in play(house, 10) if one.startswith("key-")]) == 10


def test_another_command_under_the_same_key_is_refused(house: House) -> None:
    assert house.again("A", text("the-same-key", None, START))[0] == 200
    other = {**START, "options": {}}
    assert house.again("A", text("the-same-key", None, other)) == (422, b'{"code":"key_reused"}\n')
    assert house.again("B", text("the-same-key", None, START))[0] == 422  # Another's key is another key: a game is on.
    assert house.rows("A", "the-same-key") == 1
    assert house.rows("B", "the-same-key") == 0
