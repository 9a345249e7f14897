"""The watchdog against a fake systemd: a datagram socket that receives its messages."""

import socket
import threading
import uuid
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from firmware import boot, building, house, service, turning, watchdog
from firmware.watchdog import LOOK_SECONDS, PATIENCE, Notify, Pulse, Watchdog
from tests.evenings.house import until

Hold = Callable[[], bool]
GENEROUS = 300.0  # A limit in seconds for a busy machine; no test waits until it is over.
FED = "WATCHDOG=1"


class Systemd:
    def __init__(self, address: str) -> None:
        self.address, self._socket = address, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.bind("\0" + address[1:] if address.startswith("@") else address)

    def told(self) -> list[str]:
        self._socket.setblocking(False)
        messages = list[str]()
        with suppress(BlockingIOError):
            while True:
                messages.append(self._socket.recv(4096).decode())
        return messages

    def wait_for(self, wanted: Callable[[str], bool]) -> str:
        """Return the first message that is *wanted*, discarding those before it."""
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
    """Three workers on a simulated clock: each ticks every second unless it hangs; the web ticks when it is asked."""

    def __init__(self, systemd: Systemd) -> None:
        self.now, self.hanging = 1000.0, ""
        self._systemd, self._answers = systemd, []
        pulses = [Pulse(name, clock=lambda: self.now) for name in ("reader", "display")]
        self.pulses = {pulse.name: pulse for pulse in [*pulses, Pulse("web", self._answers.append, clock=lambda: self.now)]}
        self.watchdog = Watchdog(Notify(systemd.address), list(self.pulses.values()))

    def fed(self, seconds: int) -> list[float]:
        """Let *seconds* pass and return when the watchdog was fed, counted from 0."""
        start, times = self.now, []
        while self.now < start + seconds:
            self.now += 1
            for name in {"reader", "display"} - {self.hanging}:
                self.pulses[name].tick()
            while self._answers and self.hanging != "web":
                self._answers.pop()()
            if self.now % LOOK_SECONDS == 1:
                self.watchdog.look()
                assert len(self._answers) <= 1, "no worker is asked again before it has answered"
                times += [self.now - start] * self._systemd.told().count(FED)
        return times


# H4: a worker that hangs ends the feeding


@pytest.mark.parametrize("name", ["reader", "display", "web"])
@pytest.mark.parametrize("since_look", [None, *range(int(LOOK_SECONDS))])
def test_a_hung_worker_ends_feeding_in_15_seconds_until_it_gets_on(systemd: Systemd, name: str, since_look: int | None) -> None:
    workers = Workers(systemd)
    if since_look is not None:  # Otherwise the worker never began.
        assert workers.fed(600 + since_look) == [3.0 * n for n in range(1, 201)]  # The positive control.
    workers.hanging = name
    assert 0 < max(workers.fed(600)) <= 15, "one missed round is no reason to restart, but fifteen seconds are"
    workers.hanging = ""
    assert len(workers.fed(30)) >= 9


def test_log_and_systemd_are_told_once_who_hangs_and_when_it_ends(systemd: Systemd, caplog: pytest.LogCaptureFixture) -> None:
    told, workers = [f"no sign of life for {PATIENCE:.0f} seconds: reader", "all threads work again"], Workers(systemd)
    workers.now += PATIENCE + 1
    for getting_on in (("display", "web"), ("display", "web"), workers.pulses, workers.pulses):
        for name in getting_on:
            workers.pulses[name].tick()
        workers.watchdog.look()
    assert (systemd.told(), caplog.messages) == ([f"STATUS={told[0]}", f"STATUS={told[1]}", FED, FED], told)


@pytest.mark.parametrize("abstract", [False, True])
def test_ready_and_stopping_go_to_either_kind_of_address(tmp_path: Path, abstract: bool) -> None:
    systemd = Systemd(f"@barkeep-{uuid.uuid4()}" if abstract else str(tmp_path / "notify"))
    stop, feed = threading.Event(), Watchdog(Notify(systemd.address), [Pulse("reader")]).feed_forever
    threading.Thread(target=feed, args=[stop], daemon=True).start()
    assert (systemd.wait_for(bool).startswith("READY=1\n"), systemd.wait_for(bool)) == (True, FED)
    stop.set()
    assert systemd.wait_for(lambda message: message != FED).startswith("STOPPING=1\n")
    systemd.close()


def test_a_systemd_that_does_not_read_stops_nobody_and_without_one_or_after_the_end_nothing_is_told(systemd: Systemd) -> None:
    Notify("").tell("READY=1")
    notify = Notify(systemd.address)
    for _ in range(5_000):  # A socket's queue takes some hundred messages at most.
        notify.tell(FED)
    assert 0 < len(systemd.told()) < 5_000
    notify.close()
    notify.tell(FED)
    assert systemd.told() == []


@pytest.mark.parametrize("address", ["/nowhere/at/all", "@nobody-listens-here", "vsock:2:1234", "/" + 300 * "x"])
def test_an_address_where_nobody_listens_is_logged_once(address: str, caplog: pytest.LogCaptureFixture) -> None:
    notify = Notify(address)
    for _ in range(3):
        notify.tell("READY=1")
    notify.close()
    assert len([record for record in caplog.records if "READY=1" in record.message]) == 1


class Watched:
    """A house whose watchdog looks when told to, on a simulated clock; its workers are real."""

    def __init__(self, systemd: Systemd, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now, self.pulses, self._systemd = 1000.0, {}, systemd
        monkeypatch.setattr(watchdog, "LOOK_SECONDS", 3600.0)
        for ticking in (service, house):
            monkeypatch.setattr(ticking, "LOOK_SECONDS", 0.05)
        monkeypatch.setattr(turning, "UNHURRIED", 0.05)
        monkeypatch.setattr(boot, "Pulse", self._pulse)
        self.house = boot.open_table(building.Settings(data, "simulated", 0, "127.0.0.1", notify=systemd.address))
        assert systemd.wait_for(bool).startswith("READY=1")
        systemd.wait_for(lambda message: message == FED)
        self._watchdog = Watchdog(Notify(systemd.address), list(self.pulses.values()))

    def _pulse(self, name: str, *ask: object) -> Pulse:
        self.pulses[name] = Pulse(name, *ask, clock=lambda: self.now)
        return self.pulses[name]

    def look(self) -> list[str]:
        self._watchdog.look()
        return self._systemd.told()

    def ticked(self, but: str = "") -> bool:
        """Look, and return whether each of the workers has ticked now, *but* one."""
        self.look()
        return all(pulse._at == self.now for pulse in self.pulses.values() if pulse.name != but)


def held(owner: object, name: str, hold: Hold) -> None:
    """Let the method *name* of *owner* hang before it goes on; one that came back at once would burn a core."""
    right = getattr(owner, name)
    setattr(owner, name, lambda *given: hold() or right(*given))


HANGS: dict[str, Callable[[boot.RunningTable, Hold], object]] = {
    "reader": lambda house, hold: held(house.devices.readers[0], "present", hold),
    "keys": lambda house, hold: held(house.devices.panel, "pressed", hold),
    "display": lambda house, hold: held(house.devices.display, "show", hold),
    "house": lambda house, hold: held(house._house, "step", hold),
    "web's loop": lambda house, hold: held(house._server._server, "readable", hold),
    "web's threads": lambda house, hold: [house._server.ask(hold) for _ in house._server._server.task_dispatcher.threads],
}


@pytest.mark.broad
def test_in_a_house_each_hung_thread_ends_feeding(systemd: Systemd, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    watched = Watched(systemd, tmp_path / "data", monkeypatch)
    socket.create_connection(("127.0.0.1", watched.house.port), GENEROUS).close()  # It said that it is ready.
    for hang in HANGS:
        hang_and_get_on(watched, hang)
    watched.house.close()
    systemd.wait_for(lambda message: message.startswith("STOPPING=1"))


def hang_and_get_on(watched: Watched, hang: str) -> None:
    name, hanging, released = hang.partition("'")[0], threading.Event(), threading.Event()
    until(watched.ticked, "everybody's tick", GENEROUS)
    assert watched.look() == [FED]  # The positive control.
    until(lambda: not watched.pulses["web"]._asked, "the web's answer", GENEROUS)
    HANGS[hang](watched.house, lambda: hanging.set() or not released.wait())
    try:
        assert hanging.wait(GENEROUS)
        watched.now += PATIENCE - 1
        until(lambda: watched.ticked(name), "the others' tick", GENEROUS)
        watched.now += 2
        assert (watched.look(), watched.look()) == ([f"STATUS=no sign of life for {PATIENCE:.0f} seconds: {name}"], [])
    finally:
        released.set()
    until(lambda: FED in watched.look(), "the feeding", GENEROUS)
