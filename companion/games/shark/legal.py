"""Decide what may be done now, with one refusal for each reason why not.

Everything here works on the state as the seat sees it, so neither a button nor a refusal can tell a secret.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final, assert_never

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.board.map import ZONE_OF, survey
from companion.games.shark.board.placing import obstacle
from companion.games.shark.model import (
    COLOURS,
    MOST_BOUGHT,
    NO_COLOUR,
    NUMBERS,
    Building,
    Naming,
    Over,
    Owing,
    State,
    Taking,
    Throwing,
    Trading,
)
from companion.games.shark.moves import (
    Build,
    Buy,
    Command,
    DealShare,
    EndTurn,
    NameFirst,
    RollDice,
    Sell,
    SellForDebt,
    TakeShare,
    ThrowDice,
)
from companion.games.shark.payments.debts import forced_sale
from companion.kit.asks import brought_in, held_by, spare, suffices
from companion.kit.messages import Field, Refusal, Term, say
from companion.kit.viewers import CHANCE, TABLE, Seat

if TYPE_CHECKING:
    from companion.games.shark.board.companies import Company
    from companion.games.shark.board.map import Cell, Survey

# Every refusal with the rule that it rests on, as numbered in RULEBOOK.md.
REFUSALS: Final = {
    "not_asked": "3", "game_over": "9", "no_seat": "S8", "no_company": "1",
    "no_count": "4", "no_price": "4", "limit": "S3", "pool": "S1", "no_cash": "4", "not_held": "4",
    "wrong_dice": "5", "no_dice": "5", "rolled": "3", "roll_first": "3",
    "wrong_colour": "5", "no_cell": "1", "wrong_zone": "6", "cell_taken": "6", "rival_larger": "S4", "rival_equal": "S4",
    "debt_not_held": "S7", "debt_short": "S7", "debt_spare": "S7",
}  # fmt: skip


@lru_cache(maxsize=256)  # Asks work out the same refusals again and again.
def _no(code: str, **fields: Field) -> Refusal:
    return Refusal(say(f"shark.refusal.{code}", **fields), REFUSALS[code])


def _name(company: Company) -> Term:
    return Term(f"shark.company.{company}")


def refusal(state: State, seat: Seat, command: Command) -> Refusal | None:
    """Return why *seat* may not do *command* now, or None if it may; *state* is the state as *seat* sees it."""
    if isinstance(state.phase, Over):
        return _no("game_over")
    match command:
        case NameFirst(first):
            return _first(state, seat, first)
        case TakeShare() | DealShare():
            return _share(state, seat, command)
        case Buy() | Sell():
            return _trade(state, seat, command)
        case RollDice() | ThrowDice():
            return _dice(state, seat, command)
        case EndTurn():
            return _in_trade(state, seat) or (None if _rolled(state) else _no("roll_first"))
        case Build():
            return _build(state, seat, command)
        case SellForDebt():
            return _debt(state, seat, command)
    assert_never(command)


# Setting up


def _first(state: State, seat: Seat, first: Seat) -> Refusal | None:
    by = (CHANCE,) if state.options.first == "drawn" else model.everyone(state)
    if not isinstance(state.phase, Naming) or seat not in by:
        return _no("not_asked")
    return None if first in state.seats else _no("no_seat")


def _share(state: State, seat: Seat, command: TakeShare | DealShare) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Taking) or phase.dealt != isinstance(command, DealShare):
        return _no("not_asked")
    if seat != (CHANCE if phase.dealt else phase.seat):
        return _no("not_asked")
    if isinstance(command, DealShare) and command.holder != phase.seat:
        return _no("no_seat")
    return None if command.company in COMPANIES else _no("no_company")


# Trade


def _in_trade(state: State, seat: Seat) -> Refusal | None:
    """Refuse unless *seat* is the active player in trade, or TABLE, whose keys act for the active player (S8)."""
    right = isinstance(state.phase, Trading) and seat in (state.phase.seat, TABLE)
    return None if right else _no("not_asked")


def _rolled(state: State) -> bool:
    return isinstance(state.phase, Trading) and state.phase.rolled


def _trade(state: State, seat: Seat, command: Buy | Sell) -> Refusal | None:
    if not isinstance(state.phase, Trading) or state.phase.seat != seat:
        return _no("not_asked")
    if command.company not in COMPANIES:
        return _no("no_company")
    if not state.prices.of(command.company):
        return _no("no_price", company=_name(command.company))
    if command.count < 1:
        return _no("no_count")
    return _buy(state, seat, command) if isinstance(command, Buy) else _sell(state, seat, command)


def _buy(state: State, seat: Seat, command: Buy) -> Refusal | None:
    left, shown = buys_left(state), state.pool[command.company].outside
    if command.count > left:
        return _no("limit", left=left, most=MOST_BOUGHT)
    if command.count > shown:
        return _no("pool", count=shown, company=_name(command.company))
    cash, cost = state.cash[seat].open(), command.count * state.prices.of(command.company)
    return _no("no_cash", cost=cost, cash=cash) if cost > cash else None


def _sell(state: State, seat: Seat, command: Sell) -> Refusal | None:
    held = state.shares[seat].open().of(command.company)
    return _no("not_held", count=held, company=_name(command.company)) if command.count > held else None


def buys_left(state: State) -> int:
    """Return how many shares the active player may still buy in this turn (S3); a secret if holdings are hidden."""
    assert isinstance(state.phase, Trading)
    return MOST_BOUGHT - state.phase.bought.open()


def most_bought(state: State, seat: Seat, company: Company) -> int:
    """Return how many shares of *company* the active player may buy now, by limit, pool and cash; 0 for none."""
    price = state.prices.of(company)
    return min(buys_left(state), state.pool[company].outside, state.cash[seat].open() // price) if price else 0


# Dice and building


def _dice(state: State, seat: Seat, command: RollDice | ThrowDice) -> Refusal | None:
    if isinstance(state.phase, Throwing) and seat == CHANCE:
        return _faces(state, command) if isinstance(command, ThrowDice) else _no("not_asked")
    if no := _in_trade(state, seat):
        return no
    if _rolled(state):
        return _no("rolled")
    if isinstance(command, RollDice) != (state.options.dice == "companion"):
        return _no("wrong_dice")
    return _faces(state, command) if isinstance(command, ThrowDice) else None


def _faces(state: State, command: ThrowDice) -> Refusal | None:
    right = command.number in NUMBERS and command.colour in colours(state)
    return None if right else _no("no_dice")


def colours(state: State) -> tuple[str, ...]:
    """Return the faces of the colour die; without one (V3), a single blank."""
    return (NO_COLOUR,) if state.options.no_colour_die == "on" else COLOURS


def _build(state: State, seat: Seat, command: Build) -> Refusal | None:
    phase = state.phase
    if not isinstance(phase, Building) or phase.seat != seat:
        return _no("not_asked")
    if command.company not in COMPANIES:
        return _no("no_company")
    if command.company not in phase.companies:
        return _no("wrong_colour", company=_name(command.company))
    if command.cell not in ZONE_OF:
        return _no("no_cell")
    if ZONE_OF[command.cell] != phase.zone:
        return _no("wrong_zone", zone=phase.zone)
    return cell_refusal(survey(state.buildings), command.company, command.cell)


def cell_refusal(around: Survey, company: Company, cell: Cell) -> Refusal | None:
    """Return why *company* may not build on *cell* (S4), or None if it may."""
    if cell in around.at:
        return _no("cell_taken")
    beside = around.beside(cell)
    rival = obstacle(beside, company)
    if rival is None:
        return None
    own = 1 + sum(one.size for one in beside if one.company == company)
    return _no("rival_equal" if rival.size == own else "rival_larger", company=_name(rival.company), size=rival.size, own=own)


# Debts


def _debt(state: State, seat: Seat, command: SellForDebt) -> Refusal | None:
    if not isinstance(state.phase, Owing) or seat not in state.phase.debts:
        return _no("not_asked")
    sale = forced_sale(state, seat, state.phase.debts[seat].open())
    if not held_by(sale, command):
        return _no("debt_not_held")
    if not suffices(sale, command):
        return _no("debt_short", brought=brought_in(sale, command), needed=sale.needed)
    return _no("debt_spare", company=_name(needless[0])) if (needless := spare(sale, command)) else None
