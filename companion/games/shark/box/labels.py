"""The labels to print for Shark's box: the companies' tokens with their buildings, the bag pawns, and what a photograph reads.

The board's corners are named by the cells beside which they go.
"""

from __future__ import annotations

from typing import Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import COLUMNS, ROWS
from companion.games.shark.box.measures import BUILDING, BUILDING_GLYPH, CORNER_GLYPH, FIRST_CORNER, GLYPH_AT, GLYPHS
from companion.games.shark.model import BUILDINGS
from companion.games.shark.rules import SEATS
from companion.games.shark.telling import company_named
from companion.kit.box.labels import Cap, Label, Patch, Sticker, bagged
from companion.kit.messages import Thing
from companion.kit.pieces import Piece

INKS: Final = {"red": "A", "blue": "B", "green": "D", "yellow": "C"}  # As in table.css.

_CORNERS: Final = tuple(f"{column}{row}" for row in (1, len(ROWS)) for column in (COLUMNS[0], COLUMNS[-1]))
_PATCH: Final = (24.0, 32.0)

LABELS: Final[tuple[Label, ...]] = (
    *(Sticker(Piece("token", one), company_named(one), symbol=f"co-{one}", ink=INKS[one]) for one in COMPANIES),
    *bagged(SEATS),
    *(Patch(Thing(cell), FIRST_CORNER + at, CORNER_GLYPH, _PATCH) for at, cell in enumerate(_CORNERS)),
    *(
        Cap(f"{one} {number}", GLYPHS[one], BUILDING_GLYPH, BUILDING, GLYPH_AT, symbol=f"co-{one}")
        for one in COMPANIES
        for number in range(1, BUILDINGS + 1)
    ),
)
