"""The simulated chip at register level, as its data sheet has it, and the simulated bus and pins that lead to it."""

import importlib
import sys
from collections.abc import Callable
from typing import Any

import pytest

from firmware.simulator.chip import Chip
from firmware.simulator.clock import Clock
from firmware.simulator.pins import Pins, install
from firmware.simulator.registers import FIFO_SIZE, Command, Irq, Register
from firmware.simulator.tags import State, Tag, classic

FOUR = bytes.fromhex("11223344")
REQA, ATQA = b"\x26", b"\x04\x00"


class Bus:
    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def write(self, register: int, *values: int) -> None:
        self.chip.xfer([register << 1, *values])

    def read(self, *registers: int) -> list[int]:
        return self.chip.xfer([*(0x80 | register << 1 for register in registers), 0])[1:]

    def start(self, *tags: Tag) -> None:
        """Timer of 1 ms, started by the end of a frame; CRC_A; field on, *tags* awake."""
        self.write(Register.T_MODE, 0x8D)
        self.write(Register.T_PRESCALER, 0x3E)
        self.write(Register.T_RELOAD_LOW, 1)
        self.write(Register.MODE, 0x3D)
        self.write(Register.TX_CONTROL, 0x83)
        for tag in tags:
            self.chip.lay(tag)
        self.chip.clock.sleep(0.01)

    def transceive(self, sent: bytes, framing: int = 0, wait: float = 0.005) -> bytes:
        for register, values in (
            (Register.COMMAND, [Command.IDLE]),
            (Register.COM_IRQ, [0x7F]),
            (Register.FIFO_LEVEL, [0x80]),
            (Register.FIFO, sent),
            (Register.COMMAND, [Command.TRANSCEIVE]),
            (Register.BIT_FRAMING, [framing | 0x80]),
        ):
            self.write(register, *values)
        self.chip.clock.sleep(wait)
        (level,) = self.read(Register.FIFO_LEVEL)
        return bytes(self.read(*[Register.FIFO] * level)) if level else b""

    def call(self, request: bytes = REQA, wait: float = 0.005) -> bytes:
        return self.transceive(request, framing=7, wait=wait)


@pytest.fixture
def bus() -> Bus:
    return Bus(Chip(Clock()))


@pytest.mark.parametrize(
    "reset",
    [
        lambda bus: bus.write(Register.COMMAND, Command.SOFT_RESET),
        lambda bus: bus.chip.brown_out(),
        lambda bus: (bus.chip.reset_pin(False), bus.chip.reset_pin(True)),
        lambda bus: (bus.chip.unplug(), bus.write(Register.T_MODE, 0x8D), bus.chip.plug()),
    ],
    ids=["soft reset", "brown-out", "reset pin", "plug"],
)
def test_a_reset_restores_the_defaults(bus: Bus, reset: Callable[[Bus], object]) -> None:
    bus.start()
    assert bus.read(Register.T_MODE, Register.TX_CONTROL) == [0x8D, 0x83]
    reset(bus)
    bus.write(Register.VERSION, 0x12)  # It can't be written.
    assert bus.read(Register.T_MODE, Register.TX_CONTROL, Register.VERSION) == [0x00, 0x80, 0x92]
    assert not bus.chip.field_on


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows_and_an_unknown_command_ends_by_itself(bus: Bus) -> None:
    bus.write(Register.FIFO, *range(FIFO_SIZE))
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR) == [64, 0]
    bus.write(Register.FIFO, 0xAA)
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR, Register.FIFO, Register.FIFO) == [64, 0x10, 0, 1]
    bus.write(Register.FIFO_LEVEL, 0x80)
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR, Register.FIFO) == [0, 0, 0]
    bus.write(Register.COMMAND, 0x09)
    assert bus.read(Register.COMMAND) == [0x00]


def test_an_answer_stops_the_timer_however_it_was_started(bus: Bus) -> None:
    bus.start(classic(FOUR))
    bus.write(Register.T_RELOAD_LOW, 200)
    bus.write(Register.CONTROL, 0x40)
    assert bus.read(Register.T_COUNTER_LOW)[0] > 190
    assert bus.call() == ATQA
    assert bus.read(Register.T_COUNTER_LOW) == [0]
    assert bus.read(Register.COM_IRQ)[0] & (Irq.TIMER | Irq.RX | Irq.TX) == Irq.RX | Irq.TX


def test_a_tag_answers_only_in_a_field_and_needs_a_moment_of_power(bus: Bus) -> None:
    bus.start(tag := classic(FOUR))
    bus.call()
    assert tag.state is State.READY
    bus.write(Register.TX_CONTROL, 0x80)
    assert tag.state is State.IDLE
    assert bus.call() == b""
    bus.write(Register.TX_CONTROL, 0x83)
    assert bus.call(wait=0.0005) == b""
    bus.chip.clock.sleep(0.005)
    assert bus.call() == ATQA


# The simulated spidev and RPi.GPIO


@pytest.fixture
def chips() -> dict[tuple[int, int], Chip]:
    return {(0, 0): Chip(Clock(), version=0x91), (1, 2): Chip(Clock(), version=0x12)}


@pytest.fixture
def gpio(chips: dict[tuple[int, int], Chip], wire: Callable[..., Pins]) -> tuple[Any, Pins]:
    pins = wire(chips)
    return importlib.import_module("RPi.GPIO"), pins


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
