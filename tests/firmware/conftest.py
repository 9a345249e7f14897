"""Fixtures for the tests of several devices: simulated wires that are removed again, and readers on them."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

from firmware.simulator.pins import Pins, install
from tests.firmware.readers import Readers


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
