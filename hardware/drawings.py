"""Write the drawings of wires, parts and case, and the tables of wires in the building guide: `python -m hardware.drawings`.

The header is drawn with the memory card's end up and the header on the right, so that pin 1 is at the top left.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import drawsvg

from firmware.wiring import FIVE_VOLTS, THREE_VOLTS
from hardware.board import WIRES as ON_BOARD
from hardware.breadboard import breadboard
from hardware.case.drawing import closed, cut
from hardware.cutting import cutting
from hardware.lanes import lanes
from hardware.parts import parts
from hardware.sketches import RIGHT, SKETCHES, small_pi
from hardware.stickers import stickers
from hardware.strokes import DARK, FAINT, FONT, INK, LINE, PAD, PAPER, box, cable, line, tag, words
from hardware.wires import PARTS, PLACES, STEPS, VARIANTS, Part, Wire

HERE: Final = Path(__file__).parent
PICTURES: Final = HERE / "pictures"
GUIDE: Final = HERE / "BUILD.md"

# The header: 20 rows of two pins.
ROW, SIDE = 44, 32
ODD, EVEN = 88, 132  # Centres of its columns.
TAGS, TAG = 206, 200  # Left edge and width of the tags at the header.
LANES_AT, LANE = 422, 12
FAR_TAG: Final = 104  # Width of a tag at a part.
# Between contacts; for a part's title; between parts. Every contact lies half-way between two heights at which wires leave
# the header.
PITCH, TITLE, GAP = 44, 55, 25
EMPTY: Final = "#dfe7e2"  # The header's background and a pin without a wire, which must not look like a white wire.
LETTER: Final = 10.6  # Average width of a letter in a contact's name, at most.
TOP: Final = 140


def drawing(title: str, parts: tuple[Part, ...], done: tuple[Part, ...] = ()) -> drawsvg.Drawing:
    """Return the wires of *parts*, stacked from top to bottom, as one drawing; pins that *done* uses are crossed out."""
    wires = [wire for part in parts for wire in part.wires]
    tops = _tops(parts)
    ends = {wire.number: height for part, top in zip(parts, tops, strict=True) for wire, height in _ends(part, top)}
    runs = [(_leaves(wire), ends[wire.number]) for wire in wires]
    lane = lanes(runs)
    right = LANES_AT + LANE * (max(lane) + 1) + 8
    width, height = right + FAR_TAG + RIGHT + 32, max(TOP + 20 * ROW, tops[-1] + _height(parts[-1])) + (52 if done else 24)
    picture = drawsvg.Drawing(width, height, font_family=FONT)
    picture.extend([drawsvg.Rectangle(0, 0, width, height, fill=PAPER), *_heading(title)])
    picture.extend([_back(), *_volts({wire.header for wire in wires})])
    for part, top in zip(parts, tops, strict=True):
        picture.append(_part(part, right + FAR_TAG, top))
    names = [part.named(wire) for part in parts for wire in part.wires]
    for wire, name, run, at in zip(wires, names, runs, lane, strict=True):
        picture.append(_wire(wire, name, run, LANES_AT + LANE * at, right))
    if done:
        picture.append(words("Crossed out: these pins have their wires already.", 20, TOP + 20 * ROW + 32, 17))
    picture.extend(_pins({wire.header: wire.colour for wire in wires}, {wire.header for part in done for wire in part.wires}))
    return picture


def drawings() -> dict[str, str]:
    """Return every drawing as SVG, keyed by file name."""
    made = {f"wiring-{name}.svg": drawing(TITLES[name], parts) for name, parts in VARIANTS.items()}
    for at, part in enumerate(STEPS):
        made[f"wiring-{part.name}.svg"] = drawing(f"Step {at + 1}: {part.title}", (part,), STEPS[:at])
    made["breadboard.svg"] = breadboard()
    made |= {
        "stickers.svg": stickers(),
        "parts.svg": parts(),
        "cutting.svg": cutting(),
        "case.svg": closed(),
        "case-cut.svg": cut(),
    }
    return {name: f"{one.as_svg()}\n" for name, one in made.items()}


TITLES: Final = {"minimal": "All wires: reader and display", "table": "All wires of the table"}


def table(part: Part) -> str:
    """Return the wires of *part* as a Markdown table."""
    head = "| wire | colour | pin of the Pi's header | contact of the part |\n|---|---|---|---|"
    return "\n".join([head, *(_row(wire) for wire in part.wires)])


def with_tables(guide: str) -> str:
    """Return *guide* with each part's table between its two markers; raise ValueError for a part without markers."""
    for part in PARTS:
        begin, end = f"<!-- wires: {part.name} -->", "<!-- end of wires -->"
        guide, times = re.subn(
            f"{re.escape(begin)}\n.*?{re.escape(end)}", f"{begin}\n\n{table(part)}\n\n{end}", guide, count=1, flags=re.S
        )
        if not times:
            raise ValueError(f"no place for the wires of {part.name}")
    return guide


def _row(wire: Wire) -> str:
    kilos, rest = divmod(wire.inline, 1000)
    inline = f" through {wire.inline if rest else kilos} {'Ω' if rest else 'kΩ'}" if wire.inline else ""
    hole = f": hole {ON_BOARD[wire.number]}" if wire.number in ON_BOARD else ""
    return f"| {wire.number} | {wire.colour} | **{wire.header}** ({wire.place}) | **{wire.contact}**{inline}{hole} |"


# Positions


def _leaves(wire: Wire) -> float:
    """Return the height at which a wire leaves the header; the inner column's leave half a row lower, between two pins."""
    return _row_at(wire.header) + (ROW / 2 if wire.header % 2 else 0)


def _tops(parts: tuple[Part, ...]) -> list[float]:
    """Return the top of each part: centred beside the header, or from the very top if they need more room."""
    all_of_it = sum(map(_height, parts)) + GAP * (len(parts) - 1)
    wanted = sum(_leaves(wire) for part in parts for wire in part.wires) / sum(len(part.wires) for part in parts)
    lowest = max(TOP + 20 * ROW - all_of_it, TOP)
    top = min(max(wanted - all_of_it / 2, TOP), lowest)
    tops = [TOP + round((top - TOP) / 22) * 22.0]
    for part in parts[:-1]:
        tops.append(tops[-1] + _height(part) + GAP)
    return tops


def _height(part: Part) -> float:
    return TITLE + PITCH * len(part.contacts) + 8


def _ends(part: Part, top: float) -> list[tuple[Wire, float]]:
    return [(one, _contact(top, at)) for at, one in enumerate(part.contacts) if isinstance(one, Wire)]


def _contact(top: float, at: int) -> float:
    return top + TITLE + PITCH * at + PITCH / 2


# Drawing


def _heading(title: str) -> list[drawsvg.DrawingElement]:
    return [
        words(title, 20, 30, 26, bold=True),
        words("Hold the Pi with the memory card up and its 40 pins at the", 20, 66, 17),
        words("right: pin 1 is at the top left. A wire passes between pins;", 20, 88, 17),
        words("it touches only the one that it starts from.", 20, 110, 17),
        *small_pi(600, 8),
    ]


def _back() -> drawsvg.Rectangle:
    return box(ODD - 26, TOP - 4, EVEN - ODD + 52, 20 * ROW + 12, fill=EMPTY)


def _pins(used: dict[int, str], before: set[int]) -> list[drawsvg.DrawingElement]:
    """Draw the 40 pins with their numbers, in the colours of their wires; a pin used *before* is crossed out."""
    return [stroke for number in range(1, 41) for stroke in _pin(number, used.get(number), crossed=number in before)]


def _pin(number: int, colour: str | None, *, crossed: bool) -> list[drawsvg.DrawingElement]:
    x, y = EVEN if number % 2 == 0 else ODD, _row_at(number)
    square = drawsvg.Rectangle(
        x - SIDE / 2, y - SIDE / 2, SIDE, SIDE, rx=0 if number == 1 else 8, fill=INK[colour] if colour else EMPTY,
        stroke=LINE if colour else FAINT, stroke_width=3 if colour else 1.4,
    )  # fmt: skip
    ink = (PAPER if colour in DARK else LINE) if colour else FAINT
    number_on_it = words(str(number), x, y, 18, bold=bool(colour), anchor="middle", fill=ink)
    return [square, number_on_it, *([line(x - 13, y + 13, x + 13, y - 13, width=1.6, ink=FAINT)] if crossed else [])]


def _volts(wired: set[int]) -> list[drawsvg.DrawingElement]:
    """Write the voltage beside each supply pin, or above its wire if it has one."""
    return [stroke for number in (*THREE_VOLTS, *FIVE_VOLTS) for stroke in _volt(number, above=number in wired)]


def _volt(number: int, *, above: bool) -> list[drawsvg.DrawingElement]:
    red = number in THREE_VOLTS
    x, y = (ODD - 46 if red else EVEN + 44), _row_at(number) - (18 if above and not red else 0)
    plate = drawsvg.Rectangle(x - 24, y - 10, 48, 20, rx=3, fill=INK["red" if red else "white"], stroke=LINE, stroke_width=1.4)
    return [plate, words(PLACES[number], x, y, 15, bold=True, anchor="middle", fill=PAPER if red else LINE)]


def _row_at(number: int) -> float:
    return TOP + ROW * ((number - 1) // 2) + ROW / 2


def _part(part: Part, x: float, top: float) -> drawsvg.Group:
    group = drawsvg.Group(id=f"part-{part.name}")
    group.extend([box(x, top, RIGHT + 12, _height(part)), words(part.title, x + 14, top + 28, 19, bold=True)])
    heights = [_contact(top, at) for at in range(len(part.contacts))]
    group.extend(SKETCHES[part.name](x, heights, [_name_ends(x, contact) for contact in part.contacts]))
    for contact, height in zip(part.contacts, heights, strict=True):
        group.extend(_pad(contact, x, height))
    return group


def _name_ends(x: float, contact: Wire | str) -> float:
    return x + 42 + LETTER * len(contact.contact if isinstance(contact, Wire) else contact)


def _pad(contact: Wire | str, x: float, y: float) -> list[drawsvg.DrawingElement]:
    pad = drawsvg.Circle(x + 14, y, 8, fill=PAD, stroke=LINE, stroke_width=2)
    if isinstance(contact, Wire):
        return [pad, words(contact.contact, x + 28, y, 17, bold=True)]
    return [pad, words(f"{contact}: empty", x + 28, y, 15, fill=FAINT)] if contact else []


def _wire(wire: Wire, name: str, run: tuple[float, float], lane: float, right: float) -> drawsvg.Group:
    """Draw a wire with a tag at both ends, each saying where the other end goes."""
    leaves, ends = run
    pin = (EVEN if wire.header % 2 == 0 else ODD), _row_at(wire.header)
    group = drawsvg.Group(id=f"wire-{wire.number}")
    group.append_title(f"Wire {wire.number}, {wire.colour}: header pin {wire.header} ({wire.place}) to {wire.contact}")
    group.extend(cable([*pin, pin[0], leaves, lane, leaves, lane, ends, right + FAR_TAG + 14, ends], wire.colour))
    group.extend(tag(wire.number, name, TAGS, leaves, TAG, wire.colour))
    group.extend(tag(wire.number, f"pin {wire.header}", right, ends, FAR_TAG - 8, wire.colour))
    return group


def main() -> None:
    """Write the drawings and the guide's tables."""
    for name, svg in drawings().items():
        (PICTURES / name).write_text(svg, encoding="utf-8")
    GUIDE.write_text(with_tables(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
