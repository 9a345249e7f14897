"""Négoces 2's state: cards, hands, what lies on the market, and the coins."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable

Seat: TypeAlias = str
Card: TypeAlias = str  # One of GOODS, or CONTRABAND. Four cards of a good are alike: a card has no other identity.

GOODS: Final = ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")  # 1: numbered 1 to 8.
CONTRABAND: Final = "contraband"  # 1: without a number, and not a good.
CARDS: Final = (*GOODS, CONTRABAND)
COPIES: Final = 4  # 1: of each good.
HAND: Final = 2 * COPIES  # 2: cards in every hand; whoever sells next has one more (4).
COINS: Final = 60  # 1
START: Final = 15  # 2: coins for each player.
WINNING: Final = 31  # 5, N4: "31 or more".
FIRST_BID: Final = 1  # 3
RAISES: Final = (1, 2)  # 3


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options; each word is one of `OPTIONS`. *sale_limit* sales end an endless game, None: nothing does (N6)."""

    deal: str
    opener: str
    coins: str
    declare: str
    tags: str
    sale_limit: int | None


@dataclass(frozen=True, slots=True)
class Laid:
    """A card on the market: everybody's to see, or its owner's alone where it lies face down."""

    card: Sealed[Card]
    face_down: bool


@dataclass(frozen=True, slots=True)
class Offered:
    """A buyer's offer as it lies there. *revision* tells it from that buyer's earlier ones."""

    card: Laid | None
    coins: int
    revision: int


@dataclass(frozen=True, slots=True)
class Claim:
    """What a player shows for a win: one of each of the eight *goods*, and *coins* where they count (N11)."""

    goods: bool
    coins: int | None


# What the table waits for
@dataclass(frozen=True, slots=True)
class Dealing:
    """The goods of the seats that have none yet."""


@dataclass(frozen=True, slots=True)
class Opening:
    """Who opens the bidding."""


@dataclass(frozen=True, slots=True)
class Auctioning:
    """The word of the player whose *turn* it is. *price* is 0 before the first bid, then that of the *leader*."""

    turn: Seat
    price: int = 0
    leader: Seat | None = None
    out: frozenset[Seat] = frozenset()


@dataclass(frozen=True, slots=True)
class Selling:
    """The card that the *seller*, with nine in the hand, puts up for sale."""

    seller: Seat


@dataclass(frozen=True, slots=True)
class Negotiating:
    """A deal. *coins* are the seller's, on the *card*; *away* are the buyers who make no offer now."""

    seller: Seat
    card: Laid
    coins: int = 0
    offers: dict[Seat, Offered] = field(default_factory=dict)
    away: frozenset[Seat] = frozenset()
    revision: int = 0


@dataclass(frozen=True, slots=True)
class Picking:
    """The card that the seller takes in a forced sale. *shown* are the cards of *good* by buyer, none of them 0."""

    seller: Seat
    cards: tuple[Laid, Laid]
    good: str
    shown: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class Declaring:
    """The next *seller*'s card, and anybody's declaration after a sale that *buyer* made; none follows the *last* one (N6)."""

    seller: Seat
    buyer: Seat
    last: bool
    answers: dict[Seat, Sealed[bool]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing: the game has ended."""


Phase: TypeAlias = Dealing | Opening | Auctioning | Selling | Negotiating | Picking | Declaring | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why. *cause* is "goods", "coins" or "limit". *coins* are shown, *claims* the declared wins."""

    cause: str
    winners: tuple[Seat, ...]
    coins: dict[Seat, int]
    claims: dict[Seat, Claim]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Unsealed is public."""

    seats: tuple[Seat, ...]  # clockwise
    options: Options
    phase: Phase
    hands: dict[Seat, Sealed[tuple[Card, ...]]]  # in the order of CARDS; outside: how many
    coins: dict[Seat, Sealed[int]]  # without those on the market
    dealt: dict[Seat, tuple[str, ...]] = field(default_factory=dict)  # the goods of the opening deal
    spent: int = 0  # N1: what the contraband cost has left the game
    round: int = 0  # the number of the sale that is on, or was last; 0 before the first
    sold: frozenset[Seat] = frozenset()  # who has been the seller of a finished sale
    claims: dict[str, Claim] = field(default_factory=dict)  # what was shown for a win, once somebody has
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[str, ...]:
    """Return all viewers: whoever may see what is public."""
    return (*state.seats, TABLE)


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Return *cards* as they stand in a hand: by number, so that the order tells nothing of where they came from."""
    return tuple(sorted(cards, key=CARDS.index))


def laid(state: State, owner: Seat, card: Card, *, face_down: bool) -> Laid:
    """Return *card* as it lies on the market."""
    return Laid(Sealed(card, {owner} if face_down else everyone(state), 1), face_down)


def holdings(state: State, seat: Seat) -> tuple[tuple[Card, ...], int]:
    """Return the cards and coins that *seat* could offer: those of an offer that lies there would come back first."""
    cards, coins = state.hands[seat].open(), state.coins[seat].open()
    offer = state.phase.offers.get(seat) if isinstance(state.phase, Negotiating) else None
    if offer is None:
        return cards, coins
    return in_order((*cards, offer.card.card.open()) if offer.card else cards), coins + offer.coins


def coins_lie_open(state: State, seat: Seat) -> bool:
    """Whether everybody sees how many coins *seat* has (N7)."""
    return TABLE in state.coins[seat].eyes


def can_win(state: State, seat: Seat) -> bool:
    """Whether *seat* holds 31 coins (N4), or one of each of the eight goods (5)."""
    return state.coins[seat].open() >= WINNING or has_goods(state, seat)


def has_goods(state: State, seat: Seat) -> bool:
    """Whether *seat* holds one of each of the eight goods; the contraband is none."""
    return set(state.hands[seat].open()) >= set(GOODS)


def all_have_sold(state: State) -> bool:
    """Whether every player has been the seller of a finished sale (5)."""
    return state.sold == frozenset(state.seats)


def is_last(state: State) -> bool:
    """Whether no sale follows the one that is on, or was last (N6)."""
    limit = state.options.sale_limit
    return limit is not None and state.round >= limit


def after(state: State, seat: Seat) -> tuple[Seat, ...]:
    """Return all seats clockwise, beginning on the left of *seat*."""
    at = state.seats.index(seat) + 1
    return state.seats[at:] + state.seats[:at]


def market(state: State) -> list[Laid]:
    """Return the cards that lie on the market, offers too."""
    match state.phase:
        case Negotiating(card=card, offers=offers):
            return [card, *(offer.card for offer in offers.values() if offer.card)]
        case Picking(cards=cards):
            return list(cards)
    return []


def market_coins(state: State) -> int:
    """Return how many coins lie on the market, offers too."""
    match state.phase:
        case Negotiating(coins=coins, offers=offers):
            return coins + sum(offer.coins for offer in offers.values())
    return 0


def sizes(state: State) -> dict[Seat, int]:
    """Return how many cards each hand has by the rules (2, 3, 4), without those that lie on the market."""
    seller = getattr(state.phase, "seller", "")
    match state.phase:
        case Dealing():
            return {seat: HAND if seat in state.dealt else 0 for seat in state.seats}
        case Negotiating(offers=offers):
            return {seat: HAND - (seat in offers and offers[seat].card is not None) for seat in state.seats}
        case Picking():
            return {seat: HAND - (seat == seller) for seat in state.seats}
        case Over():  # Nobody sells any more, and nobody says who would have.
            return {seat: HAND + (hand.outside > HAND) for seat, hand in state.hands.items()}
    return {seat: HAND + (seat == seller) for seat in state.seats}


def census(state: State) -> Counter[Card]:
    """Return how many of each card there are: in hands, on the market, and in the box while they are dealt."""
    cards = Counter(card for hand in state.hands.values() for card in hand.open())
    cards.update(one.card.open() for one in market(state))
    if isinstance(state.phase, Dealing):
        given = {good for goods in state.dealt.values() for good in goods}
        cards.update({good: COPIES for good in GOODS if good not in given})
    if isinstance(state.phase, Dealing | Opening | Auctioning):
        cards[CONTRABAND] += 1  # It lies on the market until it is sold.
    return cards
