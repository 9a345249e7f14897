"""Read a photograph of Shark's table: buildings on the map, which is found by its corners."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import CELLS
from companion.games.shark.box.measures import BUILDING, BUILDING_GLYPH, CELL, CORNER_GLYPH, CORNERS, GLYPH_AT, GLYPHS, MIDDLES
from companion.kit.photo import Base, Figure, Printed, Reading, Scene

if TYPE_CHECKING:
    from companion.games.shark.model import State
    from companion.kit.layout import Place, Value
    from companion.kit.photo import Seen

MAP: Final = "map"
_OFF: Final = GLYPH_AT - BUILDING / 2

_SCENE: Final = Scene(
    (Base(MAP, tuple(Printed(number, CORNER_GLYPH, at) for number, at in CORNERS), MIDDLES, CELL / 2),),
    tuple(Figure(company, GLYPHS[company], BUILDING_GLYPH, 0, (_OFF, _OFF)) for company in COMPANIES),
)


def photographed(_: State) -> Scene:
    """Return what a photograph can show: the map, and buildings of paper on it."""
    return _SCENE


def pictured(state: State, seen: Seen) -> Reading:
    """Return what *seen* says about the map of *state*.

    A cell where no building was seen may bear one. A company is asked about if it has a building more than the companion knows,
    while another wasn't seen, because it may be the same one.
    """
    if MAP not in seen.bases:
        return Reading({})
    on = {cell: company for (_, cell), company in seen.on.items()}
    built = {**state.buildings, **on}
    cells = {one: [cell for cell in CELLS if built.get(cell) == one] for one in COMPANIES}
    facts: dict[Place, Value] = {(one, "cells"): " ".join(cells[one]) for one in COMPANIES}
    missed = {cell: company for cell, company in state.buildings.items() if cell not in on}
    more = {company for cell, company in on.items() if state.buildings.get(cell) != company}
    unsure = {built[cell] for _, cell in seen.doubtful if cell in built}
    asked = [(one, "cells") for one in COMPANIES if one in unsure or one in more & {*missed.values()}]
    return Reading(facts, tuple(asked), tuple(missed))
