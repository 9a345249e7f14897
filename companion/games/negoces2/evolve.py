"""Apply Négoces 2's events to its state. Nothing here can fail for an event that `events` returned."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from companion.games.negoces2 import model
from companion.games.negoces2.model import (
    CONTRABAND,
    COPIES,
    Auctioning,
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
            bare = _with_cards(state, seller, taken=_goods(card))
            return replace(bare, phase=Negotiating(seller, card), round=state.round + 1)
        case CoinsSet() | OfferMade() | OfferWithdrawn() | StoodBack():
            return _negotiating(state, event)
        case DealMade() | SaleForced() | CardPicked():
            return _sale(state, event)
        case CoinsHidden(seat):
            return replace(state, coins={**state.coins, seat: state.coins[seat].with_eyes({seat})})
        case Answered() | NobodyDeclared() | WinsDeclared() | GameEnded():
            return _closing(state, event)
    assert_never(event)


# Cards and coins


def _with_cards(state: State, seat: Seat, *, taken: tuple[str, ...] = (), given: tuple[str, ...] = ()) -> State:
    """Take cards out of a hand and put others in. Seal the hand anew, sorted, so that its order tells nothing."""
    cards = [*state.hands[seat].open(), *given]
    for good in taken:
        cards.remove(good)
    return _with_hand(state, seat, tuple(cards))


def _with_hand(state: State, seat: Seat, cards: tuple[str, ...]) -> State:
    hand = Sealed(model.in_order(cards), {seat}, len(cards))
    return replace(state, hands={**state.hands, seat: hand})


def _with_coins(state: State, seat: Seat, more: int) -> State:
    old = state.coins[seat]
    return replace(state, coins={**state.coins, seat: Sealed(old.open() + more, old.eyes)})


def _goods(*laid: Laid) -> tuple[str, ...]:
    return tuple(one.card.open() for one in laid)


def _gets(state: State, seat: Seat, card: Laid | None, coins: int) -> State:
    """Give *seat* a card and coins from the market, whether its own or another player's."""
    return _with_coins(_with_cards(state, seat, given=_goods(card)) if card else state, seat, coins)


# Before the sales


def _dealt(state: State, seat: Seat, goods: tuple[str, ...]) -> State:
    dealt = {**state.dealt, seat: goods}
    in_hand = _with_hand(state, seat, tuple(good for good in goods for _ in range(COPIES)))
    all_dealt = len(dealt) == len(state.seats)
    return replace(in_hand, dealt=dealt, phase=Opening() if all_dealt else state.phase)


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
            paid = _with_coins(replace(state, spent=price), buyer, -price)
            return replace(_with_hand(paid, buyer, (*state.hands[buyer].open(), CONTRABAND)), phase=Selling(buyer))
    assert_never(event)


def _next_bidder(state: State, phase: Auctioning) -> Auctioning:
    return replace(phase, turn=next(seat for seat in model.after(state, phase.turn) if seat not in phase.out))


# A sale


def _negotiating(state: State, event: CoinsSet | OfferMade | OfferWithdrawn | StoodBack) -> State:
    phase = state.phase
    assert isinstance(phase, Negotiating)
    match event:
        case CoinsSet(seller, coins):
            return replace(_with_coins(state, seller, phase.coins - coins), phase=replace(phase, coins=coins))
        case OfferMade(buyer, card, coins, revision):
            bare = _with_coins(_returned(state, buyer), buyer, -coins)
            bare = _with_cards(bare, buyer, taken=_goods(card)) if card else bare
            offers = {**phase.offers, buyer: Offered(card, coins, revision)}
            return replace(bare, phase=replace(phase, offers=offers, away=phase.away - {buyer}, revision=revision))
        case OfferWithdrawn(buyer) | StoodBack(buyer):
            offers = {seat: offer for seat, offer in phase.offers.items() if seat != buyer}
            return replace(_returned(state, buyer), phase=replace(phase, offers=offers, away=phase.away | {buyer}))
    assert_never(event)


def _returned(state: State, *buyers: Seat) -> State:
    """Give the offers of *buyers* back into their hands; the caller must take them out of the phase."""
    phase = state.phase
    assert isinstance(phase, Negotiating)
    for buyer in buyers:
        if buyer in phase.offers:
            state = _gets(state, buyer, phase.offers[buyer].card, phase.offers[buyer].coins)
    return state


def _sale(state: State, event: DealMade | SaleForced | CardPicked) -> State:
    match event:
        case DealMade(seller, buyer, sold, coins, paid, price):
            others = [seat for seat in state.seats if seat != buyer]
            after = _gets(_gets(_returned(state, *others), buyer, sold, coins), seller, paid, price)
            return _sale_over(after, seller, buyer, seller if paid else buyer)  # N2
        case SaleForced(seller, card, good, shown):
            phase = state.phase
            assert isinstance(phase, Negotiating)
            bare = _with_coins(_returned(state, *state.seats), seller, phase.coins)  # N3
            bare = _with_cards(bare, seller, taken=_goods(card))
            return replace(bare, phase=Picking(seller, (phase.card, card), good, shown))
        case CardPicked(seller, owner, good, cards):
            after = _with_cards(_with_cards(state, owner, taken=(good,), given=_goods(*cards)), seller, given=(good,))
            return _sale_over(after, seller, owner, owner)
    assert_never(event)


def _sale_over(state: State, seller: Seat, buyer: Seat, next_: Seat) -> State:
    """Finish the sale; *next_*, who holds nine cards, sells next. If a win is possible, ask for declarations (5, N5, N6)."""
    after = replace(state, sold=state.sold | {seller})
    last = model.is_last(state)
    asked = state.options.declare == "by_choice" and (last or model.all_have_sold(after))
    return replace(after, phase=Declaring(next_, buyer, last) if asked else Selling(next_))


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
    outcome = Outcome(cause, winners, coins, state.claims)
    return replace(state, phase=Over(), coins={**state.coins, **shown}, outcome=outcome)
