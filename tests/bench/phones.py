"""Phones without a browser, in a process of their own: each follows its stream, which brings its page at every change."""

from __future__ import annotations

import os
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Final

from tests.bench.processors import keep_to
from tests.evenings.house import House, Phone, until

PIECE: Final = 65536  # bytes, more than any view
VERSION: Final = re.compile(rb"event: version\ndata: (\d+)")
PAGE: Final = re.compile(rb"id: (\d+)\nevent: page\n")
LENGTH: Final = re.compile(rb"\r\ncontent-length: (\d+)", re.IGNORECASE)


class Phones:
    """Phones at *seats* of the table on *port*: *seen* is when each had the page of which version, in `perf_counter` seconds.

    They keep to *processors*, any where none are named.
    """

    def __init__(self, port: int, seats: str, processors: Collection[int] = ()) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.phones", str(port), seats],
            stdout=subprocess.PIPE,
            text=True,
            preexec_fn=partial(keep_to, processors),
        )
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        until(lambda: len({seat for seat, _ in self.seen}) == len(seats), "the phones' first pages")

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            seat, revision, at = line.split()
            self.seen[seat, int(revision)] = float(at)

    def close(self) -> None:
        """Switch the phones off."""
        self._process.terminate()
        self._process.wait()


class Follower:
    """What a phone's script does: take the page that the stream brings, and fetch it where the stream tells a version only.

    Bytes are all it looks at. Phones are machines of their own; here they share their processors with what is measured.
    """

    def __init__(self, phone: Phone) -> None:
        self._seat, self._due, self._heard, self._page = phone.seat, list[int](), b"", b""
        told = f" HTTP/1.1\r\nHost: {phone.host}:{phone.house.port}\r\nCookie: {phone.cookie}\r\n\r\n"
        self._ask = f"GET /seat/view{told}".encode()
        self.stream, self.line = (socket.create_connection(("127.0.0.1", phone.house.port)) for _ in range(2))
        self.stream.sendall(f"GET /seat/stream{told}".encode())

    def hear(self) -> bool:
        """Take what the stream says, and return whether it goes on."""
        said = self.stream.recv(PIECE)
        self._heard += said
        *events, self._heard = self._heard.split(b"\n\n")
        for event in events:
            if page := PAGE.search(event):
                self._tell(int(page[1]))
            elif version := VERSION.search(event):
                self._due.append(int(version[1]))
                if len(self._due) == 1:
                    self.line.sendall(self._ask)
        return said != b""

    def read(self) -> bool:
        """Take a piece of a page that was fetched, tell when it is whole, and return whether the line holds."""
        piece = self.line.recv(PIECE)
        self._page += piece
        head, _, body = self._page.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if length and len(body) == int(length[1]):
            self._tell(self._due.pop(0))
            self._page = b""
            if self._due:
                self.line.sendall(self._ask)
        return piece != b""

    def _tell(self, revision: int) -> None:
        """Say that the page of *revision* is here."""
        os.write(sys.stdout.fileno(), f"{self._seat} {revision} {time.perf_counter()}\n".encode())  # At once and whole.


def main(port: str, seats: str) -> None:
    """Seat a phone at each of *seats* and follow the table on *port* until the server or this process is ended."""
    house = House(Path())  # It runs elsewhere already.
    house.port = int(port)
    phones = [Phone(house, seat) for seat in seats]
    for phone in phones:
        phone.sit()
    with selectors.DefaultSelector() as lines:
        for follower in map(Follower, phones):
            lines.register(follower.stream, selectors.EVENT_READ, follower.hear)
            lines.register(follower.line, selectors.EVENT_READ, follower.read)
        while all(key.data() for key, _ in lines.select()):
            pass


if __name__ == "__main__":
    main(*sys.argv[1:])
