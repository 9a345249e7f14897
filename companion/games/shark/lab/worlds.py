"""Two worlds for Shark with `holdings` hidden: deal anew what a viewer may not know. Only companion/lab loads this."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from companion.games import shark
from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES, Company, Each
from companion.games.shark.board.map import survey
from companion.games.shark.board.placing import placement
from companion.games.shark.model import MOST_BOUGHT, POOL_SHOWN, SHARES, Building, Naming, Over, Owing, State, Taking
from companion.games.shark.moves import Build, Buy, Command, DealShare, Sell, SellForDebt
from companion.games.shark.payments.debts import everything, forced_sale
from companion.kit.asks import Choice, answers, brought_in
from companion.kit.game import InvariantError
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat, Viewer
from companion.lab import simulate
from companion.lab.players import Mood, Player
from companion.lab.secrecy.recipe import Recipe, only, shortly_before
from companion.lab.secrecy.worlds import Position

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

    from companion.lab.secrecy.recipe import Moments

POOR: Final = (0, 0, 0, 1, 2, 3, 5, 8, 13, 40)  # thousands
AT_THE_START: Final = 0.08  # The share of positions before the starting shares are dealt.
FALLING: Final = 0.3  # The share of positions just before somebody loses money.
TRIES: Final = 30
LEANING: Final = {**shark.REHEARSAL.leaning, "Buy": 4, "Sell": 1}


# World A


def middle(where: Moments, generator: random.Random) -> Position:
    """Return a position shortly before some event, often a loss; in most of them the players are poor."""
    if generator.random() < FALLING:
        where = only(where, "LossesPaid", "FellShort", "WentOut")
    position = shortly_before(where, generator)
    state: State = position.state
    if generator.random() < AT_THE_START:
        return Position(shark.setup(state.seats, {"holdings": "hidden", "starting_share": "random"}))
    if isinstance(state.phase, Building) and generator.random() < 0.7:
        return position._replace(state=_ruined(state, generator))
    return position._replace(state=_poor(state, generator)) if generator.random() < 0.6 else position


def options(n: int, generator: random.Random) -> dict[str, object]:
    """Return the options of random game *n*, with holdings hidden."""
    return {**simulate.varied_options(shark, generator), "holdings": "hidden"}


def _poor(state: State, generator: random.Random) -> State:
    """Take most of the cash away from everybody, unless somebody owes some."""
    if isinstance(state.phase, Owing | Over):
        return state
    return _with_cash(state, {seat: min(state.cash[seat].open(), generator.choice(POOR)) for seat in state.seats})


def _with_cash(state: State, cash: dict[str, int]) -> State:
    purses = {**state.cash, **{seat: Sealed(sum_, state.cash[seat].eyes) for seat, sum_ in cash.items()}}
    return replace(state, cash=purses, ledger=Sealed(sum(purse.open() for purse in purses.values()), state.ledger.eyes))


def _ruined(state: State, generator: random.Random) -> State:
    """Leave everybody little cash, and give the others shares in the companies that may fall, so that losses matter."""
    state = _poor(state, generator)
    others = [seat for seat in model.playing(state) if seat != model.active(state)]
    worth = [company for company, price in state.prices.items() if price]
    held = {seat: Each(**{company: generator.choice((0, 0, 2, 6)) for company in worth}) for seat in others}
    return _with_shares(state, held)


def eager(state: State, seat: Seat, command: Command) -> int | None:
    """Return by how much a building lowers prices. Players eager for this bring about debts."""
    if not isinstance(command, Build):
        return None
    placed = placement(survey(state.buildings), command.company, command.cell, state.prices, capped=state.options.capped)
    return placed.drops.total


# World B


def redeal(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Deal anew what *viewer* may not know: cash, shares and debts of the others, shares bought, the pool beyond 5."""
    if isinstance(state.phase, Over):
        return state
    tried = (_redealt(state, viewer, generator) for _ in range(TRIES))
    return next(filter(_is_lawful, tried), state)


def _is_lawful(state: State) -> bool:
    try:
        shark.check(state)
    except InvariantError:
        return False
    return True


def _redealt(state: State, viewer: Viewer, generator: random.Random) -> State:
    others = [seat for seat in model.playing(state) if seat != viewer]
    if generator.random() < 0.5:  # With few players changed, both worlds more often go on alike.
        others = generator.sample(others, generator.randint(1, len(others)))
    state = _with_other_phase(state, viewer, generator)
    if not isinstance(state.phase, Naming | Taking):
        state = _dealt_anew(state, others, generator) if generator.random() < 0.6 else _slightly_other(state, others, generator)
    else:
        state = _with_other_first_shares(state, others, generator)
    return _with_other_debts(state, viewer, generator)


def _with_other_phase(state: State, viewer: Viewer, generator: random.Random) -> State:
    bought: Sealed[int] | None = getattr(state.phase, "bought", None)
    if bought is None or model.active(state) == viewer:
        return state
    other = Sealed(generator.randint(0, MOST_BOUGHT), bought.eyes, bought.outside)
    phase: Any = state.phase
    return replace(state, phase=replace(phase, bought=other))


def _dealt_anew(state: State, others: list[Seat], generator: random.Random) -> State:
    state = _with_other_shares(state, others, generator)
    return _with_cash(state, {seat: generator.choice((*POOR, 90)) for seat in others})


def _slightly_other(state: State, others: list[Seat], generator: random.Random) -> State:
    """Give or take a little. Both worlds then mostly go on alike, with other amounts."""
    deep = [company for company in COMPANIES if state.pool[company].open() >= POOL_SHOWN + 2 * len(others)]
    shares = {seat: state.shares[seat].open() for seat in others}
    for seat in others:
        for company in deep:
            shares[seat] = shares[seat].plus(company, max(-shares[seat].of(company), generator.randint(-1, 2)))
    return _with_cash(_with_shares(state, shares), {seat: state.cash[seat].open() + generator.randint(0, 1) for seat in others})


def _with_other_shares(state: State, others: list[Seat], generator: random.Random) -> State:
    held = {seat: dict.fromkeys(COMPANIES, 0) for seat in others}
    for company in COMPANIES:
        kept = sum(state.shares[seat].open().of(company) for seat in state.seats if seat not in others)
        weights = [generator.random() ** 3 + 0.001 for _ in others]  # From an even share to nearly everything in one hand.
        for seat in generator.choices(others, weights, k=_sold(state, company, kept, generator)):
            held[seat][company] += 1
    return _with_shares(state, {seat: Each(**counts) for seat, counts in held.items()})


def _sold(state: State, company: Company, kept: int, generator: random.Random) -> int:
    """Return a number of shares for the others to hold that agrees with the part of the pool that everybody sees."""
    left = state.pool[company].open()
    if left >= POOL_SHOWN:
        left = SHARES - kept - min(SHARES - kept - POOL_SHOWN, generator.choice((0, 1, 2, 4, 7, 12, 35)))
    return SHARES - kept - left


def _with_shares(state: State, held: dict[str, Each]) -> State:
    shares = {**state.shares, **{seat: Sealed(each, state.shares[seat].eyes) for seat, each in held.items()}}
    left = {company: SHARES - sum(each.open().of(company) for each in shares.values()) for company in COMPANIES}
    return replace(state, shares=shares, pool=_pool(state, left))


def _pool(state: State, left: dict[Company, int]) -> dict[Company, Sealed[int]]:
    """Return the bank's shares, with at most 5 of each company shown."""
    return {company: Sealed(count, state.pool[company].eyes, min(POOL_SHOWN, count)) for company, count in left.items()}


def _with_other_first_shares(state: State, others: list[Seat], generator: random.Random) -> State:
    """Deal other starting shares to players who were dealt one in secret. A chosen share is known to everybody."""
    if state.options.starting_share != "random":
        return state
    dealt = [seat for seat in others if state.shares[seat].open().total]
    return _with_shares(state, {seat: Each(**{generator.choice(COMPANIES): 1}) for seat in dealt})


def _with_other_debts(state: State, viewer: Viewer, generator: random.Random) -> State:
    """Change debts, each to more than the player's cash and no more than a sale can cover. *viewer*'s own debt stays."""
    if not isinstance(state.phase, Owing):
        return state
    debts = {}
    for seat, debt in state.phase.debts.items():
        cash = state.cash[seat].open()
        sale = forced_sale(state, seat, cash + 1)
        most = max(1, brought_in(sale, everything(sale)))
        kept = seat == viewer or cash < debt.open() <= cash + most
        debts[seat] = debt if kept else Sealed(cash + generator.randint(1, most), debt.eyes, debt.outside)
    return replace(state, phase=replace(state.phase, debts=debts))


# Moves of both worlds


def other(command: Any, asks: Sequence[Any], viewer: Viewer, generator: random.Random) -> Any:
    """Return the move of the same seat, or of CHANCE, in world B: another number of shares, another sale for a debt."""
    ask = next((ask for ask in asks if ask.is_open and _is_for(ask, command)), None)
    match command:
        case Buy(company) | Sell(company):
            much = next((much for much in ask.muches if much.command.company == company), None) if ask else None
            return much and replace(command, count=generator.randint(much.least, much.most))
        case SellForDebt():
            return ask and Player(Mood(generator, {})).answer([ask])
        case DealShare(holder) if holder != viewer:
            return generator.choice(ask.options) if ask else None
    return command if any(answers(ask, command) for ask in asks) else None


def _is_for(ask: Any, command: Any) -> bool:
    if isinstance(ask, Choice):
        return type(ask.options[0]) is type(command)
    return type(ask.muches[0].command if hasattr(ask, "muches") else ask.command) is type(command)


# The information table


def visible(state: State) -> object:
    """Return the public facts: up to 5 of each pool, and the seats that are out. Debts are told when they arise."""
    return [min(POOL_SHOWN, seal.open()) for seal in state.pool.values()], state.out


RECIPE: Final = Recipe(
    game=shark,
    middle=middle,
    options=options,
    leaning=LEANING,
    eager=eager,
    redeal=redeal,
    other=other,
    visible=visible,
    alike={
        "FirstNamed": "nobody holds a share yet",
        "ShareTaken": "first shares are taken before all eyes, and there is nothing else yet",
        "MarketClosed": "all cash and shares lie open, so that nothing differs any more",
        "GameEnded": "the market has closed before",
    },
    cells=45,
    games=range(15, 47),
    few=range(38, 48),  # Chosen because somebody goes out in the first, which is rare.
    longest=8,
    afresh=0.9,
)
