"""The simulated spidev and RPi.GPIO."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import Pins, install
from firmware.simulator.registers import Register

VERSION = [0x80 | Register.VERSION << 1, 0]


@pytest.fixture
def chips() -> dict[tuple[int, int], Chip]:
    return {(0, 0): Chip(Clock(), version=0x91), (1, 2): Chip(Clock(), version=0x12)}


@pytest.fixture
def pins(chips: dict[tuple[int, int], Chip], wire: Callable[..., Pins]) -> Pins:
    return wire(chips)


@pytest.fixture
def gpio(pins: Pins) -> Any:
    return importlib.import_module("RPi.GPIO")


def spi() -> Any:
    return importlib.import_module("spidev").SpiDev()


@pytest.mark.usefixtures("pins")
def test_each_device_is_its_own_chip_while_it_is_open() -> None:
    first, second = spi(), spi()
    first.open(0, 0)
    second.open(1, 2)
    assert (first.xfer2(VERSION)[1], second.xfer(VERSION)[1]) == (0x91, 0x12)
    first.close()
    with pytest.raises(OSError, match="descriptor"):
        first.xfer2(VERSION)
    with pytest.raises(FileNotFoundError, match=r"spidev0\.1"):
        spi().open(0, 1)


def test_pins_are_numbered_and_set_up_before_they_are_used(gpio: Any) -> None:
    with pytest.raises(RuntimeError):
        gpio.setup(25, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError):
        gpio.output(25, gpio.LOW)
    with pytest.raises(ValueError, match="numbering"):
        gpio.setmode(gpio.BOARD)


def test_cleanup_gives_back_what_is_named_or_everything(gpio: Any, pins: Pins) -> None:
    gpio.setmode(gpio.BCM)
    for pin in (4, 5, 6, 7):
        gpio.setup(pin, gpio.OUT, initial=gpio.LOW)
    gpio.setup(8, gpio.IN)
    gpio.cleanup(4)
    gpio.cleanup([5, 6])
    assert (pins.levels, gpio.getmode()) == ({7: 0}, gpio.BCM)
    gpio.cleanup()
    assert (pins.levels, gpio.getmode()) == ({}, None)


def test_nothing_is_left_behind(chips: dict[tuple[int, int], Chip]) -> None:
    before = {name: sys.modules.get(name) for name in ("spidev", "RPi", "RPi.GPIO", "mfrc522")}
    outer = install(chips)
    driver = importlib.import_module("mfrc522")
    inner = install(chips)
    assert importlib.import_module("mfrc522") is not driver  # Or it would hold on to the outer pins.
    inner.remove()
    assert sys.modules["mfrc522"] is driver
    outer.remove()
    assert {name: sys.modules.get(name) for name in before} == before
