"""The map of Shark as the second opinion reads it: zones, clusters, prices, and a building's effects (RULEBOOK 1, 6, 7)."""

from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

COMPANIES: Final = ("red", "blue", "green", "yellow")
COLUMNS: Final = "ABCDEFGHIJKL"
ROWS: Final = range(1, 11)
TOP: Final = 15


@cache
def zone(number: int) -> list[str]:
    """Return the zone's cells in reading order: 1 2 3 above, 4 5 6 below, each four columns wide and five rows high."""
    down, across = divmod(number - 1, 3)
    return [f"{column}{row}" for row in ROWS[5 * down :][:5] for column in COLUMNS[4 * across :][:4]]


@cache
def beside(cell: str) -> frozenset[str]:
    column, row = COLUMNS.index(cell[0]), int(cell[1:])
    around = ((column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1))
    return frozenset(f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < len(COLUMNS) and y in ROWS)


def cluster(buildings: dict[str, str], cell: str) -> frozenset[str]:
    """Return all cells connected with this one by buildings of the same company."""
    found, waiting = {cell}, [cell]
    while waiting:
        new = {one for one in beside(waiting.pop()) - found if buildings.get(one) == buildings[cell]}
        found |= new
        waiting += new
    return frozenset(found)


def sizes(buildings: dict[str, str], company: str) -> list[int]:
    clusters = {cluster(buildings, cell) for cell, one in buildings.items() if one == company}
    return sorted(map(len, clusters), reverse=True)


def price(buildings: dict[str, str], company: str, *, capped: bool) -> int:
    """Return the price that the map gives a company (7, V1)."""
    every = sizes(buildings, company)
    chains = [min(size, 7) if capped else size for size in every if size > 1]
    return min(TOP, sum(chains)) if chains else min(1, len(every))


@dataclass(frozen=True)
class Placing:
    """A building placed hypothetically on an empty cell: its cluster's *size*, and the rival clusters that touch the cell."""

    with_it: dict[str, str]
    size: int
    rivals: list[tuple[str, frozenset[str]]]
    capped: bool

    def __deepcopy__(self, memo: object) -> "Placing":
        return self  # Nothing of it changes.

    @property
    def fits(self) -> bool:
        """Return whether every rival is smaller (S4)."""
        return all(len(cells) < self.size for _, cells in self.rivals)

    @cached_property
    def map_after(self) -> dict[str, str]:
        gone = {cell for _, cells in self.rivals for cell in cells}
        return {cell: company for cell, company in self.with_it.items() if cell not in gone}

    @cached_property
    def prices(self) -> dict[str, int]:
        return {company: price(self.map_after, company, capped=self.capped) for company in COMPANIES}


def placing(buildings: dict[str, str], company: str, cell: str, *, capped: bool) -> Placing:
    with_it = {**buildings, cell: company}
    near = {cluster(with_it, one) for one in beside(cell) if with_it.get(one, company) != company}
    return Placing(with_it, len(cluster(with_it, cell)), [(with_it[min(cells)], cells) for cells in near], capped)
