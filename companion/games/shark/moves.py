"""Shark's commands (imperative) and events (past tense). An event is anything that deserves a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from companion.games.shark.board.companies import Company, Each
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

Cause: TypeAlias = Literal["price", "stock", "last", "ranking"]  # Why the game ended.


# Commands
@dataclass(frozen=True, slots=True)
class NameFirst:
    """Name the seat that begins: CHANCE does with `first` drawn, otherwise anybody at the table."""

    first: Seat


@dataclass(frozen=True, slots=True)
class TakeShare:
    """Take a starting share of this company (S2)."""

    company: Company


@dataclass(frozen=True, slots=True)
class DealShare:
    """Deal a starting share of this company to *holder* (CHANCE, S2)."""

    holder: Seat
    company: Company


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy *count* shares of a company at its price (4, S3)."""

    company: Company
    count: int = 1


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell *count* shares of a company at its price (4)."""

    company: Company
    count: int = 1


@dataclass(frozen=True, slots=True)
class RollDice:
    """Let the companion throw the dice (`dice` companion)."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """Report the zone and colour that the dice show; *colour* is empty without a colour die (5, V3)."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class Build:
    """Put a building of this company on this cell (6)."""

    company: Company
    cell: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """End the second trade and with it the turn (3)."""


@dataclass(frozen=True, slots=True)
class SellForDebt:
    """Sell these shares at half their price, in one sale, to pay a debt (S7)."""

    red: int = 0
    blue: int = 0
    green: int = 0
    yellow: int = 0


# Events
@dataclass(frozen=True, slots=True)
class FirstNamed:
    """*seat* was named as the player who begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShareTaken:
    """*seat* took a starting share of the company, for everybody to hear."""

    seat: Seat
    company: Company


@dataclass(frozen=True, slots=True)
class ShareDealt:
    """*seat* was dealt a starting share of the company."""

    seat: Seat
    company: Sealed[Company]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """*seat*'s turn began; *round* counts from 1."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class SharesBought:
    """*seat* bought *count* shares of the company at *price* each."""

    seat: Seat
    company: Company
    price: int
    count: Sealed[int]


@dataclass(frozen=True, slots=True)
class SharesSold:
    """*seat* sold *count* shares of the company at *price* each."""

    seat: Seat
    company: Company
    price: int
    count: Sealed[int]


@dataclass(frozen=True, slots=True)
class DiceShaken:
    """*seat* asked the companion to throw the dice."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice were thrown; one of *companies* must build in zone *number*. It is empty if none of them can."""

    seat: Seat
    number: int
    colour: str
    companies: tuple[Company, ...]


@dataclass(frozen=True, slots=True)
class NothingBuilt:
    """Nothing was built, because no cell of the zone is legal for the colour (S5)."""

    seat: Seat
    zone: int
    colour: str


@dataclass(frozen=True, slots=True)
class Built:
    """A building was put on *cell*, in a cluster of now *cluster* buildings; the prices went from *before* to *after*.

    *removed* holds the cells of the clusters that were taken off the map, and *companies* the company of each of these cells.
    """

    seat: Seat
    company: Company
    cell: str
    cluster: int
    removed: tuple[str, ...]
    companies: tuple[Company, ...]
    before: Each
    after: Each


@dataclass(frozen=True, slots=True)
class BonusPaid:
    """*seat* got *bonus*, 1 or more, for the building. A building without a bonus (V1) has no such event."""

    seat: Seat
    bonus: int


@dataclass(frozen=True, slots=True)
class GainsPaid:
    """The company's price rose by *rise*, and every player got that for each share of it."""

    company: Company
    rise: int
    gains: dict[Seat, Sealed[int]]


@dataclass(frozen=True, slots=True)
class LossesPaid:
    """Prices fell by *drops*, and every player but the active one owed that for each share, by company.

    All paid at once except those in *short*, who must pay out of a forced sale or go out.
    """

    drops: Each
    losses: dict[Seat, Sealed[Each]]
    short: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class FellShort:
    """*seat* must sell shares for the *debt* of this turn (S7)."""

    seat: Seat
    debt: Sealed[int]


@dataclass(frozen=True, slots=True)
class SharesSoldForDebt:
    """*seat* sold shares at half their price, which *brought* enough to pay the *debt*."""

    seat: Seat
    sold: Sealed[Each]
    brought: Sealed[int]
    debt: Sealed[int]


@dataclass(frozen=True, slots=True)
class WentOut:
    """*seat* couldn't cover the *debt* and lost all shares and cash to the bank; *paid* is the sum that the bank got."""

    seat: Seat
    sold: Sealed[Each]
    brought: Sealed[int]
    debt: Sealed[int]
    paid: Sealed[int]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """*seat* ended the turn."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MarketClosed:
    """The final sale, for everybody to see: the *cash* before it, the shares *sold* at *prices*, and what they *brought*.

    At an early end (S12) the *cash* is less what the seat still owed; it may be negative, but not by more than was *brought*.
    """

    prices: Each
    cash: dict[Seat, int]
    sold: dict[Seat, Each]
    brought: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """*ranking* holds groups of equals, the best first; *winners* is its first. The *cause* "ranking" is an early end (S12)."""

    cause: Cause
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    money: dict[Seat, int]


Command: TypeAlias = NameFirst | TakeShare | DealShare | Buy | Sell | RollDice | ThrowDice | Build | EndTurn | SellForDebt
Event: TypeAlias = (
    FirstNamed | ShareTaken | ShareDealt | TurnBegan | SharesBought | SharesSold | DiceShaken | DiceRolled | NothingBuilt
    | Built | BonusPaid | GainsPaid | LossesPaid | FellShort | SharesSoldForDebt | WentOut | TurnEnded | MarketClosed
    | GameEnded
)  # fmt: skip

# The consequences of a building (7, 8).
Settling: TypeAlias = BonusPaid | GainsPaid | LossesPaid | FellShort | SharesSoldForDebt | WentOut

COMMANDS: Final[tuple[type[Command], ...]] = get_args(Command)
EVENTS: Final[tuple[type[Event], ...]] = get_args(Event)
