"""From a tap to everybody's eyes: the decoded frame on the display, and the page of five phones."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from companion.barracuda.model import CARDS
from companion.pieces import Piece
from companion.seating import StartGame
from firmware.boot import House, Settings, open_house
from firmware.simulator.bench import tag_of
from tests.bench.phones import Phones
from tests.evenings.house import until

SEATS, HOUSES = "ABCDE", 8
LEFT_OUT = ["Barracuda", "Tide Bar"]


def report() -> None:
    """Print the delays of every tap of the first two rounds of some games."""
    frames: list[float] = []
    pages: list[float] = []
    for _ in range(HOUSES):
        with tempfile.TemporaryDirectory() as folder:
            house = open_house(Settings(Path(folder), "simulated", port=0, host="127.0.0.1"))
            try:
                _two_rounds(house, frames, pages)
            finally:
                house.close()
    _print("tap to decoded frame", frames)
    _print(f"tap to the page of {len(SEATS)} phones, each", pages)


def _two_rounds(house: House, frames: list[float], pages: list[float]) -> None:
    phones = Phones(house.port, SEATS)
    house.table.act("A", StartGame("barracuda", {"draw": "bag", "left_out": LEFT_OUT}))
    cards = iter(card.name for card in CARDS if card.name not in LEFT_OUT)
    for _ in range(2):
        for seat in SEATS:
            for piece in (Piece("bag", seat), Piece("card", next(cards))):
                _one_tap(house, phones, piece, frames, pages)
    phones.close()


def _one_tap(house: House, phones: Phones, piece: Piece, frames: list[float], pages: list[float]) -> None:
    box = house.devices.box
    assert box is not None
    time.sleep(0.1)  # Let the last one settle.
    before = box.picture().tobytes()
    began = time.perf_counter()
    answer = house.table.tap("reader 1", tag_of(piece))
    assert answer.right, answer
    until(lambda: box.picture().tobytes() != before, "the frame", look=0.002)
    frames.append(1000 * (time.perf_counter() - began))
    revision = house.table.revision
    until(lambda: all((seat, revision) in phones.seen for seat in SEATS), "the pages", look=0.002)
    pages.extend(1000 * (phones.seen[seat, revision] - began) for seat in SEATS)


def _print(what: str, took: list[float]) -> None:
    took = sorted(took)
    print(f"{what}: {len(took)} times, median {took[len(took) // 2]:.1f} ms, p99 {took[int(0.99 * len(took))]:.1f} ms")
