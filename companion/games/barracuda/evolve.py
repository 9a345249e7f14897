"""Apply Barracuda's events to its state. Nothing here can fail for an event that `events` returned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final, TypeAlias, assert_never

from companion.games.barracuda import model
from companion.games.barracuda.model import (
    BANK,
    PAWNS,
    RENOVATION,
    Acting,
    Auctioning,
    Bar,
    Drawing,
    Leaving,
    Offered,
    Outcome,
    Over,
    Staking,
    State,
)
from companion.games.barracuda.moves import (
    AuctionOpened,
    BankCounted,
    BarOpened,
    BarRenovated,
    BarSold,
    BarsShuffled,
    BidLaid,
    BidsOpened,
    BooksOpened,
    DrawCalled,
    Event,
    GameEnded,
    LastOrderCalled,
    LastOrderDeclined,
    OfferEvent,
    PartnerLeft,
    PartnerPlaced,
    PartnershipAccepted,
    PartnershipOffered,
    PartnershipRefused,
    PartnerStayed,
    Passed,
    PawnDrawn,
    RentPaid,
    RoundBegan,
    StakeLaid,
    StakesRevealed,
    TakeoverAccepted,
    TakeoverOffered,
    TakeoverRefused,
    TurnBegan,
    WentBankrupt,
)
from companion.kit.money import Pile, Purse, move
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

Money: TypeAlias = dict[str, Sealed[Purse]]

# The events that end a turn.
_TURN_ENDS: Final = (
    BarOpened, PartnerPlaced, PartnershipAccepted, PartnershipRefused, TakeoverAccepted, TakeoverRefused, BarSold,
    BarRenovated, PartnerStayed, PartnerLeft, Passed,
)  # fmt: skip


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    after = _changed(state, event)
    # B5: a player with fewer than five pawns standing has broken the stay.
    held = frozenset(seat for seat in after.five_held if model.standing(after, seat) == PAWNS)
    if _ends_turn(event, after):
        return _turn_ended(after, held)
    return after if held == after.five_held else replace(after, five_held=held)


def _ends_turn(event: Event, after: State) -> bool:
    """Return whether *event* ends the turn. A sale doesn't while a partner is being asked (B25)."""
    asks_partner = isinstance(event, BarSold) and isinstance(after.phase, Leaving)
    return isinstance(event, _TURN_ENDS) and not asks_partner


def _turn_ended(state: State, held: frozenset[Seat]) -> State:
    active = state.order[-1]
    # B5: the stay counts from the end of the player's own turn.
    five = {active} if model.standing(state, active) == PAWNS else set()
    return replace(state, phase=Drawing(), five_held=held | five)


def _changed(state: State, event: Event) -> State:
    match event:
        case BarsShuffled(deck):
            return replace(state, deck=deck, phase=Drawing())
        case RoundBegan(number):
            return replace(state, round=number, groups=(state.seats,), order=(), order_called=False, declined=frozenset())
        case DrawCalled():
            return replace(state, phase=Drawing(called=True))
        case PawnDrawn(pawn):
            return _drawn(state, pawn)
        case TurnBegan(seat):
            return _on_turn(state, seat, lineup=state.lineup[1:])
        case RentPaid(seat, paid=paid):
            return replace(state, money=_paid(state.money, seat, BANK, Purse(paid)))
        case GameEnded(cause, winners, loser, pawns):
            return replace(returned(state), phase=Over(), outcome=Outcome(cause, winners, loser, pawns))
        case BooksOpened(purses, bank):
            return _books_opened(state, purses, bank)
        case BankCounted(seat):
            return replace(state, counted=state.counted | {seat})
        case WentBankrupt() | Passed() | PartnerStayed():
            return state
        case LastOrderCalled() | LastOrderDeclined() | StakeLaid() | StakesRevealed():
            return _last_order(state, event)
        case AuctionOpened() | BidLaid() | BidsOpened() | BarSold() | BarRenovated():
            return _auction(state, event)
        case BarOpened() | PartnerPlaced() | PartnerLeft():
            return replace(state, bars=_pawn(state, event))
    return _offer(state, event)


def _drawn(state: State, pawn: Seat) -> State:
    # A kept game, set anew by an earlier version, may have drawn from another group than the first.
    left = (tuple(seat for seat in group if seat != pawn) for group in state.groups)
    groups = tuple(group for group in left if group)
    if state.options.turn_order == "whole":
        return replace(state, groups=groups, lineup=(*state.lineup, pawn))
    return _on_turn(state, pawn, groups=groups)


def _on_turn(state: State, seat: Seat, **left: Any) -> State:
    return replace(state, order=(*state.order, seat), phase=Acting(seat), **left)


def _books_opened(state: State, purses: dict[str, Purse], bank: Purse) -> State:
    eyes = model.everyone(state)
    money = {who: Sealed(purse, eyes, _outside(who, purse)) for who, purse in {**purses, BANK: bank}.items()}
    return replace(state, money=money)


# Money. These return all purses, so that an event which moves money twice still makes one new state.


def _outside(who: str, purse: Purse) -> int:
    """Return the public side of a purse: 1 if it holds a note, else 0. The bank's shows nothing (always 0)."""
    return int(who != BANK and not purse.is_empty)


def _with_purses(money: Money, amounts: dict[str, Purse]) -> Money:
    changed = {who: Sealed(purse, money[who].eyes, _outside(who, purse)) for who, purse in amounts.items()}
    return {**money, **changed}


def _paid(money: Money, giver: str, taker: str, sum_: Purse) -> Money:
    return _with_purses(money, move({who: money[who].open() for who in (giver, taker)}, giver, taker, sum_))


def _laid(money: Money, seat: Seat, pile: Sealed[Pile]) -> Money:
    """Take a pile out of its owner's purse; the caller puts it into the phase that follows."""
    return _with_purses(money, {seat: money[seat].open() - pile.open().worth})


def _taken(money: Money, seat: Seat, pile: Sealed[Pile]) -> Money:
    """Give a pile from the table to *seat*."""
    return _with_purses(money, {seat: money[seat].open() + pile.open().worth})


# Bars


def _with_bar(state: State, name: str, **changes: Any) -> dict[str, Bar]:
    return {**state.bars, name: replace(state.bars[name], **changes)}


def _opened(state: State, event: BarOpened) -> dict[str, Bar]:
    card = state.options.card(event.bar)
    assert card is not None
    bar = Bar(card, event.place, is_open=True, lessee=event.seat)  # A renovated bar, too, opens with nobody in it.
    return {**state.bars, event.bar: bar}


def _pawn(state: State, event: BarOpened | PartnerPlaced | PartnerLeft) -> dict[str, Bar]:
    match event:
        case BarOpened():
            return _opened(state, event)
        case PartnerPlaced(seat, bar):
            return _with_bar(state, bar, partner=seat)
        case PartnerLeft(bar=bar):
            return _with_bar(state, bar, partner=None)
    assert_never(event)


# Offers


def _offer(state: State, event: OfferEvent) -> State:
    money = state.money
    match event:
        case PartnershipOffered(bidder, bar, lessee, pile) | TakeoverOffered(bidder, bar, lessee, pile):
            takeover = isinstance(event, TakeoverOffered)
            return replace(state, money=_laid(money, bidder, pile), phase=Offered(takeover, bar, bidder, lessee, pile))
        case PartnershipAccepted(bidder, bar, lessee, pile):
            return replace(state, money=_taken(money, lessee, pile), bars=_with_bar(state, bar, partner=bidder))
        case PartnershipRefused(lessee=lessee, amount=amount, pile=pile):
            # 6.3: the bank gets the pile's real money and as much again. B7: the lessee keeps the fakes.
            return replace(state, money=_paid(_taken(money, lessee, pile), lessee, BANK, Purse(2 * amount)))
        case TakeoverAccepted(bidder, bar, lessee, evicted, pile):
            kept = None if evicted else state.bars[bar].partner
            bars = _with_bar(state, bar, lessee=bidder, partner=kept)
            return replace(state, money=_taken(money, lessee, pile), bars=bars)
        case TakeoverRefused(bidder, _, lessee, pile):
            # 6.4: the bidder gets the real money back and as much again.
            double = Purse(2 * pile.open().real)
            return replace(state, money=_paid(_taken(money, lessee, pile), lessee, bidder, double))
    assert_never(event)


# Auction and last order


def _auction(state: State, event: AuctionOpened | BidLaid | BidsOpened | BarSold | BarRenovated) -> State:
    match event:
        case AuctionOpened(seller, bar, bidders):
            return replace(state, bars=_with_bar(state, bar, lessee=None), phase=Auctioning(bar, seller, bidders))
        case BidLaid(bidder, pile):
            assert isinstance(state.phase, Auctioning)
            phase = replace(state.phase, bids={**state.phase.bids, bidder: pile})
            return replace(state, money=_laid(state.money, bidder, pile), phase=phase)
        case BidsOpened(bids=opened):
            assert isinstance(state.phase, Auctioning)
            return replace(state, phase=replace(state.phase, bids=opened, opened=True))
        case BarSold(seller, bar, buyer, pile):
            money = _taken(_bids_returned(state, buyer), seller, pile)
            return _partner_asked(replace(state, money=money, bars=_with_bar(state, bar, lessee=buyer)), bar)
        case BarRenovated(seller, bar):
            money = _paid(_bids_returned(state, None), seller, BANK, Purse(RENOVATION))
            return replace(state, money=money, bars=_with_bar(state, bar, is_open=False, partner=None))
    assert_never(event)


def _partner_asked(state: State, name: str) -> State:
    """Ask the partner of the sold bar whether to leave, if the option says so; the buyer's own pawn stays (B25)."""
    partner = state.bars[name].partner
    asked = state.options.auctioned_partner == "may_leave" and partner != state.bars[name].lessee
    return replace(state, phase=Leaving(name, partner)) if partner and asked else state


def returned(state: State) -> State:
    """Give every pile on the table back to who laid it, and a bar at auction to its seller, as before an early end (B26)."""
    match state.phase:
        case Auctioning(bar, seller):
            return replace(state, money=_bids_returned(state, None), bars=_with_bar(state, bar, lessee=seller))
        case Offered(bidder=bidder, pile=pile):
            return replace(state, money=_taken(state.money, bidder, pile))
        case Staking(stakes):
            money = state.money
            for seat, stake in stakes.items():
                money = _taken(money, seat, stake)
            return replace(state, money=money)
    return state


def _bids_returned(state: State, buyer: Seat | None) -> Money:
    """Give every bid back unchanged, except the buyer's."""
    assert isinstance(state.phase, Auctioning)
    money = state.money
    for bidder, pile in state.phase.bids.items():
        money = money if bidder == buyer else _taken(money, bidder, pile)
    return money


def _last_order(state: State, event: LastOrderCalled | LastOrderDeclined | StakeLaid | StakesRevealed) -> State:
    match event:
        case LastOrderCalled():
            return replace(state, phase=Staking(), order_called=True)
        case LastOrderDeclined(seat):
            return replace(state, declined=state.declined | {seat})
        case StakeLaid(seat, pile):
            assert isinstance(state.phase, Staking)
            return replace(state, money=_laid(state.money, seat, pile), phase=Staking({**state.phase.stakes, seat: pile}))
        case StakesRevealed(stakes, groups):
            bank = state.money[BANK].open()
            for stake in stakes.values():  # B13: the bank gets every stake.
                bank += stake.worth
            return replace(state, money=_with_purses(state.money, {BANK: bank}), phase=Drawing(), groups=groups)
    assert_never(event)
