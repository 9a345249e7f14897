"""A table with a display and a panel in one room, on a simulated clock: what a hand does there, and what an eye sees."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL.Image import Image

from companion.agreeing.evening.pausing import Pause
from companion.journal.store import connect
from companion.kit import Piece, Said
from companion.seats.tickets import Tickets
from companion.table.table import Unknown
from companion.tags.pieces import Pieces
from companion.words import Words
from firmware.devices import Button, Laid, Light, Phrase, Pressed
from firmware.display import screens
from firmware.display.oled_display import OledDisplay, i2c_bus
from firmware.service import Service, Welcome
from firmware.simulator.display import I2cBus, SimulatedOled
from tests.companion.settings import open_table
from tests.proof.durability.failing import FailingConnection

WORDS = Words("en")
BAG, PAWN = bytes([4, 0, 0, 1]), bytes([4, 0, 0, 2])
JOIN = "http://10.42.0.1/"


class Board:
    """A panel that remembers its last phrase and its LED's light; it is pressed once, and then its thread stops."""

    def __init__(self) -> None:
        self.phrase: Phrase | None = None
        self.lit: tuple[Light, tuple[int, int, int]] | None = None
        self.down: set[Button] = set()
        self.press, self.stop = Pressed(Button.OK), threading.Event()

    def play(self, phrase: Phrase) -> None:
        self.phrase = phrase

    def light(self, light: Light, colour: tuple[int, int, int] = (255, 255, 255)) -> None:
        self.lit = light, colour

    def held(self, button: Button) -> bool:
        return button in self.down

    def pressed(self, timeout: float) -> Pressed:
        self.stop.set()
        return self.press

    def close(self) -> None: ...


class Room:
    """A table with *tags*, the actions of a hand, and the observations of an eye and an ear, on a simulated clock."""

    def __init__(self, folder: Path, tags: dict[bytes, Piece] | None = None, *, panel: bool = True) -> None:
        folder.mkdir(exist_ok=True)
        self.now, self.oled, self.board = 0.0, SimulatedOled(), Board()
        self.disk, tickets = FailingConnection(connect(folder / "journal")), Tickets(lambda: self.now, random.Random(1).choice)
        self.table, bus = open_table(self.disk, pieces=Pieces(tags or {}), tickets=tickets), I2cBus(self.oled)
        display, welcome = OledDisplay("ssd1306", lambda: i2c_bus(bus), clock=lambda: self.now), Welcome("10.42.0.1", JOIN)
        self.service = Service(self.table, WORDS, welcome, display, self.board if panel else None, clock=lambda: self.now)

    def look(self, after: float = 0.0) -> Image:
        """Return the picture on the display's own chip *after* so many seconds."""
        self.now += after
        self.service.show_once()
        return self.oled.picture()

    def shows(self, picture: Image, after: float = 0.0) -> bool:
        return same(self.look(after), picture)

    def lay(self, uid: bytes) -> Phrase | None:
        self.service.heard(Laid("reader 1", uid))
        self.look()
        return self.board.phrase

    def press(self, button: Button, *, long: bool = False) -> Phrase | None:
        self.board.press = Pressed(button, long=long)
        self.board.stop.clear()
        self.service.take_keys(self.board.stop)
        self.look()
        return self.board.phrase

    def fill_disk(self, seat: str = "A", command: Any = None) -> None:
        """Make every write to the disk fail, and let *seat* find out."""
        self.disk.fail(1, 10**6, after=False)
        with pytest.raises(Unknown):
            self.table.act(seat, command or Pause())


def same(one: Image, other: Image) -> bool:
    return one.tobytes() == other.tobytes()


def notice(said: Said, names: dict[str, str] | None = None) -> Image:
    return screens.notice(said, WORDS, names or {})


def shows_ticket(room: Room, *, read_only: bool = False) -> bool:
    ticket, names = room.table.now.ticket, room.table.now.names
    return ticket is not None and room.shows(screens.ticket(JOIN + ticket.code, ticket, names, WORDS, read_only=read_only))


def shows_game(room: Room, after: float = 0.0) -> bool:
    return room.shows(screens.draw(room.table.now.public.screen, WORDS, room.table.now.names), after)
