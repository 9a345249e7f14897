"""The map: 12 columns A to L, 10 rows, six zones, and the clusters that buildings form on it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.shark.board.companies import Company

Cell: TypeAlias = str  # "A1" to "L10": the column's letter and the row's number, as on the table screen.

COLUMNS: Final = "ABCDEFGHIJKL"
ROWS: Final = range(1, 11)
ZONES: Final = range(1, 7)  # 1 2 3 above 4 5 6, each of five rows and four columns.
ZONE_COLUMNS: Final = 4
ZONE_ROWS: Final = 5


def _zone(column: int, row: int) -> int:
    return 1 + (row - 1) // ZONE_ROWS * 3 + column // ZONE_COLUMNS


def _neighbours(column: int, row: int) -> tuple[Cell, ...]:
    around = ((column, row - 1), (column - 1, row), (column + 1, row), (column, row + 1))
    return tuple(f"{COLUMNS[x]}{y}" for x, y in around if 0 <= x < len(COLUMNS) and y in ROWS)


# In reading order. 6: zones are only an address; neighbours and clusters cross their borders.
ZONE_OF: Final[dict[Cell, int]] = {f"{letter}{row}": _zone(x, row) for row in ROWS for x, letter in enumerate(COLUMNS)}
NEIGHBOURS: Final[dict[Cell, tuple[Cell, ...]]] = {
    f"{letter}{row}": _neighbours(x, row) for row in ROWS for x, letter in enumerate(COLUMNS)
}
CELLS: Final[tuple[Cell, ...]] = tuple(ZONE_OF)
CELLS_OF: Final[dict[int, tuple[Cell, ...]]] = {zone: tuple(cell for cell in CELLS if ZONE_OF[cell] == zone) for zone in ZONES}


@dataclass(frozen=True, slots=True)
class Cluster:
    """Buildings of one company that touch by their sides; *cells* are in no particular order."""

    company: Company
    cells: tuple[Cell, ...]

    @property
    def size(self) -> int:
        """Return the number of buildings."""
        return len(self.cells)


@dataclass(frozen=True, slots=True)
class Survey:
    """The clusters of the whole map; *at* gives the index of the cluster that a built cell belongs to."""

    clusters: tuple[Cluster, ...]
    at: Mapping[Cell, int]

    def around(self, cell: Cell) -> set[int]:
        """Return the indices of the clusters that touch *cell* by a side."""
        return {self.at[near] for near in NEIGHBOURS[cell] if near in self.at}

    def beside(self, cell: Cell) -> tuple[Cluster, ...]:
        """Return the clusters that touch *cell* by a side, in the order of `clusters`."""
        if self.at.keys().isdisjoint(NEIGHBOURS[cell]):  # Most empty cells are alone.
            return ()
        return tuple([self.clusters[at] for at in sorted(self.around(cell))])

    def sizes(self, company: Company) -> list[int]:
        """Return the sizes of the clusters of *company*."""
        return [cluster.size for cluster in self.clusters if cluster.company == company]


def survey(buildings: Mapping[Cell, Company]) -> Survey:
    """Return the clusters of *buildings*, a mapping from each built cell to its company."""
    return _survey(tuple(buildings.items()))


@lru_cache(maxsize=16)
def _survey(built: tuple[tuple[Cell, Company], ...]) -> Survey:
    """Survey the *built* cells. Cached: between two buildings, asks, guard, rules, check and all views need the same one."""
    buildings = dict(built)
    clusters: list[Cluster] = []
    at: dict[Cell, int] = {}
    for cell, company in buildings.items():
        if cell not in at:
            cells = _cluster(buildings, cell)
            at |= dict.fromkeys(cells, len(clusters))
            clusters.append(Cluster(company, cells))
    return Survey(tuple(clusters), at)


def _cluster(buildings: Mapping[Cell, Company], start: Cell) -> tuple[Cell, ...]:
    company, cells = buildings[start], [start]
    for cell in cells:  # The list grows while we go through it.
        cells += [near for near in NEIGHBOURS[cell] if buildings.get(near) == company and near not in cells]
    return tuple(cells)
