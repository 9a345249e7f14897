"""Barracuda's state: cards, bars, the phase, and the money in whole thousands."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count as counted  # `count` is a number of notes here.
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.kit.money import Pile, Purse
from companion.kit.sealed import Sealed
from companion.kit.viewers import TABLE, Seat, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Cause: TypeAlias = Literal["five", "rent", "no_action", "ranking"]  # Why the game ended.
Deal: TypeAlias = Literal["cards", "companion"]
Draw: TypeAlias = Literal["companion", "bag"]
TurnOrder: TypeAlias = Literal["one_by_one", "whole"]
HeadStart: TypeAlias = Literal["none", "A", "B", "C", "D", "E"]

BANK: Final = "bank"  # The bank's key in `State.money`.
PAWNS: Final = 5  # A player's pawns, not counting the bag pawn.
LIMIT: Final = {3: 6, 4: 8, 5: 10}  # 2: how many bars may be open at once, by number of players.
ROOM: Final = 10  # 2: bars in play.
OF_A_KIND: Final = 5  # 2: five with one place, five with two.
BOX: Final = Pile(tens=10, fives=15, twos=25, ones=25, fakes=35)  # 2: all notes, 250 and 35 fakes.
START: Final = Purse(real=50, fakes=7)  # 2: 2x10, 3x5, 5x2, 5x1 and seven fakes.
GIVEN: Final = {"small": 2, "large": 5}  # B28: the note that everybody else gives to whoever has a head start.
MOST: Final = 12  # 6.3, 6.4, 7: the highest value of an offer or stake.
RENOVATION: Final = 1  # 6.5: the price of closing an auctioned bar.
AUCTION_FROM: Final = 3  # 6.5: how many leases a seller needs.


@dataclass(frozen=True, slots=True)
class Card:
    """A bar's card. *rent* is 1 to 12, *places* 1 or 2; a *placeholder* has a stand-in name, not the box's own (B1)."""

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
    """The table's options, in the words of `rules.OPTIONS`. *left_out* names one card of each kind; empty means random."""

    deal: Deal
    draw: Draw
    stake_minimum: Literal["any_note", "one_fake"]
    last_order_window: Literal["open", "everyone"]
    bank: Literal["open", "once", "hidden"]
    last_tiebreak: Literal["dearest_bar", "total_rent"]
    reveal_at_end: Literal["on", "off"]
    left_out: tuple[str, ...] = ()
    cards: tuple[Card, ...] = CARDS
    open_limit: Literal["now", "ever"] = "now"
    five_standing: Literal["may_pass", "must_act"] = "may_pass"
    auction_to: Literal["any_bid", "highest"] = "any_bid"
    first_last_order: Literal["second_round", "every_round"] = "second_round"
    turn_order: TurnOrder = "one_by_one"
    auctioned_partner: Literal["stays", "may_leave"] = "stays"
    head_start: HeadStart = "none"
    head_start_size: Literal["small", "large"] = "small"

    def card(self, name: str) -> Card | None:
        """Return the card called *name*."""
        for card in self.cards:
            if card.name == name:
                return card
        return None


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar whose card is known, at *place* 1 to 10. After a renovation it is closed (*is_open* false)."""

    card: Card
    place: int
    is_open: bool = True
    lessee: Seat | None = None
    partner: Seat | None = None


# Phases: what the table is waiting for
@dataclass(frozen=True, slots=True)
class Shuffling:
    """Waits for the companion to shuffle the bars (`deal` companion)."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Waits for the next bag pawn; *called* once somebody has asked the companion to draw it."""

    called: bool = False


@dataclass(frozen=True, slots=True)
class Staking:
    """Waits for everybody's stake for the last order."""

    stakes: dict[Seat, Sealed[Pile]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Acting:
    """Waits for *seat*'s one action, after it has paid its rent."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Offered:
    """Waits for the lessee's answer to an offer: for the lease if *takeover*, else for the partner's place."""

    takeover: bool
    bar: str
    bidder: Seat
    lessee: Seat
    pile: Sealed[Pile]


@dataclass(frozen=True, slots=True)
class Auctioning:
    """Waits for the bids of *bidders* for a bar whose lessee pawn is lifted, then (*opened*) for the seller's choice."""

    bar: str
    seller: Seat
    bidders: tuple[Seat, ...]
    bids: dict[Seat, Sealed[Pile]] = field(default_factory=dict)
    opened: bool = False


@dataclass(frozen=True, slots=True)
class Leaving:
    """Waits for *partner* to say whether to leave a bar that was sold to another player (B25)."""

    bar: str
    partner: Seat


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended and waits for nothing."""


Phase: TypeAlias = Shuffling | Drawing | Staking | Acting | Offered | Auctioning | Leaving | Over


@dataclass(frozen=True, slots=True)
class Outcome:
    """The outcome. How many *pawns* stand, by seat; *loser* is the bankrupt, *cause* one of Cause."""

    cause: Cause
    winners: tuple[Seat, ...]
    loser: Seat | None
    pawns: dict[Seat, int]


@dataclass(frozen=True, slots=True)
class State:
    """One game in progress. Every value that isn't sealed is public."""

    seats: tuple[Seat, ...]
    options: Options
    phase: Phase
    money: dict[str, Sealed[Purse]]  # by seat, and BANK
    round: int = 1
    groups: tuple[tuple[Seat, ...], ...] = ()  # the seats still in the bag; the first group is drawn first
    order: tuple[Seat, ...] = ()  # the seats that have had their turn begin in this round
    lineup: tuple[Seat, ...] = ()  # the seats drawn whose turn is still to come (`turn_order` whole)
    bars: dict[str, Bar] = field(default_factory=dict)  # by name, in the order in which they became known
    deck: Sealed[tuple[str, ...]] | None = None  # the cards at places 1 to 10 (`deal` companion)
    five_held: frozenset[Seat] = frozenset()  # the seats whose five pawns have stood since the end of their own turn (B5)
    order_called: bool = False  # whether last order was called in this round
    declined: frozenset[Seat] = frozenset()  # the seats that declined last order in this round (`last_order_window` everyone)
    counted: frozenset[Seat] = frozenset()  # the seats that have counted the bank (`bank` once)
    outcome: Outcome | None = None


def everyone(state: State) -> tuple[Viewer, ...]:
    """Return every viewer that may see public values."""
    return (*state.seats, TABLE)


def open_bars(state: State) -> list[Bar]:
    """Return the bars that are open now (B3)."""
    return [bar for bar in state.bars.values() if bar.is_open]


def free_places(bars: Mapping[str, Bar]) -> Iterator[int]:
    """Yield the places, from 1, at which none of *bars* lies, even while more of them are put there."""
    return (place for place in counted(1) if place not in [bar.place for bar in bars.values()])


def limit(state: State) -> int:
    """Return how many bars may be open now. With `open_limit` ever, a renovated bar still counts against the limit (B3)."""
    renovated = len(state.bars) - len(open_bars(state))
    return LIMIT[len(state.seats)] - (renovated if state.options.open_limit == "ever" else 0)


def has_last_order(state: State) -> bool:
    """Return whether last order may be called in this round at all (B12)."""
    return state.round > 1 or state.options.first_last_order == "every_round"


def leases(state: State, seat: Seat) -> list[Bar]:
    """Return the bars where *seat* is the lessee."""
    return [bar for bar in state.bars.values() if bar.lessee == seat]


def standing(state: State, seat: Seat) -> int:
    """Return how many pawns of *seat* stand in bars."""
    return sum([(bar.lessee == seat) + (bar.partner == seat) for bar in state.bars.values()])


def has_free_pawn(state: State, seat: Seat) -> bool:
    """Return whether *seat* has a pawn that stands in no bar."""
    return standing(state, seat) < PAWNS


def has_note(state: State, seat: Seat) -> bool:
    """Return whether *seat* holds any note. This is always public, because everybody can see an empty hand."""
    return state.money[seat].outside > 0


def drawn(state: State) -> tuple[Seat, ...]:
    """Return the seats drawn in this round, in the order drawn."""
    return state.order + state.lineup


def has_partner_place(bar: Bar) -> bool:
    """Return whether *bar* is open and its partner's place is free."""
    return bar.is_open and bar.card.places == 2 and bar.partner is None


def counted_out(purse: Purse) -> Pile:
    """Return the notes in which to hand out *purse* in cardboard: of each kind its share of the box, rounded to the nearest.

    Nobody's notes may depend on another purse, and with as few notes as possible the box's ten tens would soon be gone. Rarely
    a note is missing all the same; then people change at the bank, as in any game.
    """
    rest, left, laid = purse.real, BOX.real, dict[int, int]()
    for count, worth in ((BOX.tens, 10), (BOX.fives, 5), (BOX.twos, 2)):
        laid[worth] = min((2 * rest * count + left) // (2 * left), rest // worth)
        rest, left = rest - laid[worth] * worth, left - count * worth
    return Pile(laid[10], laid[5], laid[2], rest, purse.fakes)


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
