"""Place a building: where it may stand, and what it does. Previews run this same code, so that they are always right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from companion.games.shark.board.companies import Company, Each, each
from companion.games.shark.board.map import CELLS_OF
from companion.games.shark.board.prices import price

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from companion.games.shark.board.map import Cell, Cluster, Survey


@dataclass(frozen=True, slots=True)
class Placement:
    """The effects of a building of *company* on *cell*: it makes a cluster of *cluster* buildings and removes *removed*.

    The prices go from *before* to *after*: that of *company* rises by *rise*, and no other can; each falls by its number of
    *drops*, with capped chains (V1) perhaps the company's own, too. *bonus* is the active player's. All are in thousands.
    """

    company: Company
    cell: Cell
    cluster: int
    removed: tuple[Cluster, ...]
    before: Each
    after: Each
    bonus: int
    rise: int
    drops: Each


def obstacle(beside: Sequence[Cluster], company: Company) -> Cluster | None:
    """Return the largest rival cluster that keeps *company* off an empty cell, or None if it may build there.

    *beside* are the clusters that touch the cell. S4: every rival cluster among them must be smaller than the cluster that
    the new building makes.
    """
    rivals = [one for one in beside if one.company != company]
    if not rivals:
        return None
    cluster = 1 + sum([one.size for one in beside if one.company == company])
    return max((one for one in rivals if one.size >= cluster), key=lambda one: one.size, default=None)


def placement(around: Survey, company: Company, cell: Cell, before: Each, *, capped: bool) -> Placement:
    """Return the effects of building *company* on *cell*; *before* has the prices now, *capped* is as in `prices.price`."""
    own, removed = _beside(around, company, cell)
    cluster = 1 + sum(one.size for one in own)
    after = {company: price([*_other_sizes(around, company, cell), cluster], capped=capped)}
    for rival in {one.company for one in removed}:
        after[rival] = price(_other_sizes(around, rival, cell), capped=capped)
    rise = max(0, after[company] - before.of(company))
    bonus = _bonus(after[company], cluster, raised=rise > 0, capped=capped)
    drops = each({one: max(0, before.of(one) - price_) for one, price_ in after.items()})
    return Placement(company, cell, cluster, removed, before, replace(before, **after), bonus, rise, drops)


def _other_sizes(around: Survey, company: Company, cell: Cell) -> list[int]:
    """Return the sizes of the clusters of *company* that don't touch *cell*; a building there leaves them unchanged."""
    near = around.around(cell)
    return [one.size for at, one in enumerate(around.clusters) if one.company == company and at not in near]


def _bonus(price: int, cluster: int, *, raised: bool, capped: bool) -> int:
    """Return the bonus (7): the new price if it rose, else 1. With capped chains (V1) only a lone building earns that 1."""
    if raised:
        return price
    return 0 if capped and cluster > 1 else 1


def empty_cells(around: Survey, zone: int) -> dict[Cell, tuple[Cluster, ...]]:
    """Return the empty cells of *zone* in reading order, each with the clusters that touch it."""
    return {cell: around.beside(cell) for cell in CELLS_OF[zone] if cell not in around.at}


def legal_cells(empty: Mapping[Cell, Sequence[Cluster]], company: Company) -> Iterator[Cell]:
    """Yield those of the *empty* cells where *company* may build (6, S4); each comes with the clusters that touch it."""
    return (cell for cell, beside in empty.items() if not beside or obstacle(beside, company) is None)


def _beside(around: Survey, company: Company, cell: Cell) -> tuple[tuple[Cluster, ...], tuple[Cluster, ...]]:
    """Return the clusters that touch *cell*: first those of *company*, then those of its rivals."""
    clusters = around.beside(cell)
    own = tuple(one for one in clusters if one.company == company)
    return own, tuple(one for one in clusters if one.company != company)
