"""Barracuda's state: cards, bars, what the table waits for, and the money. All money in whole thousands."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.kit.money import Pile, Purse
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE

Seat: TypeAlias = str

BANK: Final = "bank"  # The bank's name among the holders of money.
PAWNS: Final = 5  # A player's pawns, the bag pawn not counted.
LIMIT: Final = {3: 6, 4: 8, 5: 10}  # 2: how many bars may be open at once, by players.
ROOM: Final = 10  # 2: bars in play.
OF_A_KIND: Final = 5  # 2: of those, with one place, and with two.
BOX: Final = Pile(tens=10, fives=15, twos=25, ones=25, fakes=35)  # 2: all notes, 250 and 35 fakes.
START: Final = Purse(real=50, fakes=7)  # 2: 2x10, 3x5, 5x2, 5x1 and seven fakes.
MOST: Final = 12  # 6.3, 6.4, 7: the dearest offer or stake.
RENOVATION: Final = 1  # 6.5: what closing an auctioned bar costs.
AUCTION_FROM: Final = 3  # 6.5: leases that a seller needs.


@dataclass(frozen=True, slots=True)
class Card:
    """A bar's card: its *rent* from 1 to 12, and one or two *places*. A *placeholder* name is ours, not the box's (B1)."""

    name: str
    rent: int
    places: int
    placeholder: bool = False


GUESSED: Final = frozenset({("Barracuda", "rent"), ("Octopus", "rent"), ("Banana Bar", "rent"), ("Albatros", "places")})  # B1


CARDS: Final = (
    Card("Barracuda", 6, 2),
    Card("Karambole", 5, 2),
    Card("Octopus", 5, 2),
    Card("Harbour Bar", 5, 2, placeholder=True),
    Card("Albatros", 4, 2),
    Card("Beacon Bar", 4, 2, placeholder=True),
    Card("Lagoon Bar", 4, 1, placeholder=True),
    Card("Banana Bar", 3, 1),
    Card("Reef Bar", 3, 1, placeholder=True),
    Card("Jetty Bar", 3, 1, placeholder=True),
    Card("Pier Bar", 3, 1, placeholder=True),
    Card("Tide Bar", 2, 1, placeholder=True),
)


@dataclass(frozen=True, slots=True)
class Options:
    """The table's options; each word is one of `CHOICES`. *left_out* names one card of each kind, or is empty: random."""

    deal: str
    draw: str
    stake_minimum: str
    last_order_window: str
    bank: str
    last_tiebreak: str
    reveal_at_end: str
    left_out: tuple[str, ...] = ()
    cards: tuple[Card, ...] = CARDS
    open_limit: str = "now"
    five_standing: str = "may_pass"
    auction_to: str = "any_bid"
    first_last_order: str = "second_round"
    turn_order: str = "one_by_one"
    auctioned_partner: str = "stays"

    def card(self, name: str) -> Card | None:
        """Return the card called *name*."""
        return next((card for card in self.cards if card.name == name), None)


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar whose card is known. Closed (*is_open* false) after a renovation; *place* is where it lies, 1 to 10."""

    card: Card
    place: int
    is_open: bool = True
    lessee: Seat | None = None
    partner: Seat | None = None


# What the table waits for
@dataclass(frozen=True, slots=True)
class Shuffling:
    """The companion's shuffle (`deal` companion)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """The next bag pawn; *called* once somebody asked the companion to draw it."""

    called: bool = False


@dataclass(frozen=True, slots=True)
class Staking:
    """Everybody's stake for the last order."""

    stakes: dict[Seat, Sealed[Pile]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Acting:
    """The one action of *seat*, whose rent is paid."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """The lessee's answer to a pushed pile; *takeover* tells a lease from a partner's place."""

    takeover: bool
    bar: str
    bidder: Seat
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class Auctioning:
    """The bids of *bidders* for a bar whose lessee pawn is lifted, then (*opened*) the seller's choice."""

    bar: str
    seller: Seat
    bidders: tuple[Seat, ...]
    bids: dict[Seat, Sealed[Pile]] = field(default_factory=dict)
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Leaving:
    """Whether *partner* leaves a bar that was sold to another (B25)."""

    bar: str
    partner: Seat


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing: the game has ended."""


Phase: TypeAlias = Shuffling | Drawing | Staking | Acting | Offered | Auctioning | Leaving | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why. *cause* is "five", "rent" or "no_action"; *loser* is the bankrupt; *pawns* stand by seat."""

    cause: str
    winners: tuple[Seat, ...]
    loser: Seat | None
    pawns: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Unsealed is public."""

    seats: tuple[Seat, ...]
    options: Options
    phase: Phase
    money: dict[str, Sealed[Purse]]  # by seat, and BANK
    round: int = 1
    groups: tuple[tuple[Seat, ...], ...] = ()  # who is still in the bag; the first group is drawn first
    order: tuple[Seat, ...] = ()  # whose turn has come in this round
    lineup: tuple[Seat, ...] = ()  # who was drawn, and whose turn is still to come (`turn_order` whole)
    bars: dict[str, Bar] = field(default_factory=dict)  # by name, in the order in which they became known
    deck: Sealed[tuple[str, ...]] | None = None  # which card lies at places 1 to 10 (`deal` companion)
    five_held: frozenset[Seat] = frozenset()  # whose five pawns stand since the end of their own turn (B5)
    order_called: bool = False  # last order, in this round
    declined: frozenset[Seat] = frozenset()  # who declined last order in this round (`last_order_window` everyone)
    counted: frozenset[Seat] = frozenset()  # who has counted the bank (`bank` once)
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[str, ...]:
    """Return all viewers: whoever may see what is public."""
    return (*state.seats, TABLE)


def open_bars(state: State) -> list[Bar]:
    """Return the bars that are open now (B3)."""
    return [bar for bar in state.bars.values() if bar.is_open]


def limit(state: State) -> int:
    """Return how many bars may be open now: with `open_limit` ever a renovated bar keeps its place among them (B3)."""
    renovated = len(state.bars) - len(open_bars(state))
    return LIMIT[len(state.seats)] - (renovated if state.options.open_limit == "ever" else 0)


def has_last_order(state: State) -> bool:
    """Whether this is a round for a last order, early or late (B12)."""
    return state.round > 1 or state.options.first_last_order == "every_round"


def leases(state: State, seat: Seat) -> list[Bar]:
    """Return the bars where *seat* is the lessee."""
    return [bar for bar in state.bars.values() if bar.lessee == seat]


def standing(state: State, seat: Seat) -> int:
    """Return how many pawns of *seat* stand in bars."""
    return sum((bar.lessee == seat) + (bar.partner == seat) for bar in state.bars.values())


def has_free_pawn(state: State, seat: Seat) -> bool:
    """Whether a pawn of *seat* is off the board."""
    return standing(state, seat) < PAWNS


def has_note(state: State, seat: Seat) -> bool:
    """Whether *seat* holds any note: always public, an empty hand is visible."""
    return state.money[seat].outside > 0


def drawn(state: State) -> tuple[Seat, ...]:
    """Return who was drawn in this round, in that order."""
    return state.order + state.lineup


def has_partner_place(bar: Bar) -> bool:
    """Whether *bar* is open and its partner's place is free."""
    return bar.is_open and bar.card.places == 2 and bar.partner is None


def table_piles(state: State) -> list[Sealed[Pile]]:
    """Return the piles that lie on the table."""
    match state.phase:
        case Staking(stakes):
            return list(stakes.values())
        case Offered(pile=pile):
            return [pile]
        case Auctioning(bids=bids):
            return list(bids.values())
    return []
