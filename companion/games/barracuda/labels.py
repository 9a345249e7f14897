"""What is printed for Barracuda's box: its pieces, and a marker for each bar."""

from __future__ import annotations

from typing import Final

from companion.games.barracuda.model import CARDS, PAWNS
from companion.games.barracuda.rules import SEATS
from companion.kit.labels import Bag, Label, Marker, Sticker
from companion.kit.messages import Thing, say
from companion.kit.pieces import Piece

LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(Piece("card", card.name), Thing(card.name), say("barracuda.label.rent", rent=card.rent)) for card in CARDS),
    *(
        Sticker(piece)
        for seat in SEATS  # In the order of the rows on the sheet: a seat's pawns and bag pawn are six.
        for piece in (*(Piece("pawn", seat, number) for number in range(1, PAWNS + 1)), Piece("bag", seat))
    ),
    # They lie beside open bars, so that a bar can be named without moving its pawns.
    *(Marker(Thing(card.name), say("barracuda.label.open", rent=card.rent)) for card in CARDS),
    Bag(SEATS),
)
