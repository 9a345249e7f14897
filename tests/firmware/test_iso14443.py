"""Both sides of ISO/IEC 14443-3 by themselves, reader and tag; walks over real collisions are in test_mfrc522_reader."""

from __future__ import annotations

import pytest

from firmware.iso14443 import MOST_FRAMES, Heard, Identification, checked, crc_a
from firmware.simulator.tags import Frame, Ntag213, State, classic, long_tag


@pytest.mark.parametrize(("data", "crc"), [("0000", "a01e"), ("1234", "26cf"), ("5000", "57cd")])
def test_crc_a_of_the_standards_examples(data: str, crc: str) -> None:
    assert crc_a(bytes.fromhex(data)).hex() == crc


class Garbled:
    """Collides wherever it is asked, so that a walk would never end."""

    def __init__(self) -> None:
        self.frames = 0

    def transceive(self, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        self.frames += 1
        place = 8 * (len(sent) - 2) + (last_bits - 8 if last_bits else 0) + 1
        return Heard(b"\xff" * 5, 40, collision=min(place, 32))


def test_noise_does_not_keep_the_walk_going() -> None:
    identification = Identification(air := Garbled())
    assert identification.uid() is None
    assert identification.collided
    assert 30 < air.frames <= MOST_FRAMES


class Scripted:
    """Answers anticollision with *level* and SELECT with one of *saks* for each cascade level."""

    def __init__(self, level: str, *saks: bytes) -> None:
        self.level, self.saks = bytes.fromhex(level), saks

    def transceive(self, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        at = (0x93, 0x95, 0x97).index(sent[0])
        data = self.level if len(sent) == 2 else self.saks[min(at, len(self.saks) - 1)]
        return Heard(data, 8 * len(data))


WHOLE, CASCADE = checked(b"\x08"), checked(b"\x04")


@pytest.mark.parametrize(
    ("level", "saks", "uid"),
    [
        ("1122334444", [WHOLE], "11223344"),
        ("88223344dd", [WHOLE], "88223344"),  # SAK says whole: the 0x88 is the UID's own
        ("88223344dd", [CASCADE, WHOLE], "22334488223344"),
        ("1122334444", [CASCADE, WHOLE], None),  # SAK says more, but there is no cascade tag
        ("88223344dd", [CASCADE], None),  # more levels than there are
        ("1122334445", [WHOLE], None),  # wrong BCC
        ("1122334444", [b"\x08\x00\x00"], None),  # wrong CRC
        ("1122334444", [b"\x08"], None),  # no CRC
        ("11223344", [WHOLE], None),  # cut short
    ],
)
def test_only_a_uid_with_every_check_right_is_taken(level: str, saks: list[bytes], uid: str | None) -> None:
    found = Identification(Scripted(level, *saks)).uid()
    assert (found.hex() if found else None) == uid


# The tags, as the standard's diagram has their states

FOUR, OTHER = bytes.fromhex("11223344"), bytes.fromhex("15223344")
REQA, WUPA = Frame(0x26, 7), Frame(0x52, 7)


def selected(uid: bytes) -> Frame:
    return Frame.of(checked(bytes((0x93, 0x70, *uid, uid[0] ^ uid[1] ^ uid[2] ^ uid[3]))))


def test_a_tag_woken_from_halt_goes_back_there() -> None:
    tag, states = classic(FOUR), []
    for frame in (REQA, selected(FOUR), Frame.of(checked(b"\x50\x00")), REQA, WUPA, selected(FOUR), REQA, WUPA, WUPA):
        tag.hear(frame)
        states.append(tag.state.value)
    assert states == ["READY", "ACTIVE", "HALT", "HALT", "READY*", "ACTIVE*", "HALT", "READY*", "HALT"]


MEANT = selected(FOUR)
OUT_OF_PLACE = {
    "asleep, to be selected": ([], MEANT, None, State.IDLE),
    "another level": ([REQA], Frame.of(b"\x95\x20"), None, State.IDLE),
    "more bits promised than there are": ([REQA], Frame.of(b"\x93\x30"), None, State.IDLE),
    "another UID": ([REQA], selected(OTHER), None, State.IDLE),
    "no check bytes": ([REQA], Frame.of(b"\x93\x70" + FOUR), None, State.IDLE),
    "another tag is meant": ([REQA], Frame(0x2293 | 0b10 << 16, 18), None, State.READY),
    "nonsense": ([REQA, MEANT], Frame.of(b"\x30\x00"), None, State.IDLE),
    "anticollision when it is over": ([REQA, MEANT], Frame.of(b"\x93\x20"), None, State.IDLE),
    "reading a tag without open memory": ([REQA, MEANT], Frame.of(checked(b"\x30\x00")), Frame(0, 4), State.IDLE),
}


@pytest.mark.parametrize(("before", "frame", "answer", "state"), OUT_OF_PLACE.values(), ids=OUT_OF_PLACE)
def test_a_frame_out_of_place_is_no_command(before: list[Frame], frame: Frame, answer: Frame | None, state: State) -> None:
    tag = classic(FOUR)
    for earlier in before:
        tag.hear(earlier)
    assert (tag.hear(frame), tag.state) == (answer, state)


def test_only_three_lengths_of_uid() -> None:
    for make, uid in ((classic, b"\x01" * 5), (Ntag213, FOUR), (long_tag, b"")):
        with pytest.raises(ValueError, match="UID"):
            make(uid)
