"""What Négoces 2 is played with, and what lies on its market, for the second opinion (RULEBOOK 1 and 4)."""

from dataclasses import dataclass, field
from typing import Final, NamedTuple

GOODS: Final = ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")  # 1: numbered 1 to 8
CONTRABAND: Final = "contraband"
CARDS: Final = (*GOODS, CONTRABAND)


class OnMarket(NamedTuple):
    """A card that lies on the market. *owner* knows it in any case."""

    owner: str
    name: str
    face_down: bool


class Bid(NamedTuple):
    """What a buyer offers: a card, coins, or both. The *revision* is how many offers this sale has seen."""

    card: OnMarket | None
    coins: int
    revision: int


@dataclass
class Sale:
    """A sale from the first card on. *second*, *good* and *shown* belong to a forced one."""

    card: OnMarket
    coins: int = 0
    offers: dict[str, Bid] = field(default_factory=dict)
    made: int = 0  # offers, those that are gone as well
    away: set[str] = field(default_factory=set)
    second: OnMarket | None = None
    good: str = ""
    shown: dict[str, int] = field(default_factory=dict)


def number(card: str) -> int:
    """Return the number on the card, 0 where there is none."""
    return 0 if card == CONTRABAND else GOODS.index(card) + 1
