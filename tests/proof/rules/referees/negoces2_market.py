"""The components of Négoces 2 and its market, for the second opinion (RULEBOOK 1 and 4)."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

GOODS: Final = ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")  # 1: numbered 1 to 8
CONTRABAND: Final = "contraband"
CARDS: Final = (*GOODS, CONTRABAND)


class OnMarket(NamedTuple):
    """A card on the market. *owner* knows it in any case."""

    owner: str
    name: str
    face_down: bool


class Bid(NamedTuple):
    """A buyer's offer: a card, coins, or both. *revision* counts the offers of this sale so far."""

    card: OnMarket | None
    coins: int
    revision: int


@dataclass
class Sale:
    """A sale from the first card on. *second*, *good* and *shown* belong to a forced one."""

    card: OnMarket
    coins: int = 0
    offers: dict[str, Bid] = field(default_factory=dict)
    made: int = 0  # offers, including withdrawn ones
    away: set[str] = field(default_factory=set)
    second: OnMarket | None = None
    good: str = ""
    shown: dict[str, int] = field(default_factory=dict)


def number(card: str) -> int:
    """Return the number on the card, 0 if there is none."""
    return 0 if card == CONTRABAND else GOODS.index(card) + 1
