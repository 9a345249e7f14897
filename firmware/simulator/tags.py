"""Simulate tags in a reader's field: ISO/IEC 14443-3 type A, with faults on request. What a tag has stored can't be read."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import reduce
from operator import xor
from random import Random

from firmware.reader.iso14443 import CASCADE_TAG, HLTA, REQA, SAK_CASCADE, SELECT, WUPA, checked


@dataclass(frozen=True, slots=True)
class Frame:
    """Bits on the air without their parity bits; the first bit sent is the lowest of *value*."""

    value: int
    bits: int

    @classmethod
    def of(cls, data: bytes) -> Frame:
        """Return the frame that carries whole bytes."""
        return cls(int.from_bytes(data, "little"), 8 * len(data))

    @property
    def data(self) -> bytes:
        """The bytes; the last one is padded with zeros."""
        return self.value.to_bytes((self.bits + 7) // 8, "little")


class State(Enum):
    """A state in the standard's diagram; its READY* and ACTIVE* are those of a tag whose home is HALT."""

    IDLE = "IDLE"
    READY = "READY"
    ACTIVE = "ACTIVE"
    HALT = "HALT"


class Tag:
    """A tag with a UID of 4, 7 or 10 bytes.

    Faults, to be set at any time: *wrong_bcc* spoils its check byte; *misses* is the share of requests that it doesn't
    hear; *leaves_after* removes it after so many answers; *needs_gain* is the receiver gain (0 to 7) below which the
    reader doesn't hear it; *flickers_us* is the period with which it enters and leaves the field.
    """

    def __init__(self, uid: bytes, *, atqa: int = 0x0004, sak: int = 0x08, seed: int = 0) -> None:
        self.uid = uid
        self.wrong_bcc = False
        self.misses = 0.0
        self.leaves_after: int | None = None
        self.needs_gain = 0
        self.flickers_us: float | None = None
        self._atqa = Frame(atqa, 16)
        self._sak = sak
        self._levels = _levels(uid)
        self._random = Random(seed)
        self.power_down()

    def power_down(self) -> None:
        """Reset the tag, because the field is off."""
        self._state = self._home = State.IDLE
        self._level = 0

    def in_field_since(self, laid_us: float, at_us: float) -> float | None:
        """Return since when the tag, laid at *laid_us*, has been in the field at *at_us*; None while it has flickered out."""
        if self.flickers_us is None:
            return laid_us
        turn = (at_us - laid_us) % self.flickers_us
        return at_us - turn if turn < self.flickers_us / 2 else None

    def hear(self, frame: Frame) -> Frame | None:
        """Take a frame from the reader and return the answer, if any."""
        answer = self._answer(frame)
        if answer is not None and self.leaves_after is not None:
            self.leaves_after -= 1
        return answer

    @property
    def gone(self) -> bool:
        """Return whether *leaves_after* has removed the tag."""
        return self.leaves_after is not None and self.leaves_after <= 0

    def _answer(self, frame: Frame) -> Frame | None:
        if frame.bits == 7:
            return self._woken(frame.value)
        match self._state:
            case State.READY:
                return self._identified(frame)
            case State.ACTIVE:
                return self._commanded(frame)
        return None

    def _woken(self, request: int) -> Frame | None:
        if self.misses and self._random.random() < self.misses:
            return None
        if self._state is not self._home:  # A request is not expected in these states.
            return self._fall_back()
        if request == WUPA or (request == REQA and self._state is State.IDLE):
            self._home, self._state, self._level = self._state, State.READY, 0
            return self._atqa
        return None

    def _identified(self, frame: Frame) -> Frame | None:
        code, nvb = frame.value & 0xFF, frame.value >> 8 & 0xFF
        if code != SELECT[self._level]:
            return self._fall_back()
        if nvb == 0x70:
            return self._selected(frame.data)
        if frame.bits != 8 * (nvb >> 4) + (nvb & 7):
            return self._fall_back()
        return self._matched(Frame(frame.value >> 16, frame.bits - 16))

    def _matched(self, asked: Frame) -> Frame | None:
        """Answer an anticollision frame with the bits that follow *asked*, if *asked* matches this tag."""
        level = self._levels[self._level]
        bcc = reduce(xor, level) ^ (0x5A if self.wrong_bcc else 0)
        own = int.from_bytes((*level, bcc), "little")
        if own & (1 << asked.bits) - 1 != asked.value:
            return None
        return Frame(own >> asked.bits, 40 - asked.bits)

    def _selected(self, sent: bytes) -> Frame | None:
        level = self._levels[self._level]
        if sent != checked(bytes((SELECT[self._level], 0x70, *level, reduce(xor, level)))):
            return self._fall_back()
        if self._level + 1 < len(self._levels):
            self._level += 1
            return Frame.of(checked(bytes((SAK_CASCADE,))))
        self._state = State.ACTIVE
        return Frame.of(checked(bytes((self._sak,))))

    def _commanded(self, frame: Frame) -> Frame | None:
        if frame.data == checked(HLTA):
            self._state = self._home = State.HALT
            return None
        return self._fall_back()

    def _fall_back(self) -> Frame | None:
        """Return to the state in which the tag was woken, without an answer."""
        self._state = self._home
        self._level = 0
        return None


class Ntag213(Tag):
    """An NTAG213 sticker, with a UID of 7 bytes."""

    def __init__(self, uid: bytes, *, seed: int = 0) -> None:
        super().__init__(uid, atqa=0x0044, sak=0x00, seed=seed)


def classic(uid: bytes, *, seed: int = 0) -> Tag:
    """Return a MIFARE Classic 1K, with a UID of 4 bytes."""
    return Tag(uid, atqa=0x0004, sak=0x08, seed=seed)


def long_tag(uid: bytes, *, seed: int = 0) -> Tag:
    """Return a tag with a UID of 10 bytes."""
    return Tag(uid, atqa=0x0084, sak=0x20, seed=seed)


def _levels(uid: bytes) -> tuple[bytes, ...]:
    """Return the four bytes for each cascade level."""
    rest = [uid[at : at + 3] for at in range(0, len(uid) - 4, 3)]
    return (*(bytes((CASCADE_TAG, *three)) for three in rest), uid[-4:])
