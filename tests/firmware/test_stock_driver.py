"""The unmodified stock driver behaves on the simulated chip as it does on a real one; what it costs is in test_hot_loop."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

import pytest

from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.tags import Ntag213, Tag, classic

FOUR = [0x11, 0x22, 0x33, 0x44]


class Stock:
    """The driver as its users construct it, over a chip."""

    def __init__(self) -> None:
        from mfrc522 import MFRC522

        self.driver = MFRC522(pin_mode=11, pin_rst=25)

    def request(self) -> bool:
        """Ask for tags; return whether one answered."""
        return bool(self.driver.MFRC522_Request(self.driver.PICC_REQIDL)[0] == self.driver.MI_OK)


@pytest.fixture
def chip() -> Chip:
    return Chip(Clock())


@pytest.fixture
def stock(chip: Chip, wire: Callable[..., object], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return the driver, without the log handler that each construction leaves behind."""
    wire({(0, 0): chip})
    logger = logging.getLogger("mfrc522Logger")
    monkeypatch.setattr(logger, "handlers", list(logger.handlers))
    return Stock()


def lay(chip: Chip, *tags: Tag) -> None:
    for tag in tags:
        chip.lay(tag)
    chip.clock.sleep(0.01)


def test_a_four_byte_uid_is_read_selected_and_authenticated(chip: Chip, stock: Stock) -> None:
    lay(chip, classic(bytes(FOUR)))
    assert stock.request()
    driver = stock.driver
    assert driver.MFRC522_Anticoll() == (driver.MI_OK, [*FOUR, 0x44])
    assert driver.MFRC522_SelectTag([*FOUR, 0x44]) == 0x08
    assert driver.MFRC522_Auth(driver.PICC_AUTHENT1A, 8, [0xFF] * 6, FOUR) == driver.MI_OK
    assert driver.Read_MFRC522(driver.Status2Reg) & 0x08
    driver.MFRC522_StopCrypto1()
    assert driver.Read_MFRC522(driver.Status2Reg) & 0x08 == 0


def test_a_seven_byte_uid_comes_out_cut_and_two_tags_as_an_error(chip: Chip, stock: Stock) -> None:
    lay(chip, seven := Ntag213(bytes.fromhex("04a1b2c3d4e5f6")))
    assert stock.request()
    status, uid = stock.driver.MFRC522_Anticoll()
    assert (status, uid[:4]) == (stock.driver.MI_OK, [0x88, 0x04, 0xA1, 0xB2])
    chip.lift(seven)
    lay(chip, classic(bytes(FOUR)), classic(bytes((0x12, *FOUR[1:]))))
    stock.request()
    assert stock.driver.MFRC522_Anticoll()[0] == stock.driver.MI_ERR


def test_an_unplugged_reader_looks_like_no_tag(chip: Chip, stock: Stock) -> None:
    lay(chip, classic(bytes(FOUR)))
    chip.unplug()
    assert not any(stock.request() for _ in range(3))
