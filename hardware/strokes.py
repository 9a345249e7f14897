"""Drawing primitives for the wiring drawings: words, boards, wires and their tags, in the drawing's own units.

Every wire can be identified without colour: it has its number and its destination at both ends.
"""

from __future__ import annotations

from typing import Final

import drawsvg

from hardware.typefaces import measure

INK: Final = {
    "red": "#d22b2b", "black": "#1d1d1d", "yellow": "#e0b100", "green": "#2a8c4a", "blue": "#2563c4",
    "violet": "#8440a8", "orange": "#e2731d", "brown": "#7a4a26", "grey": "#7d8790", "white": "#ffffff",
}  # fmt: skip
DARK: Final = ("red", "black", "green", "blue", "violet", "brown")  # Colours on which a number is white.
PAPER, LINE, BOARD, PAD, FAINT = "#ffffff", "#1d1d1d", "#f2f0ea", "#ffffff", "#777777"
FONT: Final = "'Liberation Sans', Arial, Helvetica, sans-serif"
BANDS: Final = {330: ("orange", "orange", "brown"), 1000: ("brown", "black", "red")}


def words(
    text: str, x: float, y: float, size: float = 18, *, bold: bool = False, anchor: str = "start", fill: str = LINE
) -> drawsvg.Text:
    """Return words, centred vertically on *y*; in any font they are as wide as they were meant, so none leave their box."""
    weight, face = ("bold", "till") if bold else ("normal", "small")
    width = {"textLength": f"{measure(text, size, face):.1f}", "lengthAdjust": "spacingAndGlyphs"} if len(text) > 1 else {}
    return drawsvg.Text(text, size, x, y + size * 0.35, fill=fill, text_anchor=anchor, font_weight=weight, **width)


def box(x: float, y: float, width: float, height: float, *, fill: str = BOARD, round_by: float = 8) -> drawsvg.Rectangle:
    """Return a board, or anything drawn like one."""
    return drawsvg.Rectangle(x, y, width, height, rx=round_by, fill=fill, stroke=LINE, stroke_width=2)


def line(*points: float, width: float = 2, ink: str = LINE) -> drawsvg.Lines:
    """Return a thin line through *points*: x, y, x, y ..."""
    return drawsvg.Lines(*points, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round")


def cable(points: list[float], colour: str) -> list[drawsvg.DrawingElement]:
    """Return a wire in its colour, with a dark edge and, outside that, a white one that shows which wire is on top."""
    strokes = (PAPER, 11), (LINE, 8.2 if colour == "white" else 7), (INK[colour], 4.6)
    return [
        drawsvg.Lines(*points, fill="none", stroke=ink, stroke_width=width, stroke_linejoin="round") for ink, width in strokes
    ]


def tag(number: int, text: str, x: float, y: float, width: float, colour: str) -> list[drawsvg.DrawingElement]:
    """Return a wire's tag, starting at *x* and centred on *y*: its number in the wire's colour, and *text*."""
    ink = PAPER if colour in DARK else LINE
    return [
        drawsvg.Rectangle(x, y - 10.5, width, 21, rx=10.5, fill=PAPER, stroke=LINE, stroke_width=1.4),
        drawsvg.Rectangle(x, y - 10.5, 32, 21, rx=10.5, fill=INK[colour], stroke=LINE, stroke_width=1.4),
        words(str(number), x + 16, y, 16, bold=True, anchor="middle", fill=ink),
        words(text, x + 38, y, 16),
    ]


def resistor(x: float, y: float, ohms: int) -> list[drawsvg.DrawingElement]:
    """Return a horizontal resistor, 56 wide, starting at *x*, with coloured bands and its value below."""
    bands = [drawsvg.Rectangle(x + 14 + 9 * at, y - 8, 5, 16, fill=INK[colour]) for at, colour in enumerate(BANDS[ohms])]
    value = f"{ohms} Ω" if ohms < 1000 else f"{ohms // 1000} kΩ"
    body = drawsvg.Rectangle(x + 8, y - 8, 40, 16, rx=6, fill="#ecd9b0", stroke=LINE, stroke_width=1.6)
    return [line(x, y, x + 56, y, width=3), body, *bands, words(value, x + 28, y - 17, 14, anchor="middle")]
