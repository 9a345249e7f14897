"""Barracuda played wrongly: each of these keeps all money in the box, where its own check counts it."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from companion.barracuda import asking, legal, model, rules
from companion.barracuda.model import BANK
from companion.barracuda.moves import BarRenovated, BarSold, PartnershipRefused, RentPaid, StakesRevealed, TakeoverRefused
from companion.money import Purse

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

EVOLVE: Final = import_module("companion.barracuda.evolve")  # The game's own name for it means the function in there.


def _afterwards(kind: type, change: Callable[[Any, Any], Any]) -> Callable[[pytest.MonkeyPatch], None]:
    """Return what changes the state once an event of that *kind* was entered."""

    def misrule(patch: pytest.MonkeyPatch) -> None:
        right = EVOLVE._changed

        def changed(state: Any, event: Any) -> Any:
            after = right(state, event)
            return change(after, event) if isinstance(event, kind) else after

        patch.setattr(EVOLVE, "_changed", changed)

    return misrule


def _paid(state: Any, giver: str, taker: str, sum_: Purse) -> Any:
    """Let *giver* hand over *sum_*, or nothing where it isn't there."""
    return EVOLVE._paid(state, giver, taker, sum_) if state.money[giver].open().covers(sum_) else state


def _fakes_go_back(state: Any, event: Any) -> Any:
    return _paid(state, event.lessee, event.bidder, Purse(0, event.pile.open().fakes))


def _cheapest_of_four_is_free(patch: pytest.MonkeyPatch) -> None:
    patch.setitem(rules.FREE_BAR, 4, min)


def _five_win_at_once(patch: pytest.MonkeyPatch) -> None:
    right = rules._draw

    def draw(state: Any, pawn: str) -> Any:
        five = frozenset(seat for seat in state.seats if model.standing(state, seat) == model.PAWNS)
        return right(replace(state, five_held=five), pawn)

    patch.setattr(rules, "_draw", draw)


def _money_before_pawns(patch: pytest.MonkeyPatch) -> None:
    def leaders(state: Any, seats: list[str]) -> tuple[str, ...]:
        def rank(seat: str) -> tuple[int, int]:
            return state.money[seat].open().real, model.standing(state, seat)

        return tuple(seat for seat in seats if rank(seat) == max(map(rank, seats)))

    patch.setattr(rules, "_leaders", leaders)


def _dearest_stake_first(patch: pytest.MonkeyPatch) -> None:
    right = rules._complete_stakes

    def complete(state: Any, events: Any) -> Any:
        told = right(state, events)
        return tuple(replace(one, groups=one.groups[::-1]) if isinstance(one, StakesRevealed) else one for one in told)

    patch.setattr(rules, "_complete_stakes", complete)


def _first_draw_waits_for_nobody(patch: pytest.MonkeyPatch) -> None:
    right = legal._draw

    def draw(state: Any, seat: str, command: Any) -> Any:
        return right(replace(state, declined=frozenset(state.seats)), seat, command)

    patch.setattr(legal, "_draw", draw)


def _no_fake_is_asked_for(patch: pytest.MonkeyPatch) -> None:
    for module in (legal, asking):
        patch.setattr(module, "needs_fake", lambda *_: False)


def _everybody_sees_offers(patch: pytest.MonkeyPatch) -> None:
    right = rules._action

    def action(state: Any, seat: str, command: Any) -> Any:
        told = right(state, seat, command)
        return tuple(replace(one, pile=one.pile.with_eyes(state.seats)) if hasattr(one, "pile") else one for one in told)

    patch.setattr(rules, "_action", action)


def _bank_is_always_open(patch: pytest.MonkeyPatch) -> None:
    right = rules._money
    patch.setattr(rules, "_money", lambda seats, options: right(seats, replace(options, bank="open")))


def _one_more_bar(patch: pytest.MonkeyPatch) -> None:
    for players in (3, 4):
        patch.setitem(model.LIMIT, players, model.LIMIT[players] + 1)


def _renovation_is_free(state: Any, event: Any) -> Any:
    return _paid(state, BANK, event.seller, Purse(1))


MISRULES: Final[Mapping[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "of four leases the cheapest is free": _cheapest_of_four_is_free,
    "rent is paid back": _afterwards(RentPaid, lambda state, event: _paid(state, BANK, event.seat, Purse(event.paid))),
    "five pawns win before they stood a round": _five_win_at_once,
    "money counts before pawns": _money_before_pawns,
    "one bar more may be open": _one_more_bar,
    "fakes of a refused partner offer go back": _afterwards(PartnershipRefused, _fakes_go_back),
    "fakes of a refused take-over go back": _afterwards(TakeoverRefused, _fakes_go_back),
    "a refused take-over pays nothing": _afterwards(
        TakeoverRefused, lambda state, event: _paid(state, event.bidder, event.lessee, Purse(event.pile.open().real))
    ),
    "a partner stays when a bar is taken over": lambda patch: patch.setattr(rules, "_evicted", lambda *_: None),
    "two leases are enough for an auction": lambda patch: patch.setattr(legal, "AUCTION_FROM", 2),
    "the buyer has the bid back": _afterwards(
        BarSold, lambda state, event: _paid(state, event.seller, event.buyer, event.pile.open().worth)
    ),
    "renovation is free": _afterwards(BarRenovated, _renovation_is_free),
    "a fake is asked for in no pile": _no_fake_is_asked_for,
    "the dearest stake plays first": _dearest_stake_first,
    "stakes go back": _afterwards(StakesRevealed, lambda state, event: _stakes_back(state, event.stakes)),
    "the first draw waits for nobody": _first_draw_waits_for_nobody,
    "everybody sees what is offered": _everybody_sees_offers,
    "the bank is open whatever was agreed": _bank_is_always_open,
}


def _stakes_back(state: Any, stakes: Mapping[str, Any]) -> Any:
    for seat, pile in stakes.items():
        state = _paid(state, BANK, seat, pile.worth)
    return state
