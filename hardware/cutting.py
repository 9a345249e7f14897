"""Draw how a jumper wire is cut and stripped, and how its end is screwed into a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import drawsvg

from hardware.strokes import BOARD, FONT, INK, LINE, PAPER, box, line, words

if TYPE_CHECKING:
    Strokes = list[drawsvg.DrawingElement]

WIDTH, HEIGHT = 900, 330
STEP: Final = 220
COPPER: Final = "#b9742c"


def cutting() -> drawsvg.Drawing:
    """Return the drawing."""
    picture = drawsvg.Drawing(WIDTH, HEIGHT, font_family=FONT)
    picture.append(drawsvg.Rectangle(0, 0, WIDTH, HEIGHT, fill=PAPER))
    picture.append(words("Step 3: from a jumper wire to a screw terminal", 20, 34, 26, bold=True))
    told = (
        ("1. Cut the plug off one end.", "Keep the plug at the other end."),
        ("2. Roll the knife once around,", "1 cm from the end. Pull it off."),
        ("3. Twist the strands:", "none may stand out."),
        ("4. Push it in, turn the screw", "tight, and pull at it once."),
    )
    for at, (draw, lines) in enumerate(zip((_cut, _strip, _twist, _screw), told, strict=True)):
        x = 20 + STEP * at
        picture.extend([*draw(x, 160), *(words(one, x, 268 + 24 * down, 15) for down, one in enumerate(lines))])
    return picture


def _wire(x: float, y: float, long: float) -> Strokes:
    return [line(x, y, x + long, y, width=13, ink=LINE), line(x, y, x + long, y, width=10, ink=INK["green"])]


def _cut(x: float, y: float) -> Strokes:
    """Draw the scissors' place as a dashed line before the plug."""
    dashes = drawsvg.Line(x + 118, y - 50, x + 118, y + 50, stroke=INK["red"], stroke_width=3, stroke_dasharray="8 5")
    return [
        *_wire(x, y, 130),
        box(x + 130, y - 12, 56, 24, fill=LINE, round_by=3),
        dashes,
        words("here", x + 118, y - 62, 16, bold=True, anchor="middle"),
    ]


def _strip(x: float, y: float) -> Strokes:
    blade = drawsvg.Lines(
        x + 104, y - 12, x + 112, y - 74, x + 134, y - 74, close=True, fill="#cfd5d8", stroke=LINE, stroke_width=2
    )
    return [
        *_wire(x, y, 160),
        blade,
        line(x + 104, y + 26, x + 160, y + 26),
        line(x + 104, y + 18, x + 104, y + 34),
        line(x + 160, y + 18, x + 160, y + 34),
        words("1 cm", x + 132, y + 46, 16, anchor="middle"),
    ]


def _twist(x: float, y: float) -> Strokes:
    strands = [
        line(x + 110, y, x + 124, y + 4 * side, x + 138, y - 4 * side, x + 152, y + 4 * side, x + 166, y, ink=COPPER, width=3)
        for side in (1, -1)
    ]
    return [*_wire(x, y, 110), *strands]


def _screw(x: float, y: float) -> Strokes:
    """Draw the jumper wire at the left side of a terminal and the key's own at its right."""
    middle = x + 104
    return [
        *_wire(x, y, 56),
        *_wire(middle + 48, y, 48),
        box(x + 56, y - 34, 96, 68, fill=BOARD),
        *(drawsvg.Circle(middle + side * 24, y, 15, fill="#c9c9c4", stroke=LINE, stroke_width=2) for side in (-1, 1)),
        *(line(middle + side * 24 - 10, y + 4, middle + side * 24 + 10, y - 4, width=3) for side in (-1, 1)),
        words("wire 12", x, y - 46, 15),
        words("key", middle + 60, y - 46, 15),
    ]
