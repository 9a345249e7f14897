"""The piles that were pushed: the bluff ladder, and what was staked for places in the order of play."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from companion.games.barracuda.model import Auctioning, State
from companion.games.barracuda.moves import (
    BarRenovated,
    BarSold,
    BidLaid,
    Event,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    PawnDrawn,
    StakeLaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
)
from companion.kit.charts import Ending, Gain, Gains, Ladder, Pushed
from companion.kit.money import Pile
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.games.barracuda.books.steps import Step


def ladder(steps: Sequence[Step]) -> Ladder:
    """Return every pile that was pushed. Those that nobody has answered yet are `open`."""
    piles: list[Pushed] = []
    for before, event in steps:
        if pile := laid(before, event):
            piles.append(pile)
        piles = [_answered(one, event) for one in piles]
    return Ladder("ladder", tuple(piles))


def last_orders(states: Sequence[State], rows: Sequence[tuple[Event, ...]]) -> Gains:
    """Return each stake with the place in that round's order that it brought, if its player was drawn before the end."""
    gains, stakes, drawn, players = list[Gain](), dict[Seat, Pile](), 0, len(states[0].seats)
    for before, event in ((state, event) for state, events in zip(states, rows, strict=False) for event in events):
        match event:
            case StakesRevealed():
                stakes, drawn = dict(event.stakes), 0
            case PawnDrawn(pawn):
                drawn += 1
                if pile := stakes.pop(pawn, None):
                    gains.append(Gain(before.round, pawn, pile.notes, pile.real, drawn, players + 1 - 2 * drawn))
    return Gains("last_orders", players, tuple(gains))


def laid(state: State, event: Event) -> Pushed | None:
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
