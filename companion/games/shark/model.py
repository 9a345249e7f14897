"""Shark's state: the map, the prices, cash and shares, and what the table waits for. All money in whole thousands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.games.shark.companies import COMPANIES, NONE, Company, Each
from companion.games.shark.moves import MarketClosed
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE

Seat: TypeAlias = str

BUILDINGS: Final = 18  # 1: of each company.
SHARES: Final = 40  # 1, S1: of each company, handled as a pool.
MOST_BOUGHT: Final = 5  # S3: shares in one turn.
POOL_SHOWN: Final = 5  # S9: so many of a pool and no more are shown, with `holdings` hidden: as many as could be bought.

COLOURS: Final = (*COMPANIES, "black", "white")  # 1: the faces of the colour die.
NUMBERS: Final = range(1, 7)  # 1: the faces of the number die.
NO_COLOUR: Final = ""  # V3: what shows where there is no colour die.


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options; each word is one of the choices in `rules.OPTIONS`."""

    starting_share: str
    first: str
    dice: str
    worthless_shares: str
    holdings: str
    chains_capped: str
    black_is_scarcest: str
    no_colour_die: str

    @property
    def capped(self) -> bool:
        """Whether long chains count for no more than 7 (V1)."""
        return self.chains_capped == "on"

    @property
    def hidden(self) -> bool:
        """Whether cash and shares are known to their owner alone (S9)."""
        return self.holdings == "hidden"


@dataclass(frozen=True, slots=True)
class Dice:
    """What was thrown: a zone, and one of COLOURS (NO_COLOUR without a colour die)."""

    number: int
    colour: str


# What the table waits for
@dataclass(frozen=True, slots=True)
class Naming:
    """Who begins."""


@dataclass(frozen=True, slots=True)
class Taking:
    """The starting share of *seat*: one that they choose, or with *dealt* one that chance gives."""

    seat: Seat
    dealt: bool


@dataclass(frozen=True, slots=True)
class Trading:
    """Trade of *seat*, who has *bought* so many shares in this turn; then the dice, or the end of the turn once *rolled*."""

    seat: Seat
    bought: Sealed[int]
    rolled: bool


@dataclass(frozen=True, slots=True)
class Throwing:
    """The companion's dice are in the air."""

    seat: Seat
    bought: Sealed[int]


@dataclass(frozen=True, slots=True)
class Building:
    """A building of *seat* in *zone*, of one of *companies*."""

    seat: Seat
    bought: Sealed[int]
    zone: int
    companies: tuple[Company, ...]


@dataclass(frozen=True, slots=True)
class Owing:
    """The shares that holders must sell for what they owe; the turn is that of *seat*."""

    seat: Seat
    bought: Sealed[int]
    debts: dict[Seat, Sealed[int]]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing: the game has ended."""


Phase: TypeAlias = Naming | Taking | Trading | Throwing | Building | Owing | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why. *cause* is "price", "stock" or "last".

    *ranking* has groups of equals, the best first; *money* is what each had in the end.
    """

    cause: str
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    money: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Unsealed is public."""

    seats: tuple[Seat, ...]
    options: Options
    phase: Phase
    cash: dict[Seat, Sealed[int]]
    shares: dict[Seat, Sealed[Each]]
    pool: dict[Company, Sealed[int]]  # outside: as much of it as everybody may see
    ledger: Sealed[int]  # what the bank has paid out, less what it was paid: all the money there is
    first: Seat | None = None  # who began
    round: int = 1
    buildings: dict[str, Company] = field(default_factory=dict)  # by cell
    gone: Each = NONE  # buildings that have left the game
    prices: Each = NONE
    dice: Dice | None = None  # of this turn
    out: tuple[tuple[Seat, ...], ...] = ()  # who went out, the first first; together those who went in one turn
    somebody_out: bool = False  # since the dice were last thrown: who goes out in one turn goes out together (S10)
    final: MarketClosed | None = None  # the final sale
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[str, ...]:
    """Return all viewers: whoever may see what is public."""
    return (*state.seats, TABLE)


def eyes(state: State, seat: Seat) -> tuple[str, ...]:
    """Return who may know what *seat* holds (S9)."""
    return (seat,) if state.options.hidden else everyone(state)


def active(state: State) -> Seat | None:
    """Return whose turn it is, also while the starting shares are taken."""
    return None if isinstance(state.phase, Naming | Over) else state.phase.seat


def whose_turn(state: State) -> Seat:
    """Return whose turn it is, at a moment when it is somebody's."""
    seat = active(state)
    assert seat is not None
    return seat


def playing(state: State) -> tuple[Seat, ...]:
    """Return who isn't out, in the order of seats."""
    gone = {seat for group in state.out for seat in group}
    return tuple(seat for seat in state.seats if seat not in gone)


def following(state: State, seat: Seat) -> Seat:
    """Return whose turn comes after that of *seat*: clockwise, without those who are out."""
    at = state.seats.index(seat) + 1
    still = playing(state)
    return next(one for one in (*state.seats[at:], *state.seats[:at]) if one in still)


def standing(state: State) -> Each:
    """Return how many buildings each company has on the map."""
    built = list(state.buildings.values())
    return Each(*(built.count(company) for company in COMPANIES))


def stock(state: State) -> Each:
    """Return how many buildings each company can still build."""
    return Each(*[BUILDINGS] * len(COMPANIES)) - standing(state) - state.gone
