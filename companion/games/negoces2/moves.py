"""Négoces 2's commands (imperative) and events (past tense). An event is anything that deserves a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias, get_args

from companion.games.negoces2.model import Card, Cause, Claim, Laid
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat


# Commands
@dataclass(frozen=True, slots=True)
class DealGoods:
    """Give *seat* two goods, the lower number *first*: dealt by CHANCE, or entered by the seat itself (`deal` cards)."""

    seat: Seat
    first: str
    second: str


@dataclass(frozen=True, slots=True)
class NameOpener:
    """Name the player who opens the bidding: drawn by CHANCE, or named at the table (N12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidCoins:
    """Bid this many coins for the contraband (3)."""

    amount: int


@dataclass(frozen=True, slots=True)
class Drop:
    """Drop out of the auction (3)."""


@dataclass(frozen=True, slots=True)
class LayCard:
    """Put a card of one's own up for sale (4.1)."""

    card: Card
    face_down: bool


@dataclass(frozen=True, slots=True)
class SetCoins:
    """Set how many coins of one's own are on the card for sale, 0 or more (4.1)."""

    coins: int


@dataclass(frozen=True, slots=True)
class Offer:
    """Offer a card ("" for none), coins, or both; this replaces any earlier offer (4.2)."""

    card: Card
    face_down: bool
    coins: int


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take one's offer back, or say that one makes none (4.2, N15)."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Take this buyer's offer at *revision*; a changed offer has another (4.3)."""

    buyer: Seat
    revision: int


@dataclass(frozen=True, slots=True)
class ForceSale:
    """Force the sale: lay a second card, face down, and name a good (4.4)."""

    card: Card
    good: str


@dataclass(frozen=True, slots=True)
class PickCard:
    """Take one of the cards that this player shows (4.4)."""

    owner: Seat


@dataclass(frozen=True, slots=True)
class Declare:
    """Declare that one has won; only the companion knows until the answers are opened (N5)."""


@dataclass(frozen=True, slots=True)
class KeepSilent:
    """Declare nothing; only the companion knows (N5)."""


@dataclass(frozen=True, slots=True)
class OpenAnswers:
    """Open the answers without waiting for more (N5)."""


@dataclass(frozen=True, slots=True)
class HideCoins:
    """Hide one's own coins for the rest of the game (N7, `coins` each)."""


# Events
@dataclass(frozen=True, slots=True)
class GoodsDealt:
    """All cards of two *goods* were shown and went into *seat*'s hand."""

    seat: Seat
    goods: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenerNamed:
    """*seat* opens the bidding."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class BidMade:
    """*seat* bid *amount*."""

    seat: Seat
    amount: int


@dataclass(frozen=True, slots=True)
class Dropped:
    """*seat* dropped out of the auction."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ContrabandSold:
    """The last bidder paid their own last bid, which left the game, and took the contraband (N1)."""

    buyer: Seat
    price: int


@dataclass(frozen=True, slots=True)
class CardLaid:
    """*seller* put a card up for sale."""

    seller: Seat
    card: Laid


@dataclass(frozen=True, slots=True)
class CoinsSet:
    """The seller changed the coins on the card to *coins*."""

    seller: Seat
    coins: int


@dataclass(frozen=True, slots=True)
class OfferMade:
    """*buyer* made an offer, which replaces any earlier one."""

    buyer: Seat
    card: Laid | None
    coins: int
    revision: int


@dataclass(frozen=True, slots=True)
class OfferWithdrawn:
    """*buyer* took the offer back."""

    buyer: Seat


@dataclass(frozen=True, slots=True)
class StoodBack:
    """*buyer* said that there is no offer (N15)."""

    buyer: Seat


@dataclass(frozen=True, slots=True)
class DealMade:
    """*sold* and the seller's *coins* were exchanged for *paid* and the buyer's *price*, which are a card, if any, and coins.

    Both parties now know both cards.
    """

    seller: Seat
    buyer: Seat
    sold: Laid
    coins: int
    paid: Laid | None
    price: int


@dataclass(frozen=True, slots=True)
class SaleForced:
    """All offers and the seller's coins went back (N3). *card* lies beside the first; buyers show all cards of *good*."""

    seller: Seat
    card: Laid
    good: str
    shown: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class CardPicked:
    """The seller took *owner*'s card of *good*, and *owner* took both *cards* and now knows them."""

    seller: Seat
    owner: Seat
    good: str
    cards: tuple[Laid, Laid]


@dataclass(frozen=True, slots=True)
class CoinsHidden:
    """*seat* hid their coins; from now on only *seat* sees how many there are."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Answered:
    """*seat* told the companion whether it *declares* a win."""

    seat: Seat
    declares: Sealed[bool]


@dataclass(frozen=True, slots=True)
class NobodyDeclared:
    """No win was declared."""


@dataclass(frozen=True, slots=True)
class WinsDeclared:
    """The declared wins were shown."""

    claims: dict[Seat, Claim]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """*coins* are those that everybody sees. The *cause* "ranking" is an early end (N20). Several *winners* share the win."""

    cause: Cause
    winners: tuple[Seat, ...]
    coins: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class HandsOpened:
    """All *hands* were shown after the end (N22, `hands_at_end` on)."""

    hands: dict[Seat, tuple[Card, ...]]


Command: TypeAlias = (
    DealGoods | NameOpener | BidCoins | Drop | LayCard | SetCoins | Offer | Withdraw | Accept | ForceSale | PickCard | Declare
    | KeepSilent | OpenAnswers | HideCoins
)  # fmt: skip
Event: TypeAlias = (
    GoodsDealt | OpenerNamed | BidMade | Dropped | ContrabandSold | CardLaid | CoinsSet | OfferMade | OfferWithdrawn
    | StoodBack | DealMade | SaleForced | CardPicked | Answered | NobodyDeclared | WinsDeclared | GameEnded | CoinsHidden
    | HandsOpened
)  # fmt: skip

COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
BINDING: Final = (CardLaid, DealMade)  # 4.1: a card that has been laid can't be taken back or turned. 4.3: a deal is two's.
