"""The reader's side of ISO/IEC 14443-3 type A. Pure: works over anything that can exchange a frame with the field."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator

REQA, WUPA = 0x26, 0x52  # Short frames of seven bits: REQA wakes idle tags, WUPA halted ones too.
SELECT = (0x93, 0x95, 0x97)  # One code per cascade level.
HLTA = bytes((0x50, 0x00))
CASCADE_TAG = 0x88  # Precedes the three UID bytes of any level but the last.
SAK_CASCADE = 0x04  # A bit of SAK: the UID continues at the next level.
UID_BITS, LEVEL_BITS = 32, 40  # A level carries four bytes of UID and BCC, their exclusive or.
MOST_FRAMES = 48  # Per tag, so that noise can't prolong the tree walk for ever; six tags need fewer than 30.


@dataclass(frozen=True, slots=True)
class Heard:
    """The answer to a frame.

    *bits* counts the valid bits of *data*, including the RxAlign positions below the first received bit. *collision* is
    the chip's CollPos, 1 to 32; *broken* means a wrong parity, protocol or position.
    """

    data: bytes
    bits: int
    collision: int | None = None
    broken: bool = False


class Air(Protocol):
    """A link that exchanges frames with the tags in the field."""

    def transceive(self, sent: bytes, last_bits: int = 0, align: int = 0) -> Heard | None:
        """Send *sent* and return the answer, or None if there is none.

        Only *last_bits* bits of the last byte are sent (0: all eight); the first received bit is stored at position
        *align*.
        """


@dataclass(frozen=True, slots=True)
class Prefix:
    """The first *bits* bits of a level's UID and BCC; the first bit on the air is the lowest."""

    value: int = 0
    bits: int = 0


def crc_a(data: bytes) -> bytes:
    """Return the two check bytes of *data* in the order in which they are sent (ISO/IEC 14443-3, annex B)."""
    crc = 0x6363
    for byte in data:
        mixed = byte ^ crc & 0xFF
        mixed = (mixed ^ mixed << 4) & 0xFF
        crc = crc >> 8 ^ mixed << 8 ^ mixed << 3 ^ mixed >> 4
    return crc.to_bytes(2, "little")


def checked(data: bytes) -> bytes:
    """Return *data* followed by its CRC_A."""
    return data + crc_a(data)


def wake(air: Air, request: int) -> bool:
    """Send REQA or WUPA and return whether any tag answered; simultaneous answers count, however garbled."""
    return air.transceive(bytes((request,)), last_bits=7) is not None


def halt(air: Air) -> None:
    """Put the selected tag to sleep until the next WUPA; it doesn't answer."""
    air.transceive(checked(HLTA))


class Identification:
    """Find the UID of one of the tags that are awake, and select that tag.

    Afterwards, *collided* says whether other tags answered as well.
    """

    def __init__(self, air: Air) -> None:
        self.collided = False
        self._air = air
        self._frames_left = MOST_FRAMES

    def uid(self) -> bytes | None:
        """Return the 4, 7 or 10 bytes of the tag that is now selected, or None if no tag was read with certainty."""
        uid = b""
        for code in SELECT:
            level = self._resolve(code, Prefix())
            sak = None if level is None else self._select(code, level)
            if level is None or sak is None:
                return None
            if not sak & SAK_CASCADE:  # Only the SAK can decide, since a four-byte UID may begin with 0x88.
                return uid + level[:4]
            if level[0] != CASCADE_TAG:
                return None
            uid += level[1:4]
        return None

    def _resolve(self, code: int, known: Prefix) -> bytes | None:
        """Return the five bytes of a level that begins with *known*, following one branch of the collision tree."""
        heard = self._anticollide(code, known)
        if heard is None or heard.broken:
            return None
        value = known.value | int.from_bytes(heard.data, "little") >> known.bits % 8 << known.bits
        if heard.collision is None:
            return _level(value, heard.bits - known.bits % 8 + known.bits)
        self.collided = True
        for place in _places(heard.collision, known.bits):
            one = 1 << place - 1  # There is a tag in either branch; take the one with a 1.
            if level := self._resolve(code, Prefix(value & one - 1 | one, place)):
                return level
        return None

    def _anticollide(self, code: int, known: Prefix) -> Heard | None:
        if self._frames_left == 0:
            return None
        self._frames_left -= 1
        whole, odd = divmod(known.bits, 8)
        head = bytes((code, 2 + whole << 4 | odd))  # NVB: whole bytes including these two, odd bits
        return self._air.transceive(head + known.value.to_bytes(whole + bool(odd), "little"), odd, odd)

    def _select(self, code: int, level: bytes) -> int | None:
        """Select the tag with *level* and return its SAK, or None if the CRC is wrong."""
        heard = self._air.transceive(checked(bytes((code, 0x70)) + level))
        if heard is None or heard.broken or heard.collision or heard.bits != 24:
            return None
        return heard.data[0] if crc_a(heard.data[:1]) == heard.data[1:] else None


def _places(position: int, known: int) -> Iterator[int]:
    """Yield the bit positions, from 1, that CollPos *position* may mean after *known* bits were sent along.

    The data sheet (MFRC522, 9.3.1.15) doesn't say whether it counts from the first bit of the UID, from the first bit
    received, or from the byte that contains that bit; with a single collision all three are the same.
    """
    readings = dict.fromkeys((position, known + position, known - known % 8 + position))
    return (place for place in readings if known < place <= UID_BITS)


def _level(value: int, bits: int) -> bytes | None:
    """Return the five bytes of a level if it is complete and its BCC is right, else None."""
    if bits != LEVEL_BITS:
        return None
    level = value.to_bytes(5, "little")
    return None if reduce(xor, level) else level
