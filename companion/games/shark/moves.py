"""Shark's commands (imperative) and events (past). An event is worth a sentence at the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from companion.games.shark.companies import Company, Each
from companion.kit.sealed import Sealed

Seat: TypeAlias = str


# Commands
@dataclass(frozen=True, slots=True)
class NameFirst:
    """This seat begins (CHANCE with `first` drawn, else whoever says so)."""

    first: Seat


@dataclass(frozen=True, slots=True)
class TakeShare:
    """Take a first share of this company."""

    company: Company


@dataclass(frozen=True, slots=True)
class DealShare:
    """A first share of this company is for this holder (CHANCE)."""

    holder: Seat
    company: Company


@dataclass(frozen=True, slots=True)
class Buy:
    """Buy so many shares of a company at its price (4)."""

    company: Company
    count: int = 1


@dataclass(frozen=True, slots=True)
class Sell:
    """Sell so many shares of a company at its price (4)."""

    company: Company
    count: int = 1


@dataclass(frozen=True, slots=True)
class RollDice:
    """Let the companion throw the dice (`dice` companion)."""


@dataclass(frozen=True, slots=True)
class ThrowDice:
    """The dice show this zone and colour; *colour* is empty without a colour die."""

    number: int
    colour: str


@dataclass(frozen=True, slots=True)
class Build:
    """Set a building of this company on this cell (6)."""

    company: Company
    cell: str


@dataclass(frozen=True, slots=True)
class EndTurn:
    """Trade no more."""


@dataclass(frozen=True, slots=True)
class SellForDebt:
    """Sell these shares at half their price, in one sale, for what one owes (S7)."""

    red: int = 0
    blue: int = 0
    green: int = 0
    yellow: int = 0


# Events
@dataclass(frozen=True, slots=True)
class FirstNamed:
    """*seat* begins."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class ShareTaken:
    """*seat* took a first share of the company, in the open."""

    seat: Seat
    company: Company


@dataclass(frozen=True, slots=True)
class ShareDealt:
    """*seat* was dealt a first share of the company."""

    seat: Seat
    company: Sealed[Company]


@dataclass(frozen=True, slots=True)
class TurnBegan:
    """It is the turn of *seat*; *round* counts from 1."""

    seat: Seat
    round: int


@dataclass(frozen=True, slots=True)
class SharesBought:
    """*count* shares of the company at *price* each."""

    seat: Seat
    company: Company
    price: int
    count: Sealed[int]


@dataclass(frozen=True, slots=True)
class SharesSold:
    """*count* shares of the company at *price* each."""

    seat: Seat
    company: Company
    price: int
    count: Sealed[int]


@dataclass(frozen=True, slots=True)
class DiceShaken:
    """The companion's dice are in the air."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class DiceRolled:
    """The dice lie; one of *companies* is to be built in zone *number*, none of them where nothing can be."""

    seat: Seat
    number: int
    colour: str
    companies: tuple[Company, ...]


@dataclass(frozen=True, slots=True)
class NothingBuilt:
    """No cell of the zone is legal for the colour (S5)."""

    seat: Seat
    zone: int
    colour: str


@dataclass(frozen=True, slots=True)
class Built:
    """A building stands on *cell*, in a cluster of *cluster* buildings; the prices went from *before* to *after*.

    *removed* are the cells of the clusters that had to go, and *companies* whose they were, one for each cell.
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
    """*seat* got *bonus* for the building: 1 or more. V1: some buildings earn none, and then there is no such event."""

    seat: Seat
    bonus: int


@dataclass(frozen=True, slots=True)
class GainsPaid:
    """The company rose by *rise*: every player got that for each share of it."""

    company: Company
    rise: int
    gains: dict[Seat, Sealed[int]]


@dataclass(frozen=True, slots=True)
class LossesPaid:
    """Prices fell by *drops*: every player but the active one owes that for each share, by company.

    All paid at once but those in *short*, who pay out of a forced sale, or go out.
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
    """*seat* sold shares at half their price, which *brought* so much, and paid the *debt*."""

    seat: Seat
    sold: Sealed[Each]
    brought: Sealed[int]
    debt: Sealed[int]


@dataclass(frozen=True, slots=True)
class WentOut:
    """All shares and cash of *seat* went to the bank, and it was too little for the *debt*; *paid* is what the bank got."""

    seat: Seat
    sold: Sealed[Each]
    brought: Sealed[int]
    debt: Sealed[int]
    paid: Sealed[int]


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """*seat* trades no more."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class MarketClosed:
    """The final sale: everybody's cash, all shares at *prices*, and what they brought, for all to see."""

    prices: Each
    cash: dict[Seat, int]
    sold: dict[Seat, Each]
    brought: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class GameEnded:
    """*cause* is "price", "stock" or "last". *ranking* has groups of equals, the best first; *winners* is its first."""

    cause: str
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    money: dict[Seat, int]


Command: TypeAlias = (
    NameFirst | TakeShare | DealShare | Buy | Sell | RollDice | ThrowDice | Build | EndTurn | SellForDebt
)  # fmt: skip
Event: TypeAlias = (
    FirstNamed | ShareTaken | ShareDealt | TurnBegan | SharesBought | SharesSold | DiceShaken | DiceRolled | NothingBuilt
    | Built | BonusPaid | GainsPaid | LossesPaid | FellShort | SharesSoldForDebt | WentOut | TurnEnded | MarketClosed
    | GameEnded
)  # fmt: skip

COMMANDS: Final[tuple[type, ...]] = Command.__args__
EVENTS: Final[tuple[type, ...]] = Event.__args__
