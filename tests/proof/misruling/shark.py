"""Shark played wrongly: each of these keeps money and shares where they can be counted."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from companion import asks
from companion.shark import debts, legal, model, placing, prices, rules, settling
from companion.shark.companies import COMPANIES
from companion.shark.moves import Built, SharesSold

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

EVOLVE: Final = import_module("companion.shark.evolve")  # The game's own name for it means the function in there.


def _equals_go(patch: pytest.MonkeyPatch) -> None:
    right = placing.obstacle

    def obstacle(around: Any, company: str, cell: str) -> Any:
        rival = right(around, company, cell)
        own = 1 + sum(one.size for one in placing._beside(around, company, cell)[0])
        return rival if rival and rival.size > own else None

    for module in (placing, legal):
        patch.setattr(module, "obstacle", obstacle)


def _every_building_counts(patch: pytest.MonkeyPatch) -> None:
    def price(sizes: Any, *, capped: bool = False) -> int:
        return min(prices.HIGHEST, sum(min(size, prices.LONGEST_PAID) if capped else size for size in sizes))

    for module in (placing, prices):
        patch.setattr(module, "price", price)


def _active_player_gains_twice(patch: pytest.MonkeyPatch) -> None:
    right = settling._sealed

    def sealed(state: Any, sums: Mapping[str, int]) -> Any:
        active = model.whose_turn(state)
        return right(state, {seat: sum_ * (1 + (seat == active)) for seat, sum_ in sums.items()})

    patch.setattr(settling, "_sealed", sealed)


def _losses_before_gains(patch: pytest.MonkeyPatch) -> None:
    """Let everybody owe with the cash that they had before the building."""
    right = settling._losses

    def losses(state: Any, drops: Any) -> Any:
        last = state.recent[-1]
        if not isinstance(last, settling.GainsPaid):
            return right(state, drops)
        poorer = {seat: _more(cash, -last.gains[seat].open()) for seat, cash in state.cash.items() if seat in last.gains}
        return right(replace(state, cash={**state.cash, **poorer}), drops)

    patch.setattr(settling, "_losses", losses)


def _rounded_down(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(asks, "_worth", lambda ask, value: value // ask.parts)


def _dearer_share_sold(patch: pytest.MonkeyPatch) -> None:
    right = rules._events

    def events(state: Any, seat: str, command: Any) -> Any:
        told = right(state, seat, command)
        return tuple(replace(one, price=one.price + 1) if isinstance(one, SharesSold) else one for one in told)

    patch.setattr(rules, "_events", events)


def _stock_first(patch: pytest.MonkeyPatch) -> None:
    right = settling._cause

    def cause(state: Any) -> str | None:
        used_up = any(left == 0 for _, left in model.stock(state).items())
        return "stock" if used_up else right(state)

    patch.setattr(settling, "_cause", cause)


def _most_on_the_map(patch: pytest.MonkeyPatch) -> None:
    right = rules._called

    def called(state: Any, colour: str) -> Any:
        standing = dict(model.standing(state).items())
        most = tuple(company for company in COMPANIES if standing[company] == max(standing.values()))
        return most if colour == "black" and state.options.black_is_scarcest == "on" else right(state, colour)

    patch.setattr(rules, "_called", called)


def _other_way_round(patch: pytest.MonkeyPatch) -> None:
    def following(state: Any, seat: str) -> str:
        at, still = state.seats.index(seat), model.playing(state)
        return next(one for one in (*state.seats[at::-1][1:], *state.seats[:at:-1], seat) if one in still)

    patch.setattr(model, "following", following)


def _five_in_each_window(patch: pytest.MonkeyPatch) -> None:
    right = EVOLVE._placed

    def placed(state: Any, event: Any) -> Any:
        after = right(state, event)
        if not isinstance(event, Built):
            return after
        return replace(after, phase=replace(after.phase, bought=_more(after.phase.bought, -after.phase.bought.open())))

    patch.setattr(EVOLVE, "_placed", placed)


def _more(sealed: Any, by: int) -> Any:
    """Return a seal of so much more, for the same eyes."""
    return type(sealed)(sealed.open() + by, sealed.eyes)


MISRULES: Final[Mapping[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "an equal neighbour goes": _equals_go,
    "single buildings count for the price": _every_building_counts,
    "a chain of three is the first": lambda patch: patch.setattr(prices, "CHAIN", 3),
    "capped chains count for 8": lambda patch: patch.setattr(prices, "LONGEST_PAID", 8),
    "every building earns a bonus": lambda patch: patch.setattr(
        placing, "_bonus", lambda price, *_, raised, **__: price if raised else 1
    ),
    "the active player gains twice": _active_player_gains_twice,
    "losses are due before gains": _losses_before_gains,
    "the bank gives the full price in need": lambda patch: patch.setattr(debts, "HALVES", 1),
    "the bank rounds down": _rounded_down,
    "five shares in each window": _five_in_each_window,
    "a share is sold for more than its price": _dearer_share_sold,
    "a share to start with though chains are capped": lambda patch: patch.setattr(
        rules, "has_starting_share", lambda options: options.starting_share != "none"
    ),
    "black is the most frequent": _most_on_the_map,
    "the turn goes the other way round": _other_way_round,
    "the pool is shown whole": lambda patch: patch.setattr(EVOLVE, "POOL_SHOWN", 40),
    "everybody sees what is hidden": lambda patch: patch.setattr(model, "eyes", lambda state, _: model.everyone(state)),
    "the game ends at 14": lambda patch: patch.setattr(settling, "HIGHEST", 14),
    "the stock is the cause before the price": _stock_first,
}
