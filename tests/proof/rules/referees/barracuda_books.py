"""The table in Barracuda, for its referee: purses, a bank, bar cards with pawns on them, a bag."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.proof.rules.referees.records import Plain, Referee, allowed, event, same

Seat: TypeAlias = str

BOX = {"tens": 10, "fives": 15, "twos": 25, "ones": 25, "fakes": 35}
VALUES = {"tens": 10, "fives": 5, "twos": 2, "ones": 1, "fakes": 0}
NO_NOTES = {"is": "Pile", **dict.fromkeys(BOX, 0)}
OPEN_AT_MOST = {3: 6, 4: 8, 5: 10}
PAWNS = 5
DEAREST_PILE = 12  # of an offer and of a stake
SHIPPED = [  # Name, rent, places, whether the name is a stand-in (B1).
    ("Barracuda", 6, 2, False), ("Karambole", 5, 2, False), ("Octopus", 5, 2, False), ("Harbour Bar", 5, 2, True),
    ("Albatros", 4, 2, False), ("Beacon Bar", 4, 2, True), ("Lagoon Bar", 4, 1, True), ("Banana Bar", 3, 1, False),
    ("Reef Bar", 3, 1, True), ("Jetty Bar", 3, 1, True), ("Pier Bar", 3, 1, True), ("Tide Bar", 2, 1, True),
]  # fmt: skip


class Money(NamedTuple):
    """Real money in thousands, and fakes."""

    real: int
    fakes: int = 0

    def plus(self, other: "Money") -> "Money":
        return Money(self.real + other.real, self.fakes + other.fakes)

    def less(self, other: "Money") -> "Money":
        left = Money(self.real - other.real, self.fakes - other.fakes)
        allowed(f"{self} holds {other}", min(left) >= 0)
        return left

    @property
    def any_note(self) -> bool:
        return any(self)

    def plain(self) -> Plain:
        return event("Purse", real=self.real, fakes=self.fakes)


@dataclass
class Bar:
    """A bar card that was seen; face down again after its renovation."""

    name: str
    rent: int
    places: int
    placeholder: bool
    place: int
    is_open: bool = True
    lessee: Seat | None = None
    partner: Seat | None = None


class Offer(NamedTuple):
    """A pile that waits for its lessee's answer."""

    takeover: bool
    bar: Bar
    bidder: Seat
    lessee: Seat
    pile: Plain


@dataclass
class Auction:
    """A bar whose lessee pawn is lifted, and the bids so far."""

    bar: Bar
    seller: Seat
    bidders: list[Seat]
    bids: dict[Seat, Plain] = field(default_factory=dict)

    @property
    def opened(self) -> bool:
        return len(self.bids) == len(self.bidders)


class Books(Referee):
    """Everything that can be counted at the table, or derived from it."""

    def __init__(self, seats: Sequence[Seat], options: Mapping[str, Any]) -> None:
        super().__init__(seats, options)
        self.cards = {card[0]: (*card, False)[:4] for card in options.get("cards", SHIPPED)}
        self.purses = {seat: Money(2 * 10 + 3 * 5 + 5 * 2 + 5 * 1, 7) for seat in seats}
        if (child := options.get("head_start")) in seats:
            given = {"small": 2, "large": 5}[options.get("head_start_size", "small")]  # B28
            self.purses = {seat: Money(50 + (given * (len(seats) - 1) if seat == child else -given), 7) for seat in seats}
        self.bank = Money(250 - 50 * len(seats), 35 - 7 * len(seats))
        self.deck: list[str] = []  # Place by place, if the companion deals.
        self.bars: dict[str, Bar] = {}
        self.offer: Offer | None = None
        self.auction: Auction | None = None
        self.sold: Bar | None = None  # Its partner is asked (B25).
        self.stakes: dict[Seat, Plain] | None = None
        self.revealed: Plain | None = None
        self.lasting: set[Seat] = set()  # All five stood at the end of the player's turn, and have ever since (B5).
        self.counted: set[Seat] = set()
        self.outcome: Plain | None = None
        self.books_open = False
        self.next_up: list[Seat] = []  # The pawns drawn but still waiting, if the whole order is drawn at once.

    def standing(self, seat: Seat) -> int:
        return sum((bar.lessee == seat) + (bar.partner == seat) for bar in self.bars.values())

    def leases(self, seat: Seat) -> list[Bar]:
        return [bar for bar in self.bars.values() if bar.lessee == seat]

    def open_bars(self) -> list[Bar]:
        return [bar for bar in self.bars.values() if bar.is_open]

    def open_at_most(self) -> int:
        """Return how many bars may be open; if each counts that ever was, the renovated ones take their share (B3)."""
        shut = sum(not bar.is_open for bar in self.bars.values())
        return OPEN_AT_MOST[len(self.seats)] - (shut if self.agreed_on("open_limit", "ever") else 0)

    def agreed_on(self, option: str, choice: str) -> bool:
        return bool(self.options.get(option) == choice)

    def bill(self, seat: Seat) -> tuple[list[int], int]:
        """Return the rents of all leases, and which of them is free: the cheapest of three, the dearest of more (B6)."""
        rents = sorted(bar.rent for bar in self.leases(seat))
        if len(rents) < 3:
            return rents, 0
        return rents, rents[0] if len(rents) == 3 else rents[-1]

    def balance(self) -> None:
        piles = [self.offer.pile] if self.offer else []
        piles += self.auction.bids.values() if self.auction else ()
        piles += self.stakes.values() if self.stakes else ()
        total = self.bank
        for money in (*self.purses.values(), *(worth(pile) for pile in piles)):
            total = total.plus(money)
        same("all the money", Money(250, 35), total)
        same("open bars within the limit", True, len(self.open_bars()) <= self.open_at_most())

    def free_pawn(self, seat: Seat) -> bool:
        return self.standing(seat) < PAWNS

    def can_open(self, seat: Seat) -> bool:
        return self.free_pawn(seat) and len(self.open_bars()) < self.open_at_most()

    def can_act(self, seat: Seat) -> bool:
        """Return whether the rules leave *seat* an action, given that a pile can be composed of any amount (B11, B14)."""
        if self.can_open(seat) or not self.free_pawn(seat):  # All five may pass.
            return True
        real = self.purses[seat].real
        for bar in self.open_bars():
            vacant = bar.places == 2 and bar.partner is None
            if (vacant and (bar.lessee == seat or real >= 1)) or (bar.lessee != seat and real >= bar.rent):
                return True
        return self.can_auction(seat)

    def can_auction(self, seat: Seat) -> bool:
        return len(self.leases(seat)) >= 3 and (self.purses[seat].real >= 1 or bool(self.bidders_against(seat)))

    def bidders_against(self, seller: Seat) -> list[Seat]:
        """Return who has a pawn and a note for a bid (B9)."""
        return [one for one in self.seats if one != seller and self.free_pawn(one) and self.purses[one].any_note]

    def pay(self, seat: Seat, sum_: Money) -> None:
        self.purses[seat] = self.purses[seat].less(sum_)
        self.bank = self.bank.plus(sum_)

    def lay(self, seat: Seat, pile: Plain) -> None:
        self.purses[seat] = self.purses[seat].less(worth(pile))

    def receive(self, seat: Seat, sum_: Money) -> None:
        self.purses[seat] = self.purses[seat].plus(sum_)


def agreed(left_out: str | Sequence[str]) -> set[str]:
    return set() if left_out == "random" else set(left_out)


def worth(pile: Plain) -> Money:
    return Money(sum(value * pile[kind] for kind, value in VALUES.items()), pile["fakes"])


def notes(pile: Plain) -> int:
    """Count the notes: there are no more than the box holds (B14)."""
    allowed("the box holds these notes", all(0 <= pile[kind] <= BOX[kind] for kind in BOX))
    return sum(pile[kind] for kind in BOX)
