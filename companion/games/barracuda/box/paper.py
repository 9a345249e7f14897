"""Barracuda's box, to print: notes, bar cards, markers of open bars, pawns and bag pawns (1)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.barracuda.model import BOX, CARDS, PAWNS
from companion.games.barracuda.rules import SEATS
from companion.kit.box.paper import CARD_SIZE, NOTE_SIZE, STRIP_SIZE, Cutout, Lot, bags, collars, piece_name, shuffled_in
from companion.kit.messages import Thing, say
from companion.kit.pieces import Piece

if TYPE_CHECKING:
    from companion.games.barracuda.model import Card

_NOTES: Final = {"10": BOX.tens, "5": BOX.fives, "2": BOX.twos, "1": BOX.ones, "0": BOX.fakes}
_WIDE: Final = (CARD_SIZE[1], CARD_SIZE[0])
_ROOFS: Final = 5  # In shapes.svg.


def _bar(at: int, card: Card) -> Cutout:
    rent = say("barracuda.label.rent", rent=card.rent)
    piece = piece_name(Piece("card", card.name))
    look = {"roof": at % _ROOFS + 1, "places": card.places, "rent": card.rent}
    return Cutout(piece, {"name": Thing(card.name), "said": rent, **look})


def _marker(card: Card) -> Cutout:
    return Cutout(f"marker {card.name}", {"name": Thing(card.name), "note": say("barracuda.label.open", rent=card.rent)})


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
    collars(Piece("pawn", seat, number) for seat in SEATS for number in range(1, PAWNS + 1)),
)
