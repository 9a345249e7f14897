"""The actions of a turn (6), and what becomes of offers and bids. Rule numbers are those of RULEBOOK.md."""

from __future__ import annotations

from typing import assert_never

from companion.games.barracuda import legal, model
from companion.games.barracuda.model import (
    Auctioning,
    Bar,
    Leaving,
    Offered,
    State,
)
from companion.games.barracuda.moves import (
    Action,
    AuctionBar,
    AuctionOpened,
    BarOpened,
    BarRenovated,
    BarSold,
    BidLaid,
    BidsOpened,
    Event,
    LeaveBar,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    OpenPlace,
    PartnerLeft,
    PartnerPlaced,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    PartnerStayed,
    Pass,
    Passed,
    PlacePartner,
    Renovate,
    SellTo,
    StayInBar,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
)
from companion.kit.money import Pile
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat


def action(state: State, seat: Seat, command: Action) -> tuple[Event, ...]:
    """Return the events of *command*, the one action of a turn."""
    match command:
        case OpenBar(name):
            return (_open(state, seat, name),)
        case OpenPlace(place):
            assert state.deck is not None
            return (_open(state, seat, state.deck.open()[place - 1]),)
        case PlacePartner(name):
            return (PartnerPlaced(seat, name),)
        case OfferPartnership(name, pile):
            lessee = _lessee(state, name)
            return (PartnershipOffered(seat, name, lessee, Sealed(pile, {seat, lessee}, pile.notes)),)
        case OfferTakeover(name, pile):
            lessee = _lessee(state, name)
            return (TakeoverOffered(seat, name, lessee, Sealed(pile, {seat, lessee}, pile.notes)),)
        case AuctionBar(name):
            return _auction(state, seat, name)
        case Pass():
            return (Passed(seat),)
    assert_never(command)


def answer(state: State, *, accepted: bool) -> Event:
    """Return the event of the lessee's answer to the offer on the table."""
    phase = state.phase
    assert isinstance(phase, Offered)
    who = (phase.bidder, phase.bar, phase.lessee)
    if accepted and phase.takeover:
        return TakeoverAccepted(*who, _evicted(state.bars[phase.bar], phase.bidder), phase.pile)
    if accepted:
        return PartnershipAccepted(*who, phase.pile)
    if phase.takeover:
        return TakeoverRefused(*who, phase.pile)
    return PartnershipRefused(*who, phase.pile.open().real, phase.pile)


def bid(state: State, seat: Seat, pile: Sealed[Pile]) -> tuple[Event, ...]:
    """Return the events of a closed bid: the last one opens them all."""
    phase = state.phase
    assert isinstance(phase, Auctioning)
    laid, bids = BidLaid(seat, pile), {**phase.bids, seat: pile}
    if len(bids) < len(phase.bidders):
        return (laid,)
    opened = {bidder: bids[bidder].with_eyes({bidder, phase.seller}) for bidder in phase.bidders}
    return laid, BidsOpened(phase.seller, phase.bar, opened)


def sell(state: State, command: SellTo | Renovate) -> Event:
    """Return the event by which the auction ends: the bar is sold, or its seller renovates it instead."""
    phase = state.phase
    assert isinstance(phase, Auctioning)
    if isinstance(command, SellTo):
        return BarSold(phase.seller, phase.bar, command.bidder, phase.bids[command.bidder])
    return BarRenovated(phase.seller, phase.bar, state.bars[phase.bar].partner)


def leave(state: State, command: StayInBar | LeaveBar) -> Event:
    """Return the event of a partner's choice after the auction of a bar."""
    phase = state.phase
    assert isinstance(phase, Leaving)
    told = PartnerLeft if isinstance(command, LeaveBar) else PartnerStayed
    return told(phase.partner, phase.bar)


def _open(state: State, seat: Seat, name: str) -> BarOpened:
    card = state.options.card(name)
    assert card is not None
    return BarOpened(seat, name, _place(state, name), card.rent)


def _place(state: State, name: str) -> int:
    """Return the bar's place: the one it has already, its place in the companion's deck, or the first that no bar has."""
    if name in state.bars:
        return state.bars[name].place
    return state.deck.open().index(name) + 1 if state.deck else next(model.free_places(state.bars))


def _lessee(state: State, name: str) -> Seat:
    lessee = state.bars[name].lessee
    assert lessee is not None
    return lessee


def _auction(state: State, seller: Seat, name: str) -> tuple[Event, ...]:
    opened = AuctionOpened(seller, name, legal.bidders(state, seller))
    if opened.bidders:
        return (opened,)
    return opened, BarRenovated(seller, name, state.bars[name].partner)  # B9


def _evicted(bar: Bar, stays: Seat) -> Seat | None:
    return bar.partner if bar.partner != stays else None
