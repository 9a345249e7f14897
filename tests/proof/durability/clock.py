"""The wall clock jumps (D7), since a Pi has none and may learn the time late: no seat is lost, and no timer fires."""

import http.client
import random
import re
import time
from collections import Counter
from contextlib import closing
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest

from companion.games import installed
from companion.kit.pieces import Piece
from companion.seats.seating import Seating
from companion.seats.tickets import Tickets
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.proof.durability.comeback import follow_all
from tests.proof.promise import Defence, Leg, Promise, instead, tried
from tests.proof.serving.once import House, quiet
from tests.proof.serving.phones import answered, asked
from tests.web.tables import new_table
from web.seats import session

NUMBER: Final = re.compile(rb"(?:id|data): (\d+)\n")  # The revision of an event.
SPOKEN: Final = re.compile(rb" data-lines='[^']*'")  # What was announced beside a game is not spoken again after a restart.
HOUR, DAY = 3600.0, 86400.0  # seconds
KINDS: Final = {"a second back": -1.0, "an hour back": -HOUR, "40 days on": 40 * DAY, "back to 1970": -time.time()}
UIDS: Final = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDEF", start=1)}


def promises() -> list[Promise]:
    what = "the clock jumps by a second, an hour, 40 days or to 1970: no seat is lost, no timer fires"
    blind = "the clocks of the phones: a cookie's year is counted there"
    return [Promise("D7", what, 200, "jumps", 25, walk, control, blind=blind, brief=6)]


def walk(number: int, seed: int) -> Leg:
    broken, counts, names = list[str](), Counter[str](), list(installed())
    while (reached := counts.total()) < number:
        name = names[(seed + reached // len(KINDS)) % len(names)]
        with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
            house = _Watched(Path(folder), name, random.Random(f"{name} {seed} {reached}"), patch)
            with closing(house):
                for kind in list(KINDS)[: number - reached]:
                    wrong = house.jump(kind, restarts=(counts.total() + seed) % 3 == 0)
                    broken += [f"{name}, {kind}: {one}"[:300] for one in wrong]
                    counts[kind] += 1
    return Leg(counts.total(), tuple(broken), counts)


def control() -> str:
    right = Tickets.__init__
    by_wall_clock = instead(Tickets, "__init__", lambda self, _, draw: right(self, lambda: time.time(), draw))
    return tried({
        "seats with a date": (date_seats, partial(_found, "lost")),
        "tickets by the wall clock": (by_wall_clock, partial(_found, "fired")),
        "cookies with a date": (instead(session, "keep", _date_cookies), partial(_found, "date")),
    })  # fmt: skip


def _found(sign: str) -> int:
    return sum(sign in one for one in walk(len(KINDS), 0).broken)


def date_seats(patch: pytest.MonkeyPatch) -> None:
    until, right = time.time() + 30 * DAY, Seating.seat_of
    patch.setattr(Seating, "seat_of", lambda self, token: right(self, token) if time.time() < until else None)


def _date_cookies(response: Any, name: str, value: str, seconds: int, *, httponly: bool = False) -> None:
    response.set_cookie(name, value, max_age=seconds, httponly=httponly)


DEFENCES: Final = (Defence("seats without a date", date_seats, "D7"),)


class _Watched(House):
    """A game in progress, with all phones and a table screen following it, and a pawn that was just laid as a key."""

    def __init__(self, folder: Path, name: str, generator: random.Random, patch: pytest.MonkeyPatch) -> None:
        self._off, right = 0.0, time.time
        patch.setattr(time, "time", lambda: right() + self._off)
        patch.setattr("web.http.connections.CHECK_EVERY", 0.02)  # Seconds, instead of one.
        quiet(patch)
        super().__init__(folder, name, generator)
        for number in range(generator.randint(1, 40)):
            assert self.again(*self.next(f"key-{number:08}"))[0] == 200
        self._streams = follow_all(self.server.port, self.seats)

    def new_table(self) -> Table:
        bag = Pieces({uid: Piece("bag", seat) for seat, uid in UIDS.items()})
        return new_table(self.folder, bag, Tickets(time.monotonic, random.Random(1).choice))

    def close(self) -> None:
        for stream in self._streams.values():
            stream.close()
        super().close()

    def jump(self, kind: str, *, restarts: bool) -> list[str]:
        """Let the clock jump by *kind*, across a restart if the table *restarts*; return what has changed."""
        self._off = 0.0
        self.table.tap("reader 1", UIDS[self.seats[0]], key=True)
        code = self.table.now.ticket.code if self.table.now.ticket else ""
        before, revision = self._pages(), self.table.now.revision
        self._off = KINDS[kind]
        if restarts:
            self.close()
            self.open()
            self._streams = follow_all(self.server.port, self.seats)
        after = self._pages()
        lost = [f"{seat} is lost, {after[seat]}" for seat in before if before[seat] != after[seat]]
        broken = list(lost)
        if not restarts:
            self.table.pass_time()  # As the display does now and then.
            broken += ["a timer fired, what is seen was counted on"] if self.table.now.revision != revision else []
            broken += ["a timer fired, the ticket is no good"] if answered(self.server.port, f"/{code}")[0] != 200 else []
        given = [asked(self.server.port, path).headers.get_all("Set-Cookie", []) for path in ("/pin", "/?lang=fr")]
        broken += [f"a cookie has a date: {one}" for one in chain(*given) if "expires" in one.lower()]
        return broken if lost else broken + self._plays_on(kind)

    def _pages(self) -> dict[str, tuple[int, bytes]]:
        pages = {seat: answered(self.server.port, "/seat/view", seat) for seat in self.seats}
        return {seat: (status, SPOKEN.sub(b"", page)) for seat, (status, page) in pages.items()}

    def _plays_on(self, kind: str) -> list[str]:
        seat, body = self.next(f"{kind.replace(' ', '-')}-{self.table.now.revision:08}")
        if (status := self.again(seat, body)[0]) != 200:
            return [f"an answer of {seat} is lost, {status}"]
        now = self.table.now.revision
        return [f"the stream of {who} is lost" for who, one in self._streams.items() if not _hears(one, now)]


def _hears(stream: http.client.HTTPResponse, revision: int) -> bool:
    told = (NUMBER.fullmatch(line) for line in iter(stream.readline, b""))  # Lines of a page that comes with it don't match.
    return any(one and int(one[1]) >= revision for one in told)
