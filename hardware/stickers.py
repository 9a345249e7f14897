"""Draw where stickers go: on a card's front, under a pawn, and over the reader in its case."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import drawsvg

from hardware.strokes import BOARD, FAINT, FONT, INK, LINE, PAPER, box, line, words

if TYPE_CHECKING:
    Strokes = list[drawsvg.DrawingElement]

WIDTH, HEIGHT = 760, 900
MILLIMETRE: Final = 4.0
CARD: Final = (56, 87)  # A standard playing card.
TAG, SMALL_TAG, BASE = 25, 22, 24


def stickers() -> drawsvg.Drawing:
    """Return the drawing."""
    picture = drawsvg.Drawing(WIDTH, HEIGHT, font_family=FONT)
    picture.append(drawsvg.Rectangle(0, 0, WIDTH, HEIGHT, fill=PAPER))
    picture.append(words("Where the stickers go", 20, 34, 26, bold=True))
    picture.extend([*_card(40, 70), *_pawn(400, 70), *_over_the_reader(40, 560)])
    return picture


def _card(x: float, y: float) -> Strokes:
    width, high = (side * MILLIMETRE for side in CARD)
    across = x + width / 2
    return [
        box(x, y, width, high, fill=PAPER, round_by=14),
        drawsvg.Rectangle(x + 22, y + 24, width - 44, 150, rx=6, fill=BOARD, stroke=FAINT),
        words("the card's own", across, y + 88, 17, anchor="middle", fill=FAINT),
        words("front", across, y + 110, 17, anchor="middle", fill=FAINT),
        *_tag(across, y + 246, TAG, "25 mm"),
        words("Card: on the front, at the same", x, y + high + 26, 18),
        words("place on all. Never on the back.", x, y + high + 50, 18),
    ]


def _pawn(x: float, y: float) -> Strokes:
    """Draw a pawn from the side, and its base from below."""
    middle = x + 80
    body = (
        f"M {middle - 48} {y + 170} L {middle - 18} {y + 70} A 34 34 0 1 1 {middle + 18} {y + 70} L {middle + 48} {y + 170} Z"
    )
    return [
        drawsvg.Path(body, fill=BOARD, stroke=LINE, stroke_width=2),
        drawsvg.Rectangle(middle - 44, y + 176, 88, 7, fill=INK["orange"], stroke=LINE),
        drawsvg.Rectangle(middle - 44, y + 190, 88, 4, fill=PAPER, stroke=LINE),
        line(middle + 46, y + 179, middle + 76, y + 160), words("first the tag,", middle + 80, y + 156, 17),
        line(middle + 46, y + 192, middle + 76, y + 192), words("then the label", middle + 80, y + 192, 17),
        drawsvg.Circle(middle, y + 275, BASE * MILLIMETRE / 2, fill=BOARD, stroke=LINE, stroke_width=2),
        *_tag(middle, y + 275, SMALL_TAG, "20–22"),
        words("the same", middle + 66, y + 266, 17), words("from below", middle + 66, y + 288, 17),
        words("Pawn: under its base. A base of", x - 40, y + 374, 18),
        words("20 mm or more; smaller tags", x - 40, y + 398, 18),
        words("may never be read.", x - 40, y + 422, 18),
    ]  # fmt: skip


def _tag(x: float, y: float, across: float, size: str) -> Strokes:
    """Draw a round sticker with the loops of its aerial."""
    r = across * MILLIMETRE / 2
    loops = [drawsvg.Circle(x, y, r - 5 - 5 * at, fill="none", stroke=INK["orange"], stroke_width=2) for at in range(3)]
    return [
        drawsvg.Circle(x, y, r, fill=PAPER, stroke=LINE, stroke_width=2), *loops,
        words("tag", x, y - 9, 17, bold=True, anchor="middle"), words(size, x, y + 11, 16, anchor="middle"),
    ]  # fmt: skip


def _over_the_reader(x: float, y: float) -> Strokes:
    """Draw a cross-section of the lid: card, tag, plastic, reader, and the Pi at its distance."""
    lid = y + 90
    return [
        words("Over the reader, cut through", x, y + 10, 20, bold=True),
        drawsvg.Rectangle(x + 60, lid - 34, 190, 7, fill=PAPER, stroke=LINE, stroke_width=1.6),
        drawsvg.Rectangle(x + 105, lid - 26, 100, 6, fill=INK["orange"], stroke=LINE),
        drawsvg.Rectangle(x, lid, 680, 18, fill="#d9b98f", stroke=LINE, stroke_width=2),
        drawsvg.Rectangle(x + 72, lid + 11, 166, 9, fill=PAPER, stroke="none"),
        drawsvg.Rectangle(x + 75, lid + 12, 160, 10, fill=INK["blue"], stroke=LINE, stroke_width=2),
        drawsvg.Rectangle(x + 440, lid + 96, 240, 10, fill=INK["green"], stroke=LINE, stroke_width=2),
        line(x + 252, lid - 30, x + 330, lid - 46), words("card, face up or face down", x + 334, lid - 48, 17),
        line(x + 240, lid + 4, x + 330, lid - 14), words("1.5 to 2 mm of plastic, no metal", x + 334, lid - 16, 17),
        line(x + 200, lid + 22, x + 170, lid + 54), words("reader, flat against the lid", x, lid + 68, 17),
        line(x + 235, lid + 122, x + 440, lid + 122),
        *(line(x + at, lid + 114, x + at, lid + 130) for at in (235, 440)),
        words("2 cm or more", x + 338, lid + 140, 17, anchor="middle"), words("Pi", x + 560, lid + 122, 17, anchor="middle"),
        words("One card or pawn at a time. Lay it on the middle,", x, lid + 182, 18),
        words("wait for the sound, lift it.", x, lid + 206, 18),
    ]  # fmt: skip
