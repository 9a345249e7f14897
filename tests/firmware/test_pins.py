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
def gpio(chips: dict[tuple[int, int], Chip], wire: Callable[..., Pins]) -> tuple[Any, Pins]:
    pins = wire(chips)
    return importlib.import_module("RPi.GPIO"), pins


@pytest.mark.usefixtures("gpio")
def test_each_device_is_its_own_chip_while_it_is_open() -> None:
    first, second, third = (importlib.import_module("spidev").SpiDev() for _ in range(3))
    first.open(0, 0)
    second.open(1, 2)
    assert (first.xfer2(VERSION)[1], second.xfer(VERSION)[1]) == (0x91, 0x12)
    first.close()
    with pytest.raises(OSError, match="descriptor"):
        first.xfer2(VERSION)
    with pytest.raises(FileNotFoundError, match=r"spidev0\.1"):
        third.open(0, 1)


def test_pins_are_numbered_and_set_up_before_they_are_used_and_given_back(gpio: tuple[Any, Pins]) -> None:
    module, pins = gpio
    with pytest.raises(RuntimeError):
        module.setup(25, module.OUT)
    module.setmode(module.BCM)
    with pytest.raises(RuntimeError):
        module.output(25, module.LOW)
    with pytest.raises(ValueError, match="numbering"):
        module.setmode(module.BOARD)
    for pin in (4, 5, 6, 7):
        module.setup(pin, module.OUT, initial=module.LOW)
    module.setup(8, module.IN)
    module.cleanup(4)
    module.cleanup([5, 6])
    assert (pins.levels, module.getmode()) == ({7: 0}, module.BCM)
    module.cleanup()
    assert (pins.levels, module.getmode()) == ({}, None)


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
