"""Apply Négoces 2's events to its state. Nothing here can fail for an event that `events` returned."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeAlias, assert_never

from companion.games.negoces2 import model
from companion.games.negoces2.model import (
    CONTRABAND,
    COPIES,
    Auctioning,
    Card,
    Cause,
    Declaring,
    Laid,
    Negotiating,
    Offered,
    Opening,
    Outcome,
    Over,
    Picking,
    Selling,
    State,
)
from companion.games.negoces2.moves import (
    Answered,
    BidMade,
    CardLaid,
    CardPicked,
    CoinsHidden,
    CoinsSet,
    ContrabandSold,
    DealMade,
    Dropped,
    Event,
    GameEnded,
    GoodsDealt,
    HandsOpened,
    NobodyDeclared,
    OfferMade,
    OfferWithdrawn,
    OpenerNamed,
    SaleForced,
    StoodBack,
    WinsDeclared,
)
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

Hands: TypeAlias = dict[Seat, Sealed[tuple[Card, ...]]]
Coins: TypeAlias = dict[Seat, Sealed[int]]


def evolve(state: State, event: Event) -> State:
    """Return the state after *event*."""
    match event:
        case GoodsDealt(seat, goods):
            return _dealt(state, seat, goods)
        case OpenerNamed(seat):
            return replace(state, phase=Auctioning(seat))
        case BidMade() | Dropped() | ContrabandSold():
            return _auction(state, event)
        case CardLaid(seller, card):
            hands = _with_cards(state.hands, seller, taken=_goods(card))
            return replace(state, hands=hands, phase=Negotiating(seller, card), round=state.round + 1)
        case CoinsSet() | OfferMade() | OfferWithdrawn() | StoodBack():
            return _negotiating(state, event)
        case DealMade() | SaleForced() | CardPicked():
            return _sale(state, event)
        case CoinsHidden(seat):
            return replace(state, coins={**state.coins, seat: state.coins[seat].with_eyes({seat})})
        case Answered() | NobodyDeclared() | WinsDeclared() | GameEnded():
            return _closing(state, event)
        case HandsOpened(hands):
            shown = {seat: Sealed(cards, model.everyone(state), len(cards)) for seat, cards in hands.items()}
            return replace(state, hands=shown)
    assert_never(event)


# Cards and coins. These return all hands or coins, so that an event which moves several still makes one new state.


def _with_cards(hands: Hands, seat: Seat, *, taken: tuple[str, ...] = (), given: tuple[str, ...] = ()) -> Hands:
    """Take cards out of a hand and put others in. Seal the hand anew, sorted, so that its order tells nothing."""
    if not (taken or given):
        return hands
    cards = [*hands[seat].open(), *given]
    for good in taken:
        cards.remove(good)
    return _with_hand(hands, seat, tuple(cards))


def _with_hand(hands: Hands, seat: Seat, cards: tuple[str, ...]) -> Hands:
    return {**hands, seat: Sealed(model.in_order(cards), {seat}, len(cards))}


def _with_coins(coins: Coins, seat: Seat, more: int) -> Coins:
    return {**coins, seat: Sealed(coins[seat].open() + more, coins[seat].eyes)} if more else coins


def _goods(*laid: Laid | None) -> tuple[str, ...]:
    return tuple(one.card.open() for one in laid if one)


# Before the sales


def _dealt(state: State, seat: Seat, goods: tuple[str, ...]) -> State:
    dealt = {**state.dealt, seat: goods}
    hands = _with_hand(state.hands, seat, tuple(good for good in goods for _ in range(COPIES)))
    all_dealt = len(dealt) == len(state.seats)
    return replace(state, hands=hands, dealt=dealt, phase=Opening() if all_dealt else state.phase)


def _auction(state: State, event: BidMade | Dropped | ContrabandSold) -> State:
    phase = state.phase
    assert isinstance(phase, Auctioning)
    match event:
        case BidMade(seat, amount):
            return replace(state, phase=_next_bidder(state, replace(phase, price=amount, leader=seat)))
        case Dropped(seat):
            return replace(state, phase=_next_bidder(state, replace(phase, out=phase.out | {seat})))
        case ContrabandSold(buyer, price):
            # N1: the price paid leaves the game.
            hands, coins = _with_cards(state.hands, buyer, given=(CONTRABAND,)), _with_coins(state.coins, buyer, -price)
            return replace(state, hands=hands, coins=coins, spent=price, phase=Selling(buyer))
    assert_never(event)


def _next_bidder(state: State, phase: Auctioning) -> Auctioning:
    return replace(phase, turn=next(seat for seat in model.after(state, phase.turn) if seat not in phase.out))


# A sale


def _negotiating(state: State, event: CoinsSet | OfferMade | OfferWithdrawn | StoodBack) -> State:
    phase = state.phase
    assert isinstance(phase, Negotiating)
    match event:
        case CoinsSet(seller, coins):
            rest = _with_coins(state.coins, seller, phase.coins - coins)
            return replace(state, coins=rest, phase=replace(phase, coins=coins))
        case OfferMade(buyer, card, coins, revision):
            hands, rest = _returned(state, buyer)
            hands, rest = _with_cards(hands, buyer, taken=_goods(card)), _with_coins(rest, buyer, -coins)
            offers = {**phase.offers, buyer: Offered(card, coins, revision)}
            after = replace(phase, offers=offers, away=phase.away - {buyer}, revision=revision)
            return replace(state, hands=hands, coins=rest, phase=after)
        case OfferWithdrawn(buyer) | StoodBack(buyer):
            hands, rest = _returned(state, buyer)
            offers = {seat: offer for seat, offer in phase.offers.items() if seat != buyer}
            return replace(state, hands=hands, coins=rest, phase=replace(phase, offers=offers, away=phase.away | {buyer}))
    assert_never(event)


def _returned(state: State, *buyers: Seat) -> tuple[Hands, Coins]:
    """Give the offers of *buyers* back into their hands; the caller must take them out of the phase."""
    phase, hands, coins = state.phase, state.hands, state.coins
    assert isinstance(phase, Negotiating)
    for buyer in buyers:
        if offer := phase.offers.get(buyer):
            hands, coins = _with_cards(hands, buyer, given=_goods(offer.card)), _with_coins(coins, buyer, offer.coins)
    return hands, coins


def cleared(state: State) -> State:
    """Give all cards and coins on the market back to those who laid them, as before an early end (N20)."""
    match state.phase:
        case Negotiating(seller, card, coins):
            hands, all_coins = _returned(state, *state.seats)
            hands, all_coins = _with_cards(hands, seller, given=_goods(card)), _with_coins(all_coins, seller, coins)
            return replace(state, hands=hands, coins=all_coins)
        case Picking(seller, cards):
            return replace(state, hands=_with_cards(state.hands, seller, given=_goods(*cards)))
    return state


def _sale(state: State, event: DealMade | SaleForced | CardPicked) -> State:
    match event:
        case DealMade(seller, buyer, sold, coins, paid, price):
            hands, all_coins = _returned(state, *(seat for seat in state.seats if seat != buyer))
            hands = _with_cards(_with_cards(hands, buyer, given=_goods(sold)), seller, given=_goods(paid))
            all_coins = _with_coins(_with_coins(all_coins, buyer, coins), seller, price)
            return _sale_over(state, seller, buyer, seller if paid else buyer, hands=hands, coins=all_coins)  # N2
        case SaleForced(seller, card, good, shown):
            phase = state.phase
            assert isinstance(phase, Negotiating)
            hands, all_coins = _returned(state, *state.seats)
            hands, all_coins = _with_cards(hands, seller, taken=_goods(card)), _with_coins(all_coins, seller, phase.coins)  # N3
            return replace(state, hands=hands, coins=all_coins, phase=Picking(seller, (phase.card, card), good, shown))
        case CardPicked(seller, owner, good, cards):
            hands = _with_cards(state.hands, owner, taken=(good,), given=_goods(*cards))
            return _sale_over(state, seller, owner, owner, hands=_with_cards(hands, seller, given=(good,)))
    assert_never(event)


def _sale_over(state: State, seller: Seat, buyer: Seat, next_: Seat, **moved: Any) -> State:
    """Finish the sale that *moved* hands and coins; *next_*, who holds nine cards, sells next.

    If a win is possible, ask for declarations (5, N5, N6).
    """
    after = replace(state, sold=state.sold | {seller}, phase=Selling(next_), **moved)
    last = model.is_last(state)
    asked = state.options.declare == "by_choice" and (last or model.all_have_sold(after))
    return replace(after, phase=Declaring(next_, buyer, last)) if asked else after


# The end


def _closing(state: State, event: Answered | NobodyDeclared | WinsDeclared | GameEnded) -> State:
    phase = state.phase
    match event:
        case Answered(seat, declares):
            assert isinstance(phase, Declaring)
            return replace(state, phase=replace(phase, answers={**phase.answers, seat: declares}))
        case NobodyDeclared():
            assert isinstance(phase, Declaring)
            return replace(state, phase=Selling(phase.seller))
        case WinsDeclared(claims):
            return replace(state, claims=claims)
        case GameEnded(cause, winners, coins):
            return _ended(state, cause, winners, coins)
    assert_never(event)


def _ended(state: State, cause: Cause, winners: tuple[Seat, ...], coins: dict[Seat, int]) -> State:
    shown = {seat: Sealed(some, model.everyone(state)) for seat, some in coins.items()}
    outcome, state = Outcome(cause, winners, coins, state.claims), cleared(state)
    return replace(state, phase=Over(), coins={**state.coins, **shown}, outcome=outcome)
