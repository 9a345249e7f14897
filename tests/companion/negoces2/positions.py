"""Positions of Négoces 2 from which to test a rule."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.games.negoces2 import model, rules
from companion.games.negoces2.model import COINS, Phase, Selling, State
from companion.games.negoces2.moves import Accept, DealGoods, LayCard, Offer
from companion.kit import CHANCE, TABLE, Sealed

# A after the auction, with the contraband: nobody has a spare good yet.
DEALT = {
    "A": "wine wine wine wine spices spices spices spices contraband", "B": "tea tea tea tea silk silk silk silk",
    "C": "coffee coffee coffee coffee jewels jewels jewels jewels", "D": "perfume perfume perfume perfume jade jade jade jade",
}  # fmt: skip
# A sells, and holds one of each good: A wins unless somebody takes one away.
RICH = {
    "A": "wine spices tea silk coffee jewels perfume jade wine", "B": "tea tea tea silk silk silk wine wine",
    "C": "coffee coffee coffee jewels jewels jewels spices spices",
    "D": "perfume perfume perfume jade jade jade spices contraband",
}  # fmt: skip
DEAL = [
    ("A", DealGoods("A", "wine", "jade")), ("B", DealGoods("B", "spices", "perfume")), ("C", DealGoods("C", "tea", "jewels")),
    ("D", DealGoods("D", "silk", "coffee")),
]  # fmt: skip
BY_CHANCE = [(CHANCE, command) for _, command in DEAL]
VIEWERS = ("A", "B", "C", "D", TABLE)


def position(
    hands: Mapping[str, str] = DEALT,
    *,
    seller: str = "A",
    coins: Mapping[str, int] | None = None,
    sold: Iterable[str] = (),
    round_: int = 0,
    phase: Phase | None = None,
    hidden: bool = False,
    each: bool = False,
    **options: Any,
) -> State:
    """Return a position that balances: coins missing from the sixty have left the game. *seller* is to lay a card.

    *coins* are those of the players; *hidden* and *each* are choices of the option about them.
    """
    fresh = rules.setup(tuple(hands), {**options, "coins": "hidden" if hidden else "each" if each else "open"})
    held = {seat: (coins or {}).get(seat, 15) for seat in hands}
    cards = {seat: model.in_order(words.split()) for seat, words in hands.items()}
    state = replace(
        fresh,
        phase=phase or Selling(seller),
        hands={seat: Sealed(hand, {seat}, len(hand)) for seat, hand in cards.items()},
        coins={seat: Sealed(held[seat], fresh.coins[seat].eyes) for seat in hands},
        dealt={"A": ("wine", "spices"), "B": ("tea", "silk"), "C": ("coffee", "jewels"), "D": ("perfume", "jade")},
        spent=COINS - sum(held.values()),
        sold=frozenset(sold),
        round=round_,
    )
    rules.check(state)
    return state


def sale(buyer: str, price: int, card: str, seller: str = "A", *, face_down: bool = False) -> list[tuple[str, Any]]:
    return [(seller, LayCard(card, face_down)), (buyer, Offer("", face_down=False, coins=price)), (seller, Accept(buyer, 1))]


def hand(state: State, seat: str) -> str:
    return " ".join(state.hands[seat].open())


def purse(state: State, seat: str) -> int:
    """Return the number of *seat*'s coins, without those on the market."""
    return state.coins[seat].open()
