"""The reader's side of ISO/IEC 14443-3 by itself; the walks over real collisions are in test_mfrc522_reader."""

from __future__ import annotations

import pytest

from firmware.iso14443 import MOST_FRAMES, Heard, Identification, checked, crc_a


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
    air = Garbled()
    identification = Identification(air)
    assert identification.uid() is None
    assert identification.collided
    assert 30 < air.frames <= MOST_FRAMES


class Scripted:
    """Answers anticollision with *level* and SELECT with *sak*, at every cascade level."""

    def __init__(self, level: str, sak: bytes) -> None:
        self.level, self.sak = bytes.fromhex(level), sak

    def transceive(self, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        data = self.level if len(sent) == 2 else self.sak
        return Heard(data, 8 * len(data))


WHOLE, CASCADE = checked(b"\x08"), checked(b"\x04")


class TwoLevels(Scripted):
    """Says at the first level that the UID goes on, and at the second that it is whole."""

    def transceive(self, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        self.sak = CASCADE if sent[0] == 0x93 else WHOLE
        return super().transceive(sent, last_bits, align)


@pytest.mark.parametrize(("level", "uid"), [("1122334444", None), ("88223344dd", "22334488223344")])
def test_a_uid_goes_on_only_behind_a_cascade_tag(level: str, uid: str | None) -> None:
    found = Identification(TwoLevels(level, b"")).uid()
    assert (found.hex() if found else None) == uid


@pytest.mark.parametrize(
    ("level", "sak", "uid"),
    [
        ("1122334444", WHOLE, "11223344"),
        ("88223344dd", WHOLE, "88223344"),  # SAK says whole: the 0x88 is the UID's own
        ("1122334445", WHOLE, None),  # wrong BCC
        ("1122334444", b"\x08\x00\x00", None),  # wrong CRC
        ("1122334444", b"\x08", None),  # no CRC
        ("1122334444", CASCADE, None),  # SAK says more, but there is no cascade tag
        ("88223344dd", CASCADE, None),  # more levels than there are
        ("11223344", WHOLE, None),  # cut short
    ],
)
def test_only_a_uid_with_every_check_right_is_taken(level: str, sak: bytes, uid: str | None) -> None:
    found = Identification(Scripted(level, sak)).uid()
    assert (found.hex() if found else None) == uid
