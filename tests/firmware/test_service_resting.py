"""A table at which nobody does anything: its display dims and goes dark, and any tap, key or move lights it."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
from PIL import Image

from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.seating import SitDown
from companion.table import Table
from companion.words import Words
from firmware.devices import Button, Laid, Lifted, Pressed
from firmware.resting import BRIGHT, DIM, DIM_AFTER, HIDE_AFTER
from firmware.service import NOTICE_SECONDS, Service, Welcome
from tests.companion.settings import first


class Glass:
    """A display that keeps what it shows, and how bright it is."""

    width, height = 128, 64

    def __init__(self) -> None:
        self.picture, self.level = Image.new("1", (128, 64)), 0

    def show(self, picture: Image.Image) -> None:
        self.picture = picture

    def dim(self, level: int) -> None:
        self.level = level

    def close(self) -> None: ...


class Keys:
    """A panel of which one key is pressed, once."""

    def __init__(self, stop: threading.Event) -> None:
        self._stop = stop

    def pressed(self, timeout: float) -> Pressed:
        self._stop.set()
        return Pressed(Button.OK, long=True)

    def held(self, button: Button) -> bool:
        return False

    def play(self, phrase: object) -> None: ...
    def light(self, light: object, colour: object = None) -> None: ...
    def close(self) -> None: ...


class Room:
    def __init__(self, folder: Path) -> None:
        self.now, self.glass, self.stop = 0.0, Glass(), threading.Event()
        self.table = Table(Journal(connect(folder / "journal")), GAMES, Pieces(), first)
        welcome = Welcome("10.42.0.1", "http://10.42.0.1/")
        self.service = Service(
            self.table, Words("en"), welcome, self.glass, Keys(self.stop), clock=lambda: self.now
        )  # fmt: skip

    def look(self, after: float = 0.0) -> tuple[bytes, int]:
        self.now += after
        self.service.show_once()
        return self.glass.picture.tobytes(), self.glass.level


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def test_a_display_that_nobody_needs_dims_and_goes_dark(room: Room) -> None:
    lobby, level = room.look()
    assert level == BRIGHT
    assert room.look(DIM_AFTER - 1) == (lobby, BRIGHT)
    assert room.look(2)[1] == DIM
    assert room.look(HIDE_AFTER) == (bytes(len(lobby)), DIM)


@pytest.mark.parametrize(
    "wake",
    [
        lambda room: room.service.heard(Lifted("reader 1", b"abcd")),
        lambda room: room.service.take_keys(room.stop),
    ],
)
def test_a_hand_lights_it(room: Room, wake) -> None:
    lobby, _ = room.look()
    room.look(HIDE_AFTER)
    wake(room)
    assert room.look() == (lobby, BRIGHT)


def test_a_tap_and_a_move_light_it(room: Room) -> None:
    room.look()
    room.look(HIDE_AFTER)
    room.service.heard(Laid("reader 1", b"abcd"))
    assert room.look()[1] == BRIGHT
    room.look(NOTICE_SECONDS)
    room.look(HIDE_AFTER)
    room.table.act("A", SitDown("Noor", "a" * 64))
    picture, level = room.look()
    assert any(picture)
    assert level == BRIGHT


def test_farewell_is_bright(room: Room) -> None:
    room.look()
    room.look(HIDE_AFTER)
    room.service.farewell()
    assert any(room.glass.picture.tobytes())
    assert room.glass.level == BRIGHT
