from __future__ import annotations

from gpiozero.pins.mock import MockFactory

from firmware import wiring
from firmware.devices import Button


def header() -> dict[int, int]:
    """Return the 40-pin header as gpiozero knows it: place -> BCM number."""
    pins = MockFactory().board_info.headers["J8"].pins.values()
    return {pin.number: int(pin.name.removeprefix("GPIO")) for pin in pins if pin.name.startswith("GPIO")}


def test_every_pin_lies_where_the_header_has_it() -> None:
    places = header()
    assert {pin.use: places[pin.header] for pin in wiring.PINS} == {pin.use: pin.bcm for pin in wiring.PINS}
    assert {places[place] for place in (8, 10, 27, 28)} == set(wiring.NEVER)


def test_no_pin_has_two_uses_and_console_and_eeprom_are_left_alone() -> None:
    assert len({pin.bcm for pin in wiring.PINS}) == len({pin.header for pin in wiring.PINS}) == len(wiring.PINS)
    assert not {pin.bcm for pin in wiring.PINS} & set(wiring.NEVER)


def test_spi1_stays_free_of_what_every_table_has() -> None:
    assert {pin.bcm for pin in wiring.SPI1_PINS} == set(range(16, 22))
    assert not {pin.bcm for pin in wiring.BASE_PINS} & set(range(16, 22))


def test_every_pin_that_has_a_name_is_listed_and_every_key_has_one() -> None:
    assert {value for value in vars(wiring).values() if isinstance(value, wiring.Pin)} == set(wiring.PINS)
    assert set(wiring.KEYS) == set(Button)
    assert set(wiring.KEYS.values()) <= set(wiring.BASE_PINS)


def test_five_readers_have_five_selects() -> None:
    assert len(set(wiring.READER_SELECTS)) == len(wiring.READER_SELECT_PINS) == 5
    assert wiring.READER_SELECTS.index(wiring.DISPLAY_SPI) == 1
