"""The table of Négoces 2 as one sees it, for the second opinion (RULEBOOK 1, 2 and 6), and what each viewer must be shown."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from tests.proof.rules.referees.records import Plain, Referee, allowed, event, same

GOODS: Final = ("wine", "spices", "tea", "silk", "coffee", "jewels", "perfume", "jade")
CONTRABAND: Final = "contraband"
CARDS: Final = (*GOODS, CONTRABAND)
NUMBERS: Final = {card: number for number, card in enumerate((CONTRABAND, *GOODS))}  # 1: on the cards, from 1 to 8
PLAYERS: Final = 4
COINS: Final = 15  # 2: for each player


class OnMarket(NamedTuple):
    """A card on the market. *owner* knows it in any case."""

    owner: str
    name: str
    face_down: bool


class Bid(NamedTuple):
    """A buyer's offer: a card, coins, or both. *revision* counts the offers of this sale so far."""

    card: OnMarket | None = None
    coins: int = 0
    revision: int = 0


@dataclass
class Sale:
    """A sale from the first card on. *second*, *good* and *shown* belong to a forced one."""

    card: OnMarket
    coins: int = 0
    offers: dict[str, Bid] = field(default_factory=dict)
    made: int = 0  # offers, including withdrawn ones
    away: set[str] = field(default_factory=set)
    second: OnMarket | None = None
    good: str = ""
    shown: dict[str, int] = field(default_factory=dict)


class Books(Referee):
    """Everything on the table, and what can be derived from it."""

    def __init__(self, seats: Sequence[str], options: Mapping[str, Any]) -> None:
        allowed("four players", len(seats) == PLAYERS)
        super().__init__(sorted(seats), options)  # 3: clockwise is the order of the letters.
        self.limit = None if options["sale_limit"] == "none" else int(options["sale_limit"])
        self.hands: dict[str, Counter[str]] = {seat: Counter() for seat in self.seats}
        self.coins = dict.fromkeys(self.seats, COINS)
        if (child := options.get("head_start")) in self.seats:  # N23
            given = {"small": 4, "large": 5}[options["head_start_size"]]
            self.coins = {seat: COINS + (3 * given if seat == child else -given) for seat in self.seats}
        self.hidden = set(self.seats if options["coins"] == "hidden" else ())  # N7
        self.phase, self.dealt = "dealing", dict[str, list[str]]()
        self.turn, self.bid, self.leader, self.out = "", 0, None, list[str]()
        self.bids, self.spent = dict[str, int](), 0  # The last bid of each player.
        self.sale: Sale | None = None
        self.sales, self.have_sold, self.last_buyer = 0, set[str](), ""  # Sales that were begun.
        self.answers = dict[str, bool]()
        self.outcome: Plain | None = None

    def follow(self, seat: str, command: Plain, events: Sequence[Plain]) -> None:
        """Follow the command, and count our own cards and coins: a referee who loses some has no opinion."""
        super().follow(seat, command, events)
        sale, offers = self.sale, self.sale.offers.values() if self.sale else ()
        laid = [sale.card, sale.second, *(offer.card for offer in offers)] if sale else []
        cards = sum(hand.total() for hand in self.hands.values()) + len(laid) - laid.count(None)
        coins = sum(self.coins.values()) + self.spent + sum(one.coins for one in ([sale, *offers] if sale else ()))
        same("the cards in my books", cards, 8 * len(self.dealt) + (self.phase not in ("dealing", "opening", "auctioning")))
        same("the coins in my books", coins, PLAYERS * COINS)

    def seller(self) -> str | None:
        """Return the seat that sells, or lays the next card: the one that holds nine (N2)."""
        if self.sale:
            return self.sale.card.owner
        return next((seat for seat in self.seats if self.hands[seat].total() == 9 and self.phase != "over"), None)

    def was_last(self) -> bool:
        """Return whether no sale follows the current one, or the last one (N6)."""
        return self.sales == self.limit

    def has_all_goods(self, seat: str) -> bool:
        return all(self.hands[seat][good] for good in GOODS)

    def can_win(self, seat: str) -> bool:
        return self.coins[seat] >= 31 or self.has_all_goods(seat)  # N4

    def all_shown(self) -> bool:
        """Return whether the game is over and all hands are shown (N22)."""
        return self.phase == "over" and self.options["hands_at_end"] == "on"

    def view(self, viewer: str) -> Plain:
        plays = viewer in self.seats
        return {
            "viewer": viewer, "phase": self.phase, "round": self.sales, "sale_limit": self.limit,
            "seats": [self._seat(seat, viewer) for seat in self.seats], "hand": self._hand(viewer) if plays else None,
            "coins": self.coins[viewer] if plays else None, "can_win": self.can_win(viewer) if plays else None,
            "spent": self.spent, "may_end": self.have_sold == set(self.seats),
            **{name: self.options[name] for name in ("declare", "deal", "opener", "tags")},
            **dict.fromkeys(("auction", "market", "forced", "declaring")), **self._now(viewer), "outcome": self.outcome,
        }  # fmt: skip

    def _seat(self, seat: str, viewer: str) -> Plain:
        shown = self.outcome["coins"] if self.outcome else {}
        known = viewer == seat or seat not in self.hidden or seat in shown  # N7
        goods = None if self.sales else self.dealt.get(seat)  # As long as no card has left a hand.
        return event(
            "SeatView", seat=seat, hand=self.hands[seat].total(), coins=self.coins[seat] if known else None,
            has_sold=seat in self.have_sold, is_seller=seat == self.seller(), goods=goods,
            cards=self._hand(seat) if self.all_shown() else None,
        )  # fmt: skip

    def _hand(self, seat: str) -> list[Plain]:
        hand = self.hands[seat]
        return [event("Held", name=name, number=NUMBERS[name], count=hand[name]) for name in CARDS if hand[name]]

    def _now(self, viewer: str) -> Plain:
        """Return what is shown of this phase alone."""
        sale, seller = self.sale, self.seller()
        match self.phase:
            case "auctioning":
                asked = {"turn": self.turn, "price": self.bid, "leader": self.leader}
                return {"auction": event("AuctionView", **asked, out=sorted(self.out), bids=self.bids)}
            case "negotiating":
                told = {"coins": sale.coins, "offers": [self._offer(one, viewer) for one in self.seats if one != seller]}
                return {"market": event("MarketView", seller=seller, card=_shown(sale.card, viewer), **told)}
            case "picking":
                both = {"card": _shown(sale.card, viewer), "second": _shown(sale.second, viewer)}
                named = {"good": sale.good, "number": NUMBERS[sale.good]}
                return {"forced": event("ForcedView", seller=seller, **both, **named, shown=sale.shown)}
            case "declaring":
                told = {"answered": sorted(self.answers), "mine": self.answers.get(viewer), "last": self.was_last()}
                return {"declaring": event("DeclaringView", seller=seller, **told)}
        return {}

    def _offer(self, buyer: str, viewer: str) -> Plain:
        card, coins, revision = self.sale.offers.get(buyer, Bid())
        shown, away = card and _shown(card, viewer), buyer in self.sale.away
        return event("OfferView", seat=buyer, is_away=away, card=shown, coins=coins, revision=revision)


def _shown(card: OnMarket, viewer: str) -> Plain:
    """Return the card as *viewer* sees it: its back, unless it lies face up or is the viewer's own."""
    known = card.name if viewer == card.owner or not card.face_down else None
    return event("CardView", face_down=card.face_down, good=known, number=NUMBERS[known] if known else None)
