"""Where the glyph is on a card of Négoces 2, in millimetres: for those who draw it, and for photographs."""

from __future__ import annotations

from typing import Final

from companion.games.negoces2.model import CARDS

CARD_GLYPH: Final = 16.0
GLYPH_AT: Final = (48.8, 14.0)  # Its middle. In a fan of cards it is hidden.
GLYPHS: Final = {card: 26 + at for at, card in enumerate(CARDS)}  # The four cards of a good have one, because they are alike.
