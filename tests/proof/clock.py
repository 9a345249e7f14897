"""The clock jumps (D7): a Pi has none of its own, and learns the time when it feels like it. No seat is lost, no timer fires.

The wall clock is the one that jumps, in a running table and over a restart; the monotonic one never does, by its contract. That
nobody looks at the wall clock is a rule of `make check`.
"""

from __future__ import annotations

import random
import re
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games import GAMES
from companion.pieces import Piece, Pieces
from companion.seating import Seating
from companion.tickets import Tickets
from tests.proof.comeback import asked, follow
from tests.proof.once import House, quiet
from tests.proof.promise import Blind, Defence, Leg, Promise
from tests.web.tables import new_table
from web.identity import stream_path

if TYPE_CHECKING:
    import http.client

JUMPS: Final = 200
NUMBER: Final = re.compile(rb"(?:id|data): (\d+)\n")  # The revision of an event.
HOUR, DAY = 3600.0, 86400.0  # seconds
KINDS: Final = {"a second back": -1.0, "an hour back": -HOUR, "40 days on": 40 * DAY, "back to 1970": -time.time()}
FAR: Final = 40  # answers before the first jump, at most
UIDS: Final = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDEF", start=1)}
RESTARTS: Final = 3  # Every so many jumps the table starts again, with the clock where it jumped to.
LOOK: Final = 0.02  # seconds, in place of one, between two looks of the server at lines that are idle


def promises() -> list[Promise]:
    """Return the one promise."""
    what = "the clock jumps by a second, an hour, 40 days or to 1970: no seat is lost, no timer fires"
    blind = "the clocks of the phones: a cookie's year is counted there"
    return [Promise("D7", what, JUMPS, "jumps", 25, walk, control, blind=blind, brief=6)]


def walk(number: int, seed: int) -> Leg:
    """Let the clock jump *number* times, at the tables of all games in turn."""
    broken, counts, reached = list[str](), Counter[str](), 0
    names = list(GAMES)
    while reached < number:
        name = names[(seed + reached // len(KINDS)) % len(names)]
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            evening = _Evening(Path(folder), name, random.Random(f"{name} {seed} {reached}"), patch)
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


class _Evening(House):
    """A game in progress, five phones and a table screen that follow it, and a pawn that was just laid as a key."""

    def __init__(self, folder: Path, name: str, generator: random.Random, patch: pytest.MonkeyPatch) -> None:
        self.off, self.broken, right = 0.0, list[str](), time.time
        patch.setattr(time, "time", lambda: right() + self.off)
        patch.setattr("web.connections.LOOK", LOOK)
        quiet(patch)
        super().__init__(folder, name, generator)
        for number in range(generator.randint(1, FAR)):
            assert self.again(*self._next(f"key-{number:08}"))[0] == 200
        self._follow()

    def open(self) -> None:
        """Open the table with a bag of pawns, and its server."""
        tickets = Tickets(time.monotonic, random.Random(1).choice)
        self._serve(new_table(self.folder, Pieces({uid: Piece("bag", seat) for seat, uid in UIDS.items()}), tickets))

    def _follow(self) -> None:
        self._streams = {seat: follow(self.server.port, stream_path(f"token-{seat}"), seat) for seat in self.seats}
        self._streams["the table screen"] = follow(self.server.port, "/stream?screen", "")

    def close(self) -> None:
        """End the streams, and stop serving."""
        for stream in self._streams.values():
            stream.close()
        super().close()

    def jump(self, kind: str, *, restarts: bool) -> None:
        """Let the clock jump by *kind*, over a restart where the table *restarts*; then look whether all is as it was."""
        self.off = 0.0
        self.table.tap("reader 1", UIDS[self.seats[0]], key=True)
        code = self.table.ticket.code if self.table.ticket else ""
        before, revision = self._pages(), self.table.revision
        self.off = KINDS[kind]
        if restarts:
            self.close()
            self.open()
            self._follow()
        after = self._pages()
        lost = [seat for seat in before if before[seat] != after[seat]]
        wrong = [f"{seat} is lost, {after[seat]}" for seat in lost]
        wrong += [] if restarts else self._fired(revision, code)
        cookies = "; ".join(self._asked("/pin", "")[2] + self._asked("/?lang=fr", "")[2])
        wrong += [f"a cookie has a date: {cookies}"] if "expires" in cookies.lower() else []
        wrong += [] if lost else self._plays_on(kind)
        self.broken += [f"{self._game.NAME}, {kind}: {one}"[:300] for one in wrong]

    def _pages(self) -> dict[str, tuple[int, bytes]]:
        return {seat: self._asked("/seat/view", seat)[:2] for seat in self.seats}

    def _fired(self, revision: int, code: str) -> list[str]:
        """Look at the ticket, as the display does now and then; return which timer has fired."""
        self.table.expire_ticket()
        counted = self.table.revision != revision
        fired = ["a timer fired, what is seen was counted on"] if counted else []
        return fired + (["a timer fired, the ticket is no good any more"] if self._asked(f"/{code}", "")[0] != 200 else [])

    def _plays_on(self, kind: str) -> list[str]:
        """Let somebody answer; return what went wrong."""
        seat, body = self._next(f"{kind.replace(' ', '-')}-{self.table.revision:08}")
        status, _ = self.again(seat, body)
        if status != 200:
            return [f"an answer of {seat} is lost, {status}"]
        return [f"the stream of {who} is lost" for who, one in self._streams.items() if not _hears(one, self.table.revision)]

    def _asked(self, path: str, seat: str) -> tuple[int, bytes, list[str]]:
        with asked(self.server.port, path, seat) as response:
            return response.status, response.read(), response.headers.get_all("Set-Cookie", [])


def _hears(stream: http.client.HTTPResponse, revision: int) -> bool:
    """Return whether *stream* comes to tell *revision*, False where it has ended."""
    while line := stream.readline():
        told = NUMBER.fullmatch(line)  # Of a page that comes with it, the lines are none.
        if told and int(told[1]) >= revision:
            return True
    return False
