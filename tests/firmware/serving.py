"""A table with its things, as they are driven on a Pi: a display whose bus is read, and a panel that is listened to."""

import random
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import ImageChops
from PIL.Image import Image

from companion.evening import Pause
from companion.game import Said
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.table import Table, Unknown
from companion.tickets import Tickets
from companion.words import Words
from firmware import screens
from firmware.devices import Button, Laid, Light, Phrase, Pressed
from firmware.oled_display import OledDisplay, i2c_bus
from firmware.service import Service, Welcome
from firmware.simulator.display import I2cBus, SimulatedOled
from tests.companion.settings import first
from tests.proof.failing import FailingConnection

WORDS = Words("en")
JOIN = "http://10.42.0.1/"


class Board:
    """A panel that keeps what it played last and how its LED shines; it is pressed once, and then its thread stops."""

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
    """A table with *tags*, what a hand does to it, and what an eye and an ear find, on a clock that moves only here."""

    def __init__(self, folder: Path, tags: dict[bytes, Piece] | None = None, *, panel: bool = True) -> None:
        folder.mkdir(exist_ok=True)
        self.now, self.oled, self.board = 0.0, SimulatedOled(), Board()
        self.disk = FailingConnection(connect(folder / "journal"))
        tickets = Tickets(lambda: self.now, random.Random(1).choice)
        self.table = Table(Journal(self.disk), GAMES, Pieces(tags or {}), first, tickets)
        bus = I2cBus(self.oled)
        display = OledDisplay("ssd1306", lambda: i2c_bus(bus), clock=lambda: self.now)
        welcome = Welcome("10.42.0.1", JOIN)
        board = self.board if panel else None
        self.service = Service(self.table, WORDS, welcome, display, board, clock=lambda: self.now)

    def look(self, after: float = 0.0) -> Image:
        """Return what the display's own chip has been told to show, *after* so many seconds."""
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
        """Let the disk take nothing any more, and *seat* find out."""
        self.disk.fail(1, 10**6, after=False)
        with pytest.raises(Unknown):
            self.table.act(seat, command or Pause())

    def mend_disk(self) -> None:
        self.disk.fail(0, -1, after=False)


def same(one: Image, other: Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def notice(said: Said, names: dict[str, str] | None = None) -> Image:
    return screens.notice(said, WORDS, names or {})
