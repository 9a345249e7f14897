"""Show where the active player may build: for each cell of the zone, what a building would do, or why it can't be built."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.games.shark import legal, model
from companion.games.shark.board import placing
from companion.games.shark.board.companies import NONE, Company, Each
from companion.games.shark.board.map import CELLS_OF, Cell, survey
from companion.games.shark.model import Building, State
from companion.games.shark.payments.statements import RemovedView, SumView
from companion.kit.messages import Refusal
from companion.kit.viewers import Seat, Viewer

if TYPE_CHECKING:
    from companion.games.shark.board.map import Survey
    from companion.games.shark.board.placing import Placement


@dataclass(frozen=True, slots=True)
class PreviewView:
    """The effects of a building of *company* on a cell, or *why_not* if it may not be built; then the rest is empty.

    It would make a cluster of *cluster*, remove *removed*, pay the active player *bonus* and move the prices to *after*,
    by *rises* and *drops*. *mine* is what the viewer would get (bonus and gains) less what they would lose; None for TABLE
    and for a player who is out. *others* is the same for all other players whose shares the viewer may see, without zeros.
    """

    company: Company
    why_not: Refusal | None
    cluster: int = 0
    removed: tuple[RemovedView, ...] = ()
    bonus: int = 0
    after: Each = NONE
    rises: Each = NONE
    drops: Each = NONE
    mine: int | None = None
    others: tuple[SumView, ...] = ()

    @property
    def is_legal(self) -> bool:
        """Return whether *company* may build there."""
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the zone, with one preview for each company that may be chosen; a *taken* cell has no previews."""

    cell: Cell
    taken: Company | None
    previews: tuple[PreviewView, ...]

    def preview(self, company: Company) -> PreviewView | None:
        """Return the preview for *company*."""
        return next((one for one in self.previews if one.company == company), None)


@dataclass(frozen=True, slots=True)
class SiteView:
    """The active player's zone and companies. *legal* holds the legal cells by company, *cells* all 20 in reading order."""

    zone: int
    companies: tuple[Company, ...]
    legal: dict[Company, tuple[Cell, ...]]
    cells: tuple[CellView, ...]


def site(state: State, viewer: Viewer) -> SiteView | None:
    """Return the zone with a preview for every cell, or None if nobody is to build now."""
    match state.phase:
        case Building(zone=zone, companies=companies):
            around = survey(state.buildings)
            cells = tuple(_cell(state, around, viewer, cell) for cell in CELLS_OF[zone])
            may = {company: tuple(cell.cell for cell in cells if _may(cell, company)) for company in companies}
            return SiteView(zone, companies, may, cells)
    return None


def _may(cell: CellView, company: Company) -> bool:
    preview = cell.preview(company)
    return preview is not None and preview.is_legal


def _cell(state: State, around: Survey, viewer: Viewer, cell: Cell) -> CellView:
    assert isinstance(state.phase, Building)
    if taken := state.buildings.get(cell):
        return CellView(cell, taken, ())
    companies = state.phase.companies
    return CellView(cell, None, tuple(_preview(state, around, viewer, company, cell) for company in companies))


def _preview(state: State, around: Survey, viewer: Viewer, company: Company, cell: Cell) -> PreviewView:
    if no := legal.cell_refusal(around, company, cell):
        return PreviewView(company, no)
    placed = placing.placement(around, company, cell, state.prices, capped=state.options.capped)
    rises = NONE.plus(company, placed.rise) if placed.rise else NONE
    return PreviewView(
        company=company,
        why_not=None,
        cluster=placed.cluster,
        removed=tuple(RemovedView(one.company, one.cells) for one in placed.removed),
        bonus=placed.bonus,
        after=placed.after,
        rises=rises,
        drops=placed.drops,
        mine=_net(state, viewer, placed) if viewer in model.playing(state) else None,
        others=_others(state, viewer, placed),
    )


def _net(state: State, seat: Seat, placed: Placement) -> int:
    """Return the bonus, which only the active player gets, and the gains, less the losses, which all others pay."""
    shares = state.shares[seat].open()
    gain: int = placed.rise * shares.of(placed.company)
    return placed.bonus + gain if seat == model.active(state) else gain - (placed.drops * shares).total


def _others(state: State, viewer: Viewer, placed: Placement) -> tuple[SumView, ...]:
    seats = [seat for seat in model.playing(state) if seat != viewer and state.shares[seat].is_open]
    return tuple(SumView(seat, net) for seat in seats if (net := _net(state, seat, placed)))
