"""Apply Shark's events to its state. Nothing here can fail for an event that `events` returned."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from companion.games.shark import model
from companion.games.shark.board.companies import COMPANIES, NONE, Each, each
from companion.games.shark.model import (
    POOL_SHOWN,
    SHARES,
    Building,
    Dice,
    Outcome,
    Over,
    Owing,
    State,
    Taking,
    Throwing,
    Trading,
)
from companion.games.shark.moves import (
    BonusPaid,
    Built,
    DiceRolled,
    DiceShaken,
    Event,
    FellShort,
    FirstNamed,
    GainsPaid,
    GameEnded,
    LossesPaid,
    MarketClosed,
    NothingBuilt,
    Settling,
    ShareDealt,
    SharesBought,
    SharesSold,
    SharesSoldForDebt,
    ShareTaken,
    TurnBegan,
    TurnEnded,
    WentOut,
)
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.games.shark.board.companies import Company


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    match event:
        case FirstNamed(seat):
            return replace(state, first=seat, phase=Taking(seat, dealt=state.options.starting_share == "random"))
        case ShareTaken(seat, company):
            return _first_share(state, seat, company)
        case ShareDealt(seat, company):
            return _first_share(state, seat, company.open())
        case TurnBegan(seat, number):
            phase = Trading(seat, Sealed(0, model.eyes(state, seat)), rolled=False)
            return replace(state, phase=phase, round=number, dice=None)
        case SharesBought() | SharesSold():
            return _traded(state, event)
        case DiceShaken() | DiceRolled() | NothingBuilt() | Built():
            return _placed(state, event)
        case BonusPaid() | GainsPaid() | LossesPaid() | FellShort() | SharesSoldForDebt() | WentOut():
            return _settled(state, event)
        case MarketClosed():
            return _closed(state, event)
        case GameEnded(cause, winners, ranking, money):
            return replace(state, phase=Over(), outcome=Outcome(cause, winners, ranking, money))
        case TurnEnded():
            return state
    assert_never(event)


def _first_share(state: State, seat: Seat, company: Company) -> State:
    assert isinstance(state.phase, Taking)
    phase = replace(state.phase, seat=model.following(state, seat))
    return _exchanged(replace(state, phase=phase), seat, 0, each({company: 1}))


# Cash and shares


def _with_cash(state: State, sums: Mapping[Seat, int]) -> State:
    """Let the bank pay each seat its sum; if that is negative, let the seat pay the bank."""
    cash = {seat: Sealed(state.cash[seat].open() + sum_, state.cash[seat].eyes) for seat, sum_ in sums.items()}
    ledger = Sealed(state.ledger.open() + sum(sums.values()), state.ledger.eyes)
    return replace(state, cash={**state.cash, **cash}, ledger=ledger)


def _exchanged(state: State, seat: Seat, sum_: int, shares: Each) -> State:
    """Move *sum_* from the bank and *shares* from the pool to *seat*; negative numbers go back."""
    held = Sealed(state.shares[seat].open() + shares, state.shares[seat].eyes)
    left = {company: state.pool[company].open() - count for company, count in shares.items() if count}
    moved = replace(state, shares={**state.shares, seat: held}, pool={**state.pool, **pool(state, left)})
    return _with_cash(moved, {seat: sum_})


def pool(state: State, left: Mapping[Company, int]) -> dict[Company, Sealed[int]]:
    """Return the shares *left*, by company, sealed; outside is as many as everybody may see (S9)."""
    if state.options.hidden:
        return {company: Sealed(count, (), min(POOL_SHOWN, count)) for company, count in left.items()}
    return {company: Sealed(count, model.everyone(state), count) for company, count in left.items()}


def _traded(state: State, event: SharesBought | SharesSold) -> State:
    count = event.count.open()
    bought = count if isinstance(event, SharesBought) else -count
    assert isinstance(state.phase, Trading)
    so_far = state.phase.bought.open() + max(0, bought)
    phase = replace(state.phase, bought=Sealed(so_far, state.phase.bought.eyes))
    return _exchanged(replace(state, phase=phase), event.seat, -bought * event.price, each({event.company: bought}))


# The dice and the map


def _placed(state: State, event: DiceShaken | DiceRolled | NothingBuilt | Built) -> State:
    phase = state.phase
    assert isinstance(phase, Trading | Throwing | Building)
    match event:
        case DiceShaken(seat):
            return replace(state, phase=Throwing(seat, phase.bought))
        case DiceRolled(seat, number, colour, companies):
            building = Building(seat, phase.bought, number, companies)
            return replace(state, phase=building, dice=Dice(number, colour), somebody_out=False)
    trading = Trading(phase.seat, phase.bought, rolled=True)
    if isinstance(event, NothingBuilt):
        return replace(state, phase=trading)
    return _built(state, event, trading)


def _built(state: State, event: Built, phase: Trading) -> State:
    stays = {cell: company for cell, company in state.buildings.items() if cell not in event.removed}
    gone = state.gone + Each(*(event.companies.count(company) for company in COMPANIES))
    buildings = {**stays, event.cell: event.company}
    return replace(state, buildings=buildings, gone=gone, prices=event.after, phase=phase)


# The statement


def _settled(state: State, event: Settling) -> State:
    match event:
        case BonusPaid(seat, bonus):
            return _with_cash(state, {seat: bonus})
        case GainsPaid(gains=gains):
            return _with_cash(state, {seat: gain.open() for seat, gain in gains.items()})
        case LossesPaid(losses=losses, short=short):
            return _with_cash(state, {seat: -loss.open().total for seat, loss in losses.items() if seat not in short})
        case FellShort(seat, debt):
            return _fallen_short(state, seat, debt)
        case SharesSoldForDebt(seat, sold, brought, debt):
            return _debt_paid(_exchanged(state, seat, brought.open() - debt.open(), NONE - sold.open()), seat)
        case WentOut(seat, sold, brought, paid=paid):
            return _out(_exchanged(state, seat, brought.open() - paid.open(), NONE - sold.open()), seat)
    assert_never(event)


def _fallen_short(state: State, seat: Seat, debt: Sealed[int]) -> State:
    phase = state.phase
    assert isinstance(phase, Trading | Owing)
    debts = phase.debts if isinstance(phase, Owing) else {}
    return replace(state, phase=Owing(phase.seat, phase.bought, {**debts, seat: debt}))


def _debt_paid(state: State, seat: Seat) -> State:
    phase = state.phase
    assert isinstance(phase, Owing)
    left = {debtor: debt for debtor, debt in phase.debts.items() if debtor != seat}
    if left:
        return replace(state, phase=replace(phase, debts=left))
    return replace(state, phase=Trading(phase.seat, phase.bought, rolled=True))


def _out(state: State, seat: Seat) -> State:
    """Put *seat* out. Players who go out in the same turn share their place (S10); all see that they have nothing left."""
    out = (*state.out[:-1], (*state.out[-1], seat)) if state.somebody_out else (*state.out, (seat,))
    eyes = model.everyone(state)
    cash, shares = Sealed(state.cash[seat].open(), eyes), Sealed(state.shares[seat].open(), eyes)
    return replace(state, out=out, somebody_out=True, cash={**state.cash, seat: cash}, shares={**state.shares, seat: shares})


def _closed(state: State, event: MarketClosed) -> State:
    """Hold the final sale, in which debts are paid, too, as far as it brings enough (S12), and open all holdings (9, S9)."""
    eyes, phase = model.everyone(state), state.phase
    if isinstance(phase, Owing):
        paid = {seat: event.cash[seat] - state.cash[seat].open() for seat in phase.debts}
        state = _with_cash(replace(state, phase=Trading(phase.seat, phase.bought, rolled=True)), paid)
    for seat, shares in event.sold.items():
        state = _exchanged(state, seat, event.brought[seat], NONE - shares)
    cash = {seat: Sealed(held.open(), eyes) for seat, held in state.cash.items()}
    shares_ = {seat: Sealed(held.open(), eyes) for seat, held in state.shares.items()}
    left = {company: Sealed(SHARES, eyes, SHARES) for company in COMPANIES}
    return replace(state, cash=cash, shares=shares_, pool=left, final=event)
