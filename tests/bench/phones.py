"""Phones without a browser, in their own process: each follows its stream, which sends its page at every change."""

import re
import socket
import time
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any, Final

from tests.evenings.house import House, Phone, until
from web.seats.session import stream_path

PIECE: Final = 65536  # bytes, more than any view
PAGE: Final = re.compile(rb"id: (\d+)\nevent: page\n")


class Phones:
    """Phones at *seats* of the table on *port*. *seen* holds when each got the page of a version, in `perf_counter` seconds."""

    def __init__(self, port: int, seats: str) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        spawn = get_context("spawn")
        self._told = spawn.SimpleQueue()
        self._process = spawn.Process(target=_follow_all, args=(port, seats, self._told), daemon=True)
        self._process.start()
        Thread(target=self._listen, daemon=True).start()
        until(lambda: {seat for seat, _ in self.seen} == set(seats), "the phones' streams")

    def _listen(self) -> None:
        for *seen, at in iter(self._told.get, None):
            self.seen[tuple(seen)] = at

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._told.put(None)


def _follow_all(port: int, seats: str, told: Any) -> None:
    for seat in seats:
        Thread(target=_follow, args=(port, seat, told)).start()


def _follow(port: int, seat: str, told: Any) -> None:
    """Sit down, and follow the table until its server ends. A page's first line comes in one piece."""
    house = House(Path())  # It is already running elsewhere.
    house.port = port
    phone = Phone(house, seat)
    phone.sit()
    head = f"GET {stream_path(phone.cookie.removeprefix('seat='))} HTTP/1.1\r\nHost: {phone.host}:{port}\r\n"
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.sendall(f"{head}Cookie: {phone.cookie}\r\n\r\n".encode())
        told.put((seat, 0, time.perf_counter()))
        for said in iter(partial(line.recv, PIECE), b""):
            for revision in PAGE.findall(said):
                told.put((seat, int(revision), time.perf_counter()))
