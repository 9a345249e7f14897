"""The simulated chip, its tags and pins: the stock driver works on them, and they refuse what the real ones would."""

import importlib
import logging
from typing import Any

import pytest

from firmware.reader.iso14443 import REQA, Identification, wake
from firmware.simulator.registers import Register
from firmware.simulator.tags import classic
from tests.firmware.readers import Readers

FOUR = bytes.fromhex("11223344")


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
    assert stock.MFRC522_Anticoll() == (stock.MI_OK, uid := [*FOUR, 0x44])
    assert stock.MFRC522_SelectTag(uid) == 0x08
    stock.Close_MFRC522()
    assert (readers.pins.mode, readers.pins.levels) == (None, {})


def test_the_chip_takes_64_bytes_keeps_what_is_read_only_and_ends_what_it_does_not_know(stock: Any) -> None:
    stock.spi.xfer2([Register.FIFO << 1, *range(65)])
    for value, left in ((0x01, [64, 0x10, 0]), (0x80, [0, 0, 0])):  # The second one flushes.
        stock.Write_MFRC522(Register.FIFO_LEVEL, value)
        assert [stock.Read_MFRC522(one) for one in (Register.FIFO_LEVEL, Register.ERROR, Register.FIFO)] == left
    for register, kept in ((Register.VERSION, 0x92), (Register.ERROR, 0), (Register.CRC_HIGH, 0xFF), (Register.STATUS2, 0)):
        stock.Write_MFRC522(register, 0x08)  # In the last one, the bit that says that the cipher is on.
        assert stock.Read_MFRC522(register) == kept
    stock.Write_MFRC522(Register.COMMAND, 0x02)
    assert (stock.Read_MFRC522(Register.COMMAND), stock.Read_MFRC522(Register.COM_IRQ) & 0x10) == (0, 0x10)


def test_a_tag_that_is_told_what_it_does_not_expect_is_silent_until_it_is_woken(readers: Readers) -> None:
    link = readers.opened()._link
    readers.lay(classic(FOUR))
    for sent in ("9520", "9330", "300002a8"):  # Of another level; shorter than it says; and to read, once it is selected.
        assert (wake(link, REQA), sent[0] == "9" or Identification(link).uid() == FOUR) == (True, True)
        assert [link.transceive(bytes.fromhex(frame)) for frame in (sent, "9320")] == [None, None]


def test_pins_are_numbered_and_set_up_before_they_are_used_and_given_back(readers: Readers) -> None:
    gpio = importlib.import_module("RPi.GPIO")
    with pytest.raises(RuntimeError, match="numbering"):
        gpio.setup(25, gpio.OUT)
    gpio.setmode(gpio.BCM)
    gpio.setup(25, gpio.IN)
    with pytest.raises(RuntimeError, match="output"):
        gpio.output(25, gpio.LOW)
    with pytest.raises(ValueError, match="numbering"):
        gpio.setmode(gpio.BOARD)
    for pin in (4, 5, 6, 7):
        gpio.setup(pin, gpio.OUT, initial=gpio.LOW)
    gpio.cleanup(4)
    gpio.cleanup([5, 6])
    assert (readers.pins.levels, gpio.getmode()) == ({7: 0}, gpio.BCM)
