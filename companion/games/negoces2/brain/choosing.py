"""The brain of Négoces 2's house players: the best sale, offer or forced sale by what it leaves in the hand."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.games.negoces2.brain.valuing import (
    BURDEN,
    VICTORY,
    WEIGHTS,
    Weights,
    coins_of,
    everybody_sold,
    hidden,
    lacks,
    value,
)
from companion.games.negoces2.model import CONTRABAND, GOODS, WINNING, Auctioning, Laid, Negotiating, Picking, State
from companion.games.negoces2.moves import (
    Accept,
    BidCoins,
    Command,
    Declare,
    Drop,
    ForceSale,
    LayCard,
    Offer,
    PickCard,
    Withdraw,
)
from companion.kit.asks import Amount, Choice
from companion.kit.house import Sight, Temper, Thought
from companion.kit.messages import Said, Term, Who, say
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Sequence

Option: TypeAlias = tuple[float, str, Command, Said]  # What a command is worth, in coins; the ask it answers; why.

WANTED: Final = 4.0  # What a good that somebody lacks is worth to them, in coins.
UNSEEN: Final = 1.5  # What people think that a card is worth of which they see only the back, in coins.
ASKED: Final = 3.0  # The offer that a seller takes every other time, in coins.
SPREAD: Final = 1.5  # How much better, in coins, an offer must be to be taken e times as often.
MOST_ADDED: Final = 8  # Coins in an offer beyond which nobody thinks.
WORTHWHILE: Final = 0.2  # What an offer must bring on average to be made, in coins.


def house(sight: Sight[State, Command], temper: Temper, generator: random.Random) -> Thought[Command] | None:
    """Return the answer of a house player of this *temper*, or None if it waits for others."""
    options = [*_options(sight, WEIGHTS[temper])]
    if not options:
        return None
    best = max(worth for worth, *_ in options)
    _, ask, command, reason = generator.choice([option for option in options if option[0] == best])
    return Thought(ask, command, reason)


def _options(sight: Sight[State, Command], weights: Weights) -> Iterator[Option]:
    """Yield the options of the first ask that matters: a win before all else, because a sale may end the chance to say so."""
    state, me = sight.state, sight.seat
    if declare := sight.options("declare"):
        yield from ((float(isinstance(one, Declare)), "declare", one, say("negoces2.why.declared")) for one in declare)
    elif lay := sight.options("lay"):
        yield from _lays(state, me, weights, lay)
    elif isinstance(state.phase, Negotiating):
        yield from _seller(sight, weights) if state.phase.seller == me else _buyer(sight, weights)
    elif isinstance(state.phase, Picking):
        yield from ((_weakness(state, one), "pick", one, say("negoces2.why.picked")) for one in sight.options("pick"))
    elif isinstance(state.phase, Auctioning):
        reasons = {Drop: say("negoces2.why.dropped"), BidCoins: say("negoces2.why.bid")}
        yield from ((_bid(one, weights), "bid", one, reasons[type(one)]) for one in sight.options("bid"))
    else:
        yield from ((0.0, ask.name, one, say("negoces2.why.random")) for ask in sight.asks for one in _awaited(ask))


def _awaited(ask: object) -> tuple[Command, ...]:
    return ask.options if isinstance(ask, Choice) and ask.awaited else ()


def _bid(command: Command, weights: Weights) -> float:
    """Prefer the lowest bid that isn't too high; drop out otherwise (3)."""
    if isinstance(command, BidCoins):
        return weights.bid - command.amount + 0.5
    return 0.0 if isinstance(command, Drop) else -1.0


def _weakness(state: State, command: Command) -> float:
    """Return how little *command* helps a player who may win: whoever shows most copies is furthest from one of each."""
    assert isinstance(command, PickCard)
    assert isinstance(state.phase, Picking)
    return state.phase.shown[command.owner] - coins_of(state, command.owner) / WINNING


def _good(card: str) -> Term:
    return Term(f"negoces2.card.{card}")


# Selling (4.1, 4.3, 4.4)


def _without(hand: Sequence[str], card: str) -> list[str]:
    rest = [*hand]
    rest.remove(card)
    return rest


def _lays(state: State, me: Seat, weights: Weights, lay: Sequence[Command]) -> Iterator[Option]:
    """Value the cards for sale: a spare one that others probably lack lies face up, the contraband face down."""
    hand, coins = state.hands[me].open(), state.coins[me].open()
    for command in lay:
        assert isinstance(command, LayCard)
        left = value(_without(hand, command.card), coins, weights, everybody_sold=False)
        demand = sum(lacks(state, me, seat, command.card) for seat in state.seats if seat != me) / (len(state.seats) - 1)
        shown = UNSEEN if command.face_down else WANTED * demand if command.card in GOODS else 0.0
        yield left + shown, "lay", command, say("negoces2.why.laid", card=_good(command.card))


def _seller(sight: Sight[State, Command], weights: Weights) -> Iterator[Option]:
    """Take the best offer or force the sale, once every buyer has said what they offer."""
    state, me = sight.state, sight.seat
    phase = state.phase
    assert isinstance(phase, Negotiating)
    if len(phase.offers) + len(phase.away) < len(state.seats) - 1:
        return
    sold = everybody_sold(state, me)
    for buyer, offer in phase.offers.items():
        gained = _gained(state, me, offer.card, weights, state.coins[me].open() + offer.coins, sold=sold)
        worth = gained - weights.envy * _bought(state, phase, buyer, offer.coins)
        why = say("negoces2.why.accepted", seat=Who(buyer))
        yield worth, f"accept_{buyer}", Accept(buyer, offer.revision), why
    hand, coins = state.hands[me].open(), state.coins[me].open() + phase.coins
    for command in sight.options("force"):
        assert isinstance(command, ForceSale)
        worth = value([*_without(hand, command.card), command.good], coins, weights, everybody_sold=sold)
        worth -= weights.envy * (2 * UNSEEN + weights.selling) + 0.1 * lacks(state, me, me, command.good)
        yield worth, "force", command, say("negoces2.why.forced", good=_good(command.good))


def _gained(state: State, me: Seat, card: Laid | None, weights: Weights, coins: int, *, sold: bool) -> float:
    """Return the value of one's hand with *card* in addition; if that lies face down, on average."""
    hand = state.hands[me].open()
    if card is None:
        return value(hand, coins, weights, everybody_sold=sold)
    cards = {card.card.open(): 1.0} if card.card.is_open else hidden(state, me)
    return sum(part * value([*hand, one], coins, weights, everybody_sold=sold) for one, part in cards.items())


def _bought(state: State, phase: Negotiating, buyer: Seat, paid: int) -> float:
    """Return the worth of what is for sale to *buyer*, who has *paid* so many coins already, as far as the seller can tell."""
    if coins_of(state, buyer) + phase.coins >= WINNING:
        return VICTORY
    name = phase.card.card.open()
    wanted = WANTED * lacks(state, phase.seller, buyer, name) if name in GOODS else -BURDEN
    return phase.coins - paid + wanted


# Buying (4.2)


def _buyer(sight: Sight[State, Command], weights: Weights) -> Iterator[Option]:
    """Make one offer, or none; offers are not improved afterwards."""
    ask, withdraw = sight.asked("offer"), sight.asked("withdraw")
    if not isinstance(ask, Amount) or not ask.awaited or withdraw is None:
        return
    yield WORTHWHILE, "withdraw", Withdraw(), say("negoces2.why.no_offer")
    state, me, phase = sight.state, sight.seat, sight.state.phase
    assert isinstance(phase, Negotiating)
    now = value(state.hands[me].open(), state.coins[me].open(), weights, everybody_sold=False)
    for much in ask.muches:
        assert isinstance(much.command, Offer)
        for coins in range(much.least, min(much.most, MOST_ADDED) + 1):
            offer = replace(much.command, coins=coins)
            yield _offered(state, me, weights, offer, now), "offer", offer, say("negoces2.why.offered")


def _offered(state: State, me: Seat, weights: Weights, offer: Offer, now: float) -> float:
    """Return the average gain of *offer*: its gain, less envy, times the chance that the seller takes it."""
    phase = state.phase
    assert isinstance(phase, Negotiating)
    hand = state.hands[me].open()
    rest = _without(hand, offer.card) if offer.card else hand
    cards = {phase.card.card.open(): 1.0} if phase.card.card.is_open else hidden(state, me)
    coins, sold = state.coins[me].open() - offer.coins, everybody_sold(state, phase.seller)
    after = sum(part * value([*rest, card], coins, weights, everybody_sold=sold) for card, part in cards.items())
    pays = _pays(state, me, weights, offer)
    taken = 1 / (1 + math.exp(-(pays - ASKED) / SPREAD))
    loses = VICTORY if coins_of(state, phase.seller) + offer.coins >= WINNING and sold else weights.envy * max(0.0, pays)
    return taken * (after - now - loses)


def _pays(state: State, me: Seat, weights: Weights, offer: Offer) -> float:
    """Return the probable worth of *offer* to the seller, who sells on only if it holds a card (N2)."""
    phase = state.phase
    assert isinstance(phase, Negotiating)
    if not offer.card:
        return offer.coins - weights.selling
    if offer.face_down:
        return offer.coins + UNSEEN
    return offer.coins + (WANTED * lacks(state, me, phase.seller, offer.card) if offer.card != CONTRABAND else -BURDEN)
