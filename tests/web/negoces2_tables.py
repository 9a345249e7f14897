"""Games of Négoces 2 for the pages to show: begun in a fixed way, or played until some condition holds."""

from typing import Final

from companion.games.negoces2.moves import BidCoins, DealGoods, Drop, LayCard, NameOpener, Offer
from companion.table.table import Table

FOUR: Final = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne"}
BY_HAND: Final = {"deal": "cards", "opener": "named"}  # Nothing is left to chance.
DEALT: Final = {"A": ("wine", "spices"), "B": ("tea", "silk"), "C": ("coffee", "jewels"), "D": ("perfume", "jade")}


def dealt(table: Table) -> None:
    """Let everybody enter their own goods: `DEALT`."""
    for letter, goods in DEALT.items():
        table.act(letter, DealGoods(letter, *goods))


def auctioned(table: Table) -> None:
    """Let A open, and get the contraband for three coins."""
    table.act("C", NameOpener("A"))
    table.act("A", BidCoins(1))
    table.act("B", BidCoins(2))
    for letter in "CD":
        table.act(letter, Drop())
    table.act("A", BidCoins(3))
    table.act("B", Drop())


def to_market(table: Table, card: str = "wine", *, face_down: bool = False) -> None:
    """Play to A's first sale (BY_HAND), and lay *card*."""
    dealt(table)
    auctioned(table)
    table.act("A", LayCard(card, face_down=face_down))


def all_offer(table: Table) -> None:
    """Let B offer tea and a coin, C a card face down, and D four coins."""
    table.act("B", Offer("tea", face_down=False, coins=1))
    table.act("C", Offer("jewels", face_down=True, coins=0))
    table.act("D", Offer("", face_down=False, coins=4))
