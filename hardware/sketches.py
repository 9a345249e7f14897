"""Draw each part as a simple sketch inside its box, with the places where wires arrive.

A sketch takes the box's left edge, the heights of the contacts, and the right end of each contact's name; it returns
strokes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import drawsvg

from hardware.strokes import BOARD, FAINT, INK, LINE, PAPER, box, line, resistor, words

if TYPE_CHECKING:
    from collections.abc import Callable

    Strokes = list[drawsvg.DrawingElement]

RIGHT: Final = 280  # The inner width of a box.


def small_pi(x: float, y: float) -> Strokes:
    """Draw the Pi from above: memory card up, USB down, the header on the right with its first pin marked."""
    board = box(x, y + 14, 76, 108, fill="#dfe7e2", round_by=6)
    card = box(x + 22, y, 32, 20, fill=PAPER, round_by=2)
    sockets = [box(x + 6 + 24 * at, y + 104, 18, 22, fill=BOARD, round_by=2) for at in range(3)]
    header = box(x + 60, y + 22, 12, 70, fill=LINE, round_by=2)
    first = drawsvg.Circle(x + 63, y + 26, 3.4, fill=PAPER)
    return [
        card, board, *sockets, header, first, line(x + 63, y + 26, x + 96, y + 14, width=2),
        words("pin 1", x + 98, y + 12, 16, bold=True),
        words("card", x + 38, y + 30, 13, anchor="middle"), words("USB", x + 38, y + 94, 13, anchor="middle"),
    ]  # fmt: skip


def reader(x: float, heights: list[float], _names: list[float]) -> Strokes:
    """Draw the aerial, where the tag goes, as a square spiral."""
    left, middle = x + 122, (heights[0] + heights[-1]) / 2
    loops = [
        drawsvg.Rectangle(
            left + 6 * at, middle - 78 + 6 * at, 140 - 12 * at, 156 - 12 * at, rx=14 - 3 * at, fill="none", stroke=FAINT,
            stroke_width=2,
        )
        for at in range(4)
    ]  # fmt: skip
    tag = drawsvg.Circle(left + 70, middle, 42, fill=PAPER, stroke=LINE, stroke_width=2, stroke_dasharray="5 4")
    return [
        *loops, tag, words("tag", left + 70, middle - 9, 16, anchor="middle"),
        words("goes here", left + 70, middle + 10, 15, anchor="middle"),
    ]  # fmt: skip


def display(x: float, heights: list[float], _names: list[float]) -> Strokes:
    """Draw the lit picture."""
    top, bottom = heights[0] - 10, heights[-1] + 10
    screen = drawsvg.Rectangle(x + 92, top, 164, bottom - top, rx=6, fill=LINE)
    lit, across = drawsvg.Rectangle(x + 100, bottom - 42, 148, 34, fill=PAPER), x + 174
    return [
        screen, words("Octopus", across, (top + bottom - 40) / 2, 28, bold=True, anchor="middle", fill=PAPER), lit,
        words("5 + 4 = 9", across, bottom - 25, 22, anchor="middle"),
    ]  # fmt: skip


def keys(x: float, heights: list[float], names: list[float]) -> Strokes:
    """Draw three push buttons, each between two contacts."""
    strokes: Strokes = []
    right = x + 240
    for at in range(0, len(heights), 2):
        first, second = heights[at : at + 2]
        middle = (first + second) / 2
        strokes += [
            line(names[at], first, right, first, right, middle, width=3),
            line(names[at + 1], second, right, second, right, middle, width=3),
            box(right - 24, middle - 15, 48, 30, fill=PAPER, round_by=6),
            drawsvg.Circle(right, middle, 11, fill=INK["grey"], stroke=LINE, stroke_width=2),
        ]
    return strokes


def led(x: float, heights: list[float], names: list[float]) -> Strokes:
    """Draw the LED lying on its side with its four legs, three of them with a resistor."""
    top, bottom, flat = heights[0] - 14, heights[-1] + 14, x + 212
    head = f"M {flat} {top} L {flat} {bottom} L {flat + 8} {bottom} A 40 {(bottom - top) / 2} 0 0 0 {flat + 8} {top} Z"
    strokes: Strokes = []
    for at, height in enumerate(heights):
        strokes.append(line(names[at], height, flat, height, width=3))
        if at != 1:
            strokes += resistor(x + 146, height, 330)
    letters = [
        words(one, flat + 16, height, 17, bold=True, anchor="middle") for one, height in zip("R−GB", heights, strict=True)
    ]
    return [*strokes, drawsvg.Path(head, fill=PAPER, stroke=LINE, stroke_width=2), *letters]


def buzzer(x: float, heights: list[float], names: list[float]) -> Strokes:
    """Draw the buzzer above the transistor, whose flat side faces the viewer; its collector goes to the buzzer's minus."""
    plus, collector, base, emitter = heights
    flat, turn = x + 196, x + 172
    body = f"M {flat} {collector - 11} L {flat} {emitter + 12} L {flat + 56} {emitter + 12} L {flat + 56} {collector - 11} Z"
    return [
        line(names[0], plus, flat, plus, width=3),
        line(flat, plus + 15, turn, plus + 15, turn, collector, flat, collector, width=3),
        line(names[2], base, flat, base, width=3), *resistor(x + 114, base, 1000),
        line(names[3], emitter, flat, emitter, width=3),
        drawsvg.Circle(flat + 24, plus, 29, fill=LINE),
        words("+", flat + 9, plus - 2, 22, bold=True, anchor="middle", fill=PAPER),
        words("−", flat + 12, plus + 15, 22, bold=True, anchor="middle", fill=PAPER),
        drawsvg.Path(body, fill="#b9c1c6", stroke=LINE, stroke_width=2),
        *(words(leg, flat + 14, height, 18, bold=True, anchor="middle")
          for leg, height in zip("CBE", (collector, base, emitter), strict=True)),
        drawsvg.Text("flat side", 15, flat + 38, base + 5, text_anchor="middle", transform=f"rotate(90 {flat + 38} {base})"),
    ]  # fmt: skip


SKETCHES: Final[dict[str, Callable[[float, list[float], list[float]], Strokes]]] = {
    "reader": reader, "display": display, "keys": keys, "led": led, "buzzer": buzzer,
}  # fmt: skip
