"""Phones for `taps`, run as a process: prints the seat, the version and the moment of every page that was fetched."""

from __future__ import annotations

import http.client
import os
import sys
import threading
import time
from pathlib import Path

from tests.evenings.house import House, Phone


def follow(phone: Phone) -> None:
    """Do what the page's script does: fetch the view at every version that the stream tells."""
    connection = http.client.HTTPConnection("127.0.0.1", phone.house.port)
    host = f"{phone.host}:{phone.house.port}"
    connection.request("GET", "/seat/stream", headers={"Host": host, "Cookie": phone.cookie})
    stream, kind = connection.getresponse(), b""
    while line := stream.readline():
        if line.startswith(b"event:"):
            kind = line.strip()
        elif line.startswith(b"data:") and kind == b"event: version":
            phone.page()
            fetched = f"{phone.seat} {int(line[5:])} {time.perf_counter()}\n"
            os.write(sys.stdout.fileno(), fetched.encode())  # At once and whole, from whichever thread.


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


main(*sys.argv[1:])
