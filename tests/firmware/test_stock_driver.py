"""The unmodified stock driver behaves on the simulated chip as it does on a real one."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Ntag213, Tag, classic

if TYPE_CHECKING:
    from collections.abc import Iterator

UID = bytes.fromhex("04a1b2c3d4e5f6")


@pytest.fixture
def chip() -> Chip:
    return Chip(Clock())


@pytest.fixture
def stock(chip: Chip) -> Iterator[Any]:
    """The driver as its users construct it, and without the log handler that each construction leaves behind."""
    pins = install({(0, 0): chip})
    logger = logging.getLogger("mfrc522Logger")
    kept = list(logger.handlers)
    from mfrc522 import MFRC522

    yield MFRC522(pin_mode=11, pin_rst=25)
    logger.handlers = kept
    pins.remove()


def lay(chip: Chip, tag: Tag) -> None:
    chip.lay(tag)
    chip.clock.sleep(0.01)


def test_an_empty_poll_costs_2013_transfers(chip: Chip, stock: Any) -> None:
    before = chip.transfers
    assert stock.MFRC522_Request(stock.PICC_REQIDL)[0] == stock.MI_ERR
    assert chip.transfers - before == 2013


def test_every_second_poll_of_a_resting_tag_misses(chip: Chip, stock: Any) -> None:
    lay(chip, classic(b"\x11\x22\x33\x44"))
    polls = [stock.MFRC522_Request(stock.PICC_REQIDL)[0] == stock.MI_OK for _ in range(6)]
    assert polls == [True, False] * 3


def test_a_four_byte_uid_is_read_and_selected(chip: Chip, stock: Any) -> None:
    lay(chip, classic(b"\x11\x22\x33\x44"))
    assert stock.MFRC522_Request(stock.PICC_REQIDL) == (stock.MI_OK, 16)
    assert stock.MFRC522_Anticoll() == (stock.MI_OK, [0x11, 0x22, 0x33, 0x44, 0x44])
    assert stock.MFRC522_SelectTag([0x11, 0x22, 0x33, 0x44, 0x44]) == 0x08


def test_a_seven_byte_uid_comes_out_cut(chip: Chip, stock: Any) -> None:
    lay(chip, Ntag213(UID))
    stock.MFRC522_Request(stock.PICC_REQIDL)
    status, uid = stock.MFRC522_Anticoll()
    assert (status, uid[:4]) == (stock.MI_OK, [0x88, 0x04, 0xA1, 0xB2])


def test_two_tags_read_as_an_error(chip: Chip, stock: Any) -> None:
    lay(chip, classic(b"\x11\x22\x33\x44"))
    lay(chip, classic(b"\x12\x22\x33\x44"))
    stock.MFRC522_Request(stock.PICC_REQIDL)
    assert stock.MFRC522_Anticoll()[0] == stock.MI_ERR


def test_an_unplugged_reader_looks_like_no_tag(chip: Chip, stock: Any) -> None:
    lay(chip, classic(b"\x11\x22\x33\x44"))
    chip.unplug()
    assert {stock.MFRC522_Request(stock.PICC_REQIDL)[0] for _ in range(3)} == {stock.MI_ERR}


def test_authentication_switches_the_cipher_on_until_told_otherwise(chip: Chip, stock: Any) -> None:
    lay(chip, classic(b"\x11\x22\x33\x44"))
    stock.MFRC522_Request(stock.PICC_REQIDL)
    stock.MFRC522_SelectTag(stock.MFRC522_Anticoll()[1])
    assert stock.MFRC522_Auth(stock.PICC_AUTHENT1A, 8, [0xFF] * 6, [0x11, 0x22, 0x33, 0x44]) == stock.MI_OK
    assert stock.Read_MFRC522(stock.Status2Reg) & 0x08
    stock.MFRC522_StopCrypto1()
    assert stock.Read_MFRC522(stock.Status2Reg) & 0x08 == 0
