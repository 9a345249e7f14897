"""The simulated chip at register level, and the tags in its field."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from firmware.iso14443 import checked
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.registers import FIFO_SIZE, Command, Irq, Register
from firmware.simulator.tags import Frame, Ntag213, State, Tag, classic, long_tag

if TYPE_CHECKING:
    from collections.abc import Sequence

FOUR, OTHER = bytes.fromhex("11223344"), bytes.fromhex("15223344")
SEVEN, TEN = bytes.fromhex("04a1b2c3d4e5f6"), bytes.fromhex("04a1b2c3d4e5f6070809")
REQA, WUPA = Frame(0x26, 7), Frame(0x52, 7)


class Bus:
    """Talks to a chip register by register, as the data sheet has it."""

    def __init__(self, chip: Chip) -> None:
        self.chip = chip

    def write(self, register: int, *values: int) -> None:
        self.chip.xfer([register << 1, *values])

    def read(self, *registers: int) -> list[int]:
        return self.chip.xfer([*(0x80 | register << 1 for register in registers), 0])[1:]

    def start(self) -> None:
        """Timer of 1 ms, started by the end of a frame; CRC_A; field on, tags awake."""
        self.write(Register.T_MODE, 0x8D)
        self.write(Register.T_PRESCALER, 0x3E)
        self.write(Register.T_RELOAD_LOW, 1)
        self.write(Register.MODE, 0x3D)
        self.write(Register.TX_CONTROL, 0x83)
        self.chip.clock.sleep(0.005)

    def transceive(self, sent: bytes, framing: int = 0, wait: float = 0.005) -> bytes:
        self.write(Register.COMMAND, Command.IDLE)
        self.write(Register.COM_IRQ, 0x7F)
        self.write(Register.FIFO_LEVEL, 0x80)
        self.write(Register.FIFO, *sent)
        self.write(Register.COMMAND, Command.TRANSCEIVE)
        self.write(Register.BIT_FRAMING, framing | 0x80)
        self.chip.clock.sleep(wait)
        (level,) = self.read(Register.FIFO_LEVEL)
        return bytes(self.read(*[Register.FIFO] * level)) if level else b""


@pytest.fixture
def chip() -> Chip:
    return Chip(Clock())


@pytest.fixture
def bus(chip: Chip) -> Bus:
    return Bus(chip)


def lay(chip: Chip, *tags: Tag) -> Sequence[Tag]:
    for tag in tags:
        chip.lay(tag)
    chip.clock.sleep(0.01)
    return tags


# Registers, buffer, coprocessor


def test_every_transfer_counts_and_takes_its_time() -> None:
    clock = Clock()
    chip = Chip(clock, transfer_us=80)
    Bus(chip).read(Register.VERSION, Register.VERSION, Register.VERSION)
    Bus(chip).read(Register.VERSION)
    assert (chip.transfers, clock.now_us) == (2, 160)


def test_several_registers_are_read_in_one_transfer(bus: Bus) -> None:
    assert bus.read(Register.VERSION, Register.COMMAND, Register.MODE) == [0x92, 0x20, 0x3F]


@pytest.mark.parametrize("command", [Command.SOFT_RESET, None])
def test_a_reset_restores_the_defaults(bus: Bus, chip: Chip, command: Command | None) -> None:
    bus.start()
    assert bus.read(Register.T_MODE, Register.TX_CONTROL) == [0x8D, 0x83]
    if command is None:
        chip.brown_out()
    else:
        bus.write(Register.COMMAND, command)
    assert bus.read(Register.T_MODE, Register.TX_CONTROL) == [0x00, 0x80]
    assert not chip.field_on


def test_the_version_can_not_be_written(bus: Bus) -> None:
    bus.write(Register.VERSION, 0x12)
    assert bus.read(Register.VERSION) == [0x92]


def test_the_fifo_holds_64_bytes_and_says_when_it_overflows(bus: Bus) -> None:
    bus.write(Register.FIFO, *range(FIFO_SIZE))
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR) == [64, 0]
    bus.write(Register.FIFO, 0xAA)
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR) == [64, 0x10]
    assert bus.read(Register.FIFO, Register.FIFO) == [0, 1]
    bus.write(Register.FIFO_LEVEL, 0x80)
    assert bus.read(Register.FIFO_LEVEL, Register.ERROR, Register.FIFO) == [0, 0, 0]


def test_the_crc_coprocessor(bus: Bus) -> None:
    bus.write(Register.MODE, 0x3D)
    bus.write(Register.FIFO, 0x12, 0x34)
    bus.write(Register.COMMAND, Command.CALC_CRC)
    assert bus.read(Register.DIV_IRQ, Register.CRC_LOW, Register.CRC_HIGH) == [0x04, 0x26, 0xCF]


def test_interrupt_marks_are_set_and_cleared_by_their_highest_bit(bus: Bus) -> None:
    bus.write(Register.COM_IRQ, 0x80 | 0x21)
    assert bus.read(Register.COM_IRQ) == [0x14 | 0x21]
    bus.write(Register.COM_IRQ, 0x04 | 0x20)
    assert bus.read(Register.COM_IRQ) == [0x11]


def test_an_unknown_command_ends_by_itself(bus: Bus) -> None:
    bus.write(Register.COM_IRQ, 0x7F)
    bus.write(Register.COMMAND, 0x09)
    assert bus.read(Register.COMMAND, Register.COM_IRQ) == [0x00, Irq.IDLE]


# The timer


def test_the_timer_starts_after_a_frame_and_runs_out_in_silence(bus: Bus, chip: Chip) -> None:
    bus.start()
    bus.transceive(b"\x26", framing=7, wait=0.0009)
    assert not bus.read(Register.COM_IRQ)[0] & Irq.TIMER
    chip.clock.sleep(0.0003)
    assert bus.read(Register.COM_IRQ)[0] & Irq.TIMER


def test_an_answer_stops_the_timer(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    assert bus.transceive(b"\x26", framing=7) == b"\x04\x00"
    assert bus.read(Register.COM_IRQ)[0] & (Irq.TIMER | Irq.RX | Irq.TX) == Irq.RX | Irq.TX


def test_the_timer_by_hand(bus: Bus, chip: Chip) -> None:
    bus.write(Register.COM_IRQ, 0x7F)
    bus.write(Register.T_MODE, 0x0D)
    bus.write(Register.T_PRESCALER, 0x3E)
    bus.write(Register.T_RELOAD_LOW, 20)
    bus.write(Register.CONTROL, 0x40)
    chip.clock.sleep(0.005)
    high, low = bus.read(Register.T_COUNTER_HIGH, Register.T_COUNTER_LOW)
    assert (high, low) == (0, 10)  # half a millisecond each
    bus.write(Register.CONTROL, 0x80)
    chip.clock.sleep(0.05)
    assert bus.read(Register.COM_IRQ, Register.T_COUNTER_LOW) == [0, 0]


def test_the_timer_starts_again_where_asked(bus: Bus, chip: Chip) -> None:
    bus.write(Register.T_MODE, 0x1D)
    bus.write(Register.T_PRESCALER, 0x3E)
    bus.write(Register.CONTROL, 0x40)
    for _ in range(3):
        chip.clock.sleep(0.0006)
        bus.read(Register.VERSION)
        assert bus.read(Register.COM_IRQ)[0] & Irq.TIMER
        bus.write(Register.COM_IRQ, 0x7F)


# On the air


def test_no_field_no_answer(bus: Bus, chip: Chip) -> None:
    bus.start()
    (tag,) = lay(chip, classic(FOUR))
    bus.transceive(b"\x26", framing=7)
    assert tag.state is State.READY
    bus.write(Register.TX_CONTROL, 0x80)
    assert tag.state is State.IDLE
    assert bus.transceive(b"\x26", framing=7) == b""


def test_a_tag_needs_a_moment_of_power(bus: Bus, chip: Chip) -> None:
    bus.start()
    chip.lay(classic(FOUR))
    assert bus.transceive(b"\x26", framing=7, wait=0.0005) == b""
    chip.clock.sleep(0.005)
    assert bus.transceive(b"\x26", framing=7) == b"\x04\x00"


def test_a_tag_starts_anew_when_the_field_comes_back(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    bus.write(Register.TX_CONTROL, 0x80)
    bus.write(Register.TX_CONTROL, 0x83)
    assert bus.transceive(b"\x26", framing=7, wait=0.0005) == b""
    chip.clock.sleep(0.005)
    assert bus.transceive(b"\x26", framing=7) == b"\x04\x00"


def test_an_answer_stops_a_timer_started_by_hand(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    bus.write(Register.T_RELOAD_LOW, 200)
    bus.write(Register.CONTROL, 0x40)
    assert bus.read(Register.T_COUNTER_LOW)[0] > 190
    bus.transceive(b"\x26", framing=7)
    assert bus.read(Register.T_COUNTER_LOW) == [0]


def test_a_collision_shows_where_it_is(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR), classic(OTHER))  # 0x11 and 0x15 differ in the third bit
    bus.transceive(b"\x26", framing=7)
    bus.write(Register.COLL, 0x00)
    assert bus.transceive(b"\x93\x20") == b"\x01\0\0\0\0"
    assert bus.read(Register.COLL, Register.ERROR) == [3, 0x08]


def test_values_after_a_collision_are_kept_where_asked(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR), classic(OTHER))
    bus.transceive(b"\x26", framing=7)
    assert bus.transceive(b"\x93\x20")[:4] == OTHER


@pytest.mark.parametrize(("counts", "place"), [("uid", 20), ("frame", 17), ("byte", 20)])
def test_coll_pos_after_three_bits_sent_along(counts: str, place: int) -> None:
    chip = Chip(Clock(), coll_counts=counts)
    bus = Bus(chip)
    bus.start()
    lay(chip, classic(bytes.fromhex("11220044")), classic(bytes.fromhex("11220844")))
    bus.transceive(b"\x26", framing=7)
    assert bus.transceive(b"\x93\x23\x01", framing=0x33)[0] == 0x11 & ~0x07  # aligned: the three known bits are blank
    assert bus.read(Register.COLL)[0] & 0x3F == place


def test_a_page_of_an_ntag_is_read(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, Ntag213(SEVEN))
    select(bus, [bytes((0x88, *SEVEN[:3])), SEVEN[3:]])
    page = bus.transceive(checked(b"\x30\x00"))
    assert page[:3] + page[4:8] == SEVEN
    assert page == checked(page[:16])
    assert bus.transceive(checked(b"\x30\x2d")) == b"\x00"  # beyond the last page: NAK, four bits
    assert bus.read(Register.CONTROL)[0] & 0x07 == 4


def test_the_chip_adds_and_checks_the_crc_where_asked(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    bus.transceive(b"\x26", framing=7)
    level = bus.transceive(b"\x93\x20")
    bus.write(Register.TX_MODE, 0x80)
    bus.write(Register.RX_MODE, 0x80)
    assert bus.transceive(b"\x93\x70" + level)[0] == 0x08
    assert bus.read(Register.ERROR) == [0]
    bus.write(Register.TX_MODE, 0x00)
    bus.transceive(b"\x52", framing=7)
    bus.transceive(b"\x52", framing=7)  # ATQA has no CRC
    assert bus.read(Register.ERROR) == [0x04]


def test_a_garbled_answer_shows_a_parity_error(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    chip.garble(True)
    bus.transceive(b"\x26", framing=7)
    assert bus.read(Register.ERROR)[0] == 0x02
    assert bus.read(Register.COM_IRQ)[0] & Irq.ERROR


def test_a_weak_tag_is_heard_with_more_gain(bus: Bus, chip: Chip) -> None:
    bus.start()
    (tag,) = lay(chip, classic(FOUR))
    tag.needs_gain = 7
    assert bus.transceive(b"\x52", framing=7) == b""
    bus.write(Register.RF_CFG, 0x78)
    bus.transceive(b"\x52", framing=7)
    assert bus.transceive(b"\x52", framing=7) == b"\x04\x00"


def test_with_the_cipher_on_nobody_answers(bus: Bus, chip: Chip) -> None:
    bus.start()
    lay(chip, classic(FOUR))
    select(bus, [FOUR])
    bus.write(Register.FIFO, 0x60, 8, *[0xFF] * 6, *FOUR)
    bus.write(Register.COMMAND, Command.MF_AUTHENT)
    assert bus.read(Register.STATUS2) == [0x08]
    assert bus.transceive(b"\x52", framing=7) == b""
    assert bus.transceive(b"\x52", framing=7) == b""
    bus.write(Register.STATUS2, 0x00)
    assert bus.transceive(b"\x52", framing=7) == b""  # from ACTIVE back to IDLE
    assert bus.transceive(b"\x52", framing=7) == b"\x04\x00"


def test_authentication_of_nobody_runs_into_the_timer(bus: Bus, chip: Chip) -> None:
    bus.start()
    bus.write(Register.COM_IRQ, 0x7F)
    bus.write(Register.FIFO, 0x60, 8, *[0xFF] * 6, *FOUR)
    bus.write(Register.COMMAND, Command.MF_AUTHENT)
    chip.clock.sleep(0.005)
    assert bus.read(Register.STATUS2, Register.COM_IRQ) == [0x00, Irq.TIMER]


def select(bus: Bus, levels: Sequence[bytes]) -> None:
    bus.transceive(b"\x52", framing=7)
    for code, level in zip((0x93, 0x95, 0x97), levels, strict=False):
        bcc = level[0] ^ level[1] ^ level[2] ^ level[3]
        bus.transceive(checked(bytes((code, 0x70, *level, bcc))))


# What may go wrong with the wires


@pytest.mark.parametrize(("miso", "value"), [(Miso.ZEROS, 0x00), (Miso.ONES, 0xFF)])
def test_a_stuck_line(bus: Bus, chip: Chip, miso: Miso, value: int) -> None:
    chip.stick(miso)
    assert bus.read(Register.VERSION, Register.COMMAND) == [value, value]
    chip.stick(Miso.TRUE)
    assert bus.read(Register.VERSION) == [0x92]


def test_noise_is_the_same_with_the_same_seed() -> None:
    def noise(seed: int) -> list[int]:
        chip = Chip(Clock(), seed=seed)
        chip.stick(Miso.NOISE)
        return Bus(chip).read(*[Register.VERSION] * 20)

    assert noise(1) == noise(1) != noise(2)


def test_unplugged_nothing_arrives_and_plugged_in_it_starts_anew(bus: Bus, chip: Chip) -> None:
    bus.start()
    chip.unplug()
    bus.write(Register.T_MODE, 0x8D)
    assert bus.read(Register.VERSION, Register.T_MODE) == [0, 0]
    chip.plug()
    assert bus.read(Register.VERSION, Register.T_MODE) == [0x92, 0]


def test_a_brown_out_after_some_transfers(bus: Bus, chip: Chip) -> None:
    bus.start()
    chip.brown_out(after_transfers=3)
    assert [bus.read(Register.T_MODE) for _ in range(4)] == [[0x8D], [0x8D], [0], [0]]


def test_the_reset_pin_holds_the_chip_down(bus: Bus, chip: Chip) -> None:
    bus.start()
    chip.reset_pin(False)
    assert bus.read(Register.VERSION) == [0]
    chip.reset_pin(True)
    assert bus.read(Register.VERSION, Register.T_MODE) == [0x92, 0]


# Tags by themselves


def test_a_tag_woken_from_halt_goes_back_there() -> None:
    tag = classic(FOUR)
    states = []
    for frame in (REQA, selected(FOUR), Frame.of(checked(b"\x50\x00")), REQA, WUPA, selected(FOUR), REQA, WUPA, WUPA):
        tag.hear(frame)
        states.append(tag.state.value)
    assert states == ["READY", "ACTIVE", "HALT", "HALT", "READY*", "ACTIVE*", "HALT", "READY*", "HALT"]


def selected(uid: bytes) -> Frame:
    return Frame.of(checked(bytes((0x93, 0x70, *uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]))))


@pytest.mark.parametrize(
    "frame",
    [
        Frame.of(b"\x95\x20"),  # another level
        Frame.of(b"\x93\x30"),  # NVB says more bits than there are
        selected(OTHER),
        Frame.of(b"\x93\x70" + FOUR),  # no check bytes
    ],
)
def test_a_frame_out_of_place_sends_a_ready_tag_back(frame: Frame) -> None:
    tag = classic(FOUR)
    assert tag.hear(REQA) is not None
    assert tag.hear(frame) is None
    assert tag.state is State.IDLE


def test_a_tag_that_is_not_meant_stays_ready() -> None:
    tag = classic(FOUR)
    tag.hear(REQA)
    assert tag.hear(Frame(0x2293 | 0b10 << 16, 18)) is None
    assert tag.state is State.READY


@pytest.mark.parametrize("frame", [Frame.of(b"\x30\x00"), Frame.of(b"\x93\x20")])
def test_nonsense_sends_an_active_tag_back(frame: Frame) -> None:
    tag = classic(FOUR)
    for wanted in (REQA, selected(FOUR), frame):
        tag.hear(wanted)
    assert tag.state is State.IDLE


def test_a_classic_tag_refuses_to_be_read_openly() -> None:
    tag = classic(FOUR)
    for frame in (REQA, selected(FOUR)):
        tag.hear(frame)
    assert tag.hear(Frame.of(checked(b"\x30\x00"))) == Frame(0, 4)


def test_a_tag_asleep_hears_only_requests() -> None:
    assert classic(FOUR).hear(selected(FOUR)) is None


def test_only_three_lengths_of_uid() -> None:
    for make, uid in ((classic, b"\x01" * 5), (Ntag213, FOUR), (long_tag, b"")):
        with pytest.raises(ValueError, match="UID"):
            make(uid)
    assert long_tag(TEN).uid == TEN
