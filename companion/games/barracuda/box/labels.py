"""The labels to print for Barracuda's box: one for each piece, and a marker for each bar."""

from __future__ import annotations

from typing import Final

from companion.games.barracuda.model import CARDS, PAWNS
from companion.games.barracuda.rules import SEATS
from companion.kit.box.labels import Bag, Label, Marker, Sticker
from companion.kit.messages import Thing, say
from companion.kit.pieces import Piece

LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(Piece("card", card.name), Thing(card.name), say("barracuda.label.rent", rent=card.rent)) for card in CARDS),
    *(
        Sticker(piece)
        for seat in SEATS  # One row of the sheet per seat: five pawns and the bag pawn.
        for piece in (*(Piece("pawn", seat, number) for number in range(1, PAWNS + 1)), Piece("bag", seat))
    ),
    # A marker lies beside its open bar, so that players can tap the bar without moving its pawns.
    *(Marker(Thing(card.name), say("barracuda.label.open", rent=card.rent)) for card in CARDS),
    Bag(SEATS),
)
