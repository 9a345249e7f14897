"""Where things are on Barracuda's bar cards and pawns, in millimetres: for those who draw them, and for photographs."""

from __future__ import annotations

from typing import Final, NamedTuple

from companion.kit.box.paper import COLLAR_SIZE, LID_GLYPH

__all__ = ["CARD_GLYPH", "FIRST_GLYPH", "FRONT", "LID", "LID_GLYPH", "WINDOW", "windows"]


class Glyph(NamedTuple):
    """A glyph's width, and its middle."""

    across: float
    at: tuple[float, float]


FIRST_GLYPH: Final = 6  # Of the first card.
CARD_GLYPH: Final = Glyph(18.0, (74.2, 17.5))
LID: Final = COLLAR_SIZE[1]  # How high a pawn's lid is above its card.
FRONT: Final = (2.5, 59.0)  # The left edge and the width of a bar's front.
WINDOW: Final = (23.0, 36.0)  # The width and height of a window, and its upper edge.
_BETWEEN: Final = 3.0


def windows(places: int) -> tuple[tuple[float, float], ...]:
    """Return the middles of the windows of a bar with *places*, from the left: the lessee's and the partner's."""
    (left, front), (wide, top) = FRONT, WINDOW
    first = left + front / 2 - (wide + _BETWEEN) * (places - 1) / 2
    return tuple((first + (wide + _BETWEEN) * at, top + wide / 2) for at in range(places))
