"""The reader over the stock driver's registers and the simulated chip: tags, losses, and both sides of ISO/IEC 14443-3."""

import logging
import sys
from collections.abc import Callable
from random import Random
from unittest.mock import Mock

import pytest

from firmware.devices import DeviceError
from firmware.reader.iso14443 import MOST_FRAMES, Heard, Identification, checked, crc_a
from firmware.reader.mfrc522_reader import PROBE_SECONDS
from firmware.simulator.chip import Chip
from firmware.simulator.core import Core
from firmware.simulator.pins import Pins
from firmware.simulator.registers import Register
from firmware.simulator.tags import Ntag213, Tag, classic, long_tag
from tests.bench.healthy_polls import poll
from tests.firmware.readers import Readers

FOUR, SEVEN, TEN = (bytes.fromhex(uid) for uid in ("11223344", "04a1b2c3d4e5f6", "04a1b2c3d4e5f6070809"))


def some_tag(random: Random) -> Tag:
    """Return a tag with a UID of any length; those of 7 and 10 bytes share the maker's byte, often more."""
    make, size = random.choice(((classic, 4), (Ntag213, 7), (Ntag213, 7), (Ntag213, 7), (long_tag, 10)))
    shared = random.choice((b"\x04", b"\x04\x51\x80")) if size > 4 else b""
    return make(shared + random.randbytes(size - len(shared)))


def test_every_length_of_uid_is_read_whole_by_every_poll_until_lifted(readers: Readers) -> None:
    reader = readers.opened()
    for tag in (classic(FOUR), Ntag213(SEVEN), long_tag(TEN), classic(b"\x88\x04\x01\x02")):
        readers.lay(tag)
        assert {reader.present() for _ in range(50)} == {(tag.uid,)}
        readers.chip.lift(tag)
        assert reader.present() == ()


@pytest.mark.parametrize(
    ("tag", "transfers", "rests"), [(None, 19, 4), (classic(FOUR), 60, 7), (Ntag213(SEVEN), 80, 9), (long_tag(TEN), 110, 11)]
)
def test_a_poll_costs_few_transfers_and_few_wake_ups(readers: Readers, tag: Tag | None, transfers: int, rests: int) -> None:
    """The stock driver needs 2,013 transfers to find nothing, and twice ours to find a tag (H2)."""
    woken: list[float] = []
    reader = readers.opened(sleep=lambda seconds: woken.append(seconds) or readers.clock.sleep(seconds))
    readers.lay(*[tag] if tag else [])
    reader.present()
    woken.clear()
    before = readers.chip.transfers
    reader.present()
    assert readers.chip.transfers - before <= transfers
    assert 0 < len(woken) <= rests


@pytest.mark.parametrize("coll_counts", ["uid", "frame", "byte"])
@pytest.mark.parametrize("number", [2, 3, 6])
def test_every_one_of_several_tags_is_read(wire: Callable[..., Pins], number: int, coll_counts: str) -> None:
    random = Random(number)
    for _ in range(12):
        readers, tags = Readers(wire, coll_counts=coll_counts), [some_tag(random) for _ in range(number)]
        reader = readers.opened()
        readers.lay(*tags)
        assert set(reader.present()) == set(reader.present()) == {tag.uid for tag in tags}


def test_two_tags_with_the_same_uid_are_one_and_of_many_at_least_six_are_read(readers: Readers) -> None:
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN), Ntag213(SEVEN))
    assert reader.present() == (SEVEN,)
    for number in range(2, 10):
        readers.lay(Ntag213(SEVEN[:6] + bytes((number,))))
        assert min(number, 6) <= len(set(reader.present())) <= number


@pytest.mark.parametrize("spoil", [lambda chip, tag, on: setattr(tag, "wrong_bcc", on), lambda chip, tag, on: chip.garble(on)])
def test_wrong_check_bytes_and_garbled_answers_are_ignored(readers: Readers, spoil: Callable[[Chip, Tag, bool], None]) -> None:
    reader, tag = readers.opened(), Ntag213(SEVEN)
    readers.lay(tag)
    spoil(readers.chip, tag, True)
    assert {reader.present() for _ in range(10)} == {()}
    spoil(readers.chip, tag, False)
    assert reader.present() == (SEVEN,)


@pytest.mark.parametrize("answers", range(1, 6))
def test_a_tag_lifted_in_mid_select_is_not_read(readers: Readers, answers: int) -> None:
    reader, tag = readers.opened(), Ntag213(SEVEN)
    tag.leaves_after = answers
    readers.lay(tag)
    assert [reader.present() for _ in "12"] == [(SEVEN,) if answers == 5 else (), ()]  # ATQA, two levels of UID and SAK.


def test_five_readers_with_one_field_at_a_time_in_one_cycle(wire: Callable[..., Pins], monkeypatch: pytest.MonkeyPatch) -> None:
    readers, fields, xfer = Readers(wire, 5), set(), Chip.xfer
    opened, uids = [readers.opened(at, shared=True) for at in range(5)], [SEVEN[:6] + bytes((at,)) for at in range(5)]
    for at, uid in enumerate(uids):
        readers.lay(Ntag213(uid), at=at)

    def watched(chip: Chip, sent: list[int]) -> list[int]:
        answer = xfer(chip, sent)
        fields.add(sum(each.field_on for each in readers.chips))
        return answer

    monkeypatch.setattr(Chip, "xfer", watched)
    for _ in range(3):
        assert [reader.present() for reader in opened] == [(uid,) for uid in uids]
    assert fields == {0, 1}
    for chip in readers.chips:
        chip.lift(*chip.tags)
    began = readers.clock.monotonic()
    assert not any(reader.present() for reader in opened)
    assert readers.clock.monotonic() - began < 0.06


@pytest.mark.parametrize(("shared", "seen"), [(True, (SEVEN,)), (False, ())])  # Always on, a field that was reset is new.
def test_a_reset_for_one_reader_is_no_loss_to_another(wire: Callable[..., Pins], shared: bool, seen: tuple[bytes, ...]) -> None:
    readers = Readers(wire, 2)
    first = readers.opened(0, shared=shared)
    readers.lay(Ntag213(SEVEN), at=0)
    assert first.present() == (SEVEN,)
    readers.chips[1].unplug()
    for _ in range(3):
        with pytest.raises(DeviceError):
            readers.opened(1, shared=shared)
        assert first.present() == seen
        readers.clock.sleep(0.01)


# A lost reader says so at once, with a remedy, and comes back; and a healthy one never does (H2)


@pytest.mark.parametrize("after", range(1, 78, 2))
def test_a_reset_in_mid_read_gives_the_tag_or_an_alarm_but_no_silence(readers: Readers, after: int) -> None:
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN))
    readers.chip.brown_out(after_transfers=after)
    try:
        assert reader.present() == (SEVEN,)
    except DeviceError:
        return
    with pytest.raises(DeviceError):
        reader.present()


def test_a_chip_that_fails_while_a_tag_seems_to_rest_is_found_within_a_second(readers: Readers) -> None:
    """The probe does not wait for an empty poll."""
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN))
    reader.present()
    readers.chip.xfer([Register.T_PRESCALER << 1, 0x3D])  # The timer is slightly off, everything else works.
    began = readers.clock.monotonic()
    with pytest.raises(DeviceError):
        all(reader.present() == (SEVEN,) for _ in range(10_000))
    assert readers.clock.monotonic() - began < PROBE_SECONDS + 0.1


LESS = {Register.TX_ASK: 0x00, Register.RF_CFG: 0x08, Register.MODE: 0xBD, Register.COMMAND: 0x10, Register.T_RELOAD_HIGH: 1}


@pytest.mark.parametrize(("register", "value"), LESS.items(), ids=[register.name for register in LESS])
def test_a_chip_that_lost_a_setting_without_which_it_still_reads_is_found(readers: Readers, register: int, value: int) -> None:
    reader = readers.opened()
    readers.chip.xfer([register << 1, value])
    assert not reader._link.healthy()


def test_a_chip_that_keeps_its_settings_but_sends_nothing_is_found(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.opened()
    with monkeypatch.context() as hanging:
        hanging.setattr(Core, "_send", lambda core: None)
        for _ in range(3):  # By each poll, until it works.
            with pytest.raises(DeviceError):
                reader.present()
            reader.open()
    readers.lay(Ntag213(SEVEN))
    assert reader.present() == (SEVEN,)


def test_one_disturbed_look_is_no_alarm(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.opened()
    monkeypatch.setattr(reader._link, "healthy", Mock(side_effect=[False, True]))
    assert reader.present() == ()


def test_what_the_pi_lacks_is_told_with_what_to_do(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    for lack, told in (
        (lambda: setattr(readers.pins, "has_spi", False), r"spidev0\.0.*dtparam=spi=on"),
        (lambda: setattr(readers.pins, "mode", 10), "BOARD"),
        (lambda: monkeypatch.setitem(sys.modules, "RPi", None), "packages"),
    ):
        lack()
        with pytest.raises(DeviceError, match=told):
            readers.reader().open()


def test_a_bus_that_fails_in_mid_game_or_while_it_is_opened(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    xfer, failing, reader = readers.chip.xfer, Mock(side_effect=OSError(5, "Input/output error")), readers.opened()
    with monkeypatch.context() as mid_game:
        mid_game.setattr(readers.chip, "xfer", failing)
        with pytest.raises(DeviceError, match="Input/output"):
            reader.present()
    began = readers.chip.transfers
    reader.open()
    took = readers.chip.transfers - began
    assert reader.present() == ()
    for after in range(took):  # Each of its transfers is the one that fails.
        answers = iter([xfer] * after)
        monkeypatch.setattr(readers.chip, "xfer", lambda sent, left=answers: next(left, failing)(sent))
        with pytest.raises(DeviceError, match="Input/output"):
            readers.opened(shared=True)


def test_it_holds_its_reset_pin_for_50_ms_and_takes_one_megahertz(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    levels: list[tuple[bool, float]] = []
    monkeypatch.setattr(readers.chip, "reset_pin", lambda high: levels.append((high, readers.clock.monotonic())))
    reader = readers.opened()
    (low, began), (high, ended) = levels[-2:]
    assert (low, high, ended - began >= 0.05) == (False, True, True)
    assert (readers.pins.mode, *readers.pins.levels, reader._link.spi.max_speed_hz) == (11, 25, 1_000_000)  # 11 is BCM.


def test_opening_again_adds_no_log_and_closing_frees_no_pin_of_others_and_darkens_the_field(readers: Readers) -> None:
    handlers, reader = list(logging.getLogger("mfrc522Logger").handlers), readers.reader()
    reader.close()
    readers.pins.levels[17] = 1
    for _ in range(3):
        reader.open()
    assert readers.chip.field_on
    for _ in range(2):
        reader.close()
        assert not readers.chip.field_on
    reader.open()
    reader._link.spi.close()
    reader.close()
    assert (logging.getLogger("mfrc522Logger").handlers, readers.pins.levels[17]) == (handlers, 1)


HOURS = pytest.param(10_000, marks=pytest.mark.broad)  # A million take minutes: python -m tests.bench.healthy_polls 1000000


@pytest.mark.parametrize("polls", [3_000, HOURS])
def test_healthy_polls_raise_no_false_alarm_and_lay_no_phantom(polls: int) -> None:
    tally = poll(polls)
    assert (tally.told, tally.false, tally.done["Laid"]) == (tally.done, 0, polls / 500)


@pytest.mark.parametrize("at", [300, 501])
def test_an_alarm_among_them_would_be_counted(at: int) -> None:
    assert poll(600, brown_out_at=at).false >= 2  # One loss and one return.


def test_crc_a_of_the_standards_examples() -> None:
    assert [crc_a(bytes.fromhex(data)).hex() for data in ("0000", "1234", "5000")] == ["a01e", "26cf", "57cd"]


def test_noise_does_not_keep_the_walk_going() -> None:
    def collide(sent: bytes, last_bits: int = 0, align: int = 0) -> Heard:
        """Collide at every bit, so that a search would never end."""
        place = 8 * (len(sent) - 2) + (last_bits - 8 if last_bits else 0) + 1
        return Heard(b"\xff" * 5, 40, collision=min(place, 32))

    identification = Identification(air := Mock(transceive=Mock(side_effect=collide)))
    assert (identification.uid(), identification.collided) == (None, True)
    assert 30 < air.transceive.call_count <= MOST_FRAMES


WHOLE, CASCADE = checked(b"\x08"), checked(b"\x04")


@pytest.mark.parametrize(("level", "saks", "uid"), [
    ("1122334444", [WHOLE], "11223344"),
    ("88223344dd", [WHOLE], "88223344"),  # SAK says complete: the 0x88 belongs to the UID itself
    ("88223344dd", [CASCADE, WHOLE], "22334488223344"),
    ("1122334444", [CASCADE, WHOLE], None),  # SAK says there is more, but there is no cascade tag
    ("88223344dd", [CASCADE], None),  # more levels than exist
    # Wrong BCC, wrong CRC, no CRC, cut short:
    ("1122334445", [WHOLE], None), ("1122334444", [b"\x08\x00\x00"], None), ("1122334444", [b"\x08"], None),
    ("11223344", [WHOLE], None),
])  # fmt: skip
def test_only_a_uid_with_every_check_right_is_taken(level: str, saks: list[bytes], uid: str | None) -> None:
    def answer(sent: bytes, last_bits: int = 0, align: int = 0) -> Heard:
        """Answer anticollision with *level*, and SELECT with one of *saks* for each cascade level."""
        at = (0x93, 0x95, 0x97).index(sent[0])
        data = bytes.fromhex(level) if len(sent) == 2 else saks[min(at, len(saks) - 1)]
        return Heard(data, 8 * len(data))

    found = Identification(Mock(transceive=answer)).uid()
    assert (found.hex() if found else None) == uid
