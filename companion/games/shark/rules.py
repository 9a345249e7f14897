"""Shark's rules: what a command brings about. Rule numbers are those of RULEBOOK.md."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final, assert_never

from companion.games.shark import model
from companion.games.shark.board import prices
from companion.games.shark.board.companies import COMPANIES, NONE, Company
from companion.games.shark.board.map import survey
from companion.games.shark.board.placing import empty_cells, legal_cells
from companion.games.shark.evolve import evolve, pool
from companion.games.shark.model import (
    BUILDINGS,
    GIVEN,
    MOST_BOUGHT,
    SHARES,
    Naming,
    Options,
    Outcome,
    Over,
    Owing,
    State,
    Taking,
    Trading,
)
from companion.games.shark.moves import (
    Build,
    Buy,
    Command,
    DealShare,
    DiceRolled,
    DiceShaken,
    EndTurn,
    Event,
    FirstNamed,
    NameFirst,
    NothingBuilt,
    RollDice,
    Sell,
    SellForDebt,
    ShareDealt,
    SharesBought,
    SharesSold,
    ShareTaken,
    TakeShare,
    ThrowDice,
    TurnBegan,
    TurnEnded,
)
from companion.games.shark.payments.settling import build, can_pay, sell_for_debt
from companion.kit.game import insist
from companion.kit.options import Option
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

SEATS: Final = ("A", "B", "C", "D", "E", "F")
FEWEST: Final = 2
MOST: Final = 6

OPTIONS: Final = {
    "starting_share": Option(("chosen", "random", "none")),
    "first": Option(("drawn", "chosen")),
    "dice": Option(("companion", "real")),
    "worthless_shares": Option(("one", "nothing")),
    "holdings": Option(("open", "hidden")),
    "chains_capped": Option(("off", "on")),
    "black_is_scarcest": Option(("off", "on")),
    "no_colour_die": Option(("off", "on")),
    "head_start": Option(("none", *SEATS)),
    "head_start_size": Option(("small", "large")),
}


# Setting up (2)


def setup(seats: Sequence[Seat], options: Mapping[str, object]) -> State:
    """Return the first state of a game for two to six of SEATS.

    *options* gives words for `OPTIONS`. Raises ValueError for anything else.
    """
    if not FEWEST <= len(seats) <= MOST or [seat for seat in SEATS if seat in seats] != list(seats):
        raise ValueError("Shark needs two to six seats, in alphabetical order")
    chosen = _options(options)
    given = {seat: GIVEN[chosen.head_start_size] if seat == chosen.head_start else 0 for seat in seats}  # S14
    empty = State(tuple(seats), chosen, Naming(), {}, {}, {}, Sealed(sum(given.values()), ()))
    cash = {seat: Sealed(given[seat], model.eyes(empty, seat)) for seat in seats}
    shares = {seat: Sealed(NONE, model.eyes(empty, seat)) for seat in seats}
    return replace(empty, cash=cash, shares=shares, pool=pool(empty, dict.fromkeys(COMPANIES, SHARES)))


def _options(given: Mapping[str, object]) -> Options:
    if set(given) - set(OPTIONS):
        raise ValueError("Shark has no such option")
    words: dict[str, Any] = {name: given.get(name, option.unsaid) for name, option in OPTIONS.items()}
    if any(words[name] not in option.choices for name, option in OPTIONS.items()):
        raise ValueError("the option has no such choice")
    return Options(**words)


def has_starting_share(options: Options) -> bool:
    """Return whether everybody starts with a share (S2); never with capped chains (V1)."""
    return options.starting_share != "none" and not options.capped


# Deciding


def events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """Return the events of *command*."""
    match command:
        case NameFirst(first):
            return _named(state, first)
        case TakeShare(company):
            return _first_share(state, ShareTaken(seat, company))
        case DealShare(holder, company):
            # S2: a dealt share may be secret; a chosen one is asked for aloud.
            return _first_share(state, ShareDealt(holder, Sealed(company, model.eyes(state, holder))))
        case Buy(company, count):
            return (SharesBought(seat, company, state.prices.of(company), Sealed(count, model.eyes(state, seat))),)
        case Sell(company, count):
            return (SharesSold(seat, company, state.prices.of(company), Sealed(count, model.eyes(state, seat))),)
        case RollDice():
            return (DiceShaken(model.whose_turn(state)),)
        case ThrowDice(number, colour):
            return _rolled(state, number, colour)
        case Build(company, cell):
            return build(state, company, cell)
        case SellForDebt():
            return sell_for_debt(state, seat, command)
        case EndTurn():
            return _end_turn(state)
    assert_never(command)


def _named(state: State, first: Seat) -> tuple[Event, ...]:
    named = FirstNamed(first)
    return (named,) if has_starting_share(state.options) else (named, TurnBegan(first, 1))


def _first_share(state: State, taken: ShareTaken | ShareDealt) -> tuple[Event, ...]:
    after = evolve(state, taken)
    assert isinstance(after.phase, Taking)
    return (taken, TurnBegan(after.phase.seat, 1)) if after.phase.seat == after.first else (taken,)


def _end_turn(state: State) -> tuple[Event, ...]:
    seat = model.whose_turn(state)
    after = model.following(state, seat)
    assert state.first is not None
    return TurnEnded(seat), TurnBegan(after, state.round + (_way(state, after) <= _way(state, seat)))


def _way(state: State, seat: Seat) -> int:
    """Return how many seats *seat* is away, clockwise, from the seat that began."""
    assert state.first is not None
    return (state.seats.index(seat) - state.seats.index(state.first)) % len(state.seats)


# The dice (5)


def _rolled(state: State, number: int, colour: str) -> tuple[Event, ...]:
    empty, seat = empty_cells(survey(state.buildings), number), model.whose_turn(state)
    companies = tuple(company for company in _called(state, colour) if any(legal_cells(empty, company)))  # S5
    rolled = DiceRolled(seat, number, colour, companies)
    return (rolled,) if companies else (rolled, NothingBuilt(seat, number, colour))


def _called(state: State, colour: str) -> tuple[Company, ...]:
    """Return the companies that *colour* allows, whether or not they have a legal cell."""
    if colour in COMPANIES:
        return (colour,)
    if colour == "black" and state.options.black_is_scarcest == "on":  # V2
        standing = dict(model.standing(state).items())
        return tuple(company for company, count in standing.items() if count == min(standing.values()))
    return COMPANIES


# The end (9)


def outcome(state: State) -> Outcome | None:
    """Return who won and why, or None while the game goes on."""
    return state.outcome


# The invariant


def check(state: State) -> None:
    """Raise InvariantError unless shares, money and buildings are complete and the prices are those of the map."""
    standing, shares = model.standing(state), [state.shares[seat].open() for seat in state.seats]
    for company in COMPANIES:
        held = sum([one.of(company) for one in shares])
        insist(held + state.pool[company].open() == SHARES, "shares were made or lost")
        gone = state.gone.of(company)
        insist(0 <= gone <= gone + standing.of(company) <= BUILDINGS, "more buildings than the box has")
    holdings = [count for one in shares for _, count in one.items()]
    left = [pool.open() for pool in state.pool.values()]
    insist(min(*holdings, *left, *(state.cash[seat].open() for seat in state.seats)) >= 0, "negative shares or cash")
    money = sum(state.cash[seat].open() for seat in state.seats)
    insist(money == state.ledger.open(), "money was made or lost")
    fresh = prices.prices(survey(state.buildings), capped=state.options.capped)
    insist(state.prices == fresh, "prices that don't match the map")
    _check_phase(state)


def _check_phase(state: State) -> None:
    insist((state.outcome is not None) == isinstance(state.phase, Over), "the phase doesn't match the outcome")
    if isinstance(state.phase, Trading):
        insist(0 <= state.phase.bought.open() <= MOST_BOUGHT, "too many shares bought in a turn")
    if isinstance(state.phase, Owing):
        insist(bool(state.phase.debts), "a forced sale although nobody owes anything")
        insist(all(can_pay(state, seat, debt.open()) for seat, debt in state.phase.debts.items()), "a debt that can't be paid")
