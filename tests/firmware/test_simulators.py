"""The simulated chip, bus, pins and display, according to their data sheets; and a slip of the hand happens only once."""

import importlib
from collections.abc import Callable
from typing import Any

import pytest

from companion.kit.pieces import Piece
from firmware.simulator.bench import SimulatedBox, stickered, tag_of
from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.display import I2cBus, SimulatedOled
from firmware.simulator.faults import FAULTS
from firmware.simulator.pins import Pins
from firmware.simulator.registers import FIFO_SIZE, Command, Irq, Register
from firmware.simulator.tags import State, classic
from tests.firmware.fingers import Fingers
from tests.firmware.readers import Readers

FOUR = bytes.fromhex("11223344")
REQA, ATQA = (b"\x26", 7), b"\x04\x00"


@pytest.mark.parametrize("reset", [
    lambda chip, link: link.Write_MFRC522(Register.COMMAND, Command.SOFT_RESET), lambda chip, link: chip.brown_out(),
    lambda chip, link: (chip.reset_pin(False), chip.reset_pin(True)),
    lambda chip, link: (chip.unplug(), link.Write_MFRC522(Register.T_MODE, 0x8D), chip.plug()),
], ids=["soft reset", "brown-out", "reset pin", "plug"])  # fmt: skip
def test_a_reset_restores_the_defaults(readers: Readers, reset: Callable[[Chip, Any], object]) -> None:
    chip, link = readers.chip, readers.opened()._link
    assert link.read_many(Register.T_MODE, Register.TX_CONTROL) == [0x8D, 0x83]
    reset(chip, link)
    link.Write_MFRC522(Register.VERSION, 0x12)  # It is read-only.
    assert link.read_many(Register.T_MODE, Register.TX_CONTROL, Register.VERSION) == [0x00, 0x80, 0x92]
    assert not chip.field_on


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows_and_an_unknown_command_ends_by_itself(readers: Readers) -> None:
    link = readers.opened()._link
    link.spi.xfer2([Register.FIFO << 1, *range(FIFO_SIZE)])
    assert link.read_many(Register.FIFO_LEVEL, Register.ERROR) == [64, 0]
    link.Write_MFRC522(Register.FIFO, 0xAA)
    assert link.read_many(Register.FIFO_LEVEL, Register.ERROR, Register.FIFO, Register.FIFO) == [64, 0x10, 0, 1]
    link.Write_MFRC522(Register.FIFO_LEVEL, 0x80)
    assert link.read_many(Register.FIFO_LEVEL, Register.ERROR, Register.FIFO) == [0, 0, 0]
    link.Write_MFRC522(Register.COMMAND, 0x09)
    assert link.read_many(Register.COMMAND) == [0x00]


def test_an_answer_stops_the_timer_however_it_was_started(readers: Readers) -> None:
    link = readers.opened()._link
    readers.lay(classic(FOUR))
    link.Write_MFRC522(Register.T_RELOAD_LOW, 200)
    link.Write_MFRC522(Register.CONTROL, 0x40)
    assert link.read_many(Register.T_COUNTER_LOW)[0] > 190
    assert link.transceive(*REQA).data == ATQA
    assert link.read_many(Register.T_COUNTER_LOW) == [0]
    assert link.read_many(Register.COM_IRQ)[0] & (Irq.TIMER | Irq.RX | Irq.TX) == Irq.RX | Irq.TX


def test_a_tag_answers_only_in_a_field_and_needs_a_moment_of_power(readers: Readers) -> None:
    link, tag = readers.opened()._link, classic(FOUR)
    readers.lay(tag)
    link.transceive(*REQA)
    assert tag.state is State.READY
    link.Write_MFRC522(Register.TX_CONTROL, 0x80)
    assert tag.state is State.IDLE
    assert link.transceive(*REQA) is None
    link.Write_MFRC522(Register.TX_CONTROL, 0x83)
    assert link.transceive(*REQA) is None
    readers.clock.sleep(0.005)
    assert link.transceive(*REQA).data == ATQA


# The simulated spidev and RPi.GPIO


def test_pins_are_numbered_and_set_up_before_they_are_used_and_given_back(wire: Callable[..., Pins]) -> None:
    pins, module = wire({}), importlib.import_module("RPi.GPIO")
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


# The simulated box


@pytest.mark.parametrize("name", ["tags.half_read", "tags.lifted_early", "tags.two", "tags.duplicate"])
def test_a_slip_of_the_hand_happens_once_and_a_healthy_box_has_no_faults(wire: Callable[..., Pins], name: str) -> None:
    desk, chip, card = Fingers(), Chip(Clock()), Piece("card", "Octopus")
    box = SimulatedBox(stickered([card]), chip, wire({(0, 0): chip}), I2cBus(SimulatedOled()), desk.panel, desk.sim)
    assert box.faults() == dict.fromkeys(FAULTS, False)
    with pytest.raises(KeyError):
        box.set_fault("reader.rust", True)
    box.set_fault(name, True)
    box.lay(uid := tag_of(card).hex())
    assert not any(holds for one, holds in box.faults().items() if one != "tags.unknown")
    assert (box.unknown_tag() in box.lying()) == (name == "tags.two")
    for one in box.lying():
        box.lift(one)
    assert box.lying() == ()  # The duplicate was removed as well.
    box.lay(uid)
    assert box.lying() == (uid,)
    desk.panel.close()


# The simulated display on its own, against its controllers' data sheets

Spots = set[tuple[int, int]]


def lit(name: str = "ssd1306") -> SimulatedOled:
    oled = SimulatedOled(name)
    oled.command([0x8D, 0x14, 0xAF, 0xA1, 0xC8])
    for page in range(8):
        oled.command([0xB0 + page, 0x00, 0x10])
        oled.data([0] * oled.controller.columns)
    oled.command([0xB0, 0x00, 0x10])
    return oled


def spots(oled: SimulatedOled) -> Spots:
    picture = oled.picture()
    return {(x, y) for x in range(128) for y in range(64) if picture.getpixel((x, y))}


@pytest.mark.parametrize(("name", "lights"), [("ssd1306", False), ("ssd1309", True), ("sh1106", True)])
def test_it_starts_dark_and_full_of_noise_and_only_an_ssd1306_needs_its_charge_pump(name: str, lights: bool) -> None:
    oled = SimulatedOled(name)
    assert (oled.lit, oled.picture().getbbox()) == (False, None)
    oled.command([0xAF])
    assert oled.lit is lights
    oled.command([0x8D, 0x14])
    assert 1000 < len(spots(oled)) < 7000


WRITTEN: dict[str, tuple[str, list[int], list[int], Spots]] = {
    "by page, one place is set and the page not left":
        ("ssd1306", [0xB2, 0x0E, 0x17], [0x81, 0x01, 0x02], {(126, 16), (126, 23), (127, 16), (0, 17)}),
    "an SH1106 stops at the end of a page": ("sh1106", [0xB0, 0x02, 0x18], [0x01, 0x01, 0x01, 0x01], set()),
    "an SH1106 shows its middle": ("sh1106", [0xB0, 0x02, 0x10], [0x01], {(0, 0)}),
    "horizontally, a window is filled row by row":
        ("ssd1306", [0x20, 0, 0x21, 10, 11, 0x22, 1, 2], [1, 2, 4, 8, 16], {(11, 9), (10, 18), (11, 19), (10, 12)}),
    "vertically, column by column":
        ("ssd1306", [0x20, 1, 0x21, 10, 11, 0x22, 1, 2], [1, 2, 4, 8, 16], {(10, 17), (11, 10), (11, 19), (10, 12)}),
    "unmapped columns and rows mirror the picture": ("ssd1306", [0xA0, 0xC0], [0x01], {(127, 63)}),
    "the start line rolls it": ("ssd1306", [0x40 + 3], [0x01], {(0, 61)}),
    "and so does the offset": ("ssd1306", [0x40 + 3, 0xD3, 4], [0x01], {(0, 57)}),
    "rows that are not driven stay dark": ("ssd1306", [0xA5, 0xA4, 0xA8, 0x1F, 0xB7], [0xFF], set()),
    "all on, all but inverted": ("ssd1306", [0xA7], [0xFF] * 128, {(x, y) for x in range(128) for y in range(8, 64)}),
    "all on": ("ssd1306", [0xA5], [0x01], {(x, y) for x in range(128) for y in range(64)}),
    "all on and inverted, and back": ("ssd1306", [0xA7, 0xA5, 0xA4, 0xA6], [0x01], {(0, 0)}),
}  # fmt: skip


@pytest.mark.parametrize("rule", WRITTEN)
def test_what_is_written_is_seen_where_the_data_sheet_has_it(rule: str) -> None:
    name, commands, data, expected = WRITTEN[rule]
    oled = lit(name)
    oled.command(commands)
    oled.data(data)
    assert spots(oled) == expected
