"""Setting a building: where it may stand, and what it does. Previews and the real thing are the same code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.shark.board import CELLS_OF
from companion.shark.companies import Company, Each, each
from companion.shark.prices import price

if TYPE_CHECKING:
    from companion.shark.board import Cell, Cluster, Survey


@dataclass(frozen=True, slots=True)
class Placement:
    """A building of *company* on *cell*, then in a cluster of *cluster* buildings; *removed* clusters leave the game.

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
        """By how much the company's own price goes up, 0 where it doesn't: no other price can rise."""
        return max(0, self.after.of(self.company) - self.before.of(self.company))

    @property
    def drops(self) -> Each:
        """By how much each price goes down. The company's own can, too, where chains are capped (V1)."""
        return each({company: max(0, fall) for company, fall in (self.before - self.after).items()})


def obstacle(around: Survey, company: Company, cell: Cell) -> Cluster | None:
    """Return the largest rival cluster that keeps *company* off the empty *cell*, None where it may build.

    S4: every rival cluster beside the cell must be smaller than the cluster that the new building makes.
    """
    cluster = 1 + sum(one.size for one in _beside(around, company, cell, rivals=False))
    rivals = _beside(around, company, cell, rivals=True)
    return max((one for one in rivals if one.size >= cluster), key=lambda one: one.size, default=None)


def placement(around: Survey, company: Company, cell: Cell, before: Each, *, capped: bool) -> Placement:
    """Return what a building of *company* on *cell* does; *before* are the prices now, *capped* as in `prices.price`."""
    own = _beside(around, company, cell, rivals=False)
    removed = _beside(around, company, cell, rivals=True)
    cluster = 1 + sum(one.size for one in own)
    sizes = [one.size for one in around.clusters if one.company == company and one not in own]
    after = {company: price([*sizes, cluster], capped=capped)}
    for rival in {one.company for one in removed}:
        after[rival] = price(
            (one.size for one in around.clusters if one.company == rival and one not in removed), capped=capped
        )
    prices = each({**dict(before.items()), **after})
    raised = after[company] > before.of(company)
    return Placement(
        company, cell, cluster, removed, before, prices, _bonus(after[company], cluster, raised=raised, capped=capped)
    )


def _bonus(price: int, cluster: int, *, raised: bool, capped: bool) -> int:
    """7: the new price if it was raised, else 1. V1: then only a lone building pays that 1."""
    if raised:
        return price
    return 0 if capped and cluster > 1 else 1


def legal_cells(around: Survey, company: Company, zone: int) -> tuple[Cell, ...]:
    """Return the cells of *zone* where *company* may build (6, S4), in reading order."""
    empty = (cell for cell in CELLS_OF[zone] if cell not in around.at)
    return tuple(cell for cell in empty if obstacle(around, company, cell) is None)


def _beside(around: Survey, company: Company, cell: Cell, *, rivals: bool) -> tuple[Cluster, ...]:
    clusters = (around.clusters[at] for at in sorted(around.around(cell)))
    return tuple(one for one in clusters if (one.company != company) == rivals)
