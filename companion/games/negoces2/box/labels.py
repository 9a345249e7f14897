"""The labels to print for the box of Négoces 2: its cards, for a table that tags them (N14), and the bag pawns."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2.rules import SEATS
from companion.games.negoces2.taps import pieces
from companion.games.negoces2.telling import term
from companion.kit.box.labels import Label, Sticker, bagged

# All cards of a good have the same label, because a number on each would make them distinguishable.
LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(card, term(card.name), symbol=f"good-{card.name}") for card in pieces({"tags": "on"}) if card.kind == "card"),
    *bagged(SEATS),
)
