"""The reader over the stock driver's registers and the simulated chip."""

from __future__ import annotations

import logging
import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from firmware.devices import DeviceError
from firmware.mfrc522_reader import PROBE_SECONDS, Mfrc522Reader, ResetLine
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.clock import Clock
from firmware.simulator.pins import install
from firmware.simulator.tags import Frame, Ntag213, State, Tag, classic, long_tag
from firmware.wiring import READER_SELECTS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

FOUR = bytes.fromhex("11223344")
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
TEN = bytes.fromhex("04a1b2c3d4e5f6070809")


class Table:
    """Some chips on one clock, and readers for them that share it."""

    def __init__(self, readers: int = 1, **settings: object) -> None:
        self.clock = Clock()
        self.chips = [Chip(self.clock, **settings) for _ in range(readers)]
        selects = READER_SELECTS[:readers]
        self.pins = install({(at.bus, at.device): chip for at, chip in zip(selects, self.chips, strict=True)})
        self.line = ResetLine()

    @property
    def chip(self) -> Chip:
        return self.chips[0]

    def reader(self, at: int = 0, **settings: object) -> Mfrc522Reader:
        return Mfrc522Reader(
            f"reader {at + 1}",
            READER_SELECTS[at],
            reset=self.line,
            clock=self.clock.monotonic,
            sleep=self.clock.sleep,
            **settings,
        )

    def opened(self, at: int = 0, **settings: object) -> Mfrc522Reader:
        reader = self.reader(at, **settings)
        reader.open()
        return reader

    def lay(self, *tags: Tag, at: int = 0) -> None:
        for tag in tags:
            self.chips[at].lay(tag)
        self.clock.sleep(0.01)

    def cost(self, act: Callable[[], object]) -> int:
        before = self.chip.transfers
        act()
        return self.chip.transfers - before


@pytest.fixture
def make() -> Iterator[Callable[..., Table]]:
    tables: list[Table] = []

    def table(readers: int = 1, **settings: object) -> Table:
        tables.append(Table(readers, **settings))
        return tables[-1]

    yield table
    for made in reversed(tables):
        made.pins.remove()


@pytest.fixture
def table(make: Callable[..., Table]) -> Table:
    return make()


def some_tag(random: Random) -> Tag:
    """A tag of any length; those of 7 and 10 bytes share their maker's byte, often more."""
    shared = random.choice((b"\x04", b"\x04\x51\x80"))
    match random.choice((4, 7, 7, 7, 10)):
        case 4:
            return classic(random.randbytes(4))
        case 7:
            return Ntag213(shared + random.randbytes(7 - len(shared)))
        case _:
            return long_tag(shared + random.randbytes(10 - len(shared)))


# One tag, none


@pytest.mark.parametrize("tag", [classic(FOUR), Ntag213(SEVEN), long_tag(TEN), classic(b"\x88\x04\x01\x02")])
def test_every_length_of_uid_is_read_whole(table: Table, tag: Tag) -> None:
    reader = table.opened()
    table.lay(tag)
    assert reader.present() == (tag.uid,)


def test_a_resting_tag_is_seen_by_every_poll(table: Table) -> None:
    reader = table.opened()
    table.lay(Ntag213(SEVEN))
    assert {reader.present() for _ in range(500)} == {(SEVEN,)}


def test_a_tag_that_was_left_awake_is_found_at_once(table: Table) -> None:
    reader = table.opened()
    tag = Ntag213(SEVEN)
    table.lay(tag)
    tag.hear(Frame(0x26, 7))
    assert tag.state is State.READY
    assert reader.present() == (SEVEN,)


def test_a_lifted_tag_is_gone_with_the_next_poll(table: Table) -> None:
    reader = table.opened()
    tag = Ntag213(SEVEN)
    table.lay(tag)
    assert reader.present() == (SEVEN,)
    table.chip.lift(tag)
    assert reader.present() == ()


def test_an_empty_poll_costs_at_most_70_transfers(table: Table) -> None:
    reader = table.opened()
    assert table.cost(reader.present) == 19


def test_an_empty_poll_costs_at_most_70_transfers_where_sleeping_takes_no_time(table: Table) -> None:
    """As on a chip that is as fast as its bus: every look at the chip is a transfer."""
    reader = Mfrc522Reader(clock=table.clock.monotonic, sleep=lambda seconds: None)
    reader.open()
    assert table.cost(reader.present) <= 70


@pytest.mark.parametrize(("tag", "most"), [(None, 4), (classic(FOUR), 7), (Ntag213(SEVEN), 9)])
def test_a_poll_wakes_its_thread_a_few_times_only(table: Table, tag: Tag | None, most: int) -> None:
    woken = []

    def sleep(seconds: float) -> None:
        woken.append(seconds)
        table.clock.sleep(seconds)

    reader = Mfrc522Reader(clock=table.clock.monotonic, sleep=sleep)
    reader.open()
    if tag is not None:
        table.lay(tag)
    reader.present()
    woken.clear()
    assert reader.present() == (() if tag is None else (tag.uid,))
    assert 0 < len(woken) <= most


@pytest.mark.parametrize(("tag", "most"), [(classic(FOUR), 60), (Ntag213(SEVEN), 80), (long_tag(TEN), 110)])
def test_a_good_poll_costs_half_of_the_stock_drivers(table: Table, tag: Tag, most: int) -> None:
    reader = table.opened()
    table.lay(tag)
    assert table.cost(reader.present) <= most


def test_twenty_thousand_healthy_polls_raise_no_alarm(make: Callable[..., Table]) -> None:
    table = make(transfer_us=500)  # A slow bus: fewer looks at the chip in the same simulated time.
    reader = table.opened()
    assert not any(reader.present() for _ in range(18_000))
    table.lay(Ntag213(SEVEN))
    assert all(reader.present() for _ in range(2_000))


# Several tags


@pytest.mark.parametrize("coll_counts", ["uid", "frame", "byte"])
@pytest.mark.parametrize("number", [2, 3, 6])
def test_every_one_of_several_tags_is_read(make: Callable[..., Table], number: int, coll_counts: str) -> None:
    random = Random(number)
    for _ in range(25):
        table = make(coll_counts=coll_counts)
        reader = table.opened()
        tags = [some_tag(random) for _ in range(number)]
        table.lay(*tags)
        for _ in range(3):
            assert set(reader.present()) == {tag.uid for tag in tags}


def test_uids_that_differ_in_one_bit_only(table: Table) -> None:
    reader = table.opened()
    for bit in range(32):
        pair = [classic(FOUR), classic((int.from_bytes(FOUR, "little") ^ 1 << bit).to_bytes(4, "little"))]
        table.lay(*pair)
        assert set(reader.present()) == {tag.uid for tag in pair}
        for tag in pair:
            table.chip.lift(tag)


def test_two_tags_with_the_same_uid_are_one(table: Table) -> None:
    reader = table.opened()
    table.lay(Ntag213(SEVEN), Ntag213(SEVEN))
    assert reader.present() == (SEVEN,)


def test_a_tag_beside_one_that_was_read_before(table: Table) -> None:
    reader = table.opened()
    for number in range(1, 5):
        table.lay(Ntag213(SEVEN[:6] + bytes((number,))))
        assert len(reader.present()) == number


def test_of_more_than_six_tags_six_are_read(table: Table) -> None:
    reader = table.opened()
    table.lay(*(classic(bytes((number, 1, 2, 3))) for number in range(9)))
    assert 6 <= len(set(reader.present())) <= 9


def test_a_tag_that_does_not_halt_can_not_keep_the_poll_going(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = table.opened()
    pair = Ntag213(SEVEN), classic(FOUR)
    monkeypatch.setattr("firmware.mfrc522_reader.halt", lambda air: None)
    table.lay(*pair)
    assert set(reader.present()) == {SEVEN, FOUR}


# Tags that fail


def test_a_wrong_check_byte_is_never_believed(table: Table) -> None:
    reader = table.opened()
    tag = Ntag213(SEVEN)
    tag.wrong_bcc = True
    table.lay(tag)
    assert {reader.present() for _ in range(10)} == {()}
    tag.wrong_bcc = False
    assert reader.present() == (SEVEN,)


def test_a_garbled_answer_is_never_believed(table: Table) -> None:
    reader = table.opened()
    table.lay(Ntag213(SEVEN))
    table.chip.garble(True)
    assert {reader.present() for _ in range(10)} == {()}
    table.chip.garble(False)
    assert reader.present() == (SEVEN,)


@pytest.mark.parametrize("answers", range(1, 6))
def test_a_tag_lifted_in_mid_select_is_not_read(table: Table, answers: int) -> None:
    reader = table.opened()
    tag = Ntag213(SEVEN)
    tag.leaves_after = answers
    table.lay(tag)
    assert reader.present() == ((SEVEN,) if answers == 5 else ())  # ATQA, two levels of UID and SAK
    assert reader.present() == ()


def test_a_tag_that_misses_requests_is_read_by_the_others(table: Table) -> None:
    reader = table.opened()
    tag = Ntag213(SEVEN, seed=3)
    tag.misses = 0.5
    table.lay(tag)
    reads = [reader.present() for _ in range(400)]
    assert set(reads) == {(), (SEVEN,)}
    assert 0.65 < reads.count((SEVEN,)) / 400 < 0.85  # A second WUPA catches half of the misses.


def test_the_gain_is_a_setting(table: Table) -> None:
    weak = classic(FOUR)
    weak.needs_gain = 7
    table.lay(weak)
    assert table.opened(gain=33).present() == ()
    reader = table.opened(gain=48)
    table.clock.sleep(0.01)
    assert reader.present() == (FOUR,)
    with pytest.raises(KeyError):
        table.reader(gain=40)


# A chip that fails


def break_by(name: str, chip: Chip) -> None:
    """Do what *name* says to *chip*, besides the stuck lines."""
    match name:
        case "unplug":
            chip.unplug()
        case "brown_out":
            chip.brown_out()
        case "crypto":
            chip._core._registers[0x08] |= 0x08
        case "antenna":
            chip.xfer([0x14 << 1, 0x80])
        case _:
            chip.stick(Miso(name))


FAULTS = ["unplug", "brown_out", "crypto", "antenna", "zeros", "ones", "noise"]


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("resting", [False, True])
def test_a_chip_that_is_lost_is_told_by_the_next_poll(table: Table, fault: str, resting: bool) -> None:
    reader = table.opened()
    if resting:
        table.lay(Ntag213(SEVEN))
    reader.present()
    break_by(fault, table.chip)
    with pytest.raises(DeviceError, match=r"reader 1: .*3\.3 V") as told:
        reader.present()
    assert told.value.what == "reader 1"
    with pytest.raises(DeviceError):
        reader.present()  # until it is opened again
    table.chip.plug()
    table.chip.stick(Miso.TRUE)
    reader.open()
    table.clock.sleep(0.01)
    assert reader.present() == ((SEVEN,) if resting else ())


@pytest.mark.parametrize("after", range(1, 78, 2))
def test_a_reset_in_mid_read_gives_the_tag_or_an_alarm_but_no_silence(table: Table, after: int) -> None:
    reader = table.opened()
    table.lay(Ntag213(SEVEN))
    table.chip.brown_out(after_transfers=after)
    try:
        assert reader.present() == (SEVEN,)
    except DeviceError:
        return
    with pytest.raises(DeviceError):
        reader.present()


def test_a_chip_that_fails_while_a_tag_seems_to_rest_is_found_within_a_second(table: Table) -> None:
    """The probe does not wait for an empty poll."""
    reader = table.opened()
    table.lay(Ntag213(SEVEN))
    reader.present()
    table.chip.xfer([0x2B << 1, 0x3D])  # a disturbed write: the timer is a little off, everything else works
    began = table.clock.monotonic()
    with pytest.raises(DeviceError):
        poll_long(reader)
    assert table.clock.monotonic() - began < PROBE_SECONDS + 0.1


def poll_long(reader: Mfrc522Reader) -> None:
    for _ in range(10_000):
        assert reader.present() == (SEVEN,)


@pytest.mark.parametrize("fault", ["unplug", "zeros", "ones", "noise"])
def test_no_chip_at_the_start(table: Table, fault: str) -> None:
    break_by(fault, table.chip)
    reader = table.reader()
    with pytest.raises(DeviceError, match="no chip"):
        reader.open()
    table.chip.plug()
    table.chip.stick(Miso.TRUE)
    reader.open()
    assert reader.present() == ()


def test_noise_is_never_read_as_a_tag(make: Callable[..., Table]) -> None:
    for seed in range(100):
        table = make(seed=seed)
        reader = table.opened()
        table.chip.stick(Miso.NOISE)
        with pytest.raises(DeviceError):
            reader.present()


def test_one_disturbed_look_is_no_alarm(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = table.opened()
    answers = iter([False, True])
    monkeypatch.setattr(reader._link, "healthy", lambda: next(answers))
    assert reader.present() == ()


@pytest.mark.parametrize("version", [0x91, 0x92, 0x88, 0xB2, 0x12])
def test_clones_are_welcome(make: Callable[..., Table], version: int) -> None:
    reader = make(version=version).opened()
    assert reader.version() == version
    assert reader.present() == ()


# The bus and the pins


def test_no_spi_device_says_what_to_switch_on(table: Table) -> None:
    table.pins.chips = {}
    with pytest.raises(DeviceError, match=r"spidev0\.0.*dtparam=spi=on"):
        table.reader().open()


def test_a_bus_that_fails_in_mid_game(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = table.opened()

    def broken(sent: object) -> list[int]:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(table.chip, "xfer", broken)
    with pytest.raises(DeviceError, match="Input/output"):
        reader.present()
    monkeypatch.undo()
    reader.open()
    assert reader.present() == ()


def test_without_the_pis_packages_it_says_so(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "RPi", None)
    with pytest.raises(DeviceError, match="packages"):
        table.reader().open()


def test_pins_are_numbered_by_bcm_or_not_at_all(table: Table) -> None:
    table.opened()
    assert (table.pins.mode, set(table.pins.levels)) == (11, {25})
    table.pins.mode = 10
    with pytest.raises(DeviceError, match="BOARD"):
        table.reader().open()


def test_the_bus_runs_at_one_megahertz(table: Table) -> None:
    assert table.opened()._link.spi.max_speed_hz == 1_000_000


def test_opening_again_adds_no_log_and_frees_no_pin_of_others(table: Table) -> None:
    handlers = list(logging.getLogger("mfrc522Logger").handlers)
    reader = table.opened()
    table.pins.levels[17] = 1
    for _ in range(3):
        reader.open()
    reader.close()
    assert logging.getLogger("mfrc522Logger").handlers == handlers
    assert table.pins.levels[17] == 1


def test_bits_after_a_collision_are_cleared(table: Table) -> None:
    table.opened()
    assert table.chip.xfer([0x80 | 0x0E << 1, 0])[1] & 0x80 == 0


def test_the_reset_is_held_for_50_ms(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[tuple[bool, float]] = []
    monkeypatch.setattr(table.chip, "reset_pin", lambda high: levels.append((high, table.clock.monotonic())))
    table.opened()
    (low, began), (high, ended) = levels[-2:]
    assert (low, high) == (False, True)
    assert ended - began >= 0.05


def test_close_darkens_the_field_any_number_of_times(table: Table) -> None:
    reader = table.reader()
    reader.close()
    reader.open()
    assert table.chip.field_on
    reader.close()
    assert not table.chip.field_on
    reader.close()


def test_close_of_a_broken_bus_is_no_error(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = table.opened()
    reader._link.spi.close()
    reader.close()


# Readers side by side


def test_five_readers_with_one_field_at_a_time(make: Callable[..., Table], monkeypatch: pytest.MonkeyPatch) -> None:
    table = make(5)
    readers = [table.opened(at, shared=True) for at in range(5)]
    for at in range(5):
        table.lay(Ntag213(SEVEN[:6] + bytes((at,))), at=at)
    most = 0
    xfer = Chip.xfer

    def watched(chip: Chip, sent: list[int]) -> list[int]:
        nonlocal most
        answer = xfer(chip, sent)
        most = max(most, sum(each.field_on for each in table.chips))
        return answer

    monkeypatch.setattr(Chip, "xfer", watched)
    for _ in range(3):
        reads = [reader.present() for reader in readers]
        assert reads == [(SEVEN[:6] + bytes((at,)),) for at in range(5)]
    assert most == 1


def test_a_round_of_five_readers_fits_the_cycle(make: Callable[..., Table]) -> None:
    table = make(5)
    readers = [table.opened(at, shared=True) for at in range(5)]
    for reader in readers:
        reader.present()
    began = table.clock.monotonic()
    for reader in readers:
        reader.present()
    assert table.clock.monotonic() - began < 0.06


def test_a_reset_for_one_reader_is_no_loss_to_its_neighbour(make: Callable[..., Table]) -> None:
    table = make(2)
    first, second = (table.opened(at, shared=True) for at in range(2))
    table.lay(Ntag213(SEVEN), at=0)
    assert first.present() == (SEVEN,)
    table.chips[1].unplug()
    for _ in range(3):
        with pytest.raises(DeviceError):
            second.open()
        assert first.present() == (SEVEN,)


def test_a_reset_is_no_loss_to_a_neighbour_with_its_field_always_on(make: Callable[..., Table]) -> None:
    table = make(2)
    first = table.opened(0)
    table.opened(1)
    assert first.present() == ()
