"""Print every figure, part by part; `python -m tests.bench taps` prints those of one part."""

import sys
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
from tests.bench import busy, healthy_polls, resident, spread
from tests.bench.phones import Phones
from tests.evenings.house import open_house, until

SEATS, EVENINGS, STARTS = "ABCDE", 4, 5
LEFT_OUT: Final = ["Barracuda", "Tide Bar"]
FRAME, PAGES = "frame", "pages of five phones"
REST = 0.25  # seconds from one tap to the next
SETTLING, IDLE = 20.0, 20.0  # seconds; meanwhile the parts that pages are made from are prepared


def taps() -> None:
    """Print the delay of every tap to display and phones in the first two rounds of some games."""
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
    cards = iter(card.name for card in CARDS if card.name not in LEFT_OUT)
    with closing(Phones(house.port, SEATS)) as phones:
        house.table.act("A", StartGame("barracuda", {"draw": "bag", "left_out": LEFT_OUT}))
        for seat in SEATS * 2:
            for piece in (Piece("bag", seat), Piece("card", next(cards))):
                _tap(house, phones, piece, took)


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


def resting() -> None:
    """Print how soon a table is open, and what it takes while idle with five phones, with simulated hardware and without."""
    print(f"from the start of the program to an open table: {spread([_start() for _ in range(STARTS)], 's')}")
    for hardware in ("simulated", "none"):
        with tempfile.TemporaryDirectory() as folder, open_house(Path(folder), "--hardware", hardware) as house:
            with closing(Phones(house.port, SEATS)):
                time.sleep(SETTLING)
                before = busy(house.process.pid)
                time.sleep(IDLE)
                share, memory = (busy(house.process.pid) - before) / IDLE, resident(house.process.pid)
            print(f"a resting table, hardware {hardware}: {memory:.0f} MB, {share:.2%} of a processor")


def _start() -> float:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, open_house(Path(folder)):
        return time.monotonic() - began


PARTS: Final = {"healthy_polls": healthy_polls.report, "taps": taps, "resting": resting}

if __name__ == "__main__":
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
