"""Barracuda's box, to print: notes, bar cards, markers of open bars, pawns and bag pawns (1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.barracuda.box.measures import CARD_GLYPH, FIRST_GLYPH, FRONT, WINDOW, windows
from companion.games.barracuda.model import BOX, CARDS, PAWNS
from companion.games.barracuda.rules import SEATS
from companion.kit.box.paper import CARD_SIZE, NOTE_SIZE, STRIP_SIZE, Cutout, Lot, bags, collars, lids, piece_name, shuffled_in
from companion.kit.messages import Thing, say
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from companion.games.barracuda.model import Card
    from companion.kit.box.paper import Filling

_NOTES: Final = {"10": BOX.tens, "5": BOX.fives, "2": BOX.twos, "1": BOX.ones, "0": BOX.fakes}
_WIDE: Final = (CARD_SIZE[1], CARD_SIZE[0])
_ROOFS: Final = 5  # In shapes.svg.
_MEASURES: Final[dict[str, Filling]] = {
    "left": FRONT[0], "front": FRONT[1], "window": WINDOW[0], "top": WINDOW[1],
    "across": CARD_GLYPH.across, "glyph_x": CARD_GLYPH.at[0], "glyph_y": CARD_GLYPH.at[1],
}  # fmt: skip


def _bar(at: int, card: Card) -> Cutout:
    rent = say("barracuda.label.rent", rent=card.rent)
    piece = piece_name(Piece("card", card.name))
    drawn = {"roof": at % _ROOFS + 1, "places": card.places, "rent": card.rent, "pattern": FIRST_GLYPH + at}
    return Cutout(piece, {"name": Thing(card.name), "said": rent, **drawn, **_MEASURES, **_middles(card)})


def _middles(card: Card) -> dict[str, Filling]:
    return {f"middle_{at}": middle for at, (middle, _) in enumerate(windows(card.places))}


def _marker(card: Card) -> Cutout:
    return Cutout(f"marker {card.name}", {"name": Thing(card.name), "note": say("barracuda.label.open", rent=card.rent)})


_PAWNS: Final = [Piece("pawn", seat, number) for seat in SEATS for number in range(1, PAWNS + 1)]

PAPER: Final = (
    Lot(
        "note",
        NOTE_SIZE,
        tuple(Cutout(f"note {worth} {at}", {"worth": worth}) for at, worth in enumerate(shuffled_in(_NOTES), start=1)),
        closed=True,
    ),
    Lot("bar", _WIDE, tuple(_bar(at, card) for at, card in enumerate(CARDS)), closed=True),
    bags(SEATS),
    Lot("plain/strip", STRIP_SIZE, tuple(_marker(card) for card in CARDS)),
    collars(_PAWNS),
    lids(_PAWNS),
)
