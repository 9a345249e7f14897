"""Forced sales (S7): what shares count, what must be brought in, and the one ask that all of it goes through."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.companies import Each
from companion.games.shark.moves import SellForDebt
from companion.kit.asks import GiveUp, Held

if TYPE_CHECKING:
    from companion.games.shark.model import Seat, State

HALVES: Final = 2  # S7: the bank gives half the price.
WORTHLESS: Final = {"one": 2, "nothing": 0}  # S7: what a share at 0 counts, before halving.


def values(state: State) -> Each:
    """Return what a share of each company counts before the halving, in thousands."""
    nothing = WORTHLESS[state.options.worthless_shares]
    return Each(*(price or nothing for _, price in state.prices.items()))


def forced_sale(state: State, seat: Seat, debt: int) -> GiveUp:
    """Return the ask for shares of *seat*, whose *debt* their cash doesn't cover; *state* as *seat* may see it."""
    shares, worth = state.shares[seat].open(), values(state)
    holdings = tuple(Held(company, count, worth.of(company)) for company, count in shares.items())
    return GiveUp("debt", SellForDebt(), holdings, debt - state.cash[seat].open(), HALVES)


def everything(ask: GiveUp) -> SellForDebt:
    """Return the sale of all that is held."""
    return SellForDebt(**{held.field: held.count for held in ask.holdings})
