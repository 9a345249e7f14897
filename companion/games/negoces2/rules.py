"""Négoces 2's rules: what a command brings about. Rule numbers are those of RULEBOOK.md."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, assert_never

from companion.games.negoces2 import model
from companion.games.negoces2.evolve import cleared, evolve
from companion.games.negoces2.model import (
    CARDS,
    COINS,
    CONTRABAND,
    COPIES,
    GIVEN,
    START,
    Auctioning,
    Cause,
    Claim,
    Dealing,
    Declaring,
    Laid,
    Negotiating,
    Opening,
    Options,
    Outcome,
    Over,
    Picking,
    State,
)
from companion.games.negoces2.moves import (
    Accept,
    Answered,
    BidCoins,
    BidMade,
    CardLaid,
    CardPicked,
    CoinsHidden,
    CoinsSet,
    Command,
    ContrabandSold,
    DealGoods,
    DealMade,
    Declare,
    Drop,
    Dropped,
    Event,
    ForceSale,
    GameEnded,
    GoodsDealt,
    HandsOpened,
    HideCoins,
    KeepSilent,
    LayCard,
    NameOpener,
    NobodyDeclared,
    Offer,
    OfferMade,
    OfferWithdrawn,
    OpenAnswers,
    OpenerNamed,
    PickCard,
    SaleForced,
    SetCoins,
    StoodBack,
    WinsDeclared,
    Withdraw,
)
from companion.kit.game import insist
from companion.kit.options import Option
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE, Seat

SEATS: Final = ("A", "B", "C", "D", "E")
FEWEST: Final = 4
MOST: Final = 4

OPTIONS: Final = {
    "deal": Option(("companion", "cards")),
    "opener": Option(("drawn", "named")),
    "coins": Option(("open", "hidden", "each")),
    "declare": Option(("by_choice", "automatic")),
    "tags": Option(("off", "on")),
    "hands_at_end": Option(("on", "off"), before="off"),
    "head_start": Option(("none", *SEATS)),
    "head_start_size": Option(("small", "large")),
    "sale_limit": Option(("200", "100", "50", "25", "none")),
}
MOST_SALES: Final = 1_000
FIGURES: Final = re.compile("[0-9]{1,4}")


# Setting up (2)


def setup(seats: Sequence[Seat], options: Mapping[str, object]) -> State:
    """Return the first state of a game for exactly four of SEATS.

    *options* gives words for `OPTIONS`; "sale_limit" may be any whole number from 1 to 1000, written in figures, or
    "none". Raises ValueError for anything else.
    """
    if len(seats) != MOST or [seat for seat in SEATS if seat in seats] != list(seats):
        raise ValueError("Négoces 2 needs four seats, in alphabetical order")
    chosen = _options(options)
    eyes = (*seats, TABLE) if chosen.coins != "hidden" else ()
    hands = {seat: Sealed[tuple[str, ...]]((), {seat}) for seat in seats}
    coins = {seat: Sealed(start(seats, chosen, seat), eyes or {seat}) for seat in seats}
    return State(tuple(seats), chosen, Dealing(), hands, coins)


def start(seats: Sequence[Seat], options: Options, seat: Seat) -> int:
    """Return the coins that *seat* begins with: START, or what a head start makes of it (N23). Everybody may know this."""
    given = GIVEN[options.head_start_size] if options.head_start in seats else 0
    return START + (given * (len(seats) - 1) if seat == options.head_start else -given)


def _options(given: Mapping[str, object]) -> Options:
    if set(given) - {field.name for field in fields(Options)}:
        raise ValueError("Négoces 2 has no such option")
    words: dict[str, Any] = {name: given.get(name, option.unsaid) for name, option in OPTIONS.items()}
    limit = _limit(words.pop("sale_limit"))
    if any(words[name] not in OPTIONS[name].choices for name in words):
        raise ValueError("the option has no such choice")
    return Options(**words, sale_limit=limit)


def _limit(word: object) -> int | None:
    if word == "none":
        return None
    if not isinstance(word, str) or not FIGURES.fullmatch(word) or not 1 <= int(word) <= MOST_SALES:
        raise ValueError(f"sale_limit must be none, or a number from 1 to {MOST_SALES} in figures")
    return int(word)


# Deciding


def events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    """Return the events of *command* and all that follow from it without another command."""
    own = _events(state, seat, command)
    return own + _consequences(state, own)


def _after(state: State, events: Sequence[Event]) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def _events(state: State, seat: Seat, command: Command) -> tuple[Event, ...]:
    match command:
        case DealGoods(owner, first, second):
            return (GoodsDealt(owner, (first, second)),)
        case NameOpener(opener):
            return (OpenerNamed(opener),)
        case BidCoins(amount):
            return (BidMade(seat, amount),)
        case Drop():
            return (Dropped(seat),)
        case LayCard(card, face_down):
            return _lay(state, CardLaid(seat, model.laid(state, seat, card, face_down=face_down)))
        case HideCoins():
            return (CoinsHidden(seat),)
        case SetCoins(coins):
            return (CoinsSet(seat, coins),)
        case ForceSale(card, good):
            return (_forced(state, seat, card, good),)
        case PickCard(owner):
            return (_picked(state, owner),)
        case Declare() | KeepSilent():
            return (Answered(seat, Sealed(isinstance(command, Declare), {seat})),)
        case OpenAnswers():
            return _declarations(state)
        case Offer() | Withdraw() | Accept():
            return (_trade(state, seat, command),)
    assert_never(command)


def _consequences(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events that follow without another command.

    They may rest only on facts that everybody sees or, with `declare` automatic (N5), that the table agreed to show.
    """
    match events[-1]:
        case Dropped():
            return _last_bidder(_after(state, events))
        case Answered():
            return _all_answered(_after(state, events))
        case DealMade(buyer=buyer) | CardPicked(owner=buyer) if state.options.declare == "automatic":
            return _settled(_after(state, events), buyer)
    return ()


def outcome(state: State) -> Outcome | None:
    """Return who won and why, or None while the game goes on."""
    return state.outcome


# The auction (3)


def _last_bidder(state: State) -> tuple[Event, ...]:
    phase = state.phase
    assert isinstance(phase, Auctioning)
    alone = len(phase.out) == len(state.seats) - 1
    assert phase.leader is not None
    return (ContrabandSold(phase.leader, phase.price),) if alone else ()


# A sale (4)


def _lay(state: State, event: CardLaid) -> tuple[Event, ...]:
    """Lay a card, which opens the answers first. If somebody has won, the card stays in the hand (N5)."""
    if not isinstance(state.phase, Declaring):
        return (event,)
    closed = _declarations(state)
    return closed if any(isinstance(one, GameEnded) for one in closed) else (*closed, event)


def _trade(state: State, seat: Seat, command: Offer | Withdraw | Accept) -> Event:
    phase = state.phase
    assert isinstance(phase, Negotiating)
    match command:
        case Offer(name, face_down, coins):
            card = model.laid(state, seat, name, face_down=face_down) if name else None
            return OfferMade(seat, card, coins, phase.revision + 1)
        case Withdraw():
            return OfferWithdrawn(seat) if seat in phase.offers else StoodBack(seat)
        case Accept(buyer):
            offer = phase.offers[buyer]
            paid = offer.card and _known_to(offer.card, seat, buyer)
            return DealMade(seat, buyer, _known_to(phase.card, seat, buyer), phase.coins, paid, offer.coins)
    assert_never(command)


def _known_to(card: Laid, *parties: Seat) -> Laid:
    """Return *card* with both *parties* of its deal allowed to see it, if it lies face down."""
    return Laid(card.card.with_eyes(parties), face_down=True) if card.face_down else card


def _forced(state: State, seller: Seat, card: str, good: str) -> SaleForced:
    held = {seat: model.holdings(state, seat)[0].count(good) for seat in state.seats if seat != seller}
    shown = {seat: count for seat, count in held.items() if count}
    return SaleForced(seller, model.laid(state, seller, card, face_down=True), good, shown)


def _picked(state: State, owner: Seat) -> CardPicked:
    phase = state.phase
    assert isinstance(phase, Picking)
    first, second = (_known_to(card, phase.seller, owner) for card in phase.cards)
    return CardPicked(phase.seller, owner, phase.good, (first, second))


# The end (5)


def _declarations(state: State) -> tuple[Event, ...]:
    """Open the answers: somebody has won, the last sale has ended the game (N6), or the next sale follows."""
    phase = state.phase
    assert isinstance(phase, Declaring)
    declared = [seat for seat in state.seats if seat in phase.answers and phase.answers[seat].open()]
    silent: tuple[Event, ...] = () if declared else (NobodyDeclared(),)
    return (*silent, *_end(state, declared, phase.buyer)) if declared or phase.last else silent


def _all_answered(state: State) -> tuple[Event, ...]:
    phase = state.phase
    assert isinstance(phase, Declaring)
    return _declarations(state) if len(phase.answers) == len(state.seats) else ()  # N10


def _settled(state: State, buyer: Seat) -> tuple[Event, ...]:
    """End the game after a sale if somebody has won (N5 automatic) or the sale was the last one (N6)."""
    last = model.is_last(state)
    if not last and not model.all_have_sold(state):
        return ()
    winning = [seat for seat in state.seats if model.can_win(state, seat)]
    return _end(state, winning, buyer) if winning or last else ()


def ranking(state: State) -> tuple[Event, ...]:
    """Return the events that end the game now, by its ranking as it stands; none before there is one (N20)."""
    if isinstance(state.phase, Dealing | Opening | Auctioning):
        return ()
    state = cleared(state)
    return _end(state, [seat for seat in state.seats if model.can_win(state, seat)], "", "ranking")


def _end(state: State, claiming: list[Seat], buyer: Seat, otherwise: Cause = "limit") -> tuple[Event, ...]:
    """End the game for *claiming*; if nobody has won by the last sale (N6), most coins win, with the cause *otherwise*."""
    if not claiming:
        coins = {seat: state.coins[seat].open() for seat in state.seats}
        return GameEnded(otherwise, _richest(coins), coins), *_hands(state)
    claims = {seat: _claim(state, seat, alone=len(claiming) == 1) for seat in claiming}
    best = _richest({seat: state.coins[seat].open() for seat in claiming})
    winners = (buyer,) if buyer in best else best  # N19: the buyer of that sale if among them, else they share.
    cause: Cause = "goods" if claims[winners[0]].goods else "coins"
    compared = [seat for seat in claims if claims[seat].coins is not None]
    shown = [seat for seat in state.seats if seat in compared or model.coins_lie_open(state, seat)]
    ended = GameEnded(cause, winners, {seat: state.coins[seat].open() for seat in shown})
    return WinsDeclared(claims), ended, *_hands(state)


def _hands(state: State) -> tuple[Event, ...]:
    """Return what opens all hands after the end, if the table has agreed to it (N22). Nothing lies on the market any more."""
    hands = {seat: state.hands[seat].open() for seat in state.seats}
    return (HandsOpened(hands),) if state.options.hands_at_end == "on" else ()


def _richest(coins: Mapping[Seat, int]) -> tuple[Seat, ...]:
    return tuple(seat for seat in coins if coins[seat] == max(coins.values()))


def _claim(state: State, seat: Seat, *, alone: bool) -> Claim:
    """Return the proof that *seat* must show (N11): its goods or else its coins; if several declare, always its coins."""
    goods, coins = model.has_goods(state, seat), state.coins[seat].open()
    return Claim(goods, coins if not goods or not alone else None)


# The invariant


def check(state: State) -> None:
    """Raise InvariantError unless there are 33 cards and 60 coins in all and each hand has the size that the rules give it."""
    whole = {card: 1 if card == CONTRABAND else COPIES for card in CARDS}
    insist(model.census(state) == whole, "cards were made or lost")
    coins = [seal.open() for seal in state.coins.values()]
    insist(min(coins) >= 0, "a negative number of coins")
    insist(sum(coins) + model.market_coins(state) + state.spent == COINS, "coins were made or lost")
    sizes = model.sizes(state)
    opened = set(model.everyone(state)) if state.outcome and state.options.hands_at_end == "on" else set()
    for seat, hand in state.hands.items():
        insist(hand.outside == len(hand.open()) == sizes[seat], "a hand whose size is wrong")
        insist(hand.eyes in ({seat}, opened), "a hand that somebody else can see")
        insist(hand.open() == model.in_order(hand.open()), "a hand that isn't sorted, so that its order could reveal something")
    insist((state.outcome is not None) == isinstance(state.phase, Over), "the phase doesn't match the outcome")
