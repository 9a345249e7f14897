"""Leaks of Shark that somebody might write one day, each as a patch for the tests to find."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial
from typing import Any

from companion import shark
from companion.asks import GiveUp
from companion.game import TABLE, Illegal, Nothing, say
from companion.lab import leaking
from companion.lab.leaking import Patch, asked, decided, meant, refused, screened, viewed
from companion.sealed import Sealed
from companion.shark import legal, model
from companion.shark.companies import COMPANIES, Each
from companion.shark.model import State, Trading
from companion.shark.moves import (
    FellShort,
    GainsPaid,
    LossesPaid,
    SellForDebt,
    ShareDealt,
    SharesBought,
    SharesSold,
    SharesSoldForDebt,
    WentOut,
)

told = partial(leaking.told, game=shark)


def cash(state: State, seat: str) -> int:
    return state.cash[seat].open()


def worth(state: State, seat: str) -> int:
    return cash(state, seat) + (state.shares[seat].open() * state.prices).total


def loud(state: State, seal: Sealed[Any]) -> Sealed[Any]:
    return seal.with_eyes(model.everyone(state))


# Events


def trades_with_their_number(patch: Patch) -> None:
    told(patch, kinds=(SharesBought, SharesSold), change=lambda s, event: replace(event, count=loud(s, event.count)))


def gains_told_to_all(patch: Patch) -> None:
    def aloud(state: State, event: Any) -> Any:
        return replace(event, gains={seat: loud(state, gain) for seat, gain in event.gains.items()})

    told(patch, kinds=GainsPaid, change=aloud)


def losses_told_to_the_active_player(patch: Patch) -> None:
    """Whoever pushed them off the map would like to know."""

    def aloud(state: State, event: Any) -> Any:
        active = model.active(state)
        return replace(event, losses={seat: loss.with_eyes((seat, active)) for seat, loss in event.losses.items()})

    told(patch, kinds=LossesPaid, change=aloud)


def a_dealt_share_laid_open(patch: Patch) -> None:
    told(patch, kinds=ShareDealt, change=lambda s, event: replace(event, company=loud(s, event.company)))


def a_debt_outside_its_seal(patch: Patch) -> None:
    def summed(state: State, event: Any) -> Any:
        return replace(event, debt=Sealed(event.debt.open(), event.debt.eyes, event.debt.open()))

    told(patch, kinds=FellShort, change=summed)


def the_size_of_a_forced_sale_outside_its_seal(patch: Patch) -> None:
    def sized(state: State, event: Any) -> Any:
        return replace(event, sold=Sealed(event.sold.open(), event.sold.eyes, event.sold.open().total))

    told(patch, kinds=SharesSoldForDebt, change=sized)


def what_was_left_of_who_goes_out(patch: Patch) -> None:
    told(patch, kinds=WentOut, change=lambda s, event: replace(event, sold=loud(s, event.sold)))


def no_gains_where_nobody_holds_any(patch: Patch) -> None:
    """Why tell of gains that are none?"""

    def quiet(state: State, seat: str, command: Any, events: Any) -> Any:
        return tuple(e for e in events if not isinstance(e, GainsPaid) or any(gain.open() for gain in e.gains.values()))

    decided(patch, shark, quiet)


# The state


def the_pool_shown_exactly(patch: Patch) -> None:
    module = sys.modules[shark.evolve.__module__]

    def whole(state: State, left: Each) -> Any:
        return {company: Sealed(count, (), count) for company, count in left.items()}

    patch.setattr(module, "pool", whole)


def the_ledger_outside_its_seal(patch: Patch) -> None:
    right = shark.evolve

    def noted(state: State, event: Any) -> State:
        after = right(state, event)
        return replace(after, ledger=Sealed(after.ledger.open(), (), after.ledger.open()))

    patch.setattr(shark, "evolve", noted)


# Answers, refusals and asks


def a_refusal_with_the_richest_ones_cash(patch: Patch) -> None:
    refused(patch, shark, lambda state: ("most", max(cash(state, one) for one in state.seats)))


def a_pool_that_the_rules_look_into(patch: Patch) -> None:
    """Buying is refused by the whole pool, though only five of it can be seen."""

    def strict(state: State, seat: str, command: Any, events: Any) -> Any:
        if isinstance(command, SellForDebt) or not isinstance(state.phase, Trading):
            return events
        if any(seal.open() == model.POOL_SHOWN for seal in state.pool.values()):
            raise Illegal(legal._no("pool", count=model.POOL_SHOWN, company=legal._name(COMPANIES[0])))
        return events

    decided(patch, shark, strict)


def the_buy_limit_in_a_public_ask(patch: Patch) -> None:
    """The table needn't be asked to roll while the active player can still buy."""

    def patient(state: State, seat: str, ask: Any) -> Any:
        if seat != TABLE or ask.name != "roll":
            return ask
        active = model.active(state)
        able = any(legal.most_bought(state, active, company) for company in COMPANIES)
        return replace(ask, name="roll_or_buy") if able else ask

    asked(patch, patient)


def awaited_by_the_size_of_the_sale(patch: Patch) -> None:
    """The table doesn't wait for a small sale."""

    def unhurried(state: State, seat: str, ask: Any) -> Any:
        return replace(ask, awaited=ask.needed > 3) if isinstance(ask, GiveUp) else ask

    asked(patch, unhurried)


def awaited_while_there_is_cash(patch: Patch) -> None:
    """Nobody waits for the trade of who can't trade."""

    def unhurried(state: State, seat: str, ask: Any) -> Any:
        return replace(ask, awaited=ask.is_open) if ask.name == "sell" else replace(ask, awaited=False)

    asked(patch, unhurried)


# Views


def seats_sorted_by_worth(patch: Patch) -> None:
    viewed(patch, lambda s, viewer, view: replace(view, seats=tuple(sorted(view.seats, key=lambda one: worth(s, one.seat)))))


def the_standing_shown_before_the_end(patch: Patch) -> None:
    def ranked(state: State, viewer: str, view: Any) -> Any:
        order = sorted(state.seats, key=lambda seat: -worth(state, seat))
        return replace(view, seats=tuple(replace(one, rank=order.index(one.seat) + 1) for one in view.seats))

    viewed(patch, ranked)


def holdings_in_the_chart(patch: Patch) -> None:
    """The line chart shows what all shares out there are worth."""

    def charted(state: State, viewer: str, view: Any) -> Any:
        held = Each(*(sum(one.open().of(company) for one in state.shares.values()) for company in COMPANIES))
        return replace(view, history=(*view.history[:-1], held * state.prices))

    viewed(patch, charted)


def totals_on_the_display(patch: Patch) -> None:
    def counted(state: State, screen: Any) -> Any:
        return replace(screen, counter_right=say("shark.screen.owes", debt=max(cash(state, one) for one in state.seats)))

    screened(patch, shark, counted)


def what_may_still_be_bought_shown_to_all(patch: Patch) -> None:
    def counted(state: State, viewer: str, view: Any) -> Any:
        left = model.MOST_BOUGHT - state.phase.bought.open() if isinstance(state.phase, Trading) else None
        return replace(view, buys_left=left)

    viewed(patch, counted)


def sums_of_nothing_left_out(patch: Patch) -> None:
    """A statement doesn't name who got nothing, also where it may not say how much the others did."""

    def kept(state: State, viewer: str, view: Any) -> Any:
        if view.statement is None:
            return view
        paid = [event for event in state.settled if isinstance(event, GainsPaid)]
        gains = tuple(
            replace(gain, sums=tuple(one for one in gain.sums if event.gains[one.seat].open()))
            for gain, event in zip(view.statement.gains, paid, strict=True)
        )
        return replace(view, statement=replace(view.statement, gains=gains))

    viewed(patch, kept)


# Taps


def a_token_that_tells_cash(patch: Patch) -> None:
    """A token on the reader says when the active player can't afford a share."""

    def told_by_the_reader(state: State, piece: Any, right: Any) -> Any:
        trades = piece.kind == "token" and isinstance(state.phase, Trading)
        if trades and cash(state, state.phase.seat) < state.prices.of(piece.name):
            return Nothing(say("shark.tap.wait"))
        return right

    meant(patch, told_by_the_reader)
