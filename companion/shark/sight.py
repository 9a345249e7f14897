"""What each viewer of Shark is shown. Works on the state as that viewer sees it, so no secret can slip in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.game import Refusal, Said, Viewer
from companion.shark import legal, model, placing
from companion.shark.board import CELLS_OF, Cell, survey
from companion.shark.companies import COMPANIES, NONE, Company, Each
from companion.shark.debts import forced_sale, values
from companion.shark.model import (
    Building,
    Dice,
    Naming,
    Options,
    Outcome,
    Over,
    Owing,
    State,
    Taking,
    Throwing,
    Trading,
)  # fmt: skip
from companion.shark.moves import (
    BonusPaid,
    Built,
    FellShort,
    GainsPaid,
    LossesPaid,
    MarketClosed,
    NothingBuilt,
    SharesSoldForDebt,
    WentOut,
)  # fmt: skip
from companion.shark.telling import tell

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.sealed import Sealed
    from companion.shark.board import Survey
    from companion.shark.placing import Placement

Seat: TypeAlias = str

PHASES: Final[dict[type, str]] = {
    Naming: "naming", Taking: "taking", Trading: "trading", Throwing: "throwing", Building: "building", Owing: "owing",
    Over: "over",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player. *cash* and *shares* only where the viewer may know them; *worth* is cash and shares at their prices.

    *rank* counts from 1 once the game is over, or the player out; until then it is 0.
    """

    seat: Seat
    is_active: bool
    is_out: bool
    must_sell: bool
    cash: int | None
    shares: Each | None
    worth: int | None
    rank: int


@dataclass(frozen=True, slots=True)
class CompanyView:
    """A company: *price* on its track of 0 to 15, and *was* before the last building.

    *pool* is as much of the bank's shares as everybody may see: all of them, or with hidden holdings 5 where there are more.
    Of its 18 buildings so many are *standing*, *gone* from the game, and still in *stock*. *chains* are the sizes of its
    clusters, the largest first.
    """

    company: Company
    price: int
    was: int
    pool: int
    standing: int
    gone: int
    stock: int
    chains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RemovedView:
    """A cluster that goes, or went, from the map."""

    company: Company
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class PreviewView:
    """What a building of *company* on a cell would do; *why_not* stands where it may not be built, all else is then empty.

    It would stand in a cluster of *cluster*, remove *removed*, pay the active player *bonus*, and the prices would go to
    *after*; *rises* and *drops* are by how much. *mine* is what the viewer would get for it (bonus and gains), less what they
    would lose; None for who may not know, and for the table.
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

    @property
    def is_legal(self) -> bool:
        """Whether it may be built there."""
        return self.why_not is None


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell of the zone that is built in, with one preview for each company that may be chosen; none where it is taken."""

    cell: Cell
    taken: Company | None
    previews: tuple[PreviewView, ...]

    def preview(self, company: Company) -> PreviewView | None:
        """Return the preview for *company*."""
        return next((one for one in self.previews if one.company == company), None)

    @property
    def is_legal(self) -> bool:
        """Whether any of the companies may build there."""
        return any(one.is_legal for one in self.previews)


@dataclass(frozen=True, slots=True)
class SiteView:
    """Where and of what the active player builds. *legal* are the legal cells by company; *cells* all 20 in reading order."""

    zone: int
    companies: tuple[Company, ...]
    legal: dict[Company, tuple[Cell, ...]]
    cells: tuple[CellView, ...]


@dataclass(frozen=True, slots=True)
class SumView:
    """What a player got or paid; None where the viewer may not know."""

    seat: Seat
    sum: int | None


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A company's price went *by* so much (more than 0; the lists say up or down), and whom it gave or cost what.

    Whose sum is known to be 0 isn't in *sums*.
    """

    company: Company
    by: int
    sums: tuple[SumView, ...]


@dataclass(frozen=True, slots=True)
class SaleView:
    """A forced sale. *debt* is what was owed, in the whole; *paid* what the bank got of it. *sold* is None until it is done.

    A player who went out is *is_out*. None also where the viewer may not know.
    """

    seat: Seat
    is_done: bool
    is_out: bool
    debt: int | None
    sold: Each | None
    brought: int | None


@dataclass(frozen=True, slots=True)
class StatementView:
    """What followed from the last throw of the dice, in the rules' order: prices, bonus, gains, losses, forced sales.

    *company* and *cell* are empty where nothing could be built. It stands until the dice are next thrown.
    """

    seat: Seat
    company: Company
    cell: Cell
    removed: tuple[RemovedView, ...]
    before: Each
    after: Each
    bonus: int
    gains: tuple[ChangeView, ...]
    losses: tuple[ChangeView, ...]
    sales: tuple[SaleView, ...]


@dataclass(frozen=True, slots=True)
class DebtView:
    """What a player owes in a forced sale: *debt* in all, of which *needed* must be brought in over their cash.

    *values* is what a share of each company counts before halving; None where the viewer may not know the sums.
    """

    seat: Seat
    debt: int | None
    needed: int | None
    values: Each


@dataclass(frozen=True, slots=True)
class View:
    """The whole table as *viewer* sees it.

    *phase* is one of `PHASES`; *rolled* tells the second window of trade from the first. *buildings* are the companies by
    cell. *buys_left* is how many shares the active player may still buy in this turn, None where the viewer may not know.
    *history* are the prices at the start and after each building or try at it, for a chart. *news* are the last sentences,
    newest first, and *latest* the kind of the last event. *final* is the final sale, for everybody to see.
    """

    viewer: Viewer
    phase: str
    round: int
    first: Seat | None
    active: Seat | None
    rolled: bool
    seats: tuple[SeatView, ...]
    companies: tuple[CompanyView, ...]
    buildings: dict[Cell, Company]
    buys_left: int | None
    dice: Dice | None
    site: SiteView | None
    debts: tuple[DebtView, ...]
    statement: StatementView | None
    history: tuple[Each, ...]
    options: Options
    latest: str
    news: tuple[Said, ...]
    final: MarketClosed | None
    outcome: Outcome | None

    def seat(self, seat: Seat) -> SeatView:
        """Return the player at *seat*."""
        return next(one for one in self.seats if one.seat == seat)

    def company(self, company: Company) -> CompanyView:
        """Return the company."""
        return next(one for one in self.companies if one.company == company)

    def debt(self, seat: Seat) -> DebtView | None:
        """Return what *seat* owes in a forced sale."""
        return next((one for one in self.debts if one.seat == seat), None)

    @property
    def prices(self) -> Each:
        """The price of each company."""
        return self.history[-1]


def view(state: State, viewer: Viewer) -> View:
    """Return what *viewer* is shown; *state* as that viewer sees it."""
    return View(
        viewer=viewer,
        phase=PHASES[type(state.phase)],
        round=state.round,
        first=state.first,
        active=model.active(state),
        rolled=isinstance(state.phase, Trading) and state.phase.rolled,
        seats=tuple(_seat(state, seat) for seat in state.seats),
        companies=_companies(state),
        buildings=state.buildings,
        buys_left=_buys_left(state),
        dice=state.dice,
        site=site(state, viewer),
        debts=_debts(state),
        statement=_statement(state),
        history=state.history,
        options=state.options,
        latest=type(state.recent[-1]).__name__ if state.recent else "",
        news=tuple(said for event in reversed(state.recent) if (said := tell(event, viewer))),
        final=state.final,
        outcome=state.outcome,
    )


def _known(sealed: Sealed[Any]) -> Any:
    return sealed.open() if sealed.is_open else None


def _seat(state: State, seat: Seat) -> SeatView:
    cash, shares = _known(state.cash[seat]), _known(state.shares[seat])
    known = cash is not None and shares is not None
    return SeatView(
        seat=seat,
        is_active=model.active(state) == seat,
        is_out=seat not in model.playing(state),
        must_sell=isinstance(state.phase, Owing) and seat in state.phase.debts,
        cash=cash,
        shares=shares,
        worth=cash + (shares * state.prices).total if known else None,
        rank=_rank(state, seat),
    )


def _rank(state: State, seat: Seat) -> int:
    """Return the place, counted from 1; players who went out have theirs at once, for nobody can fall below them."""
    groups = state.outcome.ranking if state.outcome else (model.playing(state), *reversed(state.out))
    at = next(n for n, group in enumerate(groups) if seat in group)
    return sum(len(group) for group in groups[:at]) + 1 if state.outcome or at else 0


def _companies(state: State) -> tuple[CompanyView, ...]:
    standing, stock, was, around = model.standing(state), model.stock(state), _before(state), survey(state.buildings)
    return tuple(
        CompanyView(
            company=company,
            price=state.prices.of(company),
            was=was.of(company),
            pool=state.pool[company].outside,
            standing=standing.of(company),
            gone=state.gone.of(company),
            stock=stock.of(company),
            chains=tuple(sorted(around.sizes(company), reverse=True)),
        )
        for company in COMPANIES
    )


def _before(state: State) -> Each:
    """Return the prices before the building that the statement tells of."""
    return next((event.before for event in state.settled if isinstance(event, Built)), state.prices)


def _buys_left(state: State) -> int | None:
    match state.phase:
        case Trading(bought=bought) | Throwing(bought=bought) | Building(bought=bought) | Owing(bought=bought):
            return model.MOST_BOUGHT - bought.open() if bought.is_open else None
    return None


# Building


def site(state: State, viewer: Viewer) -> SiteView | None:
    """Return where the active player builds, with a preview for every cell; None while nothing is to be built."""
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
        mine=_mine(state, viewer, placed),
    )


def _mine(state: State, viewer: Viewer, placed: Placement) -> int | None:
    """Return the bonus, which only the active player gets, and the gains, less the losses, which all others pay."""
    if viewer not in model.playing(state):
        return None
    shares = state.shares[viewer].open()
    gain: int = placed.rise * shares.of(placed.company)
    return placed.bonus + gain if viewer == model.active(state) else gain - (placed.drops * shares).total


# Debts and the statement


def _debts(state: State) -> tuple[DebtView, ...]:
    match state.phase:
        case Owing(debts=owed):
            return tuple(_debt(state, seat, _known(debt)) for seat, debt in owed.items())
    return ()


def _debt(state: State, seat: Seat, debt: int | None) -> DebtView:
    needed = None if debt is None else forced_sale(state, seat, debt).needed
    return DebtView(seat, debt, needed, values(state))


def _statement(state: State) -> StatementView | None:
    if not state.settled:
        return None
    event = state.settled[0]
    if isinstance(event, NothingBuilt):
        return StatementView(event.seat, "", "", (), state.prices, state.prices, 0, (), (), ())
    return StatementView(
        seat=event.seat,
        company=event.company,
        cell=event.cell,
        removed=_removed(event),
        before=event.before,
        after=event.after,
        bonus=sum(one.bonus for one in state.settled if isinstance(one, BonusPaid)),
        gains=tuple(_gain(one) for one in state.settled if isinstance(one, GainsPaid)),
        losses=tuple(loss for one in state.settled if isinstance(one, LossesPaid) for loss in _losses(one)),
        sales=_sales(state),
    )


def _removed(event: Built) -> tuple[RemovedView, ...]:
    """Return what was removed by company, which is as it left the table: clusters side by side can't be told apart."""
    cells = tuple(zip(event.removed, event.companies, strict=True))
    names = dict.fromkeys(event.companies)
    return tuple(RemovedView(name, tuple(cell for cell, company in cells if company == name)) for name in names)


def _gain(event: GainsPaid) -> ChangeView:
    return ChangeView(event.company, event.rise, _sums((seat, _known(gain)) for seat, gain in event.gains.items()))


def _losses(event: LossesPaid) -> tuple[ChangeView, ...]:
    known = {seat: _known(losses) for seat, losses in event.losses.items()}
    return tuple(
        ChangeView(company, drop, _sums((seat, losses and losses.of(company)) for seat, losses in known.items()))
        for company, drop in event.drops.items()
        if drop
    )


def _sums(sums: Iterable[tuple[Seat, int | None]]) -> tuple[SumView, ...]:
    return tuple(SumView(seat, sum_) for seat, sum_ in sums if sum_ != 0)


def _sales(state: State) -> tuple[SaleView, ...]:
    """Return the forced sales of this turn: those that are done or hopeless, then those that the table waits for."""
    done = {one.seat: _sale(one) for one in state.settled if isinstance(one, SharesSoldForDebt | WentOut)}
    short = {one.seat: _known(one.debt) for one in state.settled if isinstance(one, FellShort)}
    waiting = (SaleView(seat, False, False, debt, None, None) for seat, debt in short.items() if seat not in done)
    return (*done.values(), *waiting)


def _sale(event: SharesSoldForDebt | WentOut) -> SaleView:
    is_out = isinstance(event, WentOut)
    return SaleView(event.seat, True, is_out, _known(event.debt), _known(event.sold), _known(event.brought))
