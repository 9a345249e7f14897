"""Draw every small part to scale beside a coin, with the words that the guide uses for what one has to look at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import drawsvg

from hardware.strokes import BANDS, BOARD, FAINT, FONT, INK, LINE, PAPER, box, line, words

if TYPE_CHECKING:
    from collections.abc import Callable

    Strokes = list[drawsvg.DrawingElement]

MILLIMETRE: Final = 2.8
COIN: Final = 23.25  # One euro; a quarter dollar is a millimetre larger.
WIDE, HIGH, ACROSS = 330, 262, 3
TOP: Final = 96


def parts() -> drawsvg.Drawing:
    """Return the drawing."""
    width, high = WIDE * ACROSS + 20, TOP + HIGH * -(-len(PARTS) // ACROSS) + 10
    picture = drawsvg.Drawing(width, high, font_family=FONT)
    picture.append(drawsvg.Rectangle(0, 0, width, high, fill=PAPER))
    picture.append(words("What the parts look like, beside a coin of one euro", 20, 34, 26, bold=True))
    picture.append(
        words("Drawn to one scale, unless it says twice. Yours may differ: go by the words printed on it.", 20, 70, 17)
    )
    for at, (title, notes, draw) in enumerate(PARTS):
        x, y = 14 + WIDE * (at % ACROSS), TOP + HIGH * (at // ACROSS)
        group = drawsvg.Group(id=f"part-{title.lower().replace(' ', '-')}")
        group.extend([box(x, y, WIDE - 12, HIGH - 12, fill=PAPER), words(title, x + 12, y + 22, 18, bold=True)])
        group.extend([words(note, x + 12, y + HIGH - 30 - 20 * at, 15) for at, note in enumerate(reversed(notes))])
        group.extend([*draw(x + 16, y + 44), *_coin(x + WIDE - 26 - COIN * MILLIMETRE, y + 118)])
        picture.append(group)
    return picture


def _mm(*lengths: float) -> tuple[float, ...]:
    return tuple(length * MILLIMETRE for length in lengths)


def _coin(x: float, y: float) -> Strokes:
    r = COIN * MILLIMETRE / 2
    rings = [drawsvg.Circle(x + r, y + r, of, fill=fill, stroke=LINE) for of, fill in ((r, "#e3c96f"), (r * 0.7, "#d5d5d0"))]
    return [*rings, words("1 €", x + r, y + r, 17, bold=True, anchor="middle")]


def _reader(x: float, y: float) -> Strokes:
    width, high = _mm(60, 40)
    loops = [
        drawsvg.Rectangle(
            x + 50 + 5 * at,
            y + 10 + 5 * at,
            width - 60 - 10 * at,
            high - 20 - 10 * at,
            rx=8,
            fill="none",
            stroke=PAPER,
            stroke_width=2,
        )
        for at in range(3)
    ]
    pins = [line(x - 12, y + 14 + 12 * at, x + 10, y + 14 + 12 * at, width=3, ink="#8d8d8d") for at in range(8)]
    return [
        box(x, y, width, high, fill=INK["blue"], round_by=4),
        *loops,
        *pins,
        box(x + 18, y + 42, 22, 22, fill=LINE, round_by=2),
    ]


def _display(x: float, y: float) -> Strokes:
    width, high = _mm(65, 39)
    pins = [drawsvg.Circle(x + width / 2 - 27 + 18 * at, y + 8, 4, fill="#e0b100", stroke=LINE) for at in range(4)]
    screen = drawsvg.Rectangle(x + 10, y + 26, width - 20, high - 34, rx=3, fill=LINE)
    return [box(x, y, width, high, fill="#24526b", round_by=4), *pins, screen, _lit(x + width / 2, y + high / 2 + 9)]


def _lit(x: float, y: float) -> drawsvg.Text:
    return words("Octopus", x, y, 26, bold=True, anchor="middle", fill=PAPER)


def _jumper(x: float, y: float) -> Strokes:
    """Draw a female plug, with a hole, and a male one, with a pin."""
    plug, thick = _mm(14, 2.5)
    made: Strokes = []
    for at, ends in enumerate((("female", "female"), ("female", "male"))):
        level = y + 22 + 56 * at
        made += [line(x + plug, level, x + 190 - plug, level, width=5, ink=INK["violet"])]
        made += [box(x + across, level - thick, plug, 2 * thick, fill=LINE, round_by=2) for across in (0, 190 - plug)]
        made += [line(x + 190, level, x + 206, level, width=3, ink="#8d8d8d")] if ends[1] == "male" else []
        made += [words(f"{ends[0]} to {ends[1]}", x + 95, level - 16, 15, anchor="middle")]
    return made


def _stickers(x: float, y: float) -> Strokes:
    made: Strokes = []
    for left, across in ((0, 25), (84, 22)):
        r = across * MILLIMETRE / 2
        middle = x + left + r
        made += [
            drawsvg.Circle(middle, y + 60, of, fill=PAPER, stroke=ink, stroke_width=2)
            for of, ink in ((r, LINE), (r - 5, INK["orange"]), (r - 10, INK["orange"]), (r - 15, INK["orange"]))
        ]
        made += [words(f"{across} mm", middle, y + 60, 14, anchor="middle")]
    return made


def _button(x: float, y: float) -> Strokes:
    head, thread = _mm(16, 12)
    leads = [
        line(x + 130, y + 44 + 12 * at, x + 190, y + 36 + 28 * at, width=4, ink=INK[ink])
        for at, ink in enumerate(("red", "black"))
    ]
    bare = [line(x + 190, y + 36 + 28 * at, x + 206, y + 34 + 32 * at, width=2, ink="#b07a3a") for at in range(2)]
    return [
        box(x, y + 50 - head / 2, 20, head, fill=INK["grey"]),
        box(x + 20, y + 50 - thread / 2, 56, thread, fill=BOARD),
        box(x + 34, y + 50 - head / 2, 14, head, fill="#b9c1c6", round_by=2),
        box(x + 76, y + 36, 54, 28, fill=LINE, round_by=4),
        *leads,
        *bare,
    ]


def _terminals(x: float, y: float) -> Strokes:
    step, high = _mm(8, 17)
    screws = [
        drawsvg.Circle(x + step * (at + 0.5), y + 40 + down, 7, fill="#c9c9c4", stroke=LINE)
        for at in range(6)
        for down in (12, high - 12)
    ]
    slots = [line(one.args["cx"] - 5, one.args["cy"], one.args["cx"] + 5, one.args["cy"], width=1.6) for one in screws]
    return [box(x, y + 40, 6 * step, high, fill="#e9e6dd", round_by=4), *screws, *slots]


def _led(x: float, y: float) -> Strokes:
    """Draw the four legs below the head; the second from the flat side is the longest."""
    wide = _mm(5)[0] * 2
    legs = [
        line(x + 24 + 12 * at, y + 46, x + 24 + 12 * at, y + (118 if at == 1 else 98), width=2, ink="#8d8d8d")
        for at in range(4)
    ]
    names = [
        words(name, x + 24 + 12 * at, y + 132 - (0 if at == 1 else 20), 13, anchor="middle") for at, name in enumerate("R−GB")
    ]
    head = f"M {x + 16} {y + 46} v -14 a {wide} {wide} 0 0 1 {2 * wide - 4} 0 v 14 Z"
    return [
        *legs,
        *names,
        drawsvg.Path(head, fill="#eef2f4", stroke=LINE, stroke_width=2),
        line(x + 12, y + 46, x + 76, y + 46, width=4),
    ]


def _resistors(x: float, y: float) -> Strokes:
    made: Strokes = []
    for down, ohms, value in ((24, 330, "330 Ω"), (84, 1000, "1 kΩ")):
        bands = [drawsvg.Rectangle(x + 74 + 9 * at, y + down - 7, 5, 14, fill=INK[ink]) for at, ink in enumerate(BANDS[ohms])]
        made += [
            line(x, y + down, x + 168, y + down, width=2, ink="#8d8d8d"),
            drawsvg.Rectangle(x + 66, y + down - 7, 40, 14, rx=5, fill="#ecd9b0", stroke=LINE),
            *bands,
            words(f"{value}: {', '.join(BANDS[ohms])}", x, y + down + 24, 15),
        ]
    return made


def _buzzer(x: float, y: float) -> Strokes:
    r = _mm(6)[0] * 2
    return [
        line(x + r - 8, y + 50 + r, x + r - 8, y + 84 + r, width=3, ink="#8d8d8d"),
        line(x + r + 8, y + 50 + r, x + r + 8, y + 72 + r, width=3, ink="#8d8d8d"),
        drawsvg.Circle(x + r, y + 50, r, fill=LINE),
        drawsvg.Circle(x + r, y + 50, 5, fill=PAPER),
        words("+", x + r - 20, y + 50, 20, bold=True, anchor="middle", fill=PAPER),
        words("long leg: +", x + 2 * r + 10, y + 74 + r, 14),
    ]


def _transistor(x: float, y: float) -> Strokes:
    """Draw it twice as large, from its flat side."""
    made: Strokes = [drawsvg.Path(f"M {x} {y + 46} v -40 h 50 v 40 Z", fill="#3a3a3a", stroke=LINE, stroke_width=2)]
    made += [line(x + 11 + 14 * at, y + 46, x + 11 + 14 * at, y + 100, width=2, ink="#8d8d8d") for at in range(3)]
    made += [words(leg, x + 11 + 14 * at, y + 112, 15, bold=True, anchor="middle") for at, leg in enumerate("CBE")]
    above = f"M {x + 96} {y + 18} h 60 a 30 34 0 0 1 -60 0 Z"
    return [
        *made,
        words("BC", x + 25, y + 26, 13, anchor="middle", fill=PAPER),
        drawsvg.Path(above, fill="#3a3a3a", stroke=LINE, stroke_width=2),
        words("flat side", x + 126, y + 6, 14, anchor="middle"),
        words("from above", x + 126, y + 68, 14, anchor="middle"),
    ]


def _diode(x: float, y: float) -> Strokes:
    return [
        line(x, y + 40, x + 160, y + 40, width=2, ink="#8d8d8d"),
        drawsvg.Rectangle(x + 64, y + 33, 34, 14, rx=3, fill="#d8763a", stroke=LINE),
        drawsvg.Rectangle(x + 68, y + 33, 5, 14, fill=LINE),
        line(x + 70, y + 30, x + 70, y + 14),
        words("the ring: at +", x + 76, y + 8, 14),
    ]


def _breadboard(x: float, y: float) -> Strokes:
    width, high = _mm(47, 35)
    holes = [
        drawsvg.Circle(x + 8 + 7.2 * at, y + down, 1.7, fill=FAINT)
        for at in range(17)
        for down in (*range(12, 45, 8), *range(58, 91, 8))
    ]
    return [
        box(x, y, width, high, fill=BOARD, round_by=3),
        line(x + 4, y + 51, x + width - 4, y + 51, width=4, ink="#c9c5b8"),
        *holes,
    ]


PARTS: Final[tuple[tuple[str, tuple[str, ...], Callable[[float, float], Strokes]], ...]] = (
    ("Reader RC522", ("Eight pins at one end, soldered on;", "the loops are its aerial"), _reader),
    ("Display", ("Four pins: GND VCC SCL SDA.", "This is the 2.42 inch one"), _display),
    ("Jumper wires", ("Female has a hole, male a pin;", "drawn shorter than they are"), _jumper),
    ("Stickers, NTAG213", ("Round, with loops of wire inside;", "they may be white and hide them"), _stickers),
    ("Button with leads", ("Two wires that end bare; a nut on a", "12 mm thread. Never bare lugs"), _button),
    ("Screw terminals", ("A strip of six: one wire goes into", "each side and is held by a screw"), _terminals),
    ("RGB LED", ("Twice its size. Four legs, and", "the longest is ground"), _led),
    ("Resistors", ("Either way round is right",), _resistors),
    ("Active buzzer", ("Twice its size. A + on its top;", "the longer leg is + too"), _buzzer),
    ("Transistor", ("Twice its size. Legs C B E, seen", "from the flat side, with words on it"), _transistor),
    ("Diode 1N4148", ("Only for a buzzer that says", '"electromagnetic": those have a coil'), _diode),
    ("Small breadboard", ("17 rows of ten holes,", "and a groove in the middle"), _breadboard),
)
