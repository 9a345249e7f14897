"""Simulate the field in front of an antenna: the tags in it, and what the receiver hears if several answer at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from firmware.simulator.tags import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from firmware.simulator.tags import Tag

CARRIER_MHZ = 13.56
BIT_US = 128 / CARRIER_MHZ  # one bit at 106 kBd
ANSWER_DELAY_US = 1236 / CARRIER_MHZ  # from the end of the request to the answer
POWER_UP_US = 5000.0  # from the field to a tag that listens: the maximum in the standard


class Field:
    """The tags within range of one antenna, and since when each has had power (in microseconds)."""

    def __init__(self) -> None:
        self._tags: dict[Tag, float] = {}

    @property
    def tags(self) -> tuple[Tag, ...]:
        """The tags in the field, in the order in which they were laid."""
        return tuple(self._tags)

    def lay(self, tag: Tag, now_us: float) -> None:
        """Bring *tag* into the field."""
        tag.power_down()
        self._tags[tag] = now_us

    def lift(self, tag: Tag) -> None:
        """Take *tag* out of the field, if it is there."""
        self._tags.pop(tag, None)

    def power_up(self, now_us: float) -> None:
        """Start the tags, because the antenna is being driven from now on."""
        self._tags = dict.fromkeys(self._tags, now_us)

    def power_down(self) -> None:
        """Reset the tags, because the antenna is no longer driven."""
        for tag in self._tags:
            tag.power_down()

    def answers(self, sent: Frame, at_us: float, gain: int) -> list[Frame]:
        """Let every tag hear *sent*, and return the answers that a receiver with *gain* (0 to 7) can hear."""
        answers = []
        for tag, laid_us in tuple(self._tags.items()):
            answer = _answer(tag, laid_us, sent, at_us)
            if answer is not None and gain >= tag.needs_gain:
                answers.append(answer)
            if tag.gone:
                self.lift(tag)
        return answers


def _answer(tag: Tag, laid_us: float, sent: Frame, at_us: float) -> Frame | None:
    since_us = tag.in_field_since(laid_us, at_us)
    if since_us is None or at_us - since_us < POWER_UP_US:
        tag.power_down()
        return None
    return tag.hear(sent)


def duration_us(bits: int) -> float:
    """Return the duration of a frame of *bits*, including parity bits, start and end."""
    return (bits + bits // 8 + 2) * BIT_US


def overlaid(answers: Sequence[Frame]) -> tuple[Frame, int | None]:
    """Return the bits that the receiver reads of simultaneous *answers*, and the first bit (from 0) at which they differ."""
    longest = max(answers, key=lambda answer: answer.bits)
    differing = 0
    for answer in answers:
        differing |= (answer.value ^ longest.value) & (1 << answer.bits) - 1
    collided_at = (differing & -differing).bit_length() - 1 if differing else None
    return Frame(longest.value | differing, longest.bits), collided_at
