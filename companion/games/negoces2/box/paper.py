"""The box of Négoces 2, to print: cards, coins and bag pawns (1)."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2.box.measures import CARD_GLYPH, GLYPH_AT, GLYPHS
from companion.games.negoces2.model import CARDS, COINS, CONTRABAND, GOODS
from companion.games.negoces2.rules import SEATS
from companion.games.negoces2.taps import pieces
from companion.games.negoces2.telling import term
from companion.kit.box.paper import CARD_SIZE, Cutout, Filling, Lot, bags, piece_name

_NUMBERS: Final = {card: "" if card == CONTRABAND else GOODS.index(card) + 1 for card in CARDS}
_COIN: Final = (20.0, 20.0)


def _look(card: str) -> dict[str, Filling]:
    glyph: dict[str, Filling] = {"across": CARD_GLYPH, "glyph_x": GLYPH_AT[0], "glyph_y": GLYPH_AT[1]}
    return {"card": card, "name": term(card), "number": _NUMBERS[card], "pattern": GLYPHS[card], **glyph}


# Nothing on a card says which of its four it is, because the four of a good have no identity.
PAPER: Final = (
    Lot(
        "card",
        CARD_SIZE,
        tuple(Cutout(piece_name(one), _look(one.name)) for one in pieces({"tags": "on"}) if one.kind == "card"),
        turned=True,
        closed=True,
    ),
    Lot("coin", _COIN, tuple(Cutout(f"coin {number}") for number in range(1, COINS + 1)), round=True),
    bags(SEATS),
)
