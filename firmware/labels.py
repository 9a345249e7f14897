"""The sheet of labels to print: A4 in SVG, black on white, read without colour. Shapes are those of the display.

Glue a sticker (the tag) on the piece and the label on the sticker: bar cards take tags of 25 mm, pawns of 20 to 22 mm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

from companion.barracuda.model import CARDS, PAWNS
from companion.barracuda.rules import SEATS
from firmware.drawing import LETTER_AT, OUTLINES, ROUNDS

if TYPE_CHECKING:
    from companion.barracuda.model import Card
    from companion.words import Words

# Millimetres from here on.
WIDTH, HEIGHT = 210, 297
LEFT, COLUMN = 27, 31.2  # The first centre, and from one to the next: six in a row.
CARD, PAWN = 25, 22  # Diameters: what a sticker has, and what a pawn's base of 20 to 25 has room for.
TITLE_AT = 11
CARDS_AT, CARD_ROW = 30, 28
PAWNS_AT, PAWN_ROW = 84, 25
MARKERS_AT, MARKER_ROW = 207, 18.5
MARKER: Final = (44, 16)
BAG: Final = (88, 20)
FONT: Final = "'Liberation Sans', Arial, Helvetica, sans-serif"
LETTER_WIDTH: Final = 0.6  # of the size, a bold letter on average
GRID: Final = 48  # the display's, for one shape


def sheet(words: Words) -> str:
    """Return Barracuda's labels as one SVG page of 210 x 297 mm, its few words in the language of *words*."""
    parts = [
        _text(WIDTH / 2, TITLE_AT, words.text("enrolment.label.title"), 2.6, bold=False),
        *(_card(card, *_place(at, CARDS_AT, CARD_ROW), words) for at, card in enumerate(CARDS)),
        *(_pawn(seat, number, *_place(6 * row + number - 1, PAWNS_AT, PAWN_ROW)) for row, seat in enumerate(SEATS)
          for number in range(1, PAWNS + 1)),
        *(_bag_pawn(seat, *_place(6 * row + PAWNS, PAWNS_AT, PAWN_ROW), words) for row, seat in enumerate(SEATS)),
        *(_marker(card, at, words) for at, card in enumerate(CARDS)),
        _bag(words),
    ]  # fmt: skip
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}mm" height="{HEIGHT}mm" viewBox="0 0 {WIDTH} {HEIGHT}"'
    return "\n".join((f'{head} font-family="{FONT}" text-anchor="middle">', *parts, "</svg>\n"))


def _place(at: int, top: float, row: float) -> tuple[float, float]:
    return LEFT + COLUMN * (at % 6), top + row * (at // 6)


# Labels


def _card(card: Card, x: float, y: float, words: Words) -> str:
    """A bar's card: its name, in as many lines as it has words, and its rent."""
    lines = card.name.split(" ")
    rent = words.text("enrolment.label.rent", rent=card.rent)
    return _group("card", card.name, [
        _cut_round(x, y, CARD),
        *(_text(x, y - 2.2 * (len(lines) - 1) + 4.4 * at - 0.6, line, _size(line, 21.5, 4.2)) for at, line in enumerate(lines)),
        _text(x, y + 7.4, rent, _size(rent, 15, 3.6), bold=False),
    ])  # fmt: skip


def _pawn(seat: str, number: int, x: float, y: float) -> str:
    """A pawn: its shape, filled, with the seat's letter, and its number below."""
    return _group("pawn", f"{seat} {number}", [
        _cut_round(x, y, PAWN), _shape(seat, x, y - 1.8, 15, filled=True), _text(x, y + 8.6, str(number), 3.4),
    ])  # fmt: skip


def _bag_pawn(seat: str, x: float, y: float, words: Words) -> str:
    """A bag pawn: the outline of the shape, as the pages draw what is in the bag."""
    bag = words.text("enrolment.label.bag")
    return _group("bag", seat, [
        _cut_round(x, y, PAWN), _shape(seat, x, y - 1.8, 15, filled=False), _text(x, y + 8.6, bag, 3.2),
    ])  # fmt: skip


def _marker(card: Card, at: int, words: Words) -> str:
    """A marker for an open bar: beside its card, so that the bar can be named without moving its pawns."""
    x, y = 12 + (MARKER[0] + 3.3) * (at % 4), MARKERS_AT + MARKER_ROW * (at // 4)
    middle, rent = x + MARKER[0] / 2, words.text("enrolment.label.rent", rent=card.rent)
    below = f"{words.text('enrolment.label.open')} · {rent}"
    return _group("marker", card.name, [
        _cut(x, y, *MARKER), _text(middle, y + 7.6, card.name, _size(card.name, MARKER[0] - 5, 5.4)),
        _text(middle, y + 13, below, 3.4, bold=False),
    ])  # fmt: skip


def _bag(words: Words) -> str:
    """The bag: all shapes, and the word."""
    x, y = 12, MARKERS_AT + 3 * MARKER_ROW + 1
    shapes = [_shape(seat, x + 10 + 12 * at, y + BAG[1] / 2, 10, filled=False) for at, seat in enumerate(SEATS)]
    word = words.text("enrolment.label.bag")
    return _group("the-bag", word, [_cut(x, y, *BAG), *shapes, _text(x + 76, y + 12, word, _size(word, 18, 5.4))])


# Strokes


def _group(kind: str, name: str, parts: list[str]) -> str:
    return f'<g id="{escape(f"{kind}-{name}".lower().replace(" ", "-"))}">{"".join(parts)}</g>'


def _cut(x: float, y: float, width: float, height: float) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" {_DASHED}/>'


def _cut_round(x: float, y: float, across: float) -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{across / 2:g}" {_DASHED}/>'


_DASHED: Final = 'fill="none" stroke="#000" stroke-width="0.2" stroke-dasharray="1 1"'


def _shape(seat: str, x: float, y: float, across: float, *, filled: bool) -> str:
    """The seat's shape around x, y, on the display's grid, with its letter: white on black, or black in an outline."""
    ink, letter = ("#000", "#fff") if filled else ("#fff", "#000")
    paint = f'fill="{ink}" stroke="#000" stroke-width="{0 if filled else 3}" stroke-linejoin="round"'
    strokes = []
    if seat in OUTLINES:
        strokes.append(f'<polygon points="{" ".join(f"{a},{b}" for a, b in OUTLINES[seat])}" {paint}/>')
    if seat in ROUNDS:
        left, top, right, bottom = ROUNDS[seat]
        middle = f'cx="{(left + right) / 2:g}" cy="{(top + bottom) / 2:g}"'
        strokes.append(f'<ellipse {middle} rx="{(right - left) / 2:g}" ry="{(bottom - top) / 2:g}" {paint}/>')
    a, b = LETTER_AT[seat]
    strokes.append(f'<text x="{a}" y="{b + 6}" font-size="17" font-weight="bold" fill="{letter}">{seat}</text>')
    scale = across / GRID
    return f'<g transform="translate({x - across / 2:g} {y - across / 2:g}) scale({scale:g})">{"".join(strokes)}</g>'


def _text(x: float, base: float, words: str, size: float, *, bold: bool = True) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{base:g}" font-size="{size:g}"{weight}>{escape(words)}</text>'


def _size(words: str, room: float, most: float) -> float:
    """Return the size in which *words* are at most *room* wide."""
    return round(min(most, room / (LETTER_WIDTH * len(words))), 2)
