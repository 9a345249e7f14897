"""Draw the case from its own measures: closed and lit, as it stands on the table, and cut open, with every wire.

Points are in millimetres, x to the right, y to the back, z up, as in case.scad. All of it is seen from above, from the front
and a little from the right.
"""

from __future__ import annotations

from math import cos, radians, sin
from typing import TYPE_CHECKING, Final, NamedTuple

import drawsvg

from companion.words import Words
from firmware.display import screens
from hardware.case.measures import case
from hardware.strokes import FONT, INK, LINE, PAPER, line, words
from hardware.wires import BUZZER, DISPLAY, LED, PANEL_KEYS, READER, Part

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Strokes = list[drawsvg.DrawingElement]
    Flat = Callable[[float, float], tuple[float, float]]

TURN, RISE = radians(-24), radians(42)
SCALE: Final = 4.6  # drawing units to a millimetre
LEFT, TOP = 60.0, 640.0  # where the box's front left corner is drawn
WIDE: Final = 1180
KEY_NAMES: Final = ("OK", "BACK", "LAST ORDER")
KEY_HIGH: Final = 7
APART: Final = 118  # between lid and box in the cut picture
FROM_CARD: Final = 58  # from the board's end with the memory card to the far end of the header
LID, FRONT, SIDE = "#c9985e", "#a87743", "#835a30"  # the counter's wood, in three steps of light
FLOOR, INNER, CUT = "#b88a55", "#94683a", "#e6c79a"
GREEN, BLACK, WHITE, TIN = (
    ("#3c8a63", "#2c6b4c", "#235a3f"), ("#3a3a3a", "#222222", "#141414"), ("#ffffff", "#dedbd2", "#c8c4b9"),
    ("#dfe3e6", "#b9bfc4", "#9aa1a7"),
)  # fmt: skip


class At(NamedTuple):
    """A point in the case."""

    x: float
    y: float
    z: float


def seen(at: At) -> tuple[float, float]:
    """Return where *at* is drawn."""
    across, back = at.x * cos(TURN) - at.y * sin(TURN), at.x * sin(TURN) + at.y * cos(TURN)
    return LEFT + SCALE * across, TOP - SCALE * (at.z * cos(RISE) + back * sin(RISE))


def _pair(name: str) -> tuple[float, float]:
    """Return a place or a length and a width, by its name in case.scad."""
    x, y = case()[name]
    return float(x), float(y)


def low(x: float, y: float, z: float) -> At:
    """Return a point of the box in the cut picture, where it lies below its lid."""
    return At(x, y, z - APART)


def closed() -> drawsvg.Drawing:
    """Return the case as it stands on the table, lit, with the names of its parts."""
    one = case()
    top, wall, floor = one["height"] + one["lid_thick"], one["wall"], one["floor_thick"]
    wide, deep, _ = one["outside"]
    picture = _paper(880, f"What stands on the table: {wide / 10:.0f} by {deep / 10:.0f} cm, {(top + floor) / 10:.0f} cm high")
    picture.extend(_block(At(-wall, -wall, -floor), (wide, deep, top + floor), (LID, FRONT, SIDE)))
    joint = [seen(At(x - wall, y - wall, one["height"])) for x, y in ((0, 0), (wide, 0), (wide, deep))]
    picture.append(line(*(part for point in joint for part in point), width=1.4))
    picture.extend([*_lid(top), *_names_of_the_lid(top)])
    return picture


def _names_of_the_lid(top: float) -> Strokes:
    (dx, dy), (rx, ry), (kx, ky), (bx, by) = (_pair(name) for name in ("module_at", "reader_at", "key_at", "buzzer_at"))
    return [
        *_note(("display: how to join,", "whose turn it is"), At(dx + 4, dy + 33, top), 20, 190),
        *_note(("light",), At(*_pair("led_at"), top), 540, 100),
        *_note(("reader: lay a card", "or a pawn here"), At(rx + 26, ry + 48, top), 830, 150),
        *_note(("three keys",), At(kx, ky - 7, top), 40, 790),
        *_note(("sound",), At(bx, by - 5, top), 440, 840),
    ]


def cut() -> drawsvg.Drawing:
    """Return the case without its front and right walls, its lid lifted, and every wire in its colour."""
    one = case()
    pi, (long, deep) = low(*_pair("pi_at"), one["standoff"]), _pair("pi_board")
    left, on = pi.x + long - FROM_CARD, pi.z + 1.6
    picture = _paper(1300, "Inside: where each part lies, and which wires lead to it")
    picture.extend([*_walls(), *_block(pi, (long, deep, 1.6), GREEN)])
    for socket in (40, 21, 2):
        picture.extend(_block(At(pi.x - 3, pi.y + socket, on), (18, 14, 14), TIN))
    picture.extend(_block(At(left, pi.y + 1, on), (51, 5, 8), BLACK))
    picture.extend(_block(low(*_pair("breadboard_at"), 0), (*_pair("breadboard"), one["breadboard_high"]), WHITE))
    picture.extend(_block(low(one["key_at"][0], 3, 0), (48, 12, 11), WHITE))
    picture.extend([*_wires(left + 50, pi.y + 2.3, on + 8), *_lid(one["height"]), *_names_inside(pi)])
    return picture


def _walls() -> Strokes:
    """Return the floor and the two walls that were left, with their upper edges."""
    one = case()
    (wide, deep), high, wall, floor = _pair("inside"), one["height"], one["wall"], one["floor_thick"]
    rim = ((0, deep), (wide, deep), (wide, deep + wall), (-wall, deep + wall), (-wall, 0), (0, 0))
    return [
        *_block(low(-wall, -wall, -floor), (wide + 2 * wall, deep + 2 * wall, floor), (FLOOR, CUT, CUT)),
        _face((low(0, deep, 0), low(wide, deep, 0), low(wide, deep, high), low(0, deep, high)), INNER),
        _face((low(0, 0, 0), low(0, deep, 0), low(0, deep, high), low(0, 0, high)), INNER),
        _face((low(x, y, high) for x, y in rim), CUT),
    ]


def _names_inside(pi: At) -> Strokes:
    (rx, _), (bx, by), (kx, _), (_, deep) = (_pair(name) for name in ("reader_at", "breadboard_at", "key_at", "inside"))
    lid = "the lid, lifted: display, keys,", "light, sound and reader", "are fixed under it"
    return [
        *_note(lid, At(rx + 30, deep, case()["height"]), 830, 110),
        *_note(
            ("Raspberry Pi: pins to the front,", "memory card to the right"), At(pi.x + 78, pi.y + 30, pi.z + 1.6), 850, 1180
        ),
        *_note(("no metal below the reader",), low(rx + 8, 20, 0), 850, 1260),
        *_note(("breadboard: resistors and transistor",), low(bx + 44, by + 3, 9), 330, 1266),
        *_note(("screw terminals", "for the keys"), low(kx + 6, 3, 5), 30, 1180),
    ]


def _wires(pin_1: float, row: float, top: float) -> Iterator[drawsvg.DrawingElement]:
    """Yield every wire: from its pin, counted from *pin_1* to the left, to its part; then the leads into the lid."""
    one, lid = case(), case()["height"]
    (rx, ry), (mx, my), (bx, by), (kx, ky) = (_pair(name) for name in ("reader_at", "module_at", "breadboard_at", "key_at"))
    holes = [low(bx + 5 + 6 * at, by + 30, 9) for at in range(7)]
    ends: dict[Part, list[At]] = {
        READER: [At(rx + 6 + 4 * at, ry + one["reader"][1], lid) for at in range(7)],
        DISPLAY: [At(mx + 30 + 3 * at, my + one["module_size"][1], lid) for at in range(4)],
        LED: holes[:4], BUZZER: holes[4:], PANEL_KEYS: [low(kx + 4 + 8 * at, 13, 11) for at in range(6)],
    }  # fmt: skip
    for part, places in ends.items():
        for wire, end in zip(part.wires, places, strict=True):
            column, second = divmod(wire.header - 1, 2)
            yield from _curve(At(pin_1 - 2.54 * column, row + 2.5 * second, top), end, wire.colour)
    for at, colour in enumerate(("brown", "black", "green", "blue")):
        yield from _curve(low(bx + 8 + 5 * at, by + 6, 9), At(*_pair("led_at"), lid), colour)
    for at, colour in enumerate(("white", "black")):
        yield from _curve(low(bx + 34 + 6 * at, by + 6, 9), At(*_pair("buzzer_at"), lid), colour)
    for at in range(6):
        key = At(kx + at // 2 * one["key_pitch"] + at % 2 * 3, ky, lid)
        yield from _curve(low(kx + 4 + 8 * at, 6, 11), key, "grey")


def _curve(start: At, end: At, colour: str) -> Strokes:
    """Return a wire that leaves both its ends upright, as a loose one does."""
    (x, y), (to_x, to_y) = seen(start), seen(end)
    loose = 40 + abs(x - to_x) * 0.15
    path = f"M{x:.1f},{y:.1f} C{x:.1f},{y - loose:.1f} {to_x:.1f},{to_y + loose:.1f} {to_x:.1f},{to_y:.1f}"
    strokes = (LINE, 5.2), (INK[colour], 3.4)
    return [drawsvg.Path(d=path, fill="none", stroke=ink, stroke_width=width, stroke_linecap="round") for ink, width in strokes]


# The lid's upper side, drawn flat and then laid into its plane


def _lid(z: float) -> Strokes:
    """Return the lid with its upper side at the height *z*, and the keys in it."""
    one = case()
    keys = [At(one["key_at"][0] + at * one["key_pitch"], one["key_at"][1], z) for at in range(len(KEY_NAMES))]
    return [_plane(z), *(stroke for key in keys for stroke in _key(key))]


def _plane(z: float) -> drawsvg.Group:
    """Return the lid without its keys: in the group, x runs from the left edge and y from the back edge, in drawing units."""
    one = case()
    wide, deep, _ = one["outside"]
    wall = one["wall"]
    start, right, front = (
        seen(At(x, y, z)) for x, y in ((-wall, deep - wall), (1 - wall, deep - wall), (-wall, deep - wall - 1))
    )
    axes = [(to - of) / SCALE for end in (right, front) for to, of in zip(end, start, strict=True)]
    plane = drawsvg.Group(transform="matrix({})".format(" ".join(f"{part:.4f}" for part in (*axes, *start))))

    def flat(x: float, y: float) -> tuple[float, float]:
        return SCALE * (x + wall), SCALE * (deep - wall - y)

    plane.append(drawsvg.Rectangle(0, 0, SCALE * wide, SCALE * deep, fill=LID, stroke=LINE, stroke_width=1.6))
    for x in (4, one["inside"][0] - 4):
        for y in (4, one["inside"][1] - 4):
            plane.append(drawsvg.Circle(*flat(x, y), 2.4 * SCALE, fill="#8f9498", stroke=LINE, stroke_width=1))
    plane.extend([*_window(flat), *_ring(flat), *_sound_and_light(flat)])
    for at, name in enumerate(KEY_NAMES):
        x, y = flat(one["key_at"][0] + at * one["key_pitch"], one["key_at"][1])
        plane.append(drawsvg.Circle(x, y, 6.8 * SCALE, fill="#5c4122"))
        plane.append(words(name, x, y + 9.6 * SCALE, 17, bold=True, anchor="middle", fill="#241505"))
    plane.append(words("Barkeep", *flat(12, one["inside"][1] - 14), 42, bold=True, fill="#5c3a18"))
    return plane


def _sound_and_light(flat: Flat) -> Strokes:
    one = case()
    x, y = one["buzzer_at"]
    round_ = [
        (cos(radians(turn)) * one["buzzer_across"] / 3, sin(radians(turn)) * one["buzzer_across"] / 3)
        for turn in range(0, 360, 60)
    ]
    holes = [drawsvg.Circle(*flat(x + right, y + up), SCALE, fill=LINE) for right, up in round_]
    rings = ((4.4, "#f2b24c", 0.4), (2.6, "#ffe2a6", 1))
    return [
        *holes,
        *(drawsvg.Circle(*flat(*_pair("led_at")), of * SCALE, fill=fill, opacity=clear) for of, fill, clear in rings),
    ]


def _window(flat: Flat) -> Strokes:
    """Draw the display, lit, with a true picture."""
    one = case()
    wide, high = one["window_size"]
    x = one["module_at"][0] + one["module_size"][0] / 2 - wide / 2
    y = one["module_at"][1] + one["module_size"][1] / 2 + one["window_up"] + high / 2
    left, top = flat(x, y)
    dot = SCALE * wide / 128
    frame = drawsvg.Rectangle(left - 9, top - 9, SCALE * wide + 18, SCALE * high + 18, rx=6, fill="#3a2519")
    glass = drawsvg.Rectangle(left, top, SCALE * wide, SCALE * high, fill="#0a0a0a")
    return [frame, glass, drawsvg.Path(d=_lit(left, top + (SCALE * high - 64 * dot) / 2, dot), fill="#eaf6ff")]


def _lit(left: float, top: float, dot: float) -> str:
    """Return the lit pixels of a true picture of the display as a path, run by run."""
    picture, runs = screens.lobby("http://barkeep.local/", "barkeep.local", {}, Words("en")), []
    for y in range(64):
        row = [bool(picture.getpixel((x, y))) for x in range(128)]
        begins = [x for x in range(128) if row[x] and not (x and row[x - 1])]
        for x in begins:
            long = next((n for n in range(x, 128) if not row[n]), 128) - x
            runs.append(f"M{left + x * dot:.1f},{top + y * dot:.1f}h{long * dot:.1f}v{dot:.1f}h{-long * dot:.1f}z")
    return "".join(runs)


def _ring(flat: Flat) -> Strokes:
    """Draw the groove where a card goes."""
    one = case()
    x, y = flat(one["reader_at"][0] + one["reader"][0] / 2, one["reader_at"][1] + one["reader"][1] / 2)
    groove = drawsvg.Circle(x, y, 17.5 * SCALE, fill="none", stroke="#5c3a18", stroke_width=4)
    return [
        groove,
        words("cards", x, y - 11, 22, anchor="middle", fill="#5c3a18"),
        words("and pawns", x, y + 15, 22, anchor="middle", fill="#5c3a18"),
    ]


def _key(at: At) -> Strokes:
    rings = [_disc(At(at.x, at.y, at.z + step), 6, "#1d1d1d") for step in range(KEY_HIGH)]
    return [*rings, _disc(At(at.x, at.y, at.z + KEY_HIGH), 6, "#4a4a4a")]


def _disc(at: At, across: float, fill: str) -> drawsvg.DrawingElement:
    round_ = [
        seen(At(at.x + across * cos(radians(turn)), at.y + across * sin(radians(turn)), at.z)) for turn in range(0, 360, 12)
    ]
    return drawsvg.Lines(*(part for point in round_ for part in point), close=True, fill=fill)


# Plain faces and notes


def _block(at: At, size: tuple[float, float, float], light: tuple[str, str, str]) -> Strokes:
    """Return a box that begins at *at*: its upper side, its front and its right side, each with its colour."""
    (x, y, z), (wide, deep, high) = at, size
    top = At(x, y, z + high), At(x + wide, y, z + high), At(x + wide, y + deep, z + high), At(x, y + deep, z + high)
    front = At(x, y, z), At(x + wide, y, z), top[1], top[0]
    right = At(x + wide, y, z), At(x + wide, y + deep, z), top[2], top[1]
    return [_face(corners, fill) for corners, fill in zip((top, front, right), light, strict=True)]


def _face(corners: Iterable[At], fill: str) -> drawsvg.DrawingElement:
    flat = [part for corner in corners for part in seen(corner)]
    return drawsvg.Lines(*flat, close=True, fill=fill, stroke=LINE, stroke_width=1.4, stroke_linejoin="round")


def _note(lines: tuple[str, ...], at: At, x: float, y: float) -> Strokes:
    """Return *lines* of text, the first at *x*, *y* in the drawing, with a thin line to *at*."""
    to, below = seen(at), 24 * len(lines) - 8
    begin = y + below if to[1] > y + below else y - 14
    text = [words(one, x, y + 24 * n, 20) for n, one in enumerate(lines)]
    return [line(x + 24, begin, *to), drawsvg.Circle(*to, 4, fill=LINE), *text]


def _paper(high: float, title: str) -> drawsvg.Drawing:
    picture = drawsvg.Drawing(WIDE, high, font_family=FONT)
    picture.extend([drawsvg.Rectangle(0, 0, WIDE, high, fill=PAPER), words(title, 20, 34, 26, bold=True)])
    return picture
