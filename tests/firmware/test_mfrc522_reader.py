"""The reader over the stock driver's registers and the simulated chip: tags."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from firmware.devices import DeviceError
from firmware.simulator.chip import Chip, Miso
from firmware.simulator.tags import Ntag213, Tag, classic, long_tag
from tests.firmware.readers import Readers

FOUR = bytes.fromhex("11223344")
SEVEN = bytes.fromhex("04a1b2c3d4e5f6")
TEN = bytes.fromhex("04a1b2c3d4e5f6070809")


def some_tag(random: Random) -> Tag:
    """A tag of any length; those of 7 and 10 bytes share their maker's byte, often more."""
    make, size = random.choice(((classic, 4), (Ntag213, 7), (Ntag213, 7), (Ntag213, 7), (long_tag, 10)))
    shared = random.choice((b"\x04", b"\x04\x51\x80")) if size > 4 else b""
    return make(shared + random.randbytes(size - len(shared)))


# One tag, none


@pytest.mark.parametrize("make_tag", [lambda: classic(FOUR), lambda: Ntag213(SEVEN), lambda: long_tag(TEN),
                                      lambda: classic(b"\x88\x04\x01\x02")])  # fmt: skip
def test_every_length_of_uid_is_read_whole_by_every_poll_until_it_is_lifted(
    readers: Readers, make_tag: Callable[[], Tag]
) -> None:
    reader, tag = readers.opened(), make_tag()
    readers.lay(tag)
    assert {reader.present() for _ in range(50)} == {(tag.uid,)}
    readers.chip.lift(tag)
    assert reader.present() == ()


COSTS = [(None, 19, 4), (classic(FOUR), 60, 7), (Ntag213(SEVEN), 80, 9), (long_tag(TEN), 110, 11)]


@pytest.mark.parametrize(("tag", "transfers", "rests"), COSTS)
def test_a_poll_costs_few_transfers_and_wakes_its_thread_a_few_times_only(
    readers: Readers, tag: Tag | None, transfers: int, rests: int
) -> None:
    """The stock driver takes 2,013 transfers for nothing, and twice ours for a tag."""
    woken: list[float] = []
    reader = readers.opened(sleep=lambda seconds: woken.append(seconds) or readers.clock.sleep(seconds))
    readers.lay(*[tag] if tag else [])
    reader.present()
    woken.clear()
    assert readers.cost(reader.present) <= transfers
    assert 0 < len(woken) <= rests


# Several tags


@pytest.mark.parametrize("coll_counts", ["uid", "frame", "byte"])
@pytest.mark.parametrize("number", [2, 3, 6])
def test_every_one_of_several_tags_is_read(make: Callable[..., Readers], number: int, coll_counts: str) -> None:
    random = Random(number)
    for _ in range(12):
        readers = make(coll_counts=coll_counts)
        reader = readers.opened()
        tags = [some_tag(random) for _ in range(number)]
        readers.lay(*tags)
        for _ in range(2):
            assert set(reader.present()) == {tag.uid for tag in tags}


def test_uids_that_differ_in_one_bit_only(readers: Readers) -> None:
    reader = readers.opened()
    for bit in range(32):
        pair = [classic(FOUR), classic((int.from_bytes(FOUR, "little") ^ 1 << bit).to_bytes(4, "little"))]
        readers.lay(*pair)
        assert set(reader.present()) == {tag.uid for tag in pair}
        for tag in pair:
            readers.chip.lift(tag)


def test_two_tags_with_the_same_uid_are_one_and_of_many_at_least_six_are_read(readers: Readers) -> None:
    reader = readers.opened()
    readers.lay(Ntag213(SEVEN), Ntag213(SEVEN))
    assert reader.present() == (SEVEN,)
    for number in range(2, 10):
        readers.lay(Ntag213(SEVEN[:6] + bytes((number,))))
        assert min(number, 6) <= len(set(reader.present())) <= number


def test_a_tag_that_does_not_halt_can_not_keep_the_poll_going(readers: Readers, monkeypatch: pytest.MonkeyPatch) -> None:
    reader = readers.opened()
    monkeypatch.setattr("firmware.mfrc522_reader.halt", lambda air: None)
    readers.lay(Ntag213(SEVEN), classic(FOUR))
    assert set(reader.present()) == {SEVEN, FOUR}


# Tags that fail


@pytest.mark.parametrize("spoil", [lambda chip, tag, on: setattr(tag, "wrong_bcc", on), lambda chip, tag, on: chip.garble(on)])
def test_a_wrong_check_byte_and_a_garbled_answer_are_never_believed(
    readers: Readers, spoil: Callable[[Chip, Tag, bool], None]
) -> None:
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
    assert reader.present() == ((SEVEN,) if answers == 5 else ())  # ATQA, two levels of UID and SAK.
    assert reader.present() == ()


def test_the_gain_is_a_setting(readers: Readers) -> None:
    weak = classic(FOUR)
    weak.needs_gain = 7
    readers.lay(weak)
    assert readers.opened(gain=33).present() == ()
    reader = readers.opened(gain=48)
    readers.clock.sleep(0.01)
    assert reader.present() == (FOUR,)
    with pytest.raises(KeyError):
        readers.reader(gain=40)


# Readers side by side


def test_five_readers_with_one_field_at_a_time_in_one_cycle(
    make: Callable[..., Readers], monkeypatch: pytest.MonkeyPatch
) -> None:
    readers, fields, xfer = make(5), set(), Chip.xfer
    opened = [readers.opened(at, shared=True) for at in range(5)]
    uids = [SEVEN[:6] + bytes((at,)) for at in range(5)]
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
def test_a_reset_for_one_reader_is_no_loss_to_its_neighbour(
    make: Callable[..., Readers], shared: bool, seen: tuple[bytes, ...]
) -> None:
    readers = make(2)
    first = readers.opened(0, shared=shared)
    readers.lay(Ntag213(SEVEN), at=0)
    assert first.present() == (SEVEN,)
    readers.chips[1].unplug()
    for _ in range(3):
        with pytest.raises(DeviceError):
            readers.opened(1, shared=shared)
        assert first.present() == seen
        readers.clock.sleep(0.01)


def test_noise_is_never_read_as_a_tag(make: Callable[..., Readers]) -> None:
    for seed in range(100):
        readers = make(seed=seed)
        reader = readers.opened()
        readers.chip.stick(Miso.NOISE)
        with pytest.raises(DeviceError):
            reader.present()
