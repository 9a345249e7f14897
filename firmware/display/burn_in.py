"""Burn-in protection: dim a picture that stands still, shift it by a pixel, and finally blank it."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PIL import Image

if TYPE_CHECKING:
    from collections.abc import Callable

DIM_AFTER, HIDE_AFTER = 60.0, 600.0  # Seconds without a change, a tap or a key press.
SHIFT_EVERY: Final = 60.0
SHIFTS: Final = ((1, 0), (1, 1), (0, 1), (0, 0))  # Pixels to the right and down, in turn.
BRIGHT, DIM = 0xCF, 0x10  # Contrast, 0 to 255. DIM is still readable by candlelight.


@dataclass(frozen=True, slots=True)
class Shown:
    """The picture to show, and the contrast *level* to show it at."""

    picture: Image.Image
    level: int


class BurnInProtection:
    """Keep track of how long the same picture has been shown. *clock* counts seconds; any thread may call `wake`."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._since = clock()
        self._shown = b""

    def wake(self) -> None:
        """Return to full contrast, because somebody did something."""
        self._since = self._clock()

    def protect(self, picture: Image.Image) -> Shown:
        """Return the picture to show for *picture* (mode "1"): itself, until it has stood still for a minute."""
        content = picture.tobytes()
        if content != self._shown:
            self._shown = content
            self.wake()
        rested = self._clock() - self._since
        if rested < DIM_AFTER:
            return Shown(picture, BRIGHT)
        if rested >= HIDE_AFTER:
            return Shown(Image.new("1", picture.size, 0), DIM)
        return Shown(_shifted(picture, *SHIFTS[int((rested - DIM_AFTER) // SHIFT_EVERY) % len(SHIFTS)]), DIM)


def _shifted(picture: Image.Image, right: int, down: int) -> Image.Image:
    """Return *picture* moved; pixels that leave it at one edge are lost, and the opposite edge is dark."""
    moved = Image.new("1", picture.size, 0)
    moved.paste(picture, (right, down))
    return moved
