"""The labels to print for Barracuda's box: one for each piece, a marker for each bar, and what a photograph reads.

A glyph fits into the upper right corner of a card that lies on its side, and a strip into the lower left one.
"""

from __future__ import annotations

from typing import Final

from companion.games.barracuda.box.measures import CARD_GLYPH, FIRST_GLYPH, LID_GLYPH, WINDOW, windows
from companion.games.barracuda.model import CARDS, PAWNS
from companion.games.barracuda.rules import SEATS
from companion.kit.box import glyphs
from companion.kit.box.labels import Bag, Cap, Label, Marker, Patch, Sticker, Windows
from companion.kit.box.paper import CARD_SIZE, LID_SIZE
from companion.kit.messages import Thing, say
from companion.kit.pieces import Piece

_PATCH: Final = (2 * (CARD_SIZE[1] - CARD_GLYPH.at[0]), 2 * CARD_GLYPH.at[1])
_STRIP: Final = (61.5, 29.0)  # Beside it, a sticker and its label fit on the card.
_TOP: Final = CARD_SIZE[0] - _STRIP[1]


def _windows(places: int) -> tuple[tuple[float, float], ...]:
    return tuple((x, y - _TOP) for x, y in windows(places))


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
    *(Patch(Thing(card.name), FIRST_GLYPH + at, CARD_GLYPH.across, _PATCH) for at, card in enumerate(CARDS)),
    *(Windows(Thing(card.name), _STRIP, WINDOW[0], _windows(card.places)) for card in CARDS),
    *(
        Cap(f"{seat} {number}", glyphs.of_pawn(seat), LID_GLYPH, LID_SIZE[0], LID_SIZE[0] / 2, seat=seat)
        for seat in SEATS
        for number in range(1, PAWNS + 1)
    ),
)
