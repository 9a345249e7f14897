"""The clock jumps (D7): a Pi has none of its own, and learns the time when it feels like it. No seat is lost, no timer fires.

The wall clock is the one that jumps, in a running table and over a restart; the monotonic one never does, by its contract.
"""

from __future__ import annotations

import ast
import http.client
import json
import mmap
import random
import re
import struct
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games import GAMES
from companion.seating import Seating
from companion.tickets import Tickets
from tests.proof.child import Child
from tests.proof.kills import LONG, Evening
from tests.proof.promise import Blind, Defence, Leg, Promise

if TYPE_CHECKING:
    from collections.abc import Iterator

JUMPS: Final = 200
NUMBER: Final = re.compile(rb"(?:id|data): (\d+)\n")  # The revision of an event.
HOUR, DAY = 3600.0, 86400.0  # seconds
KINDS: Final = {"a second back": -1.0, "an hour back": -HOUR, "40 days on": 40 * DAY, "back to 1970": -time.time()}
RESTARTS: Final = 3  # Every so many jumps the table starts again, with the clock where it jumped to.
LOOK: Final = 0.02  # seconds, in place of one, between two looks of the server at lines that are idle
CODE: Final = Path(__file__).parents[2]
# Whoever may look at the wall clock, and why.
MAY_LOOK: Final = {"firmware/machine.py": "the doctor tells what the clock says, and writes it nowhere"}
MONOTONIC: Final = {"monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns", "process_time", "thread_time", "sleep"}
WALL: Final = {
    "time": set(dir(time)) - MONOTONIC,
    "datetime": {"now", "today", "utcnow", "fromtimestamp"},
    "date": {"today", "fromtimestamp"},
}


def promises() -> list[Promise]:
    """Return the one promise."""
    what = "the clock jumps by a second, an hour, 40 days or to 1970: no seat is lost, no timer fires"
    blind = "the clocks of the phones: a cookie's year is counted there"
    return [Promise("D7", what, JUMPS, "jumps", 25, walk, control, blind=blind, brief=6)]


def walk(number: int, seed: int) -> Leg:
    """Let the clock jump *number* times, at the tables of all games in turn."""
    broken, counts, reached = list[str](), Counter[str](), 0
    broken += [f"{line} looks at the wall clock" for line in wall_clocks() if line.partition(":")[0] not in MAY_LOOK]
    names = list(GAMES)
    while reached < number:
        name = names[(seed + reached // len(KINDS)) % len(names)]
        with TemporaryDirectory() as folder:
            evening = _Evening(Path(folder), name, random.Random(f"{name} {seed} {reached}"))
            for kind in list(KINDS)[: number - reached]:
                evening.jump(kind, restarts=(reached + seed) % RESTARTS == 0)
                counts[kind] += 1
                reached += 1
            evening.close()
        broken += evening.broken
    return Leg(reached, tuple(broken), counts)


def control() -> str:
    """Give seats a date after which they are lost, tickets an end by the wall clock, and cookies a date."""
    found = {}
    for name, (fault, sign) in FAULTS.items():
        with pytest.MonkeyPatch.context() as patch:
            fault(patch)
            found[name] = sum(sign in one for one in walk(len(KINDS), 0).broken)
    if not all(found.values()):
        raise Blind(f"found {found}")
    return ", ".join(f"{name} ({count} times)" for name, count in found.items())


def date_seats(patch: pytest.MonkeyPatch) -> None:
    """Let a phone hold its seat for thirty days by the wall clock."""
    until, right = time.time() + 30 * DAY, Seating.seat_of
    patch.setattr(Seating, "seat_of", lambda self, token: right(self, token) if time.time() < until else None)


def _date_tickets(patch: pytest.MonkeyPatch) -> None:
    right = Tickets.__init__
    patch.setattr(Tickets, "__init__", lambda self, _, draw: right(self, lambda: time.time(), draw))


def _date_cookies(patch: pytest.MonkeyPatch) -> None:
    def keep(response: Any, name: str, value: str, seconds: int, *, httponly: bool = False) -> None:
        response.set_cookie(name, value, max_age=seconds, httponly=httponly)

    patch.setattr("web.identity.keep", keep)


FAULTS: Final = {
    "seats with a date": (date_seats, "lost"),
    "tickets by the wall clock": (_date_tickets, "fired"),
    "cookies with a date": (_date_cookies, "date"),
}
DEFENCES: Final = (Defence("seats without a date", date_seats, "D7"),)


def wall_clocks() -> Iterator[str]:
    """Yield each place in the program's code that looks at a wall clock, or hands one on: file, line and what."""
    for folder in ("companion", "firmware", "web"):
        for file in sorted((CODE / folder).rglob("*.py")):
            for node, what in _looks(ast.parse(file.read_text())):
                yield f"{file.relative_to(CODE)}:{node.lineno} {what}"


def _looks(tree: ast.Module) -> Iterator[tuple[ast.expr | ast.stmt, str]]:
    nodes = list(ast.walk(tree))
    imported = [one for node in nodes if isinstance(node, ast.Import) for one in node.names if one.name in WALL]
    modules = {one.asname or one.name: one.name for one in imported}
    asked = {id(node.value) for node in nodes if isinstance(node, ast.Attribute)}  # For something of theirs, by its name.
    for node in nodes:
        match node:
            case ast.ImportFrom(module=str(module)) if module in WALL:
                yield node, f"from {module}"
            case ast.Attribute(value, name) if name in WALL.get(_last(value, modules), ()):
                yield node, ast.unparse(node)
            case ast.Name(name) if name in modules and id(node) not in asked:
                yield node, f"the whole of {modules[name]}"
            case ast.Attribute(ast.Name(name), "datetime" | "date") if name in modules and id(node) not in asked:
                yield node, ast.unparse(node)


def _last(node: ast.expr, modules: dict[str, str]) -> str:
    name = ast.unparse(node)
    return modules.get(name, name).rpartition(".")[2]


class _Clock:
    """A wall clock that a child shares with us and that we can set."""

    def __init__(self) -> None:
        self._shared = mmap.mmap(-1, 8)

    def jump(self, seconds: float) -> None:
        """Go wrong by so much."""
        self._shared[:8] = struct.pack("d", seconds)

    def put_in(self) -> None:
        """Take the place of the wall clock, and let the server look around more often. For a child alone."""
        right = time.time
        time.time = lambda: right() + struct.unpack("d", self._shared[:8])[0]
        pytest.MonkeyPatch().setattr("web.connections.LOOK", LOOK)


class _Evening(Evening):
    """A game in progress, five phones and a table screen that follow it, and a pawn that was just laid as a key."""

    def __init__(self, folder: Path, name: str, generator: random.Random) -> None:
        super().__init__(folder, name, generator)
        self._clock = _Clock()
        self.wind_on()
        self._open()

    def jump(self, kind: str, *, restarts: bool) -> None:
        """Let the clock jump by *kind*, over a restart where the table *restarts*; then look whether all is as it was."""
        self._clock.jump(0)
        code = self._get(f"/proof/lay/{next(iter(self.phones))}").get("code", "")
        before, revision = self._pages(), self._look()
        self._clock.jump(KINDS[kind])
        if restarts:
            self._child.kill()
            self._open()
        after = self._pages()
        lost = [seat for seat in before if before[seat] != after[seat]]
        self.broken += [f"{self._name}, {kind}: {seat} is lost, {after[seat][:60]!r}" for seat in lost]
        if not restarts and self._look() != revision:
            self.broken.append(f"{self._name}, {kind}: a timer fired, what is seen was counted on")
        if not restarts and self._status(f"/{code}", "")[0] != 200:
            self.broken.append(f"{self._name}, {kind}: a timer fired, the ticket is no good any more")
        cookies = self._status("/pin", "")[2] + self._status("/?lang=fr", "")[2]
        if "expires" in cookies.lower():
            self.broken.append(f"{self._name}, {kind}: a cookie has a date: {cookies}")
        self.broken += [] if lost else self._plays_on(kind)

    def close(self) -> None:
        """End."""
        for line in self._lines:
            line.close()
        self._child.kill()

    def _open(self) -> None:
        self._child = Child(self.folder, "clock", prepare=self._clock.put_in, wants=self._name)
        self._lines = [
            http.client.HTTPConnection("127.0.0.1", self._child.port, timeout=LONG) for _ in (*self.phones, "screen")
        ]
        self._streams = dict[str, http.client.HTTPResponse]()
        for line, seat in zip(self._lines, (*self.phones, ""), strict=True):
            line.request("GET", "/seat/stream" if seat else "/stream?screen", headers=_headers(seat))
            self._streams[seat or "the table screen"] = line.getresponse()

    def _look(self) -> int:
        """Be the display, which looks now and then whether a ticket is too old; return the count of what was seen."""
        return int(self._get("/proof/look").get("revision", -1))

    def _pages(self) -> dict[str, bytes]:
        """Return what each phone shows, with the status."""
        shown = {seat: self._status("/seat/view", seat) for seat in self.phones}
        return {seat: f"{status} ".encode() + body for seat, (status, body, _) in shown.items()}

    def _plays_on(self, kind: str) -> list[str]:
        """Let somebody answer; return what went wrong."""
        possible = self.choices(self._child.port)
        seat = next(iter(possible["awaited"] or possible["answers"]))
        self._compose(self.phones[seat], *possible["answers"][seat])
        self.phones[seat].send(self._child.port, twice=False)
        statuses = [status for status, _ in self.phones[seat].hear()]
        if statuses != [200]:
            return [f"{self._name}, {kind}: an answer of {seat} is lost, {statuses}"]
        revision = self._look()
        deaf = [who for who, stream in self._streams.items() if not _hears(stream, revision)]
        return [f"{self._name}, {kind}: the stream of {who} is lost" for who in deaf]

    def _get(self, path: str) -> Any:
        with suppress(ValueError):
            return json.loads(self._status(path, "")[1])
        return {}

    def _status(self, path: str, seat: str) -> tuple[int, bytes, str]:
        line = http.client.HTTPConnection("127.0.0.1", self._child.port, timeout=LONG)
        try:
            line.request("GET", path, headers=_headers(seat))
            response = line.getresponse()
            return response.status, response.read(), "; ".join(response.headers.get_all("Set-Cookie", []))
        finally:
            line.close()


def _headers(seat: str) -> dict[str, str]:
    return {"Host": "localhost", **({"Cookie": f"seat=token-{seat}"} if seat else {})}


def _hears(stream: http.client.HTTPResponse, revision: int) -> bool:
    """Return whether *stream* comes to tell *revision*, False where it has ended."""
    while line := stream.readline():
        told = NUMBER.fullmatch(line)  # Of a page that comes with it, the lines are none.
        if told and int(told[1]) >= revision:
            return True
    return False
