"""A real broker; a hub in a process of its own, tables that send it anything, and tables that tell how games ended."""

import json
import logging
import multiprocessing
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from types import SimpleNamespace
from typing import Final
from urllib.request import urlopen

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.agreeing.evening.history import Finished, Part
from firmware.broker.mqtt import Address, Mqtt
from firmware.broker.post import Post, topics
from firmware.command import main
from tests.clubs import identity
from tests.companion.settings import table_in
from tests.evenings.house import PATIENCE, until

FORKING: Final = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload([__name__, "firmware.hub.opening"])  # Or else each of hundreds of starts would import them anew.

MOSQUITTO: Final = shutil.which("mosquitto", path="/usr/sbin:/usr/bin")
real = pytest.mark.skipif(not MOSQUITTO, reason="NO MOSQUITTO: no real broker was told anything. Install mosquitto.")


@contextmanager
def broker(port: int, folder: Path, lets_in: str = "allow_anonymous true") -> Iterator[None]:
    """Run Mosquitto on *port*; at the end it is killed, as by a power cut."""
    (folder / "users").touch(0o600)
    (folder / "mosquitto.conf").write_text(f"user root\nlistener {port} 127.0.0.1\n{lets_in}\n", encoding="ascii")
    with subprocess.Popen([MOSQUITTO, "-c", str(folder / "mosquitto.conf")], stderr=subprocess.DEVNULL) as process:
        try:
            until(lambda: answers(port), "Mosquitto")
            yield
        finally:
            process.kill()


def answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return int(probe.getsockname()[1])


@contextmanager
def talking(port: int) -> Iterator[Client]:
    """Yield a client of the broker on *port*, once it is let in."""
    (client := Client(CallbackAPIVersion.VERSION2)).connect("127.0.0.1", port)
    client.loop_start()
    until(client.is_connected, "a place on the broker")
    yield client
    client.disconnect()
    client.loop_stop()


class Process:
    """A program of the room. `kill` pulls its plug, and `start` plugs it in again."""

    def __init__(self, work: Callable[..., None], *given: object) -> None:
        self.work, self.given = work, given
        self.start()

    def start(self) -> None:
        self.process = FORKING.Process(target=self.work, args=self.given)
        self.process.start()

    def kill(self) -> None:
        self.process.kill()
        self.process.join()

    def again(self) -> None:
        self.kill()
        self.start()


class Hub(Process):
    def __init__(self, data: Path, broker: int) -> None:
        self.port = free()
        listens = ("--host", "127.0.0.1", "--port", str(self.port), "--mqtt-address", f"127.0.0.1:{broker}")
        super().__init__(serve, "hub", "--data", str(data), *listens)

    def start(self) -> None:
        super().start()
        until(lambda: answers(self.port), "a hub")

    def page(self, path: str) -> str:
        return urlopen(f"http://localhost:{self.port}/{path}", timeout=60).read().decode()

    def results(self) -> list[tuple[str, int]]:
        return sorted((one["table"], one["number"]) for one in json.loads(self.page("league/file/json?season=all"))["results"])


class Senders:
    """Tables that are no more than one connection, which comes back by itself."""

    def __init__(self, port: int, count: int = 20) -> None:
        self.count, self.client = count, Client(CallbackAPIVersion.VERSION2)
        self.client.reconnect_delay_set(1, 1)
        self.client.connect("127.0.0.1", port)
        self.client.loop_start()

    def close(self) -> None:
        self.client.disconnect()
        self.client.loop_stop()


class Tables(Process):
    """Tables with a table's own code for broker and results, all of which have *played* as many games.

    Their journals are that one number, in a file; what has been acknowledged is in a folder for each of them.
    """

    def __init__(self, folder: Path, port: int, count: int = 20) -> None:
        self.folder, self.count, self.played = folder, count, 0
        folder.mkdir()
        self.play(0)
        super().__init__(tell, folder, port, count)

    def play(self, games: int = 1) -> None:
        self.played += games
        (new := self.folder / "new").write_text(str(self.played), encoding="ascii")
        new.replace(self.folder / "played")

    def acknowledged(self) -> int:
        return sum(len(json.loads(file.read_text(encoding="ascii"))) for file in self.folder.glob("*/acknowledged"))

    def games(self) -> list[tuple[str, int]]:
        return [(identity(n), number) for n in range(self.count) for number in range(1, self.played + 1)]


def results_after(kills: int, folder: Path, told: Callable[[int], None]) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """Kill hub, broker and tables, each at a moment of chance while results come in; the hub less often, as it starts slowly.

    Return the results that a hub should have at the end, and those that it has. *told* is called after each kill.
    """
    port, chance = free(), random.Random(kills)
    with ExitStack() as mosquitto:
        mosquitto.enter_context(broker(port, folder))
        hub, tables = Hub(folder / "hub", port), Tables(folder / "tables", port)
        for n in range(kills):
            before = tables.acknowledged()
            tables.play()
            until(lambda before=before: tables.acknowledged() > before, "some of them to be acknowledged")
            time.sleep(chance.uniform(0.0, 0.2))
            if n % 8 == 0:
                hub.again()
            elif n % 2:
                mosquitto.close()
                mosquitto.enter_context(broker(port, folder))
            else:
                tables.again()
            told(n + 1)
        until(lambda: tables.acknowledged() == len(tables.games()), "all to be acknowledged", look=0.5)
        found = hub.results()
        tables.kill()
        hub.process.terminate()
        hub.process.join(PATIENCE)
        assert hub.process.exitcode == 0
    return tables.games(), found


def serve(*words: str) -> None:
    logging.disable()
    sys.stdout = StringIO()
    sys.exit(main(words))


def tell(folder: Path, port: int, count: int) -> None:
    logging.disable()  # Each of them would say that the broker is lost.
    empty = table_in(folder).now
    tables, posts = [SimpleNamespace(now=empty) for _ in range(count)], list[Post]()
    for n, table in enumerate(tables):
        ours, kept = topics("barkeep", identity(n)), folder / identity(n)
        kept.mkdir(exist_ok=True)
        line = Mqtt(Address("127.0.0.1", port), identity(n), ours.status, [ours.acknowledged])
        posts.append(Post(table, line, identity(n), "1.0", kept, prefix="barkeep", named=False))
    history, parts = tuple[Finished, ...](), (Part("A", "", 1, 40), Part("B", "", 2, 30))
    while True:
        for number in range(len(history) + 1, int((folder / "played").read_text(encoding="ascii")) + 1):
            history = (*history, Finished(number, "shark", "2026-11-26T21:03:07+01:00", 61, parts))
        evening = replace(empty.evening, history=history)
        for table, post in zip(tables, posts, strict=True):
            table.now = replace(empty, room=replace(empty.room, evening=evening))
            post.step()
        time.sleep(0.1)
