"""Simulate the hand over a reader: it lays and lifts tags, steadily or with a slip."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, Protocol

from firmware.simulator.tags import Tag

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

FLICKER_US: Final = 50_000.0  # Twenty times a second.


class Slip(Enum):
    """A mistake with which the hand lays the next tag, once."""

    HALF_READ = "half_read"  # removed in the middle of anticollision
    LIFTED_EARLY = "lifted_early"  # removed before it could confirm the last part of its UID
    DUPLICATE = "duplicate"  # with a second sticker of the same UID
    TWO = "two"  # with another tag under it


class Reader(Protocol):
    """What a hand lays tags on: a chip's field, or a reader on USB."""

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags on it, in the order in which they were laid."""

    def lay(self, tag: Tag) -> None:
        """Bring *tag* near."""

    def lift(self, tag: Tag) -> None:
        """Take *tag* away, if it is there."""


class Hand:
    """Move *tags*, keyed by UID in hexadecimal, over *reader*. *next* is the slip for the next tag, None to lay it steadily.

    *flickers* and *wrong_bcc* apply to every tag on the reader, and to those laid later.
    """

    def __init__(self, reader: Reader, tags: Mapping[str, Tag], other: str) -> None:
        """Take *other*, the tag that is laid too when a slip lays two at once."""
        self.next: Slip | None = None
        self.flickers = self.wrong_bcc = False
        self._reader, self._tags, self._other = reader, dict(tags), other

    def lying(self) -> Sequence[str]:
        """Return the UIDs of the tags in the field, in the order in which they were laid."""
        return tuple(dict.fromkeys(tag.uid.hex() for tag in self._reader.tags))

    def lay(self, uid: str) -> None:
        """Lay a tag, unless it is already there; raise KeyError for an unknown UID."""
        tag = self._tags[uid]
        if tag in self._reader.tags:
            return
        slip, self.next = self.next, None
        if slip is Slip.TWO and uid != self._other:
            self.lay(self._other)  # Comes first, so that a poll between the two finds only the meaningless tag.
        if tag.gone or slip is not None:
            tag.leaves_after = _answers(tag, slip)
        self._reader.lay(tag)
        if slip is Slip.DUPLICATE:
            self._reader.lay(twin := Tag(tag.uid, atqa=0x0044, sak=0x00))
            self._trouble(twin)

    def lift(self, uid: str) -> None:
        """Lift a tag and its duplicates; raise KeyError for an unknown UID."""
        of_this = self._tags[uid].uid
        for tag in self._reader.tags:
            if tag.uid == of_this:
                self._reader.lift(tag)

    def set_trouble(self, *, flickers: bool | None = None, wrong_bcc: bool | None = None) -> None:
        """Switch flickering or wrong check bytes on or off for every tag; None leaves the setting as it is."""
        self.flickers = self.flickers if flickers is None else flickers
        self.wrong_bcc = self.wrong_bcc if wrong_bcc is None else wrong_bcc
        for tag in {*self._tags.values(), *self._reader.tags}:
            self._trouble(tag)

    def _trouble(self, tag: Tag) -> None:
        tag.flickers_us = FLICKER_US if self.flickers else None
        tag.wrong_bcc = self.wrong_bcc


def _answers(tag: Tag, slip: Slip | None) -> int | None:
    """Return the number of answers after which *tag* leaves: one to being woken, two per cascade level."""
    match slip:
        case Slip.HALF_READ:
            return 2
        case Slip.LIFTED_EARLY:
            return 2 * (len(tag.uid) // 3)  # All but the last one.
    return None
