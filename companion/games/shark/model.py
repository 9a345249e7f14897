"""Shark's state: the map, the prices, cash and shares, and the phase. All money is in whole thousands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

from companion.games.shark.board.companies import COMPANIES, NONE, Company, Each
from companion.games.shark.board.map import Cell
from companion.games.shark.moves import Cause, MarketClosed
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE, Seat, Viewer

BUILDINGS: Final = 18  # 1: of each company.
SHARES: Final = 40  # 1, S1: of each company, kept as a pool.
GIVEN: Final = {"small": 1, "large": 2}  # S14: the cash that whoever has a head start begins with.
MOST_BOUGHT: Final = 5  # S3: in one turn.
POOL_SHOWN: Final = 5  # S9: with `holdings` hidden, a pool is shown up to 5, which is all that can be bought in a turn.

COLOURS: Final = (*COMPANIES, "black", "white")  # 1: the faces of the colour die.
NUMBERS: Final = range(1, 7)  # 1: the faces of the number die.
NO_COLOUR: Final = ""  # V3: stands for the colour when there is no colour die.

HeadStart: TypeAlias = Literal["none", "A", "B", "C", "D", "E", "F"]


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options, in the words of `rules.OPTIONS`."""

    starting_share: Literal["chosen", "random", "none"]
    first: Literal["drawn", "chosen"]
    dice: Literal["companion", "real"]
    worthless_shares: Literal["one", "nothing"]
    holdings: Literal["open", "hidden"]
    chains_capped: Literal["off", "on"]
    black_is_scarcest: Literal["off", "on"]
    no_colour_die: Literal["off", "on"]
    head_start: HeadStart = "none"
    head_start_size: Literal["small", "large"] = "small"

    @property
    def capped(self) -> bool:
        """Return whether a chain counts for 7 at most (V1)."""
        return self.chains_capped == "on"

    @property
    def hidden(self) -> bool:
        """Return whether only their owner may see cash and shares (S9)."""
        return self.holdings == "hidden"


@dataclass(frozen=True, slots=True)
class Dice:
    """A throw: a zone, and one of COLOURS (NO_COLOUR without a colour die)."""

    number: int
    colour: str


# Phases: what the table is waiting for
@dataclass(frozen=True, slots=True)
class Naming:
    """Waits for the name of the first player."""


@dataclass(frozen=True, slots=True)
class Taking:
    """Waits for *seat*'s starting share: one that they choose or, if *dealt*, one that chance gives."""

    seat: Seat
    dealt: bool


@dataclass(frozen=True, slots=True)
class Trading:
    """Waits for *seat* to trade, then to throw the dice or, once *rolled*, to end the turn; it has *bought* so many shares."""

    seat: Seat
    bought: Sealed[int]
    rolled: bool


@dataclass(frozen=True, slots=True)
class Throwing:
    """Waits for the companion's dice."""

    seat: Seat
    bought: Sealed[int]


@dataclass(frozen=True, slots=True)
class Building:
    """Waits for *seat* to build in *zone* for one of *companies*."""

    seat: Seat
    bought: Sealed[int]
    zone: int
    companies: tuple[Company, ...]


@dataclass(frozen=True, slots=True)
class Owing:
    """Waits for the players in *debts* to sell shares for what they owe; the turn is *seat*'s."""

    seat: Seat
    bought: Sealed[int]
    debts: dict[Seat, Sealed[int]]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended and waits for nothing."""


Phase: TypeAlias = Naming | Taking | Trading | Throwing | Building | Owing | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome. *cause* is one of Cause.

    *ranking* holds groups of equal players, the best first; *money* is what each player had in the end.
    """

    cause: Cause
    winners: tuple[Seat, ...]
    ranking: tuple[tuple[Seat, ...], ...]
    money: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Every value that isn't sealed is public."""

    seats: tuple[Seat, ...]
    options: Options
    phase: Phase
    cash: dict[Seat, Sealed[int]]
    shares: dict[Seat, Sealed[Each]]
    pool: dict[Company, Sealed[int]]  # outside: as many shares as everybody may see
    ledger: Sealed[int]  # the bank's payments less its receipts, which is all the money in the players' hands
    first: Seat | None = None  # the seat that began
    round: int = 1
    buildings: dict[Cell, Company] = field(default_factory=dict)  # by cell
    gone: Each = NONE  # buildings that have left the game
    prices: Each = NONE
    dice: Dice | None = None  # the throw of this turn
    out: tuple[tuple[Seat, ...], ...] = ()  # the seats that went out, in groups by turn, the first to go out first
    somebody_out: bool = False  # since the dice were last thrown: players who go out in the same turn share their place (S10)
    final: MarketClosed | None = None  # the final sale
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[Viewer, ...]:
    """Return every viewer that may see public values."""
    return (*state.seats, TABLE)


def eyes(state: State, seat: Seat) -> tuple[Viewer, ...]:
    """Return the viewers that may know what *seat* holds (S9)."""
    return (seat,) if state.options.hidden else everyone(state)


def owed(state: State) -> dict[Seat, int]:
    """Return the debts for which players still have to sell shares, by seat."""
    return {seat: debt.open() for seat, debt in state.phase.debts.items()} if isinstance(state.phase, Owing) else {}


def active(state: State) -> Seat | None:
    """Return the seat whose turn it is, also while starting shares are taken, or None."""
    return None if isinstance(state.phase, Naming | Over) else state.phase.seat


def whose_turn(state: State) -> Seat:
    """Return the seat whose turn it is. Only for phases in which it is somebody's turn."""
    seat = active(state)
    assert seat is not None
    return seat


def playing(state: State) -> tuple[Seat, ...]:
    """Return the seats that aren't out, in their order."""
    if not state.out:
        return state.seats
    gone = {seat for group in state.out for seat in group}
    return tuple(seat for seat in state.seats if seat not in gone)


def following(state: State, seat: Seat) -> Seat:
    """Return the seat whose turn comes after *seat*'s, clockwise, skipping those that are out."""
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
