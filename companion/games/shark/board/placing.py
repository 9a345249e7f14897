"""Place a building: where it may stand, and what it does. Previews run this same code, so that they are always right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.shark.board.companies import NONE, Company, Each, each
from companion.games.shark.board.map import CELLS_OF
from companion.games.shark.board.prices import price

if TYPE_CHECKING:
    from companion.games.shark.board.map import Cell, Cluster, Survey


@dataclass(frozen=True, slots=True)
class Placement:
    """What a building of *company* on *cell* does: it makes a cluster of *cluster* buildings and removes *removed*.

    The prices go from *before* to *after*; *bonus* is the active player's, in thousands.
    """

    company: Company
    cell: Cell
    cluster: int
    removed: tuple[Cluster, ...]
    before: Each
    after: Each
    bonus: int

    @property
    def rise(self) -> int:
        """Return by how much the company's own price rises, or 0. No other price can rise."""
        return max(0, self.after.of(self.company) - self.before.of(self.company))

    @property
    def drops(self) -> Each:
        """Return by how much each price falls. With capped chains (V1) the company's own may fall too."""
        if self.after == self.before:
            return NONE
        return each({company: max(0, fall) for company, fall in (self.before - self.after).items()})


def obstacle(around: Survey, company: Company, cell: Cell) -> Cluster | None:
    """Return the largest rival cluster that keeps *company* off the empty *cell*, or None if it may build there.

    S4: every rival cluster beside the cell must be smaller than the cluster that the new building makes.
    """
    own, rivals = _beside(around, company, cell)
    cluster = 1 + sum(one.size for one in own)
    return max((one for one in rivals if one.size >= cluster), key=lambda one: one.size, default=None)


def placement(around: Survey, company: Company, cell: Cell, before: Each, *, capped: bool) -> Placement:
    """Return what a building of *company* on *cell* does; *before* holds the prices now, *capped* is as in `prices.price`."""
    own, removed = _beside(around, company, cell)
    cluster = 1 + sum(one.size for one in own)
    after = {company: price([*_other_sizes(around, company, cell), cluster], capped=capped)}
    for rival in {one.company for one in removed}:
        after[rival] = price(_other_sizes(around, rival, cell), capped=capped)
    raised = after[company] > before.of(company)
    bonus = _bonus(after[company], cluster, raised=raised, capped=capped)
    return Placement(company, cell, cluster, removed, before, replace(before, **after), bonus)


def _other_sizes(around: Survey, company: Company, cell: Cell) -> list[int]:
    """Return the sizes of the clusters of *company* that don't touch *cell*; a building there leaves them unchanged."""
    near = around.around(cell)
    return [one.size for at, one in enumerate(around.clusters) if one.company == company and at not in near]


def _bonus(price: int, cluster: int, *, raised: bool, capped: bool) -> int:
    """Return the bonus (7): the new price if it rose, else 1. With capped chains (V1) only a lone building earns that 1."""
    if raised:
        return price
    return 0 if capped and cluster > 1 else 1


def legal_cells(around: Survey, company: Company, zone: int) -> tuple[Cell, ...]:
    """Return the cells of *zone* where *company* may build (6, S4), in reading order."""
    empty = (cell for cell in CELLS_OF[zone] if cell not in around.at)
    return tuple(cell for cell in empty if obstacle(around, company, cell) is None)


def _beside(around: Survey, company: Company, cell: Cell) -> tuple[tuple[Cluster, ...], tuple[Cluster, ...]]:
    """Return the clusters that touch *cell*: first those of *company*, then those of its rivals."""
    clusters = [around.clusters[at] for at in sorted(around.around(cell))]
    own = tuple(one for one in clusters if one.company == company)
    return own, tuple(one for one in clusters if one.company != company)
