"""Phones without a browser, in a process of their own: each follows its stream, and fetches its view at every version."""

from __future__ import annotations

import http.client
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

from tests.evenings.house import House, Phone, until


class Phones:
    """Phones at *seats* of the table on *port*: *seen* is when each had fetched which version, in `perf_counter` seconds."""

    def __init__(self, port: int, seats: str) -> None:
        self.seen: dict[tuple[str, int], float] = {}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.phones", str(port), seats], stdout=subprocess.PIPE, text=True
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


def follow(phone: Phone) -> None:
    """Do what the page's script does: fetch the view at every version that the stream tells, on a line that stays open."""
    sent = {"Host": f"{phone.host}:{phone.house.port}", "Cookie": phone.cookie}
    stream, kind = _get(http.client.HTTPConnection("127.0.0.1", phone.house.port), "/seat/stream", sent), b""
    line = http.client.HTTPConnection("127.0.0.1", phone.house.port)
    while said := stream.readline():
        if said.startswith(b"event:"):
            kind = said.strip()
        elif said.startswith(b"data:") and kind == b"event: version":
            _get(line, "/seat/view", sent).read()
            fetched = f"{phone.seat} {int(said[5:])} {time.perf_counter()}\n"
            os.write(sys.stdout.fileno(), fetched.encode())  # At once and whole, from whichever thread.


def _get(line: http.client.HTTPConnection, path: str, sent: dict[str, str]) -> http.client.HTTPResponse:
    line.request("GET", path, headers=sent)
    return line.getresponse()


def main(port: str, seats: str) -> None:
    """Seat a phone at each of *seats* and follow the table on *port* until the process is ended."""
    house = House(Path())  # It runs elsewhere already.
    house.port = int(port)
    phones = [Phone(house, seat) for seat in seats]
    for phone in phones:
        phone.sit()
    threads = [threading.Thread(target=follow, args=(phone,)) for phone in phones]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
