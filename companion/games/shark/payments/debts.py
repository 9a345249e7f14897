"""Forced sales (S7): the value of shares in them, the sum to bring in, and the ask that holds both."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games.shark.board.companies import Each
from companion.games.shark.moves import SellForDebt
from companion.kit.asks import GiveUp, Held
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from companion.games.shark.model import State

HALVES: Final = 2  # S7: the bank gives half the price.
WORTHLESS: Final = {"one": 2, "nothing": 0}  # S7: the value of a share whose price is 0, before halving.


def values(state: State) -> Each:
    """Return the value of a share of each company in a forced sale, in thousands, before halving."""
    nothing = WORTHLESS[state.options.worthless_shares]
    return Each(*(price or nothing for _, price in state.prices.items()))


def forced_sale(state: State, seat: Seat, debt: int) -> GiveUp[SellForDebt]:
    """Return the ask for *seat*, whose cash doesn't cover its *debt*; *state* is the state as *seat* sees it."""
    shares, worth = state.shares[seat].open(), values(state)
    holdings = tuple(Held(company, count, worth.of(company)) for company, count in shares.items())
    return GiveUp("debt", SellForDebt(), holdings, debt - state.cash[seat].open(), HALVES)


def everything(ask: GiveUp[SellForDebt]) -> SellForDebt:
    """Return the sale of every share in *ask*."""
    return SellForDebt(**{held.field: held.count for held in ask.holdings})
