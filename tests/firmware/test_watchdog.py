"""The watchdog against a systemd of our own: a datagram socket that takes what is told."""

from __future__ import annotations

import logging
import socket
import threading
import time
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from firmware import boot, watchdog
from firmware.watchdog import LOOK_SECONDS, PATIENCE, Notify, Pulse, Watchdog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GENEROUS = 60.0  # Seconds that a busy machine gets; nothing waits for their end.
FED = "WATCHDOG=1"


class Systemd:
    """Listens on a socket as systemd does."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def told(self) -> list[str]:
        """Return the messages that came since the last look."""
        self._socket.setblocking(False)
        messages = []
        try:
            while True:
                messages.append(self._socket.recv(4096).decode())
        except BlockingIOError:
            return messages

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """Return the first message that is *wanted*, throwing away those before it."""
        self._socket.settimeout(GENEROUS)
        while not wanted(message := self._socket.recv(4096).decode()):
            pass
        return message

    def close(self) -> None:
        self._socket.close()


@pytest.fixture
def systemd(tmp_path: Path) -> Iterator[Systemd]:
    listening = Systemd(str(tmp_path / "notify"))
    yield listening
    listening.close()


class Workers:
    """Three workers on a clock of their own: each ticks every second unless it hangs; the web ticks when it is asked."""

    def __init__(self, systemd: Systemd) -> None:
        self.now = self._looked = 1000.0
        self.hanging = ""
        self.notify = Notify(systemd.address)
        self.reader, self.display = Pulse("reader", clock=self.clock), Pulse("display", clock=self.clock)
        self.web = Pulse("web", self._ask, clock=self.clock)
        self.asked = 0
        self.watchdog = Watchdog(self.notify, [self.reader, self.display, self.web])
        self._systemd = systemd
        self.answers: list[Callable[[], None]] = []

    def clock(self) -> float:
        return self.now

    def _ask(self, answer: Callable[[], None]) -> None:
        self.asked += 1
        self.answers.append(answer)

    def fed(self, seconds: int) -> list[float]:
        """Let *seconds* pass and return when the watchdog was fed, from 0."""
        start, times = self.now, []
        for _ in range(seconds):
            self.now += 1
            for pulse in (self.reader, self.display):
                if pulse.name != self.hanging:
                    pulse.tick()
            while self.answers and self.hanging != "web":
                self.answers.pop()()
            if self.now - self._looked >= LOOK_SECONDS:
                self._looked = self.now
                self.watchdog.look()
                times += [self.now - start] * self._systemd.told().count(FED)
        return times


# H4: who hangs ends the feeding


def test_it_is_fed_as_long_as_everybody_gets_on(systemd: Systemd) -> None:
    assert Workers(systemd).fed(3600) == [3.0 * n for n in range(1, 1201)]


@pytest.mark.parametrize("name", ["reader", "display", "web"])
@pytest.mark.parametrize("since_look", range(int(LOOK_SECONDS)))
def test_each_worker_that_hangs_ends_the_feeding_within_15_seconds(systemd: Systemd, name: str, since_look: int) -> None:
    workers = Workers(systemd)
    assert workers.fed(60 + since_look)[-1] == 60  # The positive control.
    workers.hanging = name
    fed = workers.fed(600)
    assert fed, "one missed round is no reason to start anew"
    assert max(fed) <= 15


@pytest.mark.parametrize("name", ["reader", "display", "web"])
def test_a_worker_that_was_only_slow_is_forgiven(systemd: Systemd, name: str) -> None:
    workers = Workers(systemd)
    workers.hanging = name
    workers.fed(30)
    assert workers.fed(30) == []
    workers.hanging = ""
    assert len(workers.fed(30)) >= 9


def test_a_worker_that_never_began_is_not_waited_for(systemd: Systemd) -> None:
    workers = Workers(systemd)
    workers.hanging = "reader"
    assert 0 < max(workers.fed(600)) <= 15


def test_who_hangs_is_named_once_down_and_once_up(systemd: Systemd, caplog: pytest.LogCaptureFixture) -> None:
    workers = Workers(systemd)
    with caplog.at_level(logging.WARNING):
        workers.hanging = "display"
        workers.fed(100)
        workers.hanging = ""
        workers.fed(100)
    assert [record.message for record in caplog.records] == [
        f"no sign of life for {PATIENCE:.0f} seconds: display", "everybody gets on",
    ]  # fmt: skip


def test_systemd_is_told_who_hangs(systemd: Systemd) -> None:
    workers = Workers(systemd)
    workers.now += PATIENCE + 1
    workers.display.tick()
    workers.web.tick()
    workers.watchdog.look()
    assert systemd.told() == [f"STATUS=no sign of life for {PATIENCE:.0f} seconds: reader"]


def test_nobody_is_asked_again_before_it_has_answered(systemd: Systemd) -> None:
    workers = Workers(systemd)
    workers.hanging = "web"
    workers.fed(600)
    assert workers.asked == 1
    workers.hanging = ""
    workers.fed(30)
    assert workers.asked > 5


# sd_notify


@contextmanager
def feeding(address: str) -> Iterator[None]:
    stop = threading.Event()
    thread = threading.Thread(target=Watchdog(Notify(address), [Pulse("reader")]).feed_forever, args=[stop], daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(GENEROUS)


@pytest.mark.parametrize("abstract", [False, True])
def test_ready_and_stopping_go_to_either_kind_of_address(tmp_path: Path, abstract: bool) -> None:
    systemd = Systemd(f"@barkeep-{uuid.uuid4()}" if abstract else str(tmp_path / "notify"))
    with feeding(systemd.address):
        assert systemd.wait_for(bool).startswith("READY=1\n")
        assert systemd.wait_for(bool) == FED
    assert systemd.wait_for(lambda message: message != FED).startswith("STOPPING=1\n")
    systemd.close()


def test_without_an_address_nothing_happens(systemd: Systemd, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    real = socket.socket
    monkeypatch.setattr(socket, "socket", lambda *some: opened.append(some) or real(*some))
    notify = Notify("")
    notify.tell("READY=1")
    notify.close()
    assert opened == []
    told = Notify(systemd.address)  # The positive control.
    told.tell("READY=1")
    told.close()
    assert (len(opened), systemd.told()) == (1, ["READY=1"])


@pytest.mark.parametrize("address", ["/nowhere/at/all", "@nobody-listens-here", "vsock:2:1234", "/" + 300 * "x"])
def test_an_address_where_nobody_listens_is_logged_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    notify = Notify(address)
    for _ in range(3):
        notify.tell("READY=1")
    notify.close()
    assert len([record for record in caplog.records if "READY=1" in record.message]) == 1


def test_a_systemd_that_does_not_read_stops_nobody(systemd: Systemd) -> None:
    notify = Notify(systemd.address)
    for _ in range(5_000):  # A socket's queue takes some hundred at most.
        notify.tell(FED)
    assert 0 < len(systemd.told()) < 5_000
    notify.close()


def test_nothing_is_told_after_the_end(systemd: Systemd) -> None:
    notify = Notify(systemd.address)
    notify.close()
    notify.tell(FED)
    assert systemd.told() == []


# A whole house


@pytest.fixture
def house(systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[boot.House]:
    monkeypatch.setattr(watchdog, "LOOK_SECONDS", 0.05)
    monkeypatch.setattr(watchdog, "PATIENCE", 1.5)
    settings = boot.Settings(tmp_path / "data", "simulated", 0, "127.0.0.1", notify=systemd.address)
    opened = boot.open_house(settings)
    yield opened
    opened.close()


def hang_reader(house: boot.House, held: threading.Event) -> None:
    house.devices.readers[0].present = lambda: held.wait() and ()


def hang_display(house: boot.House, held: threading.Event) -> None:
    house.devices.display.show = lambda picture: held.wait() and None


def hang_web_loop(house: boot.House, held: threading.Event) -> None:
    server = house._server._server
    readable = server.readable
    server.readable = lambda: held.wait() and readable()


def hang_web_threads(house: boot.House, held: threading.Event) -> None:
    for _ in house._server._server.task_dispatcher.threads:
        house._server.ask(held.wait)


HANGS = {"reader": hang_reader, "display": hang_display, "web": hang_web_loop}


@pytest.mark.parametrize(("name", "hang"), [*HANGS.items(), ("web", hang_web_threads)])
def test_in_a_house_each_hung_thread_ends_the_feeding(
    house: boot.House, systemd: Systemd, name: str, hang: Callable[[boot.House, threading.Event], None]
) -> None:
    systemd.wait_for(lambda message: message == FED)  # The positive control.
    held = threading.Event()
    hang(house, held)
    try:
        systemd.wait_for(lambda message: message.startswith("STATUS=no sign") and name in message)
        time.sleep(0.5)
        assert FED not in systemd.told()
    finally:
        held.set()
    systemd.wait_for(lambda message: message == FED)


def test_a_house_says_ready_when_it_serves_and_stopping_when_it_closes(house: boot.House, systemd: Systemd) -> None:
    systemd.wait_for(lambda message: message.startswith("READY=1"))
    socket.create_connection(("127.0.0.1", house.port), GENEROUS).close()
    house.close()
    systemd.wait_for(lambda message: message.startswith("STOPPING=1"))
