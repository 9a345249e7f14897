"""The requests of phones, of one that loses its answers, and the answers that they could send to a table."""

import http.client
import json
import random
from collections.abc import Iterable
from contextlib import closing, suppress
from typing import Any, Final

from companion.agreeing.motions import Motion, Vote
from companion.games import installed
from companion.journal import codec
from companion.kit import Seat, answers
from companion.lab.players import Mood, Player
from companion.table.table import Table

LONG: Final = 300.0  # seconds; nothing takes that long, however slow the machine


def line_to(
    port: int, path: str, seat: str = "", body: bytes | None = None, address: str = "127.0.0.1"
) -> http.client.HTTPConnection:
    """Return the connection on which *seat*'s phone, or nobody's (""), has asked for *path* or sent *body* there."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG, source_address=(address, 0))
    headers = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
    try:
        line.request("POST" if body else "GET", path, body, {**headers, **({"Cookie": f"seat=token-{seat}"} if seat else {})})
    except OSError:
        line.close()
        raise
    return line


def asked(port: int, path: str, seat: str = "") -> http.client.HTTPResponse:
    return line_to(port, path, seat).getresponse()


def answered(port: int, path: str, seat: str = "", body: bytes | None = None) -> tuple[int, bytes]:
    with closing(line_to(port, path, seat, body)) as line:
        response = line.getresponse()
        return response.status, response.read()


def text(key: str, ask: Any, command: Any) -> bytes:
    return json.dumps({"key": key, "ask": ask, "command": command}).encode()


class Phone:
    """A seat's phone. *waiting* is the request that hasn't been answered: the key, and the whole body."""

    def __init__(self, seat: str) -> None:
        self.seat = seat
        self.waiting: tuple[str, bytes] | None = None
        self._lines: list[http.client.HTTPConnection] = []

    def send(self, port: int, *, twice: bool) -> None:
        """Send the waiting request, over two connections at once if *twice*; don't wait for the answer."""
        for _ in range(1 + twice):
            with suppress(OSError):  # The table was killed already, perhaps by another phone's request.
                self._lines.append(line_to(port, "/act", self.seat, self.waiting[1]))

    def hear(self) -> list[tuple[int, bytes]]:
        """Return the answers that came, however few; an answered request no longer waits."""
        heard = []
        for line in self._lines:
            with suppress(OSError, http.client.HTTPException), closing(line):
                response = line.getresponse()
                heard.append((response.status, response.read()))
        self._lines.clear()
        if any(status < 500 for status, _ in heard):
            self.waiting = None
        return heard


class Players:
    """People who play the *game* of that name at random."""

    def __init__(self, game: str, generator: random.Random) -> None:
        self.generator, self._player = generator, Player(Mood(generator, installed()[game].REHEARSAL.leaning))

    def next(self, table: Table, seats: Iterable[Seat]) -> tuple[Seat, tuple[str, int], Any]:
        """Return which of *seats* answers which ask next, and how: one whom the table waits for, or anybody."""
        found = self.answers(table, seats)
        seat = self.generator.choice([one for one in table.now.awaited() if one in found] or list(found))
        return seat, *found[seat]

    def answers(self, table: Table, seats: Iterable[Seat]) -> dict[Seat, tuple[tuple[str, int], Any]]:
        found = {}
        for seat in seats:
            if standing := {name: one for name, one in table.now.standing(seat).items() if one.ask.is_open}:
                command = self._player.answer([one.ask for one in standing.values()])
                name = next(name for name, one in standing.items() if answers(one.ask, command))
                found[seat] = (name, standing[name].number), command
        return found


def next_act(table: Table, seats: Iterable[Seat], players: Players, back: float) -> tuple[Seat, Any, tuple[str, int] | None]:
    """Return who acts next, the command, and the ask that it answers: a vote on taking back, as in `possible`, has none."""
    if there := votes(table, players.generator, back):
        seat = players.generator.choice(sorted(there))
        return seat, there[seat], None
    seat, ask, command = players.next(table, seats)
    return seat, command, ask


def start(game: str, **options: Any) -> dict[str, Any]:
    return {"is": "StartGame", "game": game, "options": options}


def possible(table: Table, game: str, generator: random.Random, back: float = 0) -> dict[str, Any]:
    """Return who is awaited, and an answer of every seat that has one, [ask, command], as phones send it.

    *back* is how often somebody asks to take something back instead. *voting* says whether the answers are votes on that.
    """
    if not table.now.playing:
        first = min(table.now.names.keys() - table.now.votes(Motion("next_game")))  # After a finished game it takes two.
        return {"voting": False, "awaited": [first], "answers": {first: [None, start(game)]}}
    if there := votes(table, generator, back):
        answers_ = {seat: [None, codec.plain(vote)] for seat, vote in there.items()}
        return {"voting": True, "awaited": sorted(answers_), "answers": answers_}
    found = Players(game, generator).answers(table, table.now.names)
    answers_ = {seat: [list(ask), codec.plain(command)] for seat, (ask, command) in found.items()}
    return {"voting": False, "awaited": [seat for seat in table.now.awaited() if seat in found], "answers": answers_}


def votes(table: Table, generator: random.Random, back: float) -> dict[Seat, Vote]:
    """Return the votes of all who haven't answered yet, or perhaps one that asks to take back or to put back something."""
    match, motion = table.now.match, table.now.take_back
    if motion:
        return {seat: Vote(motion, generator.random() < 0.8) for seat in table.now.unanswered()}
    asker = generator.choice(sorted(table.now.names))
    ways = [Motion("take_back", asker, row) for row, _ in match.ways_back(asker, 4)] if generator.random() < back else []
    again = [Motion("put_back", asker, entries[-1].row)] if ways and (entries := match.again()) else []
    asked = [one for one in again or ways if table.now.room.take_backs.may_ask(asker, one.number, match.tip)]
    return {asker: Vote(generator.choice(asked), True)} if asked else {}
