"""Lay out the sheets of labels for a game's pieces: shapes (those of the display) and words, readable without colour.

Glue a sticker (the tag) on the piece and the label on the sticker. Cards and tokens take tags of 25 mm, pawns 20 to 22
mm. Labels with glyphs need no tag.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final, assert_never

from companion.kit.box.labels import Bag, Cap, Marker, Patch, Sticker, Windows
from companion.kit.messages import Said
from companion.tags.labels import labels
from firmware.printing.glyph_labels import cap, patch, stood
from firmware.printing.strokes import WIDTH, cut, cut_round, fitting, group, page, pawn, symbol, text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from companion.kit.box.labels import Label, Text
    from companion.kit.game import AnyGame
    from companion.kit.pieces import Piece
    from companion.words import Words

# All in millimetres.
CARD, PAWN = 25, 22  # Diameters: a sticker's, and one that fits on a pawn's base of 20 to 25.
MARKER: Final = (44, 16)
BAG: Final = (28, 20)  # Plus SHAPE of width for each seat.
SHAPE: Final = 12
SIDE, TOP, BOTTOM = 12, 16, 289
GAP: Final = 3  # Between two rows.
IN_A_ROW: Final = {Sticker: 6, Marker: 4, Bag: 1, Patch: 6, Cap: 8, Windows: 3}


def sheets(game: AnyGame, words: Words, shapes: str) -> list[str]:
    """Return the labels of *game* as SVG pages of 210 x 297 mm, in the language of *words*.

    *shapes* is the text of the pages' sprite. Raises ValueError for a symbol that it doesn't contain.
    """
    tagged = [one for one in labels(game) if isinstance(one, Sticker | Marker | Bag)]
    seen = [one for one in labels(game) if isinstance(one, Patch | Cap | Windows)]
    titled = ((words.text("enrolment.label.title"), tagged), (words.text("enrolment.label.patterns"), seen))
    return [page(title, parts) for title, some in titled for parts in _pages(some, words, shapes)]


def _pages(some: Iterable[Label], words: Words, shapes: str) -> list[list[str]]:
    pages: list[list[str]] = []
    y = float(BOTTOM)
    for row in _rows(some):
        high = _size(row[0])[1]
        if y + high > BOTTOM:
            pages, y = [*pages, []], TOP
        pages[-1].extend(_row(row, y + high / 2, words, shapes))
        y += high + GAP
    return pages


def _rows(some: Iterable[Label]) -> Iterator[Sequence[Label]]:
    """Yield *some* labels row by row; all labels in a row have the same size."""
    for _, alike in groupby(some, _size):
        row = list(alike)
        many = IN_A_ROW[type(row[0])]
        yield from (row[at : at + many] for at in range(0, len(row), many))


def _size(label: Label) -> tuple[float, float]:
    """Return width and height."""
    match label:
        case Sticker(piece):
            return (PAWN, PAWN) if piece.seat else (CARD, CARD)
        case Marker():
            return MARKER
        case Bag(seats):
            return BAG[0] + SHAPE * len(seats), BAG[1]
        case Patch() | Windows():
            return label.size
        case Cap():
            return label.size, label.size
    assert_never(label)


def _row(row: Sequence[Label], y: float, words: Words, shapes: str) -> Iterator[str]:
    """Yield the labels of a row, centred on *y*, in columns that are the same on the whole sheet."""
    column = (WIDTH - 2 * SIDE) / IN_A_ROW[type(row[0])]
    for at, label in enumerate(row):
        yield _label(label, SIDE + column * (at + 0.5), y, words, shapes)


# Labels, each centred on x, y


def _label(label: Label, x: float, y: float, words: Words, shapes: str) -> str:
    match label:
        case Sticker(piece) if piece.seat:
            return _pawn(piece, x, y, words)
        case Sticker(piece):
            return group(piece.kind, _name(piece), [cut_round(x, y, CARD), *_card(label, x, y, words, shapes)])
        case Marker():
            return _marker(label, x, y, words)
        case Bag():
            return _bag(label, x, y, words)
        case Patch():
            return patch(label, x, y, _text(label.name, words), shapes)
        case Windows():
            return stood(label, x, y, _text(label.name, words), shapes)
        case Cap():
            return cap(label, x, y, shapes)
    assert_never(label)


def _card(label: Sticker, x: float, y: float, words: Words, shapes: str) -> list[str]:
    """Draw a card or token: its symbol and name, or its name with one word per line, and a note."""
    name, note = _text(label.name, words), _text(label.note, words)
    if label.symbol:
        return [symbol(shapes, label.symbol, x, y - 2.6, 13), text(x, y + 7.6, name, fitting(name, 18, 3.6))]
    lines = name.split(" ")
    top = y - 2.2 * (len(lines) - 1) + (-0.6 if note else 1.4)
    named = [text(x, top + 4.4 * at, line, fitting(line, 20, 4.2)) for at, line in enumerate(lines)]
    return [*named, text(x, y + 7.4, note, fitting(note, 15, 3.6), bold=False)] if note else named


def _pawn(piece: Piece, x: float, y: float, words: Words) -> str:
    """Draw a pawn: a filled shape with its number below. A bag pawn has only an outline, as on the pages."""
    filled = piece.kind == "pawn"
    below, size = (str(piece.number), 3.4) if filled else (words.text("enrolment.label.bag"), 3.2)
    return group(piece.kind, _name(piece), [
        cut_round(x, y, PAWN), pawn(piece.name, x, y - 1.8, 15, filled=filled), text(x, y + 8.6, below, size),
    ])  # fmt: skip


def _marker(label: Marker, x: float, y: float, words: Words) -> str:
    (width, high), name, note = MARKER, _text(label.name, words), _text(label.note, words)
    return group("marker", name, [
        cut(x - width / 2, y - high / 2, width, high), text(x, y - 0.4, name, fitting(name, width - 5, 5.4)),
        *([text(x, y + 5, note, fitting(note, width - 5, 3.4), bold=False)] if note else []),
    ])  # fmt: skip


def _bag(label: Bag, x: float, y: float, words: Words) -> str:
    """Draw the label of the bag: all its shapes, and the word."""
    (width, high), word = _size(label), words.text("enrolment.label.bag")
    left = x - width / 2
    drawn = [pawn(seat, left + 10 + SHAPE * at, y, 10, filled=False) for at, seat in enumerate(label.seats)]
    named = text(left + width - 12, y + 2, word, fitting(word, 18, 5.4))
    return group("the-bag", word, [cut(left, y - high / 2, width, high), *drawn, named])


def _name(piece: Piece) -> str:
    return f"{piece.name} {piece.number}"


def _text(said: Text | None, words: Words) -> str:
    if said is None:
        return ""
    return words.say(said, {}) if isinstance(said, Said) else words.word(said, {})
