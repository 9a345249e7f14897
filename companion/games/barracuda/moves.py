"""Barracuda's commands (imperative) and events (past tense). An event is anything that deserves a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias, get_args

from companion.games.barracuda.model import Cause
from companion.kit.money import NO_NOTES, Pile, Purse
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat


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
    """Report the pawn that came out of the bag."""

    pawn: Seat


# Commands of players
@dataclass(frozen=True, slots=True)
class OpenBar:
    """Open the bar whose card a player has turned over (6.1, `deal` cards)."""

    bar: str


@dataclass(frozen=True, slots=True)
class OpenPlace:
    """Open the bar at one of the companion's places, 1 to 10 (6.1, `deal` companion)."""

    place: int


@dataclass(frozen=True, slots=True)
class PlacePartner:
    """Put a second pawn of one's own into one's own bar, as its partner (6.2)."""

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
    """Accept the offer and keep its pile (6.3, 6.4)."""


@dataclass(frozen=True, slots=True)
class RefuseOffer:
    """Refuse the offer and pay its real value once more (6.3, 6.4)."""


@dataclass(frozen=True, slots=True)
class AuctionBar:
    """Lift one's lessee pawn out of a bar and ask for bids (6.5)."""

    bar: str


@dataclass(frozen=True, slots=True)
class Bid:
    """Lay a closed bid in an auction (6.5, B8)."""

    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class SellTo:
    """Take this bidder's pile and hand over the bar (6.5, B21)."""

    bidder: Seat


@dataclass(frozen=True, slots=True)
class Renovate:
    """Take no bid, pay 1 to the bank and close the bar (6.5)."""


@dataclass(frozen=True, slots=True)
class StayInBar:
    """Leave one's partner pawn in a bar that was sold (B25)."""


@dataclass(frozen=True, slots=True)
class LeaveBar:
    """Take one's partner pawn out of a bar that was sold (B25)."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Take no action, with five pawns standing (B11)."""


@dataclass(frozen=True, slots=True)
class CallLastOrder:
    """Call last order before a round's first draw (B12)."""


@dataclass(frozen=True, slots=True)
class DeclineLastOrder:
    """Agree to begin the round without last order (B12)."""


@dataclass(frozen=True, slots=True)
class Stake:
    """Lay a closed stake for the last order (7, B8)."""

    pile: Pile = NO_NOTES


@dataclass(frozen=True, slots=True)
class CountBank:
    """Count the bank, which each player may do once a game (B15)."""


# Events
@dataclass(frozen=True, slots=True)
class BarsShuffled:
    """Ten bars lie face down, and nobody knows which bar is where."""

    deck: Sealed[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class RoundBegan:
    """All bag pawns are in the bag again."""

    round: int


@dataclass(frozen=True, slots=True)
class DrawCalled:
    """Somebody asked the companion to draw; from now on it is too late for last order (B17)."""


@dataclass(frozen=True, slots=True)
class PawnDrawn:
    """This pawn came out of the bag. With `turn_order` one_by_one its turn begins (B4)."""

    pawn: Seat


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """*seat*'s turn began, in the order drawn at the beginning of the round (B4, `turn_order` whole)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class RentPaid:
    """A lessee paid rent: *rents* of all its leases, *free* the rent waived (0 for none), *paid* what the bank got."""

    seat: Seat
    rents: tuple[int, ...]
    free: int
    paid: int


@dataclass(frozen=True, slots=True)
class WentBankrupt:
    """*seat* went bankrupt. *cause* is "rent" (*due* is what it owed) or "no_action"."""

    seat: Seat
    cause: Literal["rent", "no_action"]
    due: int = 0


@dataclass(frozen=True, slots=True)
class BarOpened:
    """*seat* opened a bar and is its lessee; the bar costs no rent this turn (6.1)."""

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
    """A bidder pushed a closed pile to the lessee for the partner's place."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class PartnershipAccepted:
    """The lessee kept the pile, and the bidder's pawn is the partner."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class PartnershipRefused:
    """*amount* from the pile and *amount* from the lessee went to the bank in the open; the lessee keeps the fakes (B7)."""

    bidder: Seat
    bar: str
    lessee: Seat
    amount: int
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverOffered:
    """A bidder pushed a closed pile to the lessee for the lease."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverAccepted:
    """The lessee kept the pile, and the bidder is the lessee; *evicted* is the partner who had to leave."""

    bidder: Seat
    bar: str
    lessee: Seat
    evicted: Seat | None
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class TakeoverRefused:
    """The bidder got the real money back and as much again from the lessee, who keeps the fakes."""

    bidder: Seat
    bar: str
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class AuctionOpened:
    """The seller lifted a lessee pawn, and *bidders* must bid."""

    seller: Seat
    bar: str
    bidders: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class BidLaid:
    """*bidder* laid a closed bid."""

    bidder: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class BidsOpened:
    """All bids are in; only the seller sees them all."""

    seller: Seat
    bar: str
    bids: dict[Seat, Sealed[Pile]]


@dataclass(frozen=True, slots=True)
class BarSold:
    """The seller kept the buyer's pile; the other piles went back."""

    seller: Seat
    bar: str
    buyer: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class BarRenovated:
    """The seller took no bid, paid 1 to the bank and closed the bar; *evicted* is the partner who had to leave."""

    seller: Seat
    bar: str
    evicted: Seat | None


@dataclass(frozen=True, slots=True)
class PartnerStayed:
    """The partner of a bar that was sold was asked and stayed (B25)."""

    seat: Seat
    bar: str


@dataclass(frozen=True, slots=True)
class PartnerLeft:
    """The partner of a bar that was sold was asked and took the pawn back (B25)."""

    seat: Seat
    bar: str


@dataclass(frozen=True, slots=True)
class Passed:
    """A player with five pawns standing took no action (B11)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LastOrderCalled:
    """*seat* called last order; TABLE if it was called with the key on the panel."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class LastOrderDeclined:
    """A player declined last order (B12)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class StakeLaid:
    """*seat* laid a closed stake."""

    seat: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class StakesRevealed:
    """All stakes were shown and went to the bank (B13). *groups* play in this order; within a group the bag decides."""

    stakes: dict[Seat, Pile]
    groups: tuple[tuple[Seat, ...], ...]


@dataclass(frozen=True, slots=True)
class BankCounted:
    """*seat* counted the bank; only *seat* learned what it held (B15)."""

    seat: Seat
    bank: Sealed[Purse]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The *pawns* standing, by seat. *cause* "ranking" is an early end (B26). Several *winners* share the win (B23)."""

    cause: Cause
    winners: tuple[Seat, ...]
    loser: Seat | None
    pawns: dict[Seat, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BooksOpened:
    """All purses and the bank were shown after the end (`reveal_at_end` on)."""

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
# The one action of a turn (6), and what becomes of an offer.
Action: TypeAlias = OpenBar | OpenPlace | PlacePartner | OfferPartnership | OfferTakeover | AuctionBar | Pass
OfferEvent: TypeAlias = (
    PartnershipOffered | PartnershipAccepted | PartnershipRefused | TakeoverOffered | TakeoverAccepted | TakeoverRefused
)

COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
BINDING: Final = (RentPaid,)  # B4: with `turn_order` whole, one player's act also shows that the next can pay.
