"""Settle a building in the order of the rules: prices, bonus, gains, losses, forced sales, the end (7 to 9)."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from companion.games.shark import model
from companion.games.shark.board.companies import Company, Each
from companion.games.shark.board.map import Cell, survey
from companion.games.shark.board.placing import Placement, placement
from companion.games.shark.board.prices import HIGHEST
from companion.games.shark.evolve import evolve
from companion.games.shark.model import Owing, State
from companion.games.shark.moves import (
    BonusPaid,
    Built,
    Cause,
    Event,
    FellShort,
    GainsPaid,
    GameEnded,
    LossesPaid,
    MarketClosed,
    SellForDebt,
    SharesSoldForDebt,
    WentOut,
)
from companion.games.shark.payments.debts import everything, forced_sale
from companion.kit.asks import brought_in
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def build(state: State, company: Company, cell: Cell) -> tuple[Event, ...]:
    """Return the events of a building of *company* on *cell*: prices, bonus, gains, losses (6, 7), perhaps the end (9)."""
    placed = placement(survey(state.buildings), company, cell, state.prices, capped=state.options.capped)
    events: list[Event] = [_built(model.whose_turn(state), placed)]
    if placed.bonus:
        events.append(BonusPaid(model.whose_turn(state), placed.bonus))
    if placed.rise:
        events.append(_gains(state, placed))
    after = _after(state, events)
    losses = _losses(after, placed.drops) if placed.drops.total else []
    return _concluded(_after(after, losses), [*events, *losses])


def _built(seat: Seat, placed: Placement) -> Built:
    removed = [(cell, cluster.company) for cluster in placed.removed for cell in cluster.cells]
    cells, companies = tuple(cell for cell, _ in removed), tuple(company for _, company in removed)
    return Built(seat, placed.company, placed.cell, placed.cluster, cells, companies, placed.before, placed.after)


def _gains(state: State, placed: Placement) -> GainsPaid:
    gains = {seat: placed.rise * state.shares[seat].open().of(placed.company) for seat in model.playing(state)}
    return GainsPaid(placed.company, placed.rise, _sealed(state, gains))


def _sealed(state: State, sums: Mapping[Seat, int]) -> dict[Seat, Sealed[int]]:
    return {seat: Sealed(sum_, model.eyes(state, seat)) for seat, sum_ in sums.items()}


def _losses(state: State, drops: Each) -> list[Event]:
    """Return the losses of all but the active player, and the events of those who can't pay them out of cash.

    *state* must be the state after the gains, because gains are paid before losses (8).
    """
    losses = {seat: state.shares[seat].open() * drops for seat in model.playing(state) if seat != model.whose_turn(state)}
    short = [seat for seat in _clockwise(state) if seat in losses and losses[seat].total > state.cash[seat].open()]
    sealed = {seat: Sealed(loss, model.eyes(state, seat)) for seat, loss in losses.items()}
    events: list[Event] = [LossesPaid(drops, sealed, tuple(short))]
    # A player who goes out has nothing to choose, so they go out before the others choose.
    events += [_out(state, seat, losses[seat].total) for seat in short if not can_pay(state, seat, losses[seat].total)]
    able = [seat for seat in short if can_pay(state, seat, losses[seat].total)]
    return [*events, *(FellShort(seat, Sealed(losses[seat].total, model.eyes(state, seat))) for seat in able)]


def _clockwise(state: State) -> tuple[Seat, ...]:
    """Return the seats that aren't out, clockwise from the active player."""
    at = state.seats.index(model.whose_turn(state))
    return tuple(seat for seat in (*state.seats[at:], *state.seats[:at]) if seat in model.playing(state))


# Forced sales (S7)


def can_pay(state: State, seat: Seat, debt: int) -> bool:
    """Return whether *seat*'s cash and its shares, at half their price, cover *debt*."""
    return forced_sale(state, seat, debt).is_open


def _out(state: State, seat: Seat, debt: int) -> WentOut:
    sale = forced_sale(state, seat, debt)
    brought, eyes = brought_in(sale, everything(sale)), model.eyes(state, seat)
    paid = state.cash[seat].open() + brought
    return WentOut(seat, state.shares[seat].with_eyes(eyes), *(Sealed(sum_, eyes) for sum_ in (brought, debt, paid)))


def sell_for_debt(state: State, seat: Seat, command: SellForDebt) -> tuple[Event, ...]:
    """Return the events of *seat*'s forced sale (S7), and the end of the game if it waited only for that (S11)."""
    assert isinstance(state.phase, Owing)
    debt, eyes = state.phase.debts[seat], model.eyes(state, seat)
    brought = brought_in(forced_sale(state, seat, debt.open()), command)
    sold = Each(command.red, command.blue, command.green, command.yellow)
    sale = SharesSoldForDebt(seat, Sealed(sold, eyes), Sealed(brought, eyes), debt)
    return _concluded(evolve(state, sale), [sale])


# The end (9)


def _concluded(after: State, events: list[Event]) -> tuple[Event, ...]:
    """Return *events*, which led to the state *after*, and the end of the game if it is due: after all payments (9)."""
    cause = None if isinstance(after.phase, Owing) else _cause(after)
    if cause is None:
        return tuple(events)
    closed = _market_closed(after)
    return (*events, closed, _ended(evolve(after, closed), cause))


def ranking(state: State) -> tuple[Event, ...]:
    """Return the events that end the game now, by its ranking as it stands (S12)."""
    closed = _market_closed(state)
    return closed, _ended(evolve(state, closed), "ranking")


def _cause(state: State) -> Cause | None:
    if len(model.playing(state)) == 1:
        return "last"
    if any(price == HIGHEST for _, price in state.prices.items()):
        return "price"
    return "stock" if any(left == 0 for _, left in model.stock(state).items()) else None


def _market_closed(state: State) -> MarketClosed:
    seats = model.playing(state)
    sold = {seat: state.shares[seat].open() for seat in seats}
    brought = {seat: (shares * state.prices).total for seat, shares in sold.items()}
    owed = model.owed(state)
    left = {seat: max(state.cash[seat].open() - owed.get(seat, 0), -brought[seat]) for seat in seats}  # Nobody pays more (S12).
    return MarketClosed(state.prices, left, sold, brought)


def _ended(state: State, cause: Cause) -> GameEnded:
    money = {seat: state.cash[seat].open() for seat in state.seats}
    ranked = sorted(model.playing(state), key=lambda seat: -money[seat])
    groups = tuple(tuple(group) for _, group in groupby(ranked, key=lambda seat: money[seat]))
    return GameEnded(cause, groups[0], (*groups, *reversed(state.out)), money)


def _after(state: State, events: Iterable[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state
