"""Value a hand of Négoces 2 for a house player, and guess what others lack. All values are in coins.

A player wins with one of each good, or with 31 coins (5). So each further kind of good is worth more than the one before, and
so are coins near 31. The ninth card is worth something, too: whoever holds it sells, and can force a sale for a lacking good.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.games.negoces2 import model
from companion.games.negoces2.model import CONTRABAND, COPIES, GOODS, HAND, START, WINNING, State
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from companion.kit.house import Temper


@dataclass(frozen=True, slots=True)
class Weights:
    """The worth of cards and coins to a temper.

    *kinds* is what 0 to 8 different goods are worth together, in coins, *selling* what it is worth to be the one who sells.
    *rush* is by how much coins count for more near 31: per coin beyond NEARLY, squared. *envy* is the part of another player's
    gain that counts as one's own loss. *bid* is the most to bid for the contraband (3): all that each has at first, because
    its buyer sells first, and wins more than a third of the games even so.
    """

    kinds: tuple[float, ...] = (0, 0, 2.5, 5.5, 9, 13, 17.5, 23, 34)
    selling: float = 2.5
    rush: float = 0.15
    envy: float = 0.25
    bid: int = START


WEIGHTS: Final[Mapping[Temper, Weights]] = {
    "careful": Weights(),
    "bold": Weights(selling=3, rush=0.2),
}
NEARLY: Final = 21  # Coins from which on the 31 are in sight.
VICTORY: Final = 200.0  # What a win is worth.
BURDEN: Final = 2.0  # What the contraband costs its holder: a place in the hand.
FORGOTTEN: Final = 12  # Sales after which a guess by the opening deal counts e times less.
# How often to take a card that lies face down for the contraband, if one doesn't hold that oneself. It is something else far
# more often, but whoever trusts what others hide loses to a player who hides everything.
SMUGGLED: Final = 0.6


def value(hand: Sequence[str], coins: int, weights: Weights, *, everybody_sold: bool) -> float:
    """Return the worth of *hand* and *coins* after a sale; a win counts only once *everybody_sold* (5)."""
    kinds = len({card for card in hand if card in GOODS})
    won = everybody_sold and (kinds == len(GOODS) or coins >= WINNING)
    near = max(0, min(coins, WINNING) - NEARLY)
    cards = weights.kinds[kinds] - BURDEN * (CONTRABAND in hand) + weights.selling * (len(hand) > HAND)
    return VICTORY * won + cards + coins + weights.rush * near * near


def lacks(state: State, me: Seat, seat: Seat, good: str) -> float:
    """Return the chance, 0 to 1, that *seat* has no *good*: by the copies that *me* holds and, early on, by the deal."""
    others = COPIES - state.hands[me].open().count(good) if good in GOODS else 0
    by_count = (2 / 3) ** others
    fresh = math.exp(-state.round / FORGOTTEN)
    by_deal = 0.05 if good in state.dealt.get(seat, ()) else 0.95
    return fresh * by_deal + (1 - fresh) * by_count


def hidden(state: State, me: Seat) -> dict[str, float]:
    """Return how probable each card is to be the one that somebody else laid face down."""
    hand = state.hands[me].open()
    smuggled = 0.0 if CONTRABAND in hand else SMUGGLED
    unseen = {good: COPIES - hand.count(good) for good in GOODS}
    total = sum(unseen.values())
    return {CONTRABAND: smuggled, **{good: (1 - smuggled) * count / total for good, count in unseen.items()}}


def everybody_sold(state: State, seller: Seat) -> bool:
    """Return whether all will have sold after the sale of *seller* that goes on now."""
    return model.all_have_sold(state) or state.sold | {seller} == frozenset(state.seats)


def coins_of(state: State, seat: Seat) -> int:
    """Return how many coins *seat* has, or of hidden ones an equal part of what is left (N7)."""
    held = state.coins[seat]
    if held.is_open:
        return held.open()
    known = sum(one.open() for one in state.coins.values() if one.is_open)
    unknown = sum(not one.is_open for one in state.coins.values())
    return max(0, model.COINS - state.spent - known - model.market_coins(state)) // unknown
