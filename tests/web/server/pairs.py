"""Two tables that differ in one secret of one player's, for each game: piles, holdings, cards face down, answers."""

from __future__ import annotations

from dataclasses import replace
from itertools import chain
from typing import Any, Final

from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallLastOrder,
    DrawPawn,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    RefuseOffer,
    SellTo,
    Stake,
)
from companion.game import TABLE
from companion.money import Pile
from companion.negoces2.model import State as Negoces2
from companion.negoces2.moves import Accept, Declare, ForceSale, KeepSilent, LayCard, Offer, OpenAnswers, PickCard
from companion.sealed import Sealed
from companion.shark.companies import Each
from companion.shark.model import State as Shark
from tests.companion.negoces2.positions import RICH, sale
from tests.companion.negoces2.positions import position as negoces2
from tests.companion.shark.positions import owing
from tests.companion.shark.positions import position as shark
from tests.web.contract import Move, Pair
from tests.web.tables import FIRST, SECOND

# Barracuda: piles until they are turned over

SEATS: Final = "ABCDE"
OPENED: Final = [one for seat, bar in chain(FIRST.items(), SECOND.items())
                 for one in ((TABLE, DrawPawn(seat)), (seat, OpenBar(bar)))]  # fmt: skip
PILES: Final = (Pile(fives=1, fakes=1), Pile(twos=2))  # Both two notes, and enough for a rent of 2.

OTHERS_BID: Final = [(seat, Bid(PILES[0])) for seat in "CDE"]
OTHERS_STAKE: Final = [(seat, Stake(PILES[0])) for seat in "BCD"]


def takeover(seat: str, bar: str, pile: Pile) -> list[Move]:
    return [(TABLE, DrawPawn(seat)), (seat, OfferTakeover(bar, pile))]


def auction(seller: str) -> list[Move]:
    """Play the third round so that *seller*, A or E, has three leases, and auctions one in the fourth."""
    other, theirs = ("E", "Tide Bar") if seller == "A" else ("B", "Banana Bar")
    moves = [*OPENED, *takeover(seller, theirs, Pile(fives=1)), (other, AcceptOffer())]
    for seat in SEATS.replace(seller, ""):
        bar, lessee = ("Octopus", "A") if seat != "A" else ("Harbour Bar", "B")
        moves += [(TABLE, DrawPawn(seat)), (seat, OfferPartnership(bar, Pile(ones=1))), (lessee, RefuseOffer())]
    return [*moves, (TABLE, DrawPawn(seller)), (seller, AuctionBar(theirs))]


def poorer(bid: Pile) -> list[Move]:
    """Let A buy E's third lease for *bid*; then C makes an offer that A can't refuse if it was too much (B10)."""
    bids = [("A", Bid(bid)), *((seat, Bid(Pile(fakes=1))) for seat in "BCD"), ("E", SellTo("A"))]
    return [*auction("E"), *bids, *takeover("C", "Octopus", Pile(tens=1, twos=1))]


def barracuda(victim: str, cheats: str, *moves: list[Move], **more: Any) -> Pair:
    return Pair("barracuda", victim, cheats, (None, None), moves, options=(("draw", "bag"),), **more)


BARRACUDA: Final = {
    "a pushed pile": barracuda("C", "AB", *([*OPENED, *takeover("C", "Tide Bar", pile)] for pile in PILES), shown=False),
    "bids": barracuda("B", "CDE", *([*auction("A"), ("B", Bid(pile)), *OTHERS_BID] for pile in PILES)),
    "a bid before others": barracuda("B", "CA", *([*auction("A"), ("B", Bid(pile))] for pile in PILES)),
    "stakes": barracuda(
        "A", "BE",
        *([*OPENED, ("D", CallLastOrder()), ("A", Stake(pile)), *OTHERS_STAKE] for pile in PILES), told=(Stake,),
    ),
    "a purse that is too small to refuse": barracuda("A", "BCD", *(poorer(bid) for bid in (Pile(tens=3), Pile(ones=3)))),
}  # fmt: skip

# Shark: what one holds, has bought or owes, with `holdings` hidden

CITY: Final = {"red": "A1 B1", "blue": "G1 H1 A5 B5", "yellow": "L10"}


def held(purse: int, shares: Each, bought: int, seat: str) -> Shark:
    """A is about to trade, *seat* holds this, and A has bought so many shares."""
    state = shark("ABCD", CITY, cash={seat: purse, "C": 6}, shares={seat: shares, "C": Each(red=2)}, holdings="hidden")
    return replace(state, phase=replace(state.phase, bought=Sealed(bought, ("A",))))


NOTHING: Final = Each()
SHARK: Final = {
    "trade": Pair("shark", "A", "CD", (held(0, NOTHING, 0, "A"), held(70, Each(red=1, blue=9), 5, "A"))),
    "another's trade": Pair("shark", "B", "AC", (held(0, NOTHING, 0, "B"), held(70, Each(blue=4, green=30), 0, "B"))),
    "debt": Pair(
        "shark", "B", "AC",
        (owing(held(0, Each(blue=2), 0, "B"), B=1), owing(held(9, Each(red=5, blue=20), 3, "B"), B=24)),
    ),
}  # fmt: skip

# Négoces 2: a card that lies or lay face down, an answer, a hand, hidden coins

HIDDEN: Final = ("tea", "silk")  # What B may offer face down.
LOST: Final = ("coffee", "jewels")
GIVEN: Final = ("wine", "spices")
WITHOUT_JADE: Final = {**RICH, "A": RICH["A"].replace("jade", "contraband"), "D": RICH["D"].replace("contraband", "jade")}
RICHES: Final = [negoces2(hands, sold="BCD") for hands in (RICH, WITHOUT_JADE)]
PURSES: Final = [negoces2(coins=coins, hidden=True) for coins in ({"A": 25, "B": 2}, {"A": 2, "B": 25})]
TAGGED: Final = negoces2(tags="on")


def laid(card: str = "wine", *, face_down: bool = False) -> Move:
    return "A", LayCard(card, face_down)


def offers(card: str, seat: str = "B") -> Move:
    return seat, Offer(card, face_down=True, coins=2)


def market(victim: str, cheats: str, *moves: list[Move], start: Negoces2 | None = None, **more: Any) -> Pair:
    start = start or negoces2()
    return Pair("negoces2", victim, cheats, (start, start), moves, **more)


def swapped(card: str) -> list[Move]:
    """A deal between A and B, which C loses with *card*."""
    return [laid(face_down=True), offers("tea"), offers(card, seat="C"), ("A", Accept("B", 1))]


DECLARING: Final = sale("B", 1, "wine")
NEGOCES2: Final = {
    "a card for sale": market("A", "BD", *([laid(card, face_down=True)] for card in ("wine", "contraband"))),
    "an offer": market("B", "AC", *([laid(), offers(card)] for card in HIDDEN), told=(Accept,)),
    "a loser's offer": market("C", "AB", *(swapped(card) for card in LOST), shown=False),
    "a picked card": market("D", "BC", *([laid(), ("A", ForceSale(card, "jade")), ("A", PickCard("D"))] for card in GIVEN)),
    "who could declare": Pair("negoces2", "A", "BC", RICHES, (DECLARING, DECLARING), told=(OpenAnswers, LayCard)),
    "an answer": market(
        "A", "CD", *([*DECLARING, ("A", answer)] for answer in (Declare(), KeepSilent())),
        start=RICHES[0], told=(OpenAnswers,), shown=False,
    ),
    "hidden coins": Pair("negoces2", "A", "CD", PURSES, ([laid()], [laid()])),
    "a tagged card": market("A", "BD", *([("tap", card), laid(card, face_down=True)] for card in GIVEN), start=TAGGED),
    "another's card on the reader": market("B", "AC", *([("tap", card)] for card in HIDDEN), start=TAGGED, shown=False),
}  # fmt: skip

PAIRS: Final = {**BARRACUDA, **SHARK, **NEGOCES2}
