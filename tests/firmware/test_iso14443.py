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
