"""A house as its owner starts it: `barkeep run` in its own process, on simulated hardware, driven over HTTP."""

import http.client
import json
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from companion.kit.pieces import Piece
from firmware.simulator.bench import tag_of
from tests.markup import marks

PATIENCE = 300.0  # seconds; generous, for a slow day
LOOK = 0.02  # seconds from one look to the next
FINGER = 0.1  # seconds between two presses, at least
TAP = 5.0  # seconds that a hand holds a piece on the reader before it tries again
FIRST_POLLS = 0.8  # seconds, as a rule; tags that they find when the reader starts don't count
FORGOTTEN = 1.0  # seconds; as a rule, longer than a reader takes to be sure that it is empty
NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}


def until(true: Callable[[], Any], what: str, patience: float = PATIENCE, look: float = LOOK) -> Any:
    """Return the result of *true* once it is truthy, asked every *look* seconds; fail saying *what* was waited for."""
    end = time.monotonic() + patience
    while not (found := true()):
        assert time.monotonic() < end, f"waited {patience} s for {what}"
        time.sleep(look)
    return found


def tap(piece: Piece, lay: Callable[[], Any], lift: Callable[[], Any], answered: Callable[[], Any]) -> None:
    """Lay *piece* on the reader, wait until the table has *answered*, and lift it.

    As people do, lay it again if nothing is heard: the reader may have started only just now. The hand stays away for longer
    each time, since a reader on a slow day takes its time to be sure that it is empty.
    """
    end, away = time.monotonic() + PATIENCE, FORGOTTEN / 2
    while not answered():
        assert time.monotonic() < end, f"waited {PATIENCE} s for the tap of {piece}"
        away *= 2
        for act, patience in ((lay, TAP), (lift, away)):
            act()
            with suppress(AssertionError):
                until(answered, "an answer", patience)


class House:
    """The running program. `kill` pulls the plug, `start` plugs it in again, on the same port and data."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data, self.options, self.port, self.opened = data, options, 0, time.monotonic()
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "firmware.command", "run", "--hardware", "simulated", "--host", "127.0.0.1"]
        command += ["--port", str(self.port), "--data", str(self.data), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.until_open()

    def until_open(self) -> None:
        printed = ""
        for line in self.process.stdout:
            printed += line
            if found := re.search(r"Table screen +http://localhost:(\d+)/table", line):
                self.port = int(found[1])
            if line.startswith("Stop with"):
                self.opened = time.monotonic()
                return
        raise AssertionError(f"the house did not open:\n{printed}")

    def kill(self) -> None:
        """Pull the plug: SIGKILL, without a shutdown."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> str:
        self.process.terminate()
        printed = self.process.stdout.read()
        self.process.wait(PATIENCE)
        return printed

    def bench(self, action: str, **body: Any) -> None:
        status, text = request(self.port, "localhost", "POST", f"/bench/{action}", body)
        assert status < 300, (action, body, status, text)

    def press(self, button: str, *, long: bool = False) -> None:
        """Press a key, no sooner after the last press than a finger could: it would count as a bounce."""
        time.sleep(FINGER)
        self.bench("press", button=button, long=long)

    def display(self) -> bytes:
        return fetch(self.port, "localhost", "/bench/display.png")

    def still(self) -> bytes:
        """Return the display's picture once it hasn't changed for two seconds: another one may be on its way."""
        picture, since = self.display(), time.monotonic()
        while time.monotonic() - since < 2:
            time.sleep(0.5)
            if (now := self.display()) != picture:
                picture, since = now, time.monotonic()
        return picture

    def lay(self, piece: Piece) -> None:
        self.bench("lay", uid=tag_of(piece).hex(), beside=False)

    def tap(self, piece: Piece, answered: Callable[[], Any]) -> None:
        time.sleep(max(0.0, self.opened + FIRST_POLLS - time.monotonic()))
        tap(piece, lambda: self.lay(piece), lambda: self.bench("lift", uid=tag_of(piece).hex()), answered)

    def table(self) -> str:
        return fetch(self.port, "localhost", "/table/view").decode()


@contextmanager
def open_house(data: Path, *options: str) -> Iterator[House]:
    house = House(data, *options)
    house.start()
    try:
        yield house
    finally:
        if house.process is not None and house.process.poll() is None:
            house.stop()


class Phone:
    """A player's phone: one browser with its own host name and cookie, sending what the page's script would send."""

    def __init__(self, house: House, seat: str) -> None:
        self.house, self.seat, self.cookie = house, seat, ""
        self.host = f"{seat.lower()}.barkeep.localhost"

    def sit(self) -> None:
        form = urlencode({"name": NAMES[self.seat], "pawn": self.seat})
        status, text = request(self.house.port, self.host, "POST", "/join", form, self)
        assert status == 303, text
        assert self.cookie

    def page(self) -> str:
        return fetch(self.house.port, self.host, "/seat/view", self).decode()

    def asks(self) -> dict[str, int]:
        words = [ask.split(":") for one in marks(self.page(), "asks")[:1] for ask in one["data-asks"].split()]
        return {name: int(number) for name, number in words}

    def offered(self, name: str) -> list[dict[str, Any]]:
        panel = fetch(self.house.port, self.host, f"/seat/ask/{name}", self).decode()
        return [json.loads(one["data-act"]) for one in marks(panel, "act")]

    def act(self, answer: dict[str, Any]) -> tuple[int, Any]:
        body = {"key": f"{self.seat}-{time.monotonic_ns()}", **answer}
        status, text = request(self.house.port, self.host, "POST", "/act", body, self)
        return status, json.loads(text)


def fetch(port: int, host: str, path: str, phone: Phone | None = None) -> bytes:
    status, body = send(port, host, "GET", path, None, {}, phone)
    assert status == 200, (path, status, body[:300])
    return body


def request(port: int, host: str, method: str, path: str, body: Any = None, phone: Phone | None = None) -> tuple[int, str]:
    """Send *body* (as a form if it is text, otherwise as JSON) from a page of the same origin."""
    kind = "application/x-www-form-urlencoded" if isinstance(body, str) else "application/json"
    data = (body if isinstance(body, str) else json.dumps(body)).encode()
    status, answer = send(port, host, method, path, data, {"Origin": f"http://{host}:{port}", "Content-Type": kind}, phone)
    return status, answer.decode()


def send(
    port: int, host: str, method: str, path: str, data: bytes | None, more: dict[str, str], phone: Phone | None = None
) -> tuple[int, bytes]:
    cookies = {"Cookie": phone.cookie} if phone and phone.cookie else {}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(method, path, data, {"Host": f"{host}:{port}", **more, **cookies})
        response = connection.getresponse()
        if phone and (given := response.getheader("Set-Cookie")):
            phone.cookie = given.partition(";")[0]
        return response.status, response.read()
