"""Where things are on Shark's map and buildings, in millimetres: for those who draw them, and for photographs."""

from __future__ import annotations

from typing import Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import CELLS, COLUMNS, ROWS

CELL: Final = 24.0
EDGE: Final = 4.0  # Above and below the cells, for their letters.
STRIP: Final = 28.0  # At both sides, for their numbers and for the glyphs.
MAP_SIZE: Final = (len(COLUMNS) * CELL + 2 * STRIP, len(ROWS) * CELL + 2 * EDGE)
BUILDING: Final = 22.0

CORNER_GLYPH: Final = 18.0
FIRST_CORNER: Final = 18  # The glyph of the first corner.
CORNERS: Final = tuple(
    (FIRST_CORNER + at, (x, y))
    for at, (x, y) in enumerate((x, y) for y in (16.0, MAP_SIZE[1] - 16) for x in (12.0, MAP_SIZE[0] - 12))
)
"""Numbers and middles of the corners' glyphs, from the top left corner of the whole map."""

BUILDING_GLYPH: Final = 12.0
GLYPH_AT: Final = 14.0  # Its middle, from the building's left and upper edges.
GLYPHS: Final = {company: FIRST_CORNER + 4 + at for at, company in enumerate(COMPANIES)}


def middle(cell: str) -> tuple[float, float]:
    """Return the middle of *cell*, from the top left corner of the whole map."""
    return STRIP + (COLUMNS.index(cell[0]) + 0.5) * CELL, EDGE + (int(cell[1:]) - 0.5) * CELL


MIDDLES: Final = {cell: middle(cell) for cell in CELLS}
