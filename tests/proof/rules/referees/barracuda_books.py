"""The table in Barracuda, for its referee: purses, a bank, bar cards, pawns, a bag; and what everybody must be shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from tests.proof.rules.referees.records import Plain, Referee, allowed, event, same

Seat: TypeAlias = str

BOX = {"tens": 10, "fives": 15, "twos": 25, "ones": 25, "fakes": 35}
NO_NOTES = {"is": "Pile", **dict.fromkeys(BOX, 0)}
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

    def __add__(self, other: "Money") -> "Money":
        return Money(self.real + other.real, self.fakes + other.fakes)

    def __sub__(self, other: "Money") -> "Money":
        left = Money(self.real - other.real, self.fakes - other.fakes)
        allowed(f"{self} holds {other}", min(left) >= 0)
        return left

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

    @property
    def has_room(self) -> bool:
        return self.places == 2 and self.partner is None


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
        self.left_out = set[str]() if options.get("left_out", "random") == "random" else set(options["left_out"])
        self.purses = dict.fromkeys(seats, Money(2 * 10 + 3 * 5 + 5 * 2 + 5 * 1, 7))
        if (child := options.get("head_start")) in seats:
            given = Money({"small": 2, "large": 5}[options["head_start_size"]])  # B28
            for seat in set(seats) - {child}:
                self.purses[child], self.purses[seat] = self.purses[child] + given, self.purses[seat] - given
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

    def follow(self, seat: Seat, command: Plain, events: Sequence[Plain]) -> None:
        super().follow(seat, command, events)
        self.keep_lasting()
        piles = [self.offer.pile] if self.offer else []
        piles += self.auction.bids.values() if self.auction else ()
        piles += self.stakes.values() if self.stakes else ()
        same("all the money", Money(250, 35), sum((*self.purses.values(), *map(worth, piles)), self.bank))
        same("open bars within the limit", True, len(self.open_bars()) <= self.open_at_most())

    def keep_lasting(self) -> None:
        self.lasting = {seat for seat in self.lasting if self.standing(seat) == PAWNS}

    def standing(self, seat: Seat) -> int:
        return sum((bar.lessee == seat) + (bar.partner == seat) for bar in self.bars.values())

    def leases(self, seat: Seat) -> list[Bar]:
        return [bar for bar in self.bars.values() if bar.lessee == seat]

    def open_bars(self) -> list[Bar]:
        return [bar for bar in self.bars.values() if bar.is_open]

    def open_at_most(self) -> int:
        """Return how many bars may be open; if each counts that ever was, the renovated ones take their share (B3)."""
        shut = sum(not bar.is_open for bar in self.bars.values())
        return {3: 6, 4: 8, 5: 10}[len(self.seats)] - (shut if self.options["open_limit"] == "ever" else 0)

    def bill(self, seat: Seat) -> tuple[list[int], int]:
        """Return the rents of all leases, and which of them is free: the cheapest of three, the dearest of more (B6)."""
        rents = sorted(bar.rent for bar in self.leases(seat))
        return rents, 0 if len(rents) < 3 else rents[0] if len(rents) == 3 else rents[-1]

    def free_pawn(self, seat: Seat) -> bool:
        return self.standing(seat) < PAWNS

    def can_open(self, seat: Seat) -> bool:
        return self.free_pawn(seat) and len(self.open_bars()) < self.open_at_most()

    def can_act(self, seat: Seat) -> bool:
        """Return whether the rules leave *seat* an action, given that a pile can be composed of any amount (B11, B14)."""
        if self.can_open(seat) or not self.free_pawn(seat) or self.can_auction(seat):  # All five may pass.
            return True
        real = self.purses[seat].real
        takes = lambda bar: real >= bar.rent and bar.lessee != seat
        joins = lambda bar: bar.has_room and (real or bar.lessee == seat)
        return any(takes(bar) or joins(bar) for bar in self.open_bars())

    def can_auction(self, seat: Seat) -> bool:
        return len(self.leases(seat)) >= 3 and (self.purses[seat].real >= 1 or bool(self.bidders_against(seat)))

    def bidders_against(self, seller: Seat) -> list[Seat]:
        """Return who has a pawn and a note for a bid (B9)."""
        return [one for one in self.seats if one != seller and self.free_pawn(one) and any(self.purses[one])]

    def pay(self, seat: Seat, sum_: int) -> None:
        self.purses[seat] -= Money(sum_)
        self.bank += Money(sum_)

    def view(self, viewer: str) -> Plain:
        purse, bank_seen = self.purses.get(viewer), self.options["bank"] == "open" or self.books_open
        return {
            "phase": self.phase, "round": self.round, "bag": self.bag, "limit": self.open_at_most(),
            "seats": [self._seat(viewer, seat) for seat in self.seats],
            "bars": [self._place(place) for place in range(1, 11)], "open_bars": len(self.open_bars()),
            "bank": self.bank.plain() if bank_seen else None, "purse": purse and purse.plain(),
            "deal": self.options["deal"], "draw": self.options["draw"],
            "order_called": self.order_called, "declined": [seat for seat in self.seats if seat in self.declined],
            "offer": self.offer and self._offer(viewer), "auction": self.auction and self._auction(viewer),
            "stakes": None if self.stakes is None else self._stakes(viewer),
            "leaving": self.sold and event("Leaving", bar=self.sold.name, partner=self.sold.partner),
            "reveal": self.revealed, "outcome": self.outcome,
        }  # fmt: skip

    def _seat(self, viewer: str, seat: Seat) -> Plain:
        mine, standing, purse = self.leases(seat), self.standing(seat), self.purses[seat]
        (rents, free), drawn = self.bill(seat), self.order + self.next_up
        return event(
            "SeatView", seat=seat, place=drawn.index(seat) + 1 if seat in drawn else 0,
            is_active=self.order[-1:] == [seat] and self.phase in ("acting", "offered", "auctioning", "leaving"),
            standing=standing, free=PAWNS - standing, has_note=any(purse), leases=[bar.name for bar in mine],
            rents=[bar.rent for bar in mine], rent_free=free, rent_due=sum(rents) - free,
            purse=purse.plain() if viewer == seat or self.books_open else None,
        )  # fmt: skip

    def _place(self, place: int) -> Plain:
        """Return the card at this place: nobody has seen a bar that hasn't been open yet."""
        bar = next((bar for bar in self.bars.values() if bar.place == place), Bar("", 0, 0, False, place))
        state = "closed" if not bar.name else "open" if bar.is_open else "renovated"
        shown = ("name", "placeholder", "rent", "places", "lessee", "partner")
        return event("BarView", place=place, state=state, **{name: getattr(bar, name) for name in shown})

    def _offer(self, viewer: str) -> Plain:
        takeover, bar, bidder, lessee, laid = self.offer
        pile = _pile(bidder, laid, viewer in (bidder, lessee))
        return event("OfferView", takeover=takeover, bar=bar.name, bidder=bidder, lessee=lessee, pile=pile)

    def _auction(self, viewer: str) -> Plain:
        bar, seller, bidders, laid = self.auction.bar, self.auction.seller, self.auction.bidders, self.auction.bids
        opened = self.auction.opened
        bids = [_pile(one, laid.get(one), viewer == one or (opened and viewer == seller)) for one in bidders]
        return event("AuctionView", bar=bar.name, rent=bar.rent, seller=seller, bids=bids, opened=opened)

    def _stakes(self, viewer: str) -> list[Plain]:
        asked = [seat for seat in self.seats if seat in self.stakes or any(self.purses[seat])]
        return [_pile(seat, self.stakes.get(seat), viewer == seat) for seat in asked]


def _pile(seat: Seat, pile: Plain | None, may_see: bool) -> Plain:
    return event("PileView", seat=seat, notes=pile and notes(pile), pile=pile if may_see else None)


def worth(pile: Plain) -> Money:
    return Money(10 * pile["tens"] + 5 * pile["fives"] + 2 * pile["twos"] + pile["ones"], pile["fakes"])


def notes(pile: Plain) -> int:
    """Count the notes: there are no more than the box holds (B14)."""
    allowed("the box holds these notes", all(0 <= pile[kind] <= BOX[kind] for kind in BOX))
    return sum(pile[kind] for kind in BOX)
