"""The charts of a finished game of Barracuda: the bluff ladder, and everybody's purses over the rounds."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from companion.games.barracuda.model import Auctioning, State, leases
from companion.games.barracuda.moves import (
    BarRenovated,
    BarSold,
    BidLaid,
    Event,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    StakeLaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
)
from companion.games.barracuda.rules import rent_due
from companion.kit.charts import Chart, Ending, Holding, Holdings, Ladder, Pushed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.money import Pile
    from companion.kit.viewers import Seat


def opens_books(state: State) -> bool:
    """Return whether the game is over and opens its books (8, `reveal_at_end`)."""
    return state.outcome is not None and state.options.reveal_at_end == "on"


def charts(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Chart, ...]:
    """Return the charts of a game whose books are open; *rows* are the events between one of *states* and the next."""
    return Ladder("ladder", _pushed(states, rows)), _purses(states)


def _pushed(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> tuple[Pushed, ...]:
    """Return every pile that was pushed. Those that nobody has answered yet are `open`."""
    piles: list[Pushed] = []
    for before, events in zip(states, rows, strict=False):
        for event in events:
            if pile := _laid(before, event):
                piles.append(pile)
            piles = [_answered(one, event) for one in piles]
    return tuple(piles)


def _laid(state: State, event: Event) -> Pushed | None:
    """Return the pile that *event* laid, if it did; *state* is the one before it."""
    match event:
        case TakeoverOffered(bidder, _, lessee, pile):
            return _pile(state, "takeover", bidder, lessee, pile.open())
        case PartnershipOffered(bidder, _, lessee, pile):
            return _pile(state, "partnership", bidder, lessee, pile.open())
        case BidLaid(bidder, pile) if isinstance(state.phase, Auctioning):
            return _pile(state, "bid", bidder, state.phase.seller, pile.open())
        case StakeLaid(seat, pile):
            return _pile(state, "stake", seat, None, pile.open())
    return None


def _pile(state: State, what: str, giver: Seat, taker: Seat | None, pile: Pile) -> Pushed:
    return Pushed(state.round, what, giver, taker, pile.notes, pile.fakes, pile.real, "open")


def _answered(pile: Pushed, event: Event) -> Pushed:
    """Return *pile* with what became of it by *event*. The answer to one offer, auction or last order settles all its piles."""
    return replace(pile, ending=ending) if pile.ending == "open" and (ending := _ending(pile, event)) else pile


def _ending(pile: Pushed, event: Event) -> Ending | None:
    match event:
        case TakeoverAccepted() | PartnershipAccepted() | StakesRevealed():
            return "taken"
        case BarSold(buyer=buyer):
            return "taken" if pile.giver == buyer else "refused"
        case TakeoverRefused() | PartnershipRefused() | BarRenovated():
            return "refused"
    return None


def _purses(states: Sequence[State]) -> Holdings:
    """Return the purses at the beginning, after each round and at the end."""
    rounds = [after for before, after in pairwise(states) if after.round > before.round]
    steps = (states[0], *rounds, *(() if rounds and rounds[-1] is states[-1] else states[-1:]))
    return Holdings("purses", {seat: tuple(_held(state, seat) for state in steps) for seat in states[0].seats})


def _held(state: State, seat: Seat) -> Holding:
    purse = state.money[seat].open()
    return Holding(purse.real, purse.fakes, rent_due([bar.card.rent for bar in leases(state, seat)]))
