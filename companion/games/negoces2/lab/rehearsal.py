"""Settings for random games of Négoces 2: favoured moves, short games, players without coins, and collectors of a set."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.negoces2.legal import REFUSALS
from companion.games.negoces2.model import GOODS, Auctioning, Laid, Negotiating, State
from companion.games.negoces2.moves import Accept, Command, Declare, Drop, ForceSale, LayCard, Offer
from companion.kit.rehearsal import Habit, Rehearsal
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    import random
    from collections.abc import Sequence

# How a player who collects a set of goods values cards, in coins.
NEW: Final = 8  # Getting a good that isn't in the hand yet.
UNKNOWN: Final = 3  # Getting a card face down, which may be such a good.
SPARE: Final = 3  # Giving away a duplicate, for each further copy in the hand, two at most.
BURDEN: Final = 5  # Giving away the contraband.


def short_games(generator: random.Random) -> dict[str, object]:
    """Return a random sale limit, mostly low (N6): 200 random sales take long, and without a limit some games never end."""
    return {"sale_limit": str(generator.choice((1, 4, 8, 15, 25, 40, 80, 200)))}


def ruined(state: State) -> State:
    """Return *state* with hardly any coins in the hands; some refusals are given only to players without coins."""
    kept = state.phase.price if isinstance(state.phase, Auctioning) else 0
    coins = {seat: Sealed(min(kept, seal.open()), seal.eyes) for seat, seal in state.coins.items()}
    lost = sum(seal.open() - coins[seat].open() for seat, seal in state.coins.items())
    return replace(state, coins=coins, spent=state.spent + lost)


def gains(state: State, seat: Seat, commands: Sequence[Command]) -> list[int | None]:
    """Return how a player who collects a set values each of *commands*, in coins; *state* is the state as *seat* sees it."""
    hand = state.hands[seat].open() if seat in state.seats else ()
    return [_gain(state, hand, command) for command in commands]


def _gain(state: State, hand: Sequence[str], command: Command) -> int | None:
    match command:
        case Declare():
            return 100
        case LayCard(card):
            return _spare(hand, card)
        case Offer(card, _, coins):
            return (_spare(hand, card) if card else 1) - coins
        case Accept(buyer) if isinstance(state.phase, Negotiating):
            offer = state.phase.offers[buyer]
            return _worth(hand, offer.card) + offer.coins
        case ForceSale(card, good):
            return _spare(hand, card) + (NEW - BURDEN if good not in hand else -BURDEN)
    return None


def _spare(hand: Sequence[str], card: str) -> int:
    """Return the value of giving *card* away, in coins: 0 for the only card of its good."""
    return SPARE * min(hand.count(card) - 1, 2) if card in GOODS else BURDEN


def _worth(hand: Sequence[str], card: Laid | None) -> int:
    if card is None:
        return 0
    if not card.card.is_open:
        return UNKNOWN
    return NEW * (card.card.open() in GOODS and card.card.open() not in hand)


# After these the display shows what comes next; pages tell them.
NOT_SHOWN: Final = (
    "GoodsDealt", "Dropped", "OfferWithdrawn", "StoodBack", "Answered", "NobodyDeclared",
    "WinsDeclared",
)  # fmt: skip


def hides(_state: State, _seat: Seat, command: Command) -> bool:
    """Return whether *command* lays no card face up."""
    return not isinstance(command, LayCard | Offer) or command.face_down


def bids(_state: State, _seat: Seat, command: Command) -> bool:
    """Return whether *command* goes on bidding for the contraband, if it is about that."""
    return not isinstance(command, Drop)


REHEARSAL: Final[Rehearsal[State, Command]] = Rehearsal(
    refusals=REFUSALS,
    leaning={"Declare": 4, "Drop": -3, "Accept": 2, "ForceSale": -2, "Withdraw": -2, "OpenAnswers": -2},
    more_options=short_games,
    gains=gains,
    habits={
        "forces": Habit(wants=("ForceSale",)),
        "hoards": Habit(wants=("Withdraw",)),
        "lowest": Habit(much="least"),
        "hides": Habit(likes=hides),
        "bids": Habit(likes=bids),
    },
    ruined=ruined,
    unasked=0.25,
    left_out={
        "View": {"viewer", "deal", "opener", "tags", "declare", "sale_limit", "latest", "news", "received"},
        "AuctionView": {"bids"},
        "Held": {"number"},
        "CardView": {"number"},
        "ForcedView": {"number"},
    },
    unnamed=("seats", "offers"),
    announced={
        "OpenerNamed": ("seat",),
        "BidMade": ("seat", "amount"),
        "CardLaid": lambda event, _: [event.seller, None if event.card.face_down else event.card.card.open()],
        "CoinsSet": lambda event, _: [event.seller, event.coins or None],
        "CoinsHidden": None,
        "OfferMade": lambda event, _: [event.buyer, f"+{event.coins}" if event.card is None else None],
        "SaleForced": ("seller", "good"),
        "GameEnded": ("winners",),
        "HandsOpened": None,
        "ContrabandSold": ("buyer", "price"),
        "DealMade": lambda event, _: [event.seller, event.buyer, event.coins or None, event.price or None],
        "CardPicked": ("seller", "owner", "good"),
        **dict.fromkeys(NOT_SHOWN, ()),
    },
    outcomes=("ContrabandSold", "DealMade", "SaleForced", "CardPicked", "GameEnded"),
    pictured=("ended", "ended_limit", "ended_shared"),
    ends=("goods", "coins", "limit", "ranking"),
    seldom=("bid_coins", "last_sale", "answered", "coins_held", "ranking"),
)
