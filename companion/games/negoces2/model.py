"""Négoces 2's state: cards, hands, the market, and the coins."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE, Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterable

Cause: TypeAlias = Literal["goods", "coins", "limit", "ranking"]  # Why the game ended.
Deal: TypeAlias = Literal["companion", "cards"]
Opener: TypeAlias = Literal["drawn", "named"]
Declares: TypeAlias = Literal["by_choice", "automatic"]
Tags: TypeAlias = Literal["off", "on"]
Hands: TypeAlias = Literal["on", "off"]
HeadStart: TypeAlias = Literal["none", "A", "B", "C", "D", "E"]
Card: TypeAlias = str  # One of GOODS, or CONTRABAND. The four cards of a good have no identity of their own.

GOODS: Final = ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")  # 1: numbered 1 to 8.
CONTRABAND: Final = "contraband"  # 1: it has no number and isn't a good.
CARDS: Final = (*GOODS, CONTRABAND)
COPIES: Final = 4  # 1: of each good.
HAND: Final = 2 * COPIES  # 2: cards in a hand; the next seller's has one more (4).
COINS: Final = 60  # 1
START: Final = 15  # 2: coins for each player.
GIVEN: Final = {"small": 4, "large": 5}  # N23: the coins that everybody else gives to whoever has a head start.
WINNING: Final = 31  # 5, N4: "31 or more".
FIRST_BID: Final = 1  # 3
RAISES: Final = (1, 2)  # 3


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options, in the words of `rules.OPTIONS`. The game ends after *sale_limit* sales; None: no limit (N6)."""

    deal: Deal
    opener: Opener
    coins: Literal["open", "hidden", "each"]
    declare: Declares
    tags: Tags
    hands_at_end: Hands
    sale_limit: int | None
    head_start: HeadStart = "none"
    head_start_size: Literal["small", "large"] = "small"


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the market. Everybody sees it, or only its owner if it lies face down."""

    card: Sealed[Card]
    face_down: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """A buyer's offer on the market. *revision* distinguishes it from that buyer's earlier offers."""

    card: Laid | None
    coins: int
    revision: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The proof that a player shows for a win: *goods* if one of each of the eight, and *coins* if they count (N11)."""

    goods: bool
    coins: int | None


# Phases: what the table is waiting for
@dataclass(frozen=True, slots=True)
class Dealing:
    """Waits for the goods of the seats that have none yet."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Waits for the name of the player who opens the bidding."""


@dataclass(frozen=True, slots=True)
class Auctioning:
    """Waits for a bid of the player whose *turn* it is. *price* is 0 before the first bid, then the *leader*'s bid."""

    turn: Seat
    price: int = 0
    leader: Seat | None = None
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Selling:
    """Waits for the *seller*, who holds nine cards, to put one up for sale."""

    seller: Seat


@dataclass(frozen=True, slots=True)
class Negotiating:
    """Waits for offers and a deal. *coins* are the seller's on the *card*; *away* holds the buyers who make no offer now."""

    seller: Seat
    card: Laid
    coins: int = 0
    offers: dict[Seat, Offered] = field(default_factory=dict)
    away: frozenset[Seat] = frozenset()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Picking:
    """Waits for the seller to take a card in a forced sale. *shown* counts the cards of *good* by buyer, never 0."""

    seller: Seat
    cards: tuple[Laid, Laid]
    good: str
    shown: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class Declaring:
    """Waits for declarations after a sale to *buyer*, and for the next *seller*'s card unless the sale was the *last* (N6)."""

    seller: Seat
    buyer: Seat
    last: bool
    answers: dict[Seat, Sealed[bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended and waits for nothing."""


Phase: TypeAlias = Dealing | Opening | Auctioning | Selling | Negotiating | Picking | Declaring | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome. *cause* is one of Cause; *coins* are those shown, *claims* the declared wins."""

    cause: Cause
    winners: tuple[Seat, ...]
    coins: dict[Seat, int]
    claims: dict[Seat, Claim]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Every value that isn't sealed is public."""

    seats: tuple[Seat, ...]  # clockwise
    options: Options
    phase: Phase
    hands: dict[Seat, Sealed[tuple[Card, ...]]]  # in the order of CARDS; outside: how many cards
    coins: dict[Seat, Sealed[int]]  # not counting those on the market
    dealt: dict[Seat, tuple[str, ...]] = field(default_factory=dict)  # the goods of the opening deal
    spent: int = 0  # N1: the contraband's price, which has left the game
    round: int = 0  # the number of the current or latest sale; 0 before the first
    sold: frozenset[Seat] = frozenset()  # the seats that have been the seller of a finished sale
    claims: dict[Seat, Claim] = field(default_factory=dict)  # the wins that were shown
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[Viewer, ...]:
    """Return every viewer that may see public values."""
    return (*state.seats, TABLE)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return *cards* sorted by number, as in a hand, so that their order doesn't tell where they came from."""
    return tuple(sorted(cards, key=CARDS.index))


def laid(state: State, owner: Seat, card: Card, *, face_down: bool) -> Laid:
    """Return *card* as laid on the market by *owner*."""
    return Laid(Sealed(card, {owner} if face_down else everyone(state), 1), face_down)


def holdings(state: State, seat: Seat) -> tuple[tuple[Card, ...], int]:
    """Return the cards and coins that *seat* could offer, including those of its present offer, which would come back first."""
    cards, coins = state.hands[seat].open(), state.coins[seat].open()
    offer = state.phase.offers.get(seat) if isinstance(state.phase, Negotiating) else None
    if offer is None:
        return cards, coins
    return in_order((*cards, offer.card.card.open()) if offer.card else cards), coins + offer.coins


def nameable(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """Return the goods that a seller who lays *card* out of *hand* may name in a forced sale (4.4): those that the rest lacks.

    N13: *card* isn't in the hand any more, nor is the first card.
    """
    return tuple([good for good in GOODS if hand.count(good) == (good == card)])


def coins_lie_open(state: State, seat: Seat) -> bool:
    """Return whether everybody sees how many coins *seat* has (N7)."""
    return TABLE in state.coins[seat].eyes


def can_win(state: State, seat: Seat) -> bool:
    """Return whether *seat* holds at least 31 coins (N4) or one of each of the eight goods (5)."""
    return state.coins[seat].open() >= WINNING or has_goods(state, seat)


def has_goods(state: State, seat: Seat) -> bool:
    """Return whether *seat* holds one of each of the eight goods; the contraband isn't one."""
    return set(state.hands[seat].open()) >= set(GOODS)


def all_have_sold(state: State) -> bool:
    """Return whether every player has been the seller of a finished sale (5)."""
    return state.sold == frozenset(state.seats)


def is_last(state: State) -> bool:
    """Return whether the current or latest sale is the last one (N6)."""
    limit = state.options.sale_limit
    return limit is not None and state.round >= limit


def after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats clockwise, beginning with the one after *seat*."""
    at = state.seats.index(seat) + 1
    return state.seats[at:] + state.seats[:at]


def market(state: State) -> list[Laid]:
    """Return the cards on the market, including those in offers."""
    match state.phase:
        case Negotiating(card=card, offers=offers):
            return [card, *(offer.card for offer in offers.values() if offer.card)]
        case Picking(cards=cards):
            return list(cards)
    return []


def market_coins(state: State) -> int:
    """Return how many coins are on the market, including those in offers."""
    match state.phase:
        case Negotiating(coins=coins, offers=offers):
            return coins + sum(offer.coins for offer in offers.values())
    return 0


def sizes(state: State) -> dict[Seat, int]:
    """Return how many cards each hand must have (2, 3, 4), not counting those on the market."""
    seller = getattr(state.phase, "seller", "")
    match state.phase:
        case Dealing():
            return {seat: HAND if seat in state.dealt else 0 for seat in state.seats}
        case Negotiating(offers=offers):
            return {seat: HAND - (seat in offers and offers[seat].card is not None) for seat in state.seats}
        case Picking():
            return {seat: HAND - (seat == seller) for seat in state.seats}
        case Over():  # Nobody sells after the end, and the next seller isn't recorded.
            return {seat: HAND + (hand.outside > HAND) for seat, hand in state.hands.items()}
    return {seat: HAND + (seat == seller) for seat in state.seats}


def census(state: State) -> Counter[Card]:
    """Return how many of each card exist: in hands, on the market and, during the deal, in the box."""
    cards = Counter(card for hand in state.hands.values() for card in hand.open())
    cards.update(one.card.open() for one in market(state))
    if isinstance(state.phase, Dealing):
        given = {good for goods in state.dealt.values() for good in goods}
        cards.update({good: COPIES for good in GOODS if good not in given})
    if isinstance(state.phase, Dealing | Opening | Auctioning):
        cards[CONTRABAND] += 1  # It is on the market until it is sold.
    return cards
