"""The labels to print for the box of Négoces 2: its cards, for a table that tags them (N14), the bag pawns, and glyphs."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2.box.measures import CARD_GLYPH, GLYPHS
from companion.games.negoces2.rules import SEATS
from companion.games.negoces2.taps import pieces
from companion.games.negoces2.telling import term
from companion.kit.box.labels import Label, Patch, Sticker, bagged

_CARDS: Final = [piece for piece in pieces({"tags": "on"}) if piece.kind == "card"]
_PATCH: Final = (22.0, 32.0)

# All cards of a good have the same labels, because a number on each would make them distinguishable.
LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(card, term(card.name), symbol=f"good-{card.name}") for card in _CARDS),
    *bagged(SEATS),
    *(Patch(term(card.name), GLYPHS[card.name], CARD_GLYPH, _PATCH, f"good-{card.name}") for card in _CARDS),
)
