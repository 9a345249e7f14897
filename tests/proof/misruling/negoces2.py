"""Négoces 2 played wrongly: each of these leaves all cards and coins where they can be counted."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from companion.game import TABLE
from companion.negoces2 import asking, legal, model, rules
from companion.negoces2.model import Auctioning, Claim, Declaring, Negotiating
from companion.negoces2.moves import CoinsSet, ContrabandSold, ForceSale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pytest

EVOLVE: Final = import_module("companion.negoces2.evolve")  # The game's own name for it means the function in there.


def _higher_raises(patch: pytest.MonkeyPatch) -> None:
    for module in (legal, asking):
        patch.setattr(module, "RAISES", (1, 2, 3))


def _cheap_contraband(patch: pytest.MonkeyPatch) -> None:
    right = rules._last_bidder

    def last_bidder(state: Any) -> Any:
        assert isinstance(state.phase, Auctioning)
        return tuple(ContrabandSold(sold.buyer, 1) for sold in right(state))

    patch.setattr(rules, "_last_bidder", last_bidder)


def _offers_go_back_with_coins(patch: pytest.MonkeyPatch) -> None:
    right = EVOLVE._negotiating

    def negotiating(state: Any, event: Any) -> Any:
        if not isinstance(event, CoinsSet):
            return right(state, event)
        returned = EVOLVE._returned(state, *state.phase.offers)
        return right(replace(returned, phase=replace(state.phase, offers={})), event)

    patch.setattr(EVOLVE, "_negotiating", negotiating)


def _any_revision(patch: pytest.MonkeyPatch) -> None:
    """Let every offer look like the first."""
    right = rules._trade

    def trade(state: Any, seat: str, command: Any) -> Any:
        first = replace(state, phase=replace(state.phase, revision=0)) if isinstance(state.phase, Negotiating) else state
        return right(first, seat, command)

    patch.setattr(rules, "_trade", trade)


def _one_of_the_good_in_hand(patch: pytest.MonkeyPatch) -> None:
    right = legal._force

    def force(state: Any, seat: str, command: ForceSale) -> Any:
        hand = list(state.hands[seat].open())
        named = command.card in hand and command.card != command.good and hand.count(command.good) == 1
        return None if named else right(state, seat, command)

    patch.setattr(legal, "_force", force)


def _one_card_shown(patch: pytest.MonkeyPatch) -> None:
    right = rules._forced

    def forced(*told: Any) -> Any:
        event = right(*told)
        return replace(event, shown=dict.fromkeys(event.shown, 1))

    patch.setattr(rules, "_forced", forced)


def _buyer_has_sold(patch: pytest.MonkeyPatch) -> None:
    right = EVOLVE._sale_over
    patch.setattr(EVOLVE, "_sale_over", lambda state, _, buyer, seller_next: right(state, buyer, buyer, seller_next))


def _opened_by_half(patch: pytest.MonkeyPatch) -> None:
    def may_open(state: Any, seat: str) -> bool:
        phase = state.phase
        return isinstance(phase, Declaring) and (seat == TABLE or (seat in phase.answers and len(phase.answers) >= 2))

    patch.setattr(legal, "_may_open", may_open)


def _all_is_claimed(patch: pytest.MonkeyPatch) -> None:
    def claim(state: Any, seat: str, *, alone: bool) -> Claim:
        return Claim(model.has_goods(state, seat), state.coins[seat].open())

    patch.setattr(rules, "_claim", claim)


def _longer(patch: pytest.MonkeyPatch) -> None:
    def is_last(state: Any) -> bool:
        return state.options.sale_limit is not None and state.round > state.options.sale_limit

    patch.setattr(model, "is_last", is_last)


def _poorest(coins: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(seat for seat in coins if coins[seat] == min(coins.values()))


MISRULES: Final[Mapping[str, Callable[[pytest.MonkeyPatch], None]]] = {
    "the auction goes the other way round": lambda patch: patch.setattr(
        model, "after", lambda state, seat, right=model.after: (*right(state, seat)[-2::-1], seat)
    ),
    "a bid may be 3 higher": _higher_raises,
    "the contraband costs a single coin": _cheap_contraband,
    "offers go back when the seller's coins change": _offers_go_back_with_coins,
    "an offer that changed looks as before": _any_revision,
    "everybody sees what was dealt face down": lambda patch: patch.setattr(
        rules, "_known_to", lambda card, *_: replace(card, card=card.card.with_eyes([*rules.SEATS, TABLE]))
    ),
    "a good may be named of which the seller has one": _one_of_the_good_in_hand,
    "each buyer shows a single card": _one_card_shown,
    "a buyer counts as having sold": _buyer_has_sold,
    "three sellers are enough": lambda patch: patch.setattr(model, "all_have_sold", lambda state: len(state.sold) > 2),
    "a fortune is 30 coins": lambda patch: patch.setattr(model, "WINNING", 30),
    "the contraband counts as jade": lambda patch: patch.setattr(
        model, "has_goods", lambda state, seat: len(set(state.hands[seat].open())) >= len(model.GOODS)
    ),
    "two who answered may go on": _opened_by_half,
    "a win shows all": _all_is_claimed,
    "the fewest coins decide": lambda patch: patch.setattr(rules, "_richest", _poorest),
    "the longest game is a sale longer": _longer,
}
