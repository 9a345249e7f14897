"""Négoces 2's commands (imperative) and events (past). An event is worth a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.negoces2.model import Card, Claim, Laid
from companion.kit.sealed import Sealed

Seat: TypeAlias = str


# Commands
@dataclass(frozen=True, slots=True)
class DealGoods:
    """These goods are *seat*'s, the lower number *first*: dealt by CHANCE, or entered by the seat itself (`deal` cards)."""

    seat: Seat
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class NameOpener:
    """This player opens the bidding: drawn by CHANCE, or named at the table."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidCoins:
    """Say this many coins for the contraband (3)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Be out of the auction (3)."""


@dataclass(frozen=True, slots=True)
class LayCard:
    """Put a card of one's own up for sale (4.1)."""

    card: Card
    face_down: bool


@dataclass(frozen=True, slots=True)
class SetCoins:
    """Have so many coins of one's own lie on the card for sale, 0 or more (4.1)."""

    coins: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer this and nothing else: a card ("" for none), coins, or both (4.2)."""

    card: Card
    face_down: bool
    coins: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take one's offer back, or make none (4.2)."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Take this buyer's offer, as it lies there at *revision* (4.3)."""

    buyer: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class ForceSale:
    """Lay a second card, face down, and name the good that is wanted (4.4)."""

    card: Card
    good: str


@dataclass(frozen=True, slots=True)
class PickCard:
    """Take a shown card of this player's (4.4)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """Say, for now to the barkeep alone, that one has won (N5)."""


@dataclass(frozen=True, slots=True)
class KeepSilent:
    """Say, to the barkeep alone, that one declares nothing (N5)."""


@dataclass(frozen=True, slots=True)
class OpenAnswers:
    """Wait for no more answers: open them (N5)."""


@dataclass(frozen=True, slots=True)
class HideCoins:
    """Hide one's own coins for the rest of the game (N7, `coins` each)."""


# Events
@dataclass(frozen=True, slots=True)
class GoodsDealt:
    """All cards of two *goods* were shown and went into a hand."""

    seat: Seat
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenerNamed:
    """*seat* opens the bidding."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """*seat* said *amount*."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """*seat* is out of the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ContrabandSold:
    """The last one in paid the own last bid, which has left the game (N1)."""

    buyer: Seat
    price: int


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card is for sale."""

    seller: Seat
    card: Laid


@dataclass(frozen=True, slots=True)
class CoinsSet:
    """So many of the seller's coins lie on the card now."""

    seller: Seat
    coins: int


@dataclass(frozen=True, slots=True)
class OfferMade:
    """This is what *buyer* offers now."""

    buyer: Seat
    card: Laid | None
    coins: int
    revision: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """*buyer* has taken the offer back."""

    buyer: Seat


@dataclass(frozen=True, slots=True)
class StoodBack:
    """*buyer* makes no offer."""

    buyer: Seat


@dataclass(frozen=True, slots=True)
class DealMade:
    """*sold*, with the seller's *coins*, for what was *paid*, with the buyer's *price*. Both know the cards now."""

    seller: Seat
    buyer: Seat
    sold: Laid
    coins: int
    paid: Laid | None
    price: int


@dataclass(frozen=True, slots=True)
class SaleForced:
    """All offers went back, the seller's coins too (N3). *card* lies beside the first; the buyers show their *good*."""

    seller: Seat
    card: Laid
    good: str
    shown: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class CardPicked:
    """The seller took *owner*'s card of *good*, and *owner*, who knows them now, both *cards*."""

    seller: Seat
    owner: Seat
    good: str
    cards: tuple[Laid, Laid]


@dataclass(frozen=True, slots=True)
class CoinsHidden:
    """From now on *seat* alone sees how many coins they have."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    """*seat* has told the barkeep whether it *declares* a win."""

    seat: Seat
    declares: Sealed[bool]


@dataclass(frozen=True, slots=True)
class NobodyDeclared:
    """No win was declared."""


@dataclass(frozen=True, slots=True)
class WinsDeclared:
    """The wins that were declared, as they are shown."""

    claims: dict[Seat, Claim]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """*cause* is "goods", "coins" or "limit"; *coins* are those that everybody sees. Several *winners* share."""

    cause: str
    winners: tuple[Seat, ...]
    coins: dict[Seat, int]


Command: TypeAlias = (
    DealGoods | NameOpener | BidCoins | Drop | LayCard | SetCoins | Offer | Withdraw | Accept | ForceSale | PickCard | Declare
    | KeepSilent | OpenAnswers | HideCoins
)  # fmt: skip
Event: TypeAlias = (
    GoodsDealt | OpenerNamed | BidMade | Dropped | ContrabandSold | CardLaid | CoinsSet | OfferMade | OfferWithdrawn
    | StoodBack | DealMade | SaleForced | CardPicked | Answered | NobodyDeclared | WinsDeclared | GameEnded | CoinsHidden
)  # fmt: skip

COMMANDS: Final[tuple[type, ...]] = Command.__args__
EVENTS: Final[tuple[type, ...]] = Event.__args__
