"""An evening in one process with everything within reach: its faults, its phones over HTTP, its journal and its log."""

import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from companion.pieces import Piece
from companion.words import Words
from firmware import screens, storage
from firmware.boot import House, Settings, open_house
from firmware.rhythm import ANSWERS
from firmware.simulator import faults
from firmware.simulator.bench import SimulatedBox, tag_of
from tests.evenings.house import PATIENCE, Phone, until

SEATS = "ABC"
LINGER = 1.5  # Seconds that a fault stays: the driver asks for the part once more in between, without a second line.
SETTLE = 0.8  # Seconds: more than the five polls after which a lifted tag is forgotten.
# What tells in the log that a part is lost and back; the other faults nobody needs to be told of.
LOGGED = {
    **dict.fromkeys(faults.READER, "reader 1"),
    **dict.fromkeys(("display.unplugged", "display.absent", "display.nack"), "the display"),
    "panel.absent": "the panel",
}


class Evening:
    """A game of three in its first round, drawn from the bag: Noor's turn came by a tap, and her bar by her phone."""

    def __init__(self, data: Path, box: SimulatedBox, said: list[str], house: House) -> None:
        self.data, self.port, self.box, self.said, self.house = data, house.port, box, said, house
        self.phones = {seat: Phone(self, seat) for seat in SEATS}
        self.bars = iter(("Octopus", "Karambole", "Albatros"))

    @property
    def rows(self) -> int:
        with closing(sqlite3.connect(f"file:{self.data / storage.JOURNAL}?mode=ro", uri=True)) as journal:
            return int(journal.execute("SELECT count(*) FROM rows").fetchone()[0])

    def start(self) -> None:
        for phone in self.phones.values():
            phone.sit()
        self._act("A", {"ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {"draw": "bag"}}})

    def begin(self) -> None:
        self.start()
        self.tap("A")
        self.open_a_bar("A")

    def leave_a_card(self) -> None:
        """Lay a bar's card on the reader, too early: it means something once somebody is drawn. Leave it there."""
        self.lift_all()
        since = self.house.devices.panel.said[0]
        self.lay(Piece("card", "Tide Bar"))
        until(lambda: self.answered(since), "no to a card that comes too early")

    def tap(self, seat: str) -> None:
        """Lay a bag pawn until the table took it, and lift it; its drawer is to act now.

        A reader that has just started ignores what lies there: the hand tries again, as hands do.
        """
        end, before, pawn = time.monotonic() + PATIENCE, self.rows, Piece("bag", seat)
        self.lay(pawn)
        while not self.changed(before, SETTLE):
            assert time.monotonic() < end, f"waited for the tap of {seat}"
            self.lift_all()
            self.lay(pawn)
        self.box.lift(tag_of(pawn).hex())
        assert self.rows == before + 1

    def lay(self, piece: Piece) -> None:
        self.box.lay(tag_of(piece).hex())

    def lift_all(self) -> None:
        for uid in self.box.lying():
            self.box.lift(uid)
        time.sleep(SETTLE)

    def changed(self, rows: int, seconds: float) -> bool:
        with suppress(AssertionError):
            until(lambda: self.rows != rows, "another row", patience=seconds)
        return self.rows != rows

    def draw(self, seat: str) -> None:
        self._answer("A", "draw", {"is": "DrawPawn", "pawn": seat})
        until(lambda: "open" in self.phones[seat].asks(), "the page of who was drawn")

    def open_a_bar(self, seat: str) -> None:
        self._answer(seat, "open", {"is": "OpenBar", "bar": next(self.bars)})

    def _answer(self, seat: str, ask: str, command: dict[str, str]) -> None:
        self._act(seat, next(one for one in self.phones[seat].offered(ask) if one["command"] == command))

    def _act(self, seat: str, answer: dict[str, Any]) -> None:
        status, said = self.phones[seat].act(answer)
        assert status == 200, said

    def shows_the_table(self) -> bool:
        table = self.house.table
        wanted = screens.draw(table.screen(), Words("en"), table.names)
        return self.box.picture().tobytes() == wanted.tobytes()

    def key_is_answered(self) -> bool:
        """Press BACK; tell whether the buzzer was asked to answer."""
        since = self.house.devices.panel.said[0]
        self.box.press("back")
        with suppress(AssertionError):
            until(lambda: self.answered(since), "an answer to the key", patience=1)
        return self.answered(since)

    def answered(self, since: int) -> bool:
        """Tell whether a tap or a key was answered after so many phrases; a panel that came back counts anew."""
        count, phrases = self.house.devices.panel.said
        new = count - since if count >= since else count
        return any(phrase in ANSWERS for phrase in phrases[len(phrases) - new :]) if new else False


@contextmanager
def open_evening(data: Path, *troubles: str) -> Iterator[Evening]:
    """Open a house with *troubles*; of the firmware's warnings is kept how each began, such as "reader 1 is lost"."""
    said, handler, logger = list[str](), logging.Handler(logging.WARNING), logging.getLogger("firmware")
    handler.emit = lambda record: said.append(record.getMessage().split(":")[0])
    logger.addHandler(handler)
    with ExitStack() as stack:
        stack.callback(logger.removeHandler, handler)
        house = open_house(Settings(data, "simulated", port=0, host="127.0.0.1", faults=troubles))
        stack.callback(house.close)
        yield Evening(data, house.devices.box, said, house)


def suffer(evening: Evening, name: str) -> None:
    """Let the fault *name* of reader, display or panel come and go while a card lies on the reader that means something.

    Meanwhile the game goes on by phone. Asserts that nothing moves but what a phone moved, that everything works again
    without a restart, and that the log has one line down and one up.
    """
    evening.begin()
    evening.leave_a_card()
    if shows := name.startswith("display."):
        until(lambda: not evening.house.service._notice and evening.shows_the_table(), "the picture without a notice")
    rows, part = evening.rows, LOGGED.get(name)
    evening.box.set_fault(name, True)
    if part:
        until(lambda: f"{part} is lost" in evening.said, f"the line about {name}")
    evening.draw("C")
    if evening.box.faults()[name]:
        time.sleep(LINGER if part else 0)
        evening.box.set_fault(name, False)
    if part:
        until(lambda: f"{part} is back" in evening.said, f"the return from {name}")
    if shows:
        until(evening.shows_the_table, "the right picture")
    until(evening.key_is_answered, "an answer to a key")
    assert evening.rows == rows + 1, "what lay on the reader all the time counted"
    evening.open_a_bar("C")
    evening.lift_all()
    evening.tap("B")
    assert evening.said == ([f"{part} is lost", f"{part} is back"] if part else [])


MOVES = {"tags.duplicate": 1, "tags.flicker": 1}  # One touch, one move; the other tags are read badly, or are strange.
STRANGE = {"tags.unknown": 7, "tags.four_bytes": 4, "tags.ten_bytes": 10}


def suffer_tags(evening: Evening, name: str) -> None:
    """Let the fault *name* befall a pawn that means something, or lay a strange tag; then as `suffer`."""
    evening.begin()
    rows, moves = evening.rows, MOVES.get(name, 0)
    evening.box.set_fault(name, True)
    if name in STRANGE:
        until(lambda: len(evening.house.table.waiting_tag or b"") == STRANGE[name], "a strange tag, its number whole")
    else:
        evening.lay(Piece("bag", "B"))
        assert evening.changed(rows, PATIENCE if moves else SETTLE) == bool(moves)
        time.sleep(SETTLE)
    assert evening.rows == rows + moves
    if moves:
        evening.open_a_bar("B")
    evening.draw("C")
    evening.open_a_bar("C")
    evening.box.set_fault(name, False)
    evening.lift_all()
    evening.tap("A" if moves else "B")
    assert evening.rows == rows + 3 + 2 * moves
    assert evening.said == []
