from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from firmware import wiring
from firmware.devices import Button

# The 40-pin header as every Raspberry Pi since the B+ has it: header place -> BCM number.
HEADER = {
    3: 2, 5: 3, 7: 4, 8: 14, 10: 15, 11: 17, 12: 18, 13: 27, 15: 22, 16: 23, 18: 24, 19: 10, 21: 9, 22: 25, 23: 11,
    24: 8, 26: 7, 27: 0, 28: 1, 29: 5, 31: 6, 32: 12, 33: 13, 35: 19, 36: 16, 37: 26, 38: 20, 40: 21,
}  # fmt: skip


@pytest.mark.parametrize("pin", wiring.PINS, ids=lambda pin: pin.use)
def test_a_pin_lies_where_the_header_has_it(pin):
    assert HEADER[pin.header] == pin.bcm


def test_the_header_above_is_the_one_gpiozero_knows():
    from gpiozero.pins.mock import MockFactory

    header = MockFactory().board_info.headers["J8"]
    pins = [pin for pin in header.pins.values() if pin.name.startswith("GPIO")]
    known = {pin.number: int(pin.name.removeprefix("GPIO")) for pin in pins}
    assert known == HEADER


def test_no_pin_has_two_uses():
    assert len({pin.bcm for pin in wiring.PINS}) == len(wiring.PINS)
    assert len({pin.header for pin in wiring.PINS}) == len(wiring.PINS)


def test_the_console_and_the_eeprom_are_left_alone():
    assert not {pin.bcm for pin in wiring.PINS} & set(wiring.NEVER)
    assert {HEADER[place] for place in (8, 10, 27, 28)} == set(wiring.NEVER)


def test_spi1_stays_free_of_what_every_table_has():
    assert {pin.bcm for pin in wiring.SPI1_PINS} == set(range(16, 22))
    assert not {pin.bcm for pin in wiring.BASE_PINS} & set(range(16, 22))


def test_every_pin_that_has_a_name_is_listed():
    named = {value for value in vars(wiring).values() if isinstance(value, wiring.Pin)}
    assert named == set(wiring.PINS)


def test_every_key_has_its_pin():
    assert set(wiring.KEYS) == set(Button)
    assert set(wiring.KEYS.values()) <= set(wiring.BASE_PINS)


def test_five_readers_have_five_selects():
    assert len(set(wiring.READER_SELECTS)) == len(wiring.READER_SELECT_PINS) == 5
    assert wiring.READER_SELECTS.index(wiring.DISPLAY_SPI) == 1


def test_pins_are_frozen():
    with pytest.raises(FrozenInstanceError):
        wiring.BUZZER.bcm = 15
