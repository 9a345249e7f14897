"""Draw the breadboard from above, with everything that is plugged into it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import drawsvg

from hardware.board import BUZZER, LED, LEFT, RESISTORS, RIGHT, ROWS, TRANSISTOR, WIRES, Hole
from hardware.strokes import BOARD, DARK, FAINT, FONT, INK, LINE, PAPER, box, cable, line, resistor, tag, words
from hardware.wires import PARTS, Wire

if TYPE_CHECKING:
    Strokes = list[drawsvg.DrawingElement]

WIDTH, HEIGHT = 960, 724
HOLE: Final = 28  # Distance between holes.
FIRST: Final = (236, 178)  # The centre of a1.
GROOVE: Final = 3  # From e to f, in holes.
TAGS, TAG = 20, 112
LEAD_ENDS: Final = 740
BARE: Final = "#d9d4c8"
LEADS: Final = {**LED, **BUZZER}
LEAD_COLOURS: Final = ("brown", "black", "green", "blue", "white", "grey")


def breadboard() -> drawsvg.Drawing:
    """Return the drawing."""
    picture = drawsvg.Drawing(WIDTH, HEIGHT, font_family=FONT)
    picture.append(drawsvg.Rectangle(0, 0, WIDTH, HEIGHT, fill=PAPER))
    picture.extend([*_heading(), *_board()])
    for number, hole in WIRES.items():
        picture.append(_wire(_by_number(number), hole))
    for (name, hole), colour in zip(LEADS.items(), LEAD_COLOURS, strict=True):
        picture.append(_lead(name, hole, colour))
    for left, right, ohms in RESISTORS:
        picture.append(_across(left, right, ohms))
    picture.extend([*_transistor(), *_led(), *_buzzer(), *_numbers()])
    return picture


def _by_number(number: int) -> Wire:
    return next(wire for part in PARTS for wire in part.wires if wire.number == number)


def _at(hole: Hole) -> tuple[float, float]:
    column = (LEFT + RIGHT).index(hole.column)
    return FIRST[0] + HOLE * (column + (GROOVE - 1 if hole.column in RIGHT else 0)), FIRST[1] + HOLE * (hole.row - 1)


# The board


def _heading() -> Strokes:
    return [
        words("Steps 4 and 5: the breadboard from above", 20, 30, 26, bold=True),
        words("The five holes on a grey bar are joined inside, and nothing else is: a to e are one half", 20, 66, 17),
        words("of a row, f to j the other. Wires come from the left, leads to the lid leave at the right.", 20, 88, 17),
        words("Transistor: its flat side to the groove, its legs spread into rows 11, 13 and 15.", 20, HEIGHT - 24, 17),
    ]


def _board() -> Strokes:
    (left, top), (right, bottom) = _at(Hole(1, "a")), _at(Hole(ROWS, "j"))
    groove = _at(Hole(1, "e"))[0] + HOLE
    strokes: Strokes = [
        box(left - 50, top - 46, right - left + 100, bottom - top + 68),
        drawsvg.Rectangle(groove, top - 46, HOLE, bottom - top + 68, fill=BARE, stroke=FAINT),
        words("groove", groove + HOLE / 2, bottom + 32, 15, anchor="middle"),
    ]
    for column in LEFT + RIGHT:
        strokes.append(words(column, _at(Hole(1, column))[0], top - 26, 16, anchor="middle"))
    for row in range(1, ROWS + 1):
        strokes += _row(row)
    return strokes


def _row(row: int) -> Strokes:
    """Draw a row: two bars of five holes."""
    strokes: Strokes = []
    for half in (LEFT, RIGHT):
        (x, y), (end, _) = _at(Hole(row, half[0])), _at(Hole(row, half[-1]))
        strokes.append(drawsvg.Rectangle(x - 10, y - 8, end - x + 20, 16, rx=8, fill=BARE))
        strokes += [drawsvg.Rectangle(_at(Hole(row, one))[0] - 4, y - 4, 8, 8, fill=FAINT) for one in half]
    return strokes


def _numbers() -> Strokes:
    """Draw the row numbers at both ends, on top of the wires that pass there."""
    strokes: Strokes = []
    for row in range(1, ROWS + 1):
        for x in (_at(Hole(row, "a"))[0] - 32, _at(Hole(row, "j"))[0] + 32):
            y = _at(Hole(row, "a"))[1]
            plate = drawsvg.Rectangle(x - 12, y - 9, 24, 18, rx=3, fill=BOARD)
            strokes += [plate, words(str(row), x, y, 15, anchor="middle", bold=row in _used())]
    return strokes


def _used() -> set[int]:
    return {hole.row for hole in (*WIRES.values(), *LEADS.values(), *TRANSISTOR.values())}


# On the board


def _plug(hole: Hole, colour: str) -> Strokes:
    """Draw the end of a wire in its hole."""
    x, y = _at(hole)
    ink = PAPER if colour in DARK else LINE
    return [
        drawsvg.Circle(x, y, 9, fill=INK[colour], stroke=LINE, stroke_width=2),
        drawsvg.Circle(x, y, 2.4, fill=ink, stroke="none"),
    ]


def _wire(wire: Wire, hole: Hole) -> drawsvg.Group:
    """Draw a wire from the Pi; if it ends right of the groove, it passes between two rows, clear of other holes."""
    x, y = _at(hole)
    group = drawsvg.Group(id=f"wire-{wire.number}")
    group.append_title(f"Wire {wire.number}, {wire.colour}: header pin {wire.header} ({wire.place}) to hole {hole}")
    over = y - HOLE / 2
    way = [TAGS + TAG, y, x, y] if hole.column in LEFT else [TAGS + TAG, over, x - 20, over, x, y]
    group.extend([*cable(way, wire.colour), *_plug(hole, wire.colour)])
    group.extend(tag(wire.number, f"pin {wire.header}", TAGS, way[1], TAG, wire.colour))
    return group


def _lead(name: str, hole: Hole, colour: str) -> drawsvg.Group:
    """Draw a wire from a hole to a leg of a part in the lid."""
    x, y = _at(hole)
    group = drawsvg.Group(id=f"lead-{hole}")
    group.append_title(f"Lead from hole {hole} to {name}")
    group.extend([*cable([x, y, LEAD_ENDS, y], colour), *_plug(hole, colour)])
    group.append(words(name, LEAD_ENDS - 12, y - 15, 16, bold=True, anchor="end"))
    return group


def _across(left: Hole, right: Hole, ohms: int) -> drawsvg.Group:
    (x, y), (end, _) = _at(left), _at(right)
    group = drawsvg.Group(id=f"resistor-{left}-{right}")
    body = (x + end) / 2 - 28
    group.extend([line(x, y, end, y, width=3), *resistor(body, y, ohms)])
    group.extend(drawsvg.Circle(one, y, 4, fill=LINE) for one in (x, end))
    return group


def _transistor() -> Strokes:
    """Draw the transistor from above, flat side towards the groove, with the names of its legs."""
    x, y = _at(TRANSISTOR["B"])
    body = f"M {x - 12} {y - 30} L {x - 12} {y + 30} A 32 32 0 0 0 {x - 12} {y - 30} Z"
    legs = [_at(hole) for hole in TRANSISTOR.values()]
    return [
        line(x, legs[0][1], x, legs[-1][1], width=4, ink=LINE),
        *(drawsvg.Circle(x, at, 5, fill=LINE) for _, at in legs),
        drawsvg.Path(body, fill="#b9c1c6", stroke=LINE, stroke_width=2),
        *(words(leg, x + (3 if leg == "B" else 14), at, 16, bold=True, anchor="middle")
          for leg, (_, at) in zip(TRANSISTOR, legs, strict=True)),
    ]  # fmt: skip


def _led() -> Strokes:
    """Draw the LED with its legs towards the board."""
    heights = [_at(hole)[1] for hole in LED.values()]
    top, bottom = heights[0] - 16, heights[-1] + 16
    flat, round_by = LEAD_ENDS + 8, (bottom - top) / 2
    head = f"M {LEAD_ENDS} {top} L {LEAD_ENDS} {bottom} L {flat} {bottom} A 46 {round_by} 0 0 0 {flat} {top} Z"
    return [
        drawsvg.Path(head, fill=PAPER, stroke=LINE, stroke_width=2),
        *(words(one, LEAD_ENDS + 18, at, 17, bold=True, anchor="middle") for one, at in zip("R−GB", heights, strict=True)),
        words("LED, in the", LEAD_ENDS + 62, (top + bottom) / 2 - 10, 16),
        words("hole of the lid", LEAD_ENDS + 62, (top + bottom) / 2 + 12, 16),
    ]


def _buzzer() -> Strokes:
    (_, plus), (_, minus) = (_at(hole) for hole in BUZZER.values())
    x, y = LEAD_ENDS + 34, (plus + minus) / 2
    return [
        drawsvg.Circle(x, y, 46, fill=LINE),
        words("+", x - 24, plus, 24, bold=True, anchor="middle", fill=PAPER),
        words("−", x - 24, minus, 24, bold=True, anchor="middle", fill=PAPER),
        words("buzzer, under", x + 54, y - 10, 16), words("the lid", x + 54, y + 12, 16),
    ]  # fmt: skip
