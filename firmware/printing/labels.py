"""The sheets of labels for what lies in the boxes: shapes and words, read without colour. Shapes are those of the display.

Glue a sticker (the tag) on the piece and the label on the sticker: cards and tokens take tags of 25 mm, pawns of 20 to 22 mm.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games import installed
from companion.games.barracuda.model import CARDS, PAWNS
from companion.games.negoces2.telling import term as good_named
from companion.games.shark.telling import company_named
from companion.kit.game import called
from firmware.printing.strokes import cut, cut_round, fitting, group, page, pawn, symbol, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.barracuda.model import Card
    from companion.kit.pieces import Piece
    from companion.words import Words

# Millimetres from here on.
LEFT, COLUMN = 27, 31.2  # The first centre, and from one to the next: six in a row.
CARD, PAWN = 25, 22  # Diameters: what a sticker has, and what a pawn's base of 20 to 25 has room for.
FIRST_ROW, CARD_ROW = 30, 28
PAWNS_AT, PAWN_ROW = 84, 25
MARKERS_AT, MARKER_ROW = 207, 18.5
MARKER: Final = (44, 16)
BAG: Final = (88, 20)
IN_A_ROW, MOST = 6, 54  # So many rows of six are on a page, with the bag below.
AGREED: Final = {"negoces2": {"tags": "on"}}  # N14
LOOKS: Final = {
    "red": "tower",
    "blue": "dome",
    "green": "house",
    "yellow": "works",
}  # Of Shark's companies, as the pages draw them.


def barracuda(words: Words) -> str:
    """Return Barracuda's labels as one SVG page of 210 x 297 mm, its few words in the language of *words*."""
    seats = _seats("barracuda")
    return page(words.text("enrolment.label.title"), [
        *(_card(card, *_place(at, FIRST_ROW, CARD_ROW), words) for at, card in enumerate(CARDS)),
        *(_pawn(seat, number, *_place(6 * row + number - 1, PAWNS_AT, PAWN_ROW)) for row, seat in enumerate(seats)
          for number in range(1, PAWNS + 1)),
        *(_bag_pawn(seat, *_place(6 * row + PAWNS, PAWNS_AT, PAWN_ROW), words) for row, seat in enumerate(seats)),
        *(_marker(card, at, words) for at, card in enumerate(CARDS)),
        _bag(seats, 12, MARKERS_AT + 3 * MARKER_ROW + 1, words),
    ])  # fmt: skip


def shark(words: Words, shapes: str) -> str:
    """Return Shark's labels: a token for each company, six bag pawns, the bag. *shapes* is the pages' file of shapes."""
    seats = _seats("shark")
    return page(words.text("enrolment.label.title"), [
        *(_token(piece, at, words, shapes) for at, piece in enumerate(_of("shark", "token"))),
        *(_bag_pawn(seat, *_place(at, FIRST_ROW + CARD_ROW, CARD_ROW), words) for at, seat in enumerate(seats)),
        _bag(seats, 12, FIRST_ROW + 1.6 * CARD_ROW, words),
    ])  # fmt: skip


def negoces2(words: Words, shapes: str) -> str:
    """Return the labels of Négoces 2: its cards, for a table that tags them (N14), and five bag pawns.

    All cards of a good are alike, and so are their labels: a number on one would mark it.
    """
    seats = _seats("negoces2")
    below = FIRST_ROW + CARD_ROW * 6
    return page(words.text("enrolment.label.title"), [
        *(_good(piece, at, words, shapes) for at, piece in enumerate(_of("negoces2", "card"))),
        *(_bag_pawn(seat, *_place(at, below, CARD_ROW), words) for at, seat in enumerate(seats)),
        _bag(seats, 12, below + 0.6 * CARD_ROW, words),
    ])  # fmt: skip


def general(game: str, words: Words) -> str:
    """Return the labels of any *game*: cards and tokens by their names, pawns, bag pawns, and the bag where there is one.

    Pieces of one name are alike, and so are their labels. Raises ValueError for more pieces than one page has room for.
    """
    named = [*_of(game, "card"), *_of(game, "token")]
    pawns, seats = _of(game, "pawn"), _seats(game)
    together = len(named) + len(pawns) + len(seats)
    if together > MOST:
        raise ValueError(
            f"{game} has {together} pieces and one page room for {MOST}: give it a sheet in firmware/printing/labels.py"
        )
    places = [_place(at, FIRST_ROW, CARD_ROW) for at in range(together)]
    rows = -(-together // IN_A_ROW)
    return page(words.text("enrolment.label.title"), [
        *(_named(piece, *places.pop(0), words) for piece in named),
        *(_pawn(piece.name, piece.number, *places.pop(0)) for piece in pawns),
        *(_bag_pawn(seat, *places.pop(0), words) for seat in seats),
        *([_bag(seats, 12, FIRST_ROW + (rows - 0.5) * CARD_ROW, words)] if seats else []),
    ])  # fmt: skip


def _seats(game: str) -> list[str]:
    return [piece.name for piece in _of(game, "bag")]


def _of(game: str, kind: str) -> list[Piece]:
    """The pieces of *kind* in a game's box, with those that a table may agree to tag."""
    return [piece for piece in installed()[game].pieces(AGREED.get(game, {})) if piece.kind == kind]


def _place(at: int, top: float, row: float) -> tuple[float, float]:
    return LEFT + COLUMN * (at % IN_A_ROW), top + row * (at // IN_A_ROW)


# Labels


def _card(card: Card, x: float, y: float, words: Words) -> str:
    """A bar's card: its name, in as many lines as it has words, and its rent."""
    lines = card.name.split(" ")
    top, rent = y - 2.2 * (len(lines) - 1) - 0.6, words.text("enrolment.label.rent", rent=card.rent)
    return group("card", card.name, [
        cut_round(x, y, CARD),
        *(text(x, top + 4.4 * at, line, fitting(line, 21.5, 4.2)) for at, line in enumerate(lines)),
        text(x, y + 7.4, rent, fitting(rent, 15, 3.6), bold=False),
    ])  # fmt: skip


def _named(piece: Piece, x: float, y: float, words: Words) -> str:
    """A card or token of which nothing is known but its name, in as many lines as that has words."""
    lines = _called(piece, words).split(" ")
    top = y + 1.4 - 2.2 * (len(lines) - 1)
    return group(piece.kind, f"{piece.name} {piece.number}", [
        cut_round(x, y, CARD),
        *(text(x, top + 4.4 * at, line, fitting(line, 21.5, 4.2)) for at, line in enumerate(lines)),
    ])  # fmt: skip


def _called(piece: Piece, words: Words) -> str:
    """What a card or token is called: by the word that there is for it, else by its own name."""
    return words.word(called(piece, installed().values()), {})


def _token(piece: Piece, at: int, words: Words, shapes: str) -> str:
    """A company's token: its building, and its name."""
    name = words.word(company_named(piece.name), {})
    return group("token", piece.name, _drawn(f"co-{LOOKS[piece.name]}", name, at, shapes))


def _good(piece: Piece, at: int, words: Words, shapes: str) -> str:
    """A card of Négoces 2: the good, and its name."""
    name = words.word(good_named(piece.name), {})
    return group("card", f"{piece.name} {piece.number}", _drawn(f"good-{piece.name}", name, at, shapes))


def _drawn(drawing: str, name: str, at: int, shapes: str) -> list[str]:
    x, y = _place(at, FIRST_ROW, CARD_ROW)
    return [cut_round(x, y, CARD), symbol(shapes, drawing, x, y - 2.6, 13), text(x, y + 7.6, name, fitting(name, 18, 3.6))]


def _pawn(seat: str, number: int, x: float, y: float) -> str:
    """A pawn: its shape, filled, with the seat's letter, and its number below."""
    return group("pawn", f"{seat} {number}", [
        cut_round(x, y, PAWN), pawn(seat, x, y - 1.8, 15, filled=True), text(x, y + 8.6, str(number), 3.4),
    ])  # fmt: skip


def _bag_pawn(seat: str, x: float, y: float, words: Words) -> str:
    """A bag pawn: the outline of the shape, as the pages draw what is in the bag."""
    bag = words.text("enrolment.label.bag")
    return group("bag", seat, [
        cut_round(x, y, PAWN), pawn(seat, x, y - 1.8, 15, filled=False), text(x, y + 8.6, bag, 3.2),
    ])  # fmt: skip


def _marker(card: Card, at: int, words: Words) -> str:
    """A marker for an open bar: beside its card, so that the bar can be named without moving its pawns."""
    x, y = 12 + (MARKER[0] + 3.3) * (at % 4), MARKERS_AT + MARKER_ROW * (at // 4)
    middle, rent = x + MARKER[0] / 2, words.text("enrolment.label.rent", rent=card.rent)
    below = f"{words.text('enrolment.label.open')} · {rent}"
    return group("marker", card.name, [
        cut(x, y, *MARKER), text(middle, y + 7.6, card.name, fitting(card.name, MARKER[0] - 5, 5.4)),
        text(middle, y + 13, below, 3.4, bold=False),
    ])  # fmt: skip


def _bag(seats: Sequence[str], x: float, y: float, words: Words) -> str:
    """The bag: all shapes, and the word."""
    width, high = BAG[0] + 12 * (len(seats) - 5), BAG[1]
    drawn = [pawn(seat, x + 10 + 12 * at, y + high / 2, 10, filled=False) for at, seat in enumerate(seats)]
    word = words.text("enrolment.label.bag")
    return group("the-bag", word, [cut(x, y, width, high), *drawn, text(x + width - 12, y + 12, word, fitting(word, 18, 5.4))])
