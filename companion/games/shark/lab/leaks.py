"""Leaks of Shark that somebody might write one day, each as a patch for two worlds to find. A tool for developers."""

import sys
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Final

from companion.games import shark
from companion.games.shark import legal, model
from companion.games.shark.board.companies import COMPANIES
from companion.games.shark.model import State, Trading

from companion.games.shark.moves import (  # isort: skip
    FellShort, GainsPaid, LossesPaid, SellForDebt, ShareDealt, SharesBought, SharesSold, WentOut,
)  # fmt: skip
from companion.kit import TABLE, GiveUp, Illegal, Nothing, Sealed, say
from companion.lab.secrecy import leaking, undoing
from companion.lab.secrecy.leaking import Leak, Patch, asked, decided, meant, refused, screened, viewed


def told(kinds: type | tuple[type, ...], change: Callable[[Any, Any], Any]) -> Leak:
    return partial(leaking.told, game=shark, kinds=kinds, change=change)


def cash(state: State, seat: str) -> int:
    return state.cash[seat].open()


def worth(state: State, seat: str) -> int:
    return cash(state, seat) + (state.shares[seat].open() * state.prices).total


def loud(state: State, seal: Sealed[Any]) -> Sealed[Any]:
    return seal.with_eyes(model.everyone(state))


def gains_aloud(state: State, event: Any) -> Any:
    return replace(event, gains={seat: loud(state, gain) for seat, gain in event.gains.items()})


def losses_for_whoever_caused_them(state: State, event: Any) -> Any:
    active = model.active(state)
    return replace(event, losses={seat: loss.with_eyes((seat, active)) for seat, loss in event.losses.items()})


def no_gains_that_are_none(state: State, seat: str, command: Any, events: Any) -> Any:
    return tuple(e for e in events if not isinstance(e, GainsPaid) or any(gain.open() for gain in e.gains.values()))


def refused_by_the_whole_pool(state: State, seat: str, command: Any, events: Any) -> Any:
    """Although only five of it can be seen."""
    if isinstance(command, SellForDebt) or not isinstance(state.phase, Trading):
        return events
    if any(seal.open() == model.POOL_SHOWN for seal in state.pool.values()):
        raise Illegal(legal._no("pool", count=model.POOL_SHOWN, company=legal._name(COMPANIES[0])))
    return events


def another_name_while_shares_can_be_bought(state: State, seat: str, ask: Any) -> Any:
    """The table needn't be asked to roll while the active player can still buy."""
    if seat != TABLE or ask.name != "roll":
        return ask
    active = model.active(state)
    able = active and any(legal.most_bought(state, active, company) for company in COMPANIES)
    return replace(ask, name="roll_or_buy") if able else ask


def awaited_for_more_than_three(state: State, seat: str, ask: Any) -> Any:
    return replace(ask, awaited=ask.needed > 3) if isinstance(ask, GiveUp) else ask


def awaited_where_something_can_be_sold(state: State, seat: str, ask: Any) -> Any:
    return replace(ask, awaited=ask.name == "sell" and ask.is_open)


def ranked_by_worth(state: State, viewer: str, view: Any) -> Any:
    order = sorted(state.seats, key=lambda seat: -worth(state, seat))
    return replace(view, seats=tuple(replace(one, rank=order.index(one.seat) + 1) for one in view.seats))


def most_cash(state: State) -> int:
    return max(cash(state, one) for one in state.seats)


def sums_of_those_who_got_something(state: State, viewer: str, view: Any) -> Any:
    """A statement omits players who got nothing, even if it may not say how much the others did."""
    if view.statement is None:
        return view
    gains = tuple(
        replace(gain, sums=tuple(one for one in gain.sums if state.shares[one.seat].open().of(gain.company)))
        for gain in view.statement.gains
    )
    return replace(view, statement=replace(view.statement, gains=gains))


def wait_where_a_share_is_too_dear(state: Any, piece: Any, right: Any) -> Any:
    trades = piece.kind == "token" and isinstance(state.phase, Trading)
    dear = trades and cash(state, state.phase.seat) < state.prices.of(piece.name)
    return Nothing(say("shark.tap.wait")) if dear else right


LEAKS: Final[dict[str, Leak]] = {
    # Events
    "trades_with_their_number": told(
        (SharesBought, SharesSold), lambda state, event: replace(event, count=loud(state, event.count))
    ),
    "gains_told_to_all": told(GainsPaid, gains_aloud),
    "losses_told_to_the_active_player": told(LossesPaid, losses_for_whoever_caused_them),
    "a_dealt_share_laid_open": told(ShareDealt, lambda state, event: replace(event, company=loud(state, event.company))),
    "a_debt_outside_its_seal": told(
        FellShort, lambda _, event: replace(event, debt=Sealed(event.debt.open(), event.debt.eyes, event.debt.open()))
    ),
    "what_was_left_of_who_goes_out": told(WentOut, lambda state, event: replace(event, sold=loud(state, event.sold))),
    "no_gains_where_nobody_holds_any": partial(decided, game=shark, change=no_gains_that_are_none),
    # Refusals and asks
    "a_refusal_with_the_richest_ones_cash": partial(refused, game=shark, more=lambda state: ("most", most_cash(state))),
    "a_pool_that_the_rules_look_into": partial(decided, game=shark, change=refused_by_the_whole_pool),
    "the_buy_limit_in_a_public_ask": partial(asked, change=another_name_while_shares_can_be_bought),
    "awaited_by_the_size_of_the_sale": partial(asked, change=awaited_for_more_than_three),
    "awaited_while_there_is_cash": partial(asked, change=awaited_where_something_can_be_sold),
    # What chance gives after a take-back
    "chance_drawn_anew": undoing.chance_drawn_anew,
    # Views, the display, taps
    "the_standing_shown_before_the_end": partial(viewed, change=ranked_by_worth),
    "totals_on_the_display": partial(
        screened,
        game=shark,
        change=lambda state, screen: replace(screen, counter_right=say("shark.screen.owes", debt=most_cash(state))),
    ),
    "sums_of_nothing_left_out": partial(viewed, change=sums_of_those_who_got_something),
    "a_token_that_tells_cash": partial(meant, change=wait_where_a_share_is_too_dear),
}


def the_pool_shown_exactly(patch: Patch) -> None:
    module = sys.modules[shark.evolve.__module__]
    patch.setattr(module, "pool", lambda state, left: {one: Sealed(count, (), count) for one, count in left.items()})


def the_ledger_outside_its_seal(patch: Patch) -> None:
    right = shark.evolve

    def noted(state: State, event: Any) -> State:
        after = right(state, event)
        return replace(after, ledger=Sealed(after.ledger.open(), (), after.ledger.open()))

    patch.setattr(shark, "evolve", noted)
