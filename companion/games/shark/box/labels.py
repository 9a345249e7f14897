"""The labels to print for Shark's box: the companies' tokens with their buildings, and the bag pawns."""

from __future__ import annotations

from typing import Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.rules import SEATS
from companion.games.shark.telling import company_named
from companion.kit.box.labels import Label, Sticker, bagged
from companion.kit.pieces import Piece

INKS: Final = {"red": "A", "blue": "B", "green": "D", "yellow": "C"}  # As in table.css.

LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(Piece("token", one), company_named(one), symbol=f"co-{one}", ink=INKS[one]) for one in COMPANIES),
    *bagged(SEATS),
)
