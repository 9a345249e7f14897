"""Barracuda's commands (imperative) and events (past). An event is worth a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.kit.money import NO_NOTES, Pile, Purse
from companion.kit.sealed import Sealed

Seat: TypeAlias = str


# Commands of the bag and the deck
@dataclass(frozen=True, slots=True)
class ShuffleBars:
    """Lay these ten cards face down at places 1 to 10 (CHANCE)."""

    order: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CallDraw:
    """Let the companion draw the next bag pawn."""


@dataclass(frozen=True, slots=True)
class DrawPawn:
    """This pawn has come out of the bag."""

    pawn: Seat


# Commands of players
@dataclass(frozen=True, slots=True)
class OpenBar:
    """Turn over a card of the real box; it is this bar (6.1)."""

    bar: str


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """Open the bar at one of the companion's places, 1 to 10 (6.1)."""

    place: int


@dataclass(frozen=True, slots=True)
class PlacePartner:
    """Set one's own partner in one's own bar (6.2)."""

    bar: str


@dataclass(frozen=True, slots=True)
class OfferPartnership:
    """Push a closed pile to a lessee for the partner's place (6.3)."""

    bar: str
    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class OfferTakeover:
    """Push a closed pile to a lessee for the lease (6.4)."""

    bar: str
    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class AcceptOffer:
    """Keep the pile."""


@dataclass(frozen=True, slots=True)
class RefuseOffer:
    """Send the pile away, and as much again."""


@dataclass(frozen=True, slots=True)
class AuctionBar:
    """Lift one's lessee pawn and ask for bids (6.5)."""

    bar: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Lay a closed bid in an auction."""

    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class SellTo:
    """Take this bidder's pile."""

    bidder: Seat


@dataclass(frozen=True, slots=True)
class Renovate:
    """Take no bid: pay 1 and close the bar."""


@dataclass(frozen=True, slots=True)
class StayInBar:
    """Let one's partner pawn stand where it is, in a bar that was sold (B25)."""


@dataclass(frozen=True, slots=True)
class LeaveBar:
    """Take one's partner pawn back out of a bar that was sold (B25)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, with five pawns standing (B11)."""


@dataclass(frozen=True, slots=True)
class CallLastOrder:
    """Call last order before a round's first draw (B12)."""


@dataclass(frozen=True, slots=True)
class DeclineLastOrder:
    """Let the round begin without last order (B12)."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Lay a closed stake for the last order."""

    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class CountBank:
    """Count the bank, once a game (B15)."""


# Events
@dataclass(frozen=True, slots=True)
class BarsShuffled:
    """Ten bars lie face down, nobody knows which where."""

    deck: Sealed[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """All bag pawns are in the bag again."""

    round: int


@dataclass(frozen=True, slots=True)
class DrawCalled:
    """A hand goes into the bag."""


@dataclass(frozen=True, slots=True)
class PawnDrawn:
    """It is this pawn's turn."""

    pawn: Seat


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is *seat*'s turn, as it was drawn at the beginning of the round (B4, `turn_order` whole)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RentPaid:
    """*rents* of all leases; *free* of them is waived (0: none); *paid* went to the bank."""

    seat: Seat
    rents: tuple[int, ...]
    free: int
    paid: int


@dataclass(frozen=True, slots=True)
class WentBankrupt:
    """*cause* is "rent" (with what was *due*) or "no_action"."""

    seat: Seat
    cause: str
    due: int = 0


@dataclass(frozen=True, slots=True)
class BarOpened:
    """A bar is open, its opener the lessee; no rent this turn."""

    seat: Seat
    bar: str
    place: int
    rent: int


@dataclass(frozen=True, slots=True)
class PartnerPlaced:
    """A lessee's own pawn took the partner's place."""

    seat: Seat
    bar: str


@dataclass(frozen=True, slots=True)
class PartnershipOffered:
    """A closed pile lies before the lessee, for the partner's place."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class PartnershipAccepted:
    """The lessee keeps the pile, the bidder's pawn is partner."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class PartnershipRefused:
    """*amount* of the pile and *amount* of the lessee's went to the bank in public; the lessee keeps the fakes (B7)."""

    bidder: Seat
    bar: str
    lessee: Seat
    amount: int
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverOffered:
    """A closed pile lies before the lessee, for the lease."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverAccepted:
    """The lessee keeps the pile; the bidder is lessee; *evicted* is the partner who had to leave."""

    bidder: Seat
    bar: str
    lessee: Seat
    evicted: Seat | None
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverRefused:
    """The bidder has the real money back, and as much from the lessee, who keeps the fakes."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    """The seller's pawn is lifted; *bidders* must bid."""

    seller: Seat
    bar: str
    bidders: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class BidLaid:
    """A closed bid lies on the table."""

    bidder: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class BidsOpened:
    """All bids are in; the seller alone sees them all."""

    seller: Seat
    bar: str
    bids: dict[Seat, Sealed[Pile]]


@dataclass(frozen=True, slots=True)
class BarSold:
    """The seller keeps the buyer's pile, the others' go back."""

    seller: Seat
    bar: str
    buyer: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class BarRenovated:
    """No bid was taken: 1 to the bank, the bar is closed; *evicted* is the partner who had to leave."""

    seller: Seat
    bar: str
    evicted: Seat | None


@dataclass(frozen=True, slots=True)
class PartnerStayed:
    """The partner of a bar that was sold was asked, and stays (B25)."""

    seat: Seat
    bar: str


@dataclass(frozen=True, slots=True)
class PartnerLeft:
    """The partner of a bar that was sold was asked, and took the pawn back (B25)."""

    seat: Seat
    bar: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A player with five pawns standing did nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LastOrderCalled:
    """*seat* is who called, or TABLE where the key on the panel was pressed."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LastOrderDeclined:
    """A player lets the round begin."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StakeLaid:
    """A closed stake lies on the table."""

    seat: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class StakesRevealed:
    """All stakes lie open and go to the bank (B13); *groups* play in this order, each drawn within itself."""

    stakes: dict[Seat, Pile]
    groups: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class BankCounted:
    """*seat* knows what the bank holds."""

    seat: Seat
    bank: Sealed[Purse]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """*cause* is "five", "rent" or "no_action"; *pawns* stand by seat. *winners* are more than one when they share."""

    cause: str
    winners: tuple[Seat, ...]
    loser: Seat | None
    pawns: dict[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BooksOpened:
    """After the end everybody's purse is shown (`reveal_at_end` on)."""

    purses: dict[Seat, Purse]
    bank: Purse


Command: TypeAlias = (
    ShuffleBars | CallDraw | DrawPawn | OpenBar | OpenPlace | PlacePartner | OfferPartnership | OfferTakeover | AcceptOffer
    | RefuseOffer | AuctionBar | Bid | SellTo | Renovate | StayInBar | LeaveBar | Pass | CallLastOrder | DeclineLastOrder
    | Stake | CountBank
)  # fmt: skip
Event: TypeAlias = (
    BarsShuffled | RoundBegan | DrawCalled | PawnDrawn | TurnBegan | RentPaid | WentBankrupt | BarOpened | PartnerPlaced
    | PartnershipOffered | PartnershipAccepted | PartnershipRefused | TakeoverOffered | TakeoverAccepted | TakeoverRefused
    | AuctionOpened | BidLaid | BidsOpened | BarSold | BarRenovated | PartnerStayed | PartnerLeft | Passed | LastOrderCalled
    | LastOrderDeclined | StakeLaid | StakesRevealed | BankCounted | GameEnded | BooksOpened
)  # fmt: skip

COMMANDS: Final[tuple[type, ...]] = Command.__args__
EVENTS: Final[tuple[type, ...]] = Event.__args__
