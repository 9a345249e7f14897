"""Fixtures for the tests of several devices: simulated wires that are removed again, and readers on them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.kit import Piece
from firmware.simulator.pins import Pins, install
from tests.companion.settings import sit_and_start
from tests.firmware.readers import Readers
from tests.firmware.rooms import BAG, PAWN, Room


@pytest.fixture
def wire() -> Iterator[Callable[..., Pins]]:
    """Return a function that replaces a Pi's SPI and GPIO with simulated ones until the test ends."""
    with ExitStack() as wired:

        def put(*chips: object) -> Pins:
            pins = install(*chips)
            wired.callback(pins.remove)
            return pins

        yield put


@pytest.fixture
def readers(wire: Callable[..., Pins]) -> Readers:
    return Readers(wire)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let SQLite give up on a locked journal at once, and not after two seconds."""
    connect = sqlite3.connect
    monkeypatch.setattr(sqlite3, "connect", lambda *given, **more: connect(*given, **more | {"timeout": 0}))


@pytest.fixture
def room(tmp_path: Path) -> Room:
    """A table at which nobody sits, and which has been taught no tags."""
    return Room(tmp_path)


@pytest.fixture
def playing(tmp_path: Path) -> Room:
    room = Room(tmp_path, {BAG: Piece("bag", "B"), PAWN: Piece("pawn", "C", 2)})
    sit_and_start(room.table)
    return room
