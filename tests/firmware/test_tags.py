"""The simulated tags by themselves, as the standard's diagram has their states."""

from __future__ import annotations

import pytest

from firmware.iso14443 import checked
from firmware.simulator.tags import Frame, Ntag213, State, Tag, classic, long_tag

FOUR, OTHER = bytes.fromhex("11223344"), bytes.fromhex("15223344")
REQA, WUPA = Frame(0x26, 7), Frame(0x52, 7)


def selected(uid: bytes) -> Frame:
    return Frame.of(checked(bytes((0x93, 0x70, *uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]))))


def heard(*frames: Frame) -> Tag:
    """Return a tag that heard *frames*."""
    tag = classic(FOUR)
    for frame in frames:
        tag.hear(frame)
    return tag


def test_a_tag_woken_from_halt_goes_back_there() -> None:
    tag, states = classic(FOUR), []
    for frame in (REQA, selected(FOUR), Frame.of(checked(b"\x50\x00")), REQA, WUPA, selected(FOUR), REQA, WUPA, WUPA):
        tag.hear(frame)
        states.append(tag.state.value)
    assert states == ["READY", "ACTIVE", "HALT", "HALT", "READY*", "ACTIVE*", "HALT", "READY*", "HALT"]


OUT_OF_PLACE = {
    "another level": Frame.of(b"\x95\x20"),
    "more bits promised than there are": Frame.of(b"\x93\x30"),
    "another UID": selected(OTHER),
    "no check bytes": Frame.of(b"\x93\x70" + FOUR),
}


@pytest.mark.parametrize("frame", OUT_OF_PLACE)
def test_a_frame_out_of_place_sends_a_ready_tag_back(frame: str) -> None:
    tag = heard(REQA)
    assert tag.hear(OUT_OF_PLACE[frame]) is None
    assert tag.state is State.IDLE


def test_a_tag_that_is_not_meant_stays_ready() -> None:
    tag = heard(REQA)
    assert tag.hear(Frame(0x2293 | 0b10 << 16, 18)) is None
    assert tag.state is State.READY


def test_nonsense_sends_an_active_tag_back() -> None:
    for nonsense in (b"\x30\x00", b"\x93\x20"):
        assert heard(REQA, selected(FOUR), Frame.of(nonsense)).state is State.IDLE


def test_a_classic_tag_refuses_to_be_read_openly() -> None:
    assert heard(REQA, selected(FOUR)).hear(Frame.of(checked(b"\x30\x00"))) == Frame(0, 4)


def test_a_tag_asleep_hears_only_requests() -> None:
    assert classic(FOUR).hear(selected(FOUR)) is None


def test_only_three_lengths_of_uid() -> None:
    for make, uid in ((classic, b"\x01" * 5), (Ntag213, FOUR), (long_tag, b"")):
        with pytest.raises(ValueError, match="UID"):
            make(uid)
