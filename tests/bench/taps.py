"""Measure the delay from a tap to the display, and to the pages of five phones."""

import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Final

from companion.games.barracuda.model import CARDS
from companion.kit.pieces import Piece
from companion.seats.starting import StartGame
from firmware.boot import RunningTable, open_table
from firmware.building import Settings
from firmware.simulator.bench import tag_of
from tests.bench import spread
from tests.bench.phones import Phones
from tests.evenings.house import until

SEATS, EVENINGS = "ABCDE", 4
LEFT_OUT: Final = ["Barracuda", "Tide Bar"]
FRAME, PAGES = "frame", "pages of five phones"
REST = 0.25  # seconds from one tap to the next


def report() -> None:
    """Print the delay of every tap in the first two rounds of some games."""
    took: dict[str, list[float]] = {FRAME: [], PAGES: []}
    for _ in range(EVENINGS):
        with (
            tempfile.TemporaryDirectory() as folder,
            closing(open_table(Settings(Path(folder), "simulated", 0, "127.0.0.1"))) as house,
        ):
            _two_rounds(house, took)
    print("from a tap to:")
    for what, delays in took.items():
        print(f"  {what}: {spread(delays)}")


def _two_rounds(house: RunningTable, took: dict[str, list[float]]) -> None:
    phones = Phones(house.port, SEATS)
    cards = iter(card.name for card in CARDS if card.name not in LEFT_OUT)
    house.table.act("A", StartGame("barracuda", {"draw": "bag", "left_out": LEFT_OUT}))
    for _ in range(2):
        for seat in SEATS:
            for piece in (Piece("bag", seat), Piece("card", next(cards))):
                _tap(house, phones, piece, took)
    phones.close()


def _tap(house: RunningTable, phones: Phones, piece: Piece, took: dict[str, list[float]]) -> None:
    """Lay *piece* on the reader, and note how long it takes until all have heard of it."""
    box = house.devices.box
    time.sleep(REST)
    before, began = box.picture().tobytes(), time.perf_counter()
    answer = house.table.tap("reader 1", tag_of(piece))
    assert answer.right, answer
    while box.picture().tobytes() == before:
        pass
    took[FRAME].append(1000 * (time.perf_counter() - began))
    revision = house.table.now.revision
    until(lambda: all((seat, revision) in phones.seen for seat in SEATS), "the pages", look=0.002)
    took[PAGES] += [1000 * (phones.seen[seat, revision] - began) for seat in SEATS]
