"""Phones without a browser, in their own process: each follows its stream, which sends its page at every change."""

import os
import re
import selectors
import socket
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path
from typing import Final

from tests.evenings.house import House, Phone, until
from web.seats.session import stream_path

PIECE: Final = 65536  # bytes, more than any view
PAGE: Final = re.compile(rb"id: (\d+)\nevent: page\n")


class Phones:
    """Phones at *seats* of the table on *port*. *seen* holds when each got the page of a version, in `perf_counter` seconds."""

    def __init__(self, port: int, seats: str) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        words = [sys.executable, "-m", "tests.bench.phones", str(port), seats]
        self._process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._listen, daemon=True).start()
        until(lambda: {seat for seat, _ in self.seen} == set(seats), "the phones' streams")

    def _listen(self) -> None:
        for line in self._process.stdout:
            seat, revision, at = line.split()
            self.seen[seat, int(revision)] = float(at)

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()


def main(port: str, seats: str) -> None:
    """Seat a phone at each of *seats* and follow the table on *port* until the server or this process ends."""
    house = House(Path())  # It is already running elsewhere.
    house.port = int(port)
    with selectors.DefaultSelector() as lines:
        for seat in seats:
            phone = Phone(house, seat)
            phone.sit()
            lines.register(_stream(phone), selectors.EVENT_READ, partial(_hear, seat))
            _tell(seat, 0)
        while all(key.data(key.fileobj) for key, _ in lines.select()):
            pass


def _stream(phone: Phone) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", phone.house.port))
    host, path = f"Host: {phone.host}:{phone.house.port}", stream_path(phone.cookie.removeprefix("seat="))
    line.sendall(f"GET {path} HTTP/1.1\r\n{host}\r\nCookie: {phone.cookie}\r\n\r\n".encode())
    return line


def _hear(seat: str, line: socket.socket) -> bool:
    """Read from the stream; return whether it continues. A page's first line comes in one piece."""
    said = line.recv(PIECE)
    for revision in PAGE.findall(said):
        _tell(seat, int(revision))
    return said != b""


def _tell(seat: str, revision: int) -> None:
    os.write(sys.stdout.fileno(), f"{seat} {revision} {time.perf_counter()}\n".encode())  # Unbuffered, and as one write.


if __name__ == "__main__":
    main(*sys.argv[1:])
