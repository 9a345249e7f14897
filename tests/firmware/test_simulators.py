"""The simulated chip, its tags and pins: the stock driver works on them, and they refuse what the real ones would."""

import importlib
import logging
from typing import Any

import pytest

from firmware.reader.iso14443 import REQA, Identification, wake
from firmware.simulator.tags import classic
from tests.firmware.readers import Readers

FOUR, LEVEL = bytes.fromhex("11223344"), [0x11, 0x22, 0x33, 0x44, 0x44]


@pytest.fixture
def stock(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The unmodified driver, started by its own constructor."""
    monkeypatch.setattr(logging.getLogger("mfrc522Logger"), "handlers", [])  # It adds another one each time.
    return importlib.import_module("mfrc522").MFRC522()


def test_the_stock_driver_finds_and_selects_a_tag_and_gives_its_pins_back(readers: Readers, stock: Any) -> None:
    assert (readers.pins.mode, readers.pins.levels) == (10, {22: 1})  # By BOARD numbering.
    assert stock.MFRC522_Request(stock.PICC_REQIDL) == (stock.MI_ERR, 0)
    readers.lay(classic(FOUR))
    assert stock.MFRC522_Request(stock.PICC_REQIDL) == (stock.MI_OK, 16)
    assert stock.MFRC522_Anticoll() == (stock.MI_OK, LEVEL)
    assert (stock.MFRC522_SelectTag(LEVEL), stock.Read_MFRC522(stock.DivIrqReg)) == (0x08, 0x04)
    stock.Close_MFRC522()
    assert (readers.pins.mode, readers.pins.levels) == (None, {})


def test_a_tag_that_is_told_what_it_does_not_expect_is_silent_until_it_is_woken(readers: Readers) -> None:
    link = readers.opened()._link
    readers.lay(classic(FOUR))
    for sent in ("9520", "9330", "300002a8"):  # Of another level; shorter than it says; and to read, once it is selected.
        assert (wake(link, REQA), sent[0] == "9" or Identification(link).uid() == FOUR) == (True, True)
        assert [link.transceive(bytes.fromhex(frame)) for frame in (sent, "9320")] == [None, None]


def test_pins_are_numbered_once_and_set_up_before_they_are_used(readers: Readers) -> None:
    gpio = importlib.import_module("RPi.GPIO")
    with pytest.raises(RuntimeError, match="numbering"):
        gpio.setup(25, gpio.OUT)
    gpio.setmode(gpio.BCM)
    with pytest.raises(RuntimeError, match="output"):
        gpio.output(25, gpio.LOW)
    with pytest.raises(ValueError, match="numbering"):
        gpio.setmode(gpio.BOARD)
