"""What Shark's legal cells and previews of a whole zone cost, with the company free, on the worst of many maps."""

from __future__ import annotations

import random
import time
from typing import Any

from companion import shark
from companion.sealed import seen
from companion.shark.board import ZONES
from companion.shark.companies import COMPANIES
from companion.shark.placing import legal_cells
from companion.shark.sites import site
from tests.companion.shark.positions import position, some_map, thrown

MAPS, TIMES = 40, 5


def free_zones() -> list[Any]:
    """Return states in which A may build any company, in every zone of random maps, lawful ones and crowded ones."""
    states = []
    for number in range(MAPS):
        built = some_map(random.Random(number), lawful=number % 2 == 0)
        by_company = {one: " ".join(cell for cell in built if built[cell] == one) for one in COMPANIES}
        here = position("ABCDEF", by_company)
        states += [seen(thrown(here, zone, "white"), "A") for zone in ZONES]
    return states


def _milliseconds(work: Any, *args: Any) -> float:
    """Return the least time of some: what else the machine does is not to be measured."""
    took = []
    for _ in range(TIMES):
        began = time.perf_counter()
        work(*args)
        took.append(1000 * (time.perf_counter() - began))
    return min(took)


def report() -> None:
    """Print the worst zone's cost: legal cells alone, the asks, and everything that the pages show of it."""
    states = free_zones()
    shown = {len(legal_cells(shark.board.survey(state.buildings), "red", state.phase.zone)) for state in states}
    print(f"a zone of 20 cells, four companies, {len(states)} zones (red may build on {min(shown)} to {max(shown)} cells):")
    for name, work in (("legal cells and previews", site), ("the asks", shark.asks), ("the whole view", shark.view)):
        took = sorted(_milliseconds(work, state, "A") for state in states)
        print(f"  {name}: median {took[len(took) // 2]:.2f} ms, worst {took[-1]:.2f} ms")
