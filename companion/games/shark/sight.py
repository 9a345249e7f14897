"""Build what each viewer of Shark is shown, from the state as that viewer sees it, so that no secret gets in."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES, NONE, Company, Each, each
from companion.games.shark.board.map import Cell, survey
from companion.games.shark.model import (
    Building,
    Dice,
    Naming,
    Options,
    Outcome,
    Over,
    Owing,
    Phase,
    State,
    Taking,
    Throwing,
    Trading,
)
from companion.games.shark.moves import Built, Event, MarketClosed, NothingBuilt
from companion.games.shark.payments.debts import forced_sale, values
from companion.games.shark.payments.previews import SiteView, site
from companion.games.shark.payments.statements import SETTLING, StatementView, known, settled, statement
from companion.games.shark.telling import tell
from companion.kit.messages import Said
from companion.kit.viewers import Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.log import Log


NEWS: Final = 12  # how many sentences are shown: a turn's settlement and the events before it

PhaseName: TypeAlias = Literal["naming", "taking", "trading", "throwing", "building", "owing", "over"]
PHASES: Final[dict[type[Phase], PhaseName]] = {
    Naming: "naming", Taking: "taking", Trading: "trading", Throwing: "throwing", Building: "building", Owing: "owing",
    Over: "over",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class SeatView:
    """A player. *worth* is cash plus shares at their prices; it, *cash* and *shares* are None unless the viewer may know them.

    *rank* counts from 1 once the game is over or the player is out; until then it is 0.
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
    """A company with its *price* of 0 to 15; *was* is the price before the last building.

    *pool* is how many of the bank's shares everybody may see: all of them or, with hidden holdings, at most 5. Its 18
    buildings are *standing* on the map, *gone* from the game or still in *stock*. *chains* holds the sizes of its clusters,
    the largest first.
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
class DebtView:
    """A player's debt in a forced sale: *debt* in all, of which the sale must bring in *needed* beyond their cash.

    *debt* and *needed* are None if the viewer may not know them. *values* is each company's share value before halving.
    """

    seat: Seat
    debt: int | None
    needed: int | None
    values: Each


@dataclass(frozen=True, slots=True)
class View:
    """The whole table as *viewer* sees it.

    *rolled* is true in the second trade. *buildings* maps each built cell to its company.
    *buys_left* is how many shares the active player may still buy in this turn, None if the viewer may not know. *history*
    holds the prices at the start and after each turn's building, or failure to build, for a chart. *news* holds the last
    sentences, newest first; *latest* is the kind of the last event, and *final* the final sale.
    """

    viewer: Viewer
    phase: PhaseName
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
        """Return the debt of *seat* in a forced sale."""
        return next((one for one in self.debts if one.seat == seat), None)

    @property
    def telling(self) -> bool:
        """Return whether the last event belongs to the statement; a trade or the next turn takes its place."""
        return self.latest in {kind.__name__ for kind in SETTLING}

    @property
    def prices(self) -> Each:
        """Return the price of each company."""
        return each({one.company: one.price for one in self.companies})


def view(state: State, viewer: Viewer, log: Log[Event]) -> View:
    """Return *viewer*'s view; *state* and *log* are as that viewer sees them."""
    told = settled(log)
    return View(
        viewer=viewer,
        phase=PHASES[type(state.phase)],
        round=state.round,
        first=state.first,
        active=model.active(state),
        rolled=isinstance(state.phase, Trading) and state.phase.rolled,
        seats=tuple(_seat(state, seat) for seat in state.seats),
        companies=_companies(state, told),
        buildings=state.buildings,
        buys_left=_buys_left(state),
        dice=state.dice,
        site=site(state, viewer),
        debts=_debts(state),
        statement=statement(state, told),
        history=_history(log),
        options=state.options,
        latest=type(last).__name__ if (last := log.latest()) else "",
        news=log.news(tell, NEWS),
        final=state.final,
        outcome=state.outcome,
    )


def _seat(state: State, seat: Seat) -> SeatView:
    cash, shares = known(state.cash[seat]), known(state.shares[seat])
    return SeatView(
        seat=seat,
        is_active=model.active(state) == seat,
        is_out=seat not in model.playing(state),
        must_sell=isinstance(state.phase, Owing) and seat in state.phase.debts,
        cash=cash,
        shares=shares,
        worth=None if cash is None or shares is None else cash + (shares * state.prices).total,
        rank=_rank(state, seat),
    )


def _rank(state: State, seat: Seat) -> int:
    """Return the place in the ranking, counted from 1. A player who goes out has it at once, because it can't change."""
    groups = state.outcome.ranking if state.outcome else (model.playing(state), *reversed(state.out))
    at = next(n for n, group in enumerate(groups) if seat in group)
    return sum(len(group) for group in groups[:at]) + 1 if state.outcome or at else 0


def _companies(state: State, told: Sequence[Event]) -> tuple[CompanyView, ...]:
    standing, stock, was, around = model.standing(state), model.stock(state), _before(state, told), survey(state.buildings)
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


def _before(state: State, told: Sequence[Event]) -> Each:
    """Return the prices before the building in the statement."""
    return next((event.before for event in told if isinstance(event, Built)), state.prices)


def _history(log: Log[Event]) -> tuple[Each, ...]:
    """Return the prices at the start and after each turn's building or failure to build."""
    prices = [NONE]
    for event in log.of(Built, NothingBuilt):
        prices.append(event.after if isinstance(event, Built) else prices[-1])
    return tuple(prices)


def _buys_left(state: State) -> int | None:
    match state.phase:
        case Trading(bought=bought) | Throwing(bought=bought) | Building(bought=bought) | Owing(bought=bought):
            return model.MOST_BOUGHT - bought.open() if bought.is_open else None
    return None


def _debts(state: State) -> tuple[DebtView, ...]:
    match state.phase:
        case Owing(debts=owed):
            return tuple(_debt(state, seat, known(debt)) for seat, debt in owed.items())
    return ()


def _debt(state: State, seat: Seat, debt: int | None) -> DebtView:
    needed = None if debt is None else forced_sale(state, seat, debt).needed
    return DebtView(seat, debt, needed, values(state))
