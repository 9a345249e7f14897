"""The whole shipped program is killed and started again (D8): all phones and the table screen show the same again, and soon."""

from __future__ import annotations

import http.client
import os
import random
import re
import time
from collections import Counter
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest

from companion.games import GAMES
from companion.journal import connect
from firmware.storage import JOURNAL, NEWEST
from tests.companion.settings import open_table
from tests.evenings.house import House
from tests.pace import slowness
from tests.proof.child import possible_answers
from tests.proof.kills import LONG, Evening, copied
from tests.proof.promise import Blind, Leg, Promise

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.proof.child import Child

KILLS: Final = 20  # at rest, each with one more among answers
SOON: Final = 2.0  # seconds at the processors' usual pace here; a Pi Zero 2 W takes about ten times as long
PHONES: Final = 5
VOLLEYS: Final = 3  # of answers before the second kill
TRIES: Final = 4  # of one kill, while a busy machine leaves open how long it takes
NOT_MEASURED: Final = f"not measured in {TRIES} tries, because the processors were busy with something else"
AGAIN: Final = 0.05  # seconds between two attempts of a phone
MADE: Final = re.compile(rb'data-made="\d+"')  # Counts what was seen since the start.


def promises() -> list[Promise]:
    """Return the one promise."""
    what = (
        f"the whole program killed: five phones and the table screen show the same again within {SOON:.0f} s at the usual pace"
    )
    blind = (
        "the two seconds that systemd waits, the pause of up to 0.75 s before a phone tries again, and whether it keeps to 2 s "
        "where the processors are slower than usual: it may take as much longer"
    )
    # What is turned off here isn't in a program that is started afresh: brief is nothing.
    return [Promise("D8", what, KILLS, "kills at rest", 10, walk, control, blind=blind, alone=True, brief=0)]


@dataclass(frozen=True, slots=True)
class Took:
    """How long it took, in seconds, and how many of those a thread that takes part was ready and *waited* for a processor.

    Threads that wait at the same time count each for itself: without the others it would have taken between
    *seconds* - *waited* and *seconds*. Where both are on the same side of what is *allowed*, a busy machine changes nothing.
    *slowness* is how many times the usual the processors took for the same work meanwhile, 1 at least: as many times as long
    is allowed.
    """

    seconds: float
    waited: float
    slowness: float = 1.0

    @property
    def allowed(self) -> float:
        """The seconds that it may take at this pace of the processors."""
        return SOON * self.slowness

    @property
    def is_soon(self) -> bool:
        """Whether it was soon enough, whatever else the machine did."""
        return self.seconds <= self.allowed

    @property
    def is_late(self) -> bool:
        """Whether it would have been too late with the machine for itself, too."""
        return self.seconds - self.waited > self.allowed


def walk(number: int, seed: int) -> Leg:
    """Kill the program *number* times at rest, and as often while phones send; the games take turns.

    A kill that a busy machine leaves undecided isn't counted as reached.
    """
    broken, counts, names = list[str](), Counter[str](), list(GAMES)
    for kill in range(number):
        name = names[(seed + kill) % len(names)]
        with TemporaryDirectory() as folder:
            evening = Program(Path(folder), name, random.Random(f"{name} {seed} {kill}"))
            evening.wind_on()
            took = timed(evening.come_back)
            evening.live_and_die()
        broken += [*evening.broken, *too_late(name, took)]
        counts += Counter({"killed among answers": 1, **told(took)})
    return Leg(number - counts[NOT_MEASURED], tuple(broken), counts)


def timed(come_back: Callable[[], Took]) -> Took:
    """Return how long it took to *come_back*; tried again, but not for ever, while that is undecided."""
    for _ in range(TRIES):
        took = come_back()
        if took.is_soon or took.is_late:
            break
    return took


def too_late(name: str, took: Took) -> list[str]:
    """Return what is to be said of a game that came back too late."""
    if not took.is_late:
        return []
    waited = f"{took.waited:.2f} s of them waiting for a processor, where {took.allowed:.2f} s are allowed"
    return [f"{name}: all phones showed the same again after {took.seconds:.2f} s, {waited}"]


def told(took: Took) -> dict[str, int]:
    """Return what is counted of one kill at rest."""
    if not (took.is_soon or took.is_late):
        return {NOT_MEASURED: 1}
    return {
        "milliseconds until all show the same again, all kills together": round(1000 * took.seconds),
        "milliseconds of those in which something waited for a processor": round(1000 * took.waited),
        f"milliseconds allowed: {SOON:.0f} s each, and more where the processors are slow": round(1000 * took.allowed),
    }


def control() -> str:
    """Pull the plug at a table that loses its last row, and at one that starts slowly."""
    found = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Program, "between", lambda self: _forget_last(self.folder))
        found.append("differ" in " ".join(walk(1, 0).broken))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Program, "between", lambda _: time.sleep(2 * SOON * slowness()))
        found.append("after" in " ".join(walk(1, 0).broken))
    if not all(found):
        raise Blind(f"a lost row: {found[0]}, a slow start: {found[1]}")
    return "a table that lost its last row, and one that starts slowly"


def _forget_last(folder: Path) -> None:
    with closing(connect(folder / JOURNAL)) as journal:
        journal.execute("DROP TRIGGER no_delete")
        journal.execute("DELETE FROM rows WHERE n = (SELECT max(n) FROM rows)")
    (folder / NEWEST).unlink(missing_ok=True)  # Else the program misses the row by itself.


class Program(Evening):
    """An evening at the whole program."""

    def open(self, deadly: int) -> Child:
        """Start the program; it is killed from outside only."""
        del deadly
        house = House(self.folder)
        house.start()
        return house  # As much of a child as it needs: it has a port and can be killed.

    def choices(self, port: int) -> Any:
        """Return who is awaited, and what could be answered, by what lies in the journal."""
        del port
        with copied(self.folder) as connection:
            return possible_answers(open_table(connection), self._name, self._generator)

    def live_and_die(self) -> None:
        """Let phones send for a while, kill the program among the answers, and look at what it kept."""
        house = self.open(0)
        try:
            for volley in range(VOLLEYS):
                self.volley(house, last=volley == VOLLEYS - 1)
        finally:
            house.kill()
        self.judge()

    def come_back(self) -> Took:
        """Kill the program at rest and start it again; return how long it takes until all show what they showed before."""
        house = House(self.folder)
        house.start()
        try:
            before = self._shown_now(house.port)
            slow_before = slowness()
            began, had_waited = time.monotonic(), waited(os.getpid())
            house.kill()
            self.between()
            house.start()
            after = self._shown_now(house.port)
            assert house.process is not None
            seconds = time.monotonic() - began
            all_waited = waited(os.getpid()) - had_waited + waited(house.process.pid)
            took = Took(seconds, all_waited, (slow_before + slowness()) / 2)
        finally:
            house.kill()
        self.broken += [f"{self._name}: the pages of {who} differ after a kill" for who in before if before[who] != after[who]]
        return took

    def between(self) -> None:
        """Do nothing between kill and start; the control does."""

    def _shown_now(self, port: int) -> dict[str, bytes]:
        """Follow the streams of five phones and the table screen until each has a version; return what they show meanwhile.

        All are held until the end: phones give the ceremonies of a table screen that follows the first word.
        """
        watching = {seat: f"token-{seat}" for seat in list(self.phones)[:PHONES]}
        streams = [follow(port, "/seat/stream", token) for token in watching.values()]
        streams.append(follow(port, "/stream?screen", ""))
        shown = {seat: _page(port, "/", token) + _page(port, "/seat/view", token) for seat, token in watching.items()}
        shown["the table screen"] = _page(port, "/table/view", "")
        for stream in streams:
            stream.close()
        return {who: MADE.sub(b"", page) for who, page in shown.items()}


def waited(pid: int) -> float:
    """Return the seconds that the threads of a process were ready to run and waited for a processor, since they began.

    0 where the system doesn't tell: then all time counts.
    """
    nanoseconds = 0
    for thread in Path(f"/proc/{pid}/task").glob("*/schedstat"):
        with suppress(OSError):  # It has ended.
            nanoseconds += int(thread.read_text().split()[1])
    return nanoseconds / 1e9


def follow(port: int, path: str, token: str) -> http.client.HTTPResponse:
    """Return a stream that has told a version; try again as phones do, until there is one.

    It ends with the response, which has taken over the connection, and not before.
    """
    end = time.monotonic() + LONG
    while True:
        line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
        try:
            line.request("GET", path, headers={"Host": "localhost", "Cookie": f"seat={token}"})
            response = line.getresponse()
            if response.status == 200 and response.readline().startswith(b"event: version"):
                return response
        except OSError:
            pass
        line.close()
        assert time.monotonic() < end, f"no stream at {path}"
        time.sleep(AGAIN)


def _page(port: int, path: str, token: str) -> bytes:
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
    line.request("GET", path, headers={"Host": "localhost", "Cookie": f"seat={token}"})
    with closing(line), line.getresponse() as response:
        body = response.read()
    assert response.status == 200, (path, response.status, body[:200])
    return body
