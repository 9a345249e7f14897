"""Settings for random games of Barracuda: which moves random players favour, a box's own cards, and empty purses."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.games.barracuda.legal import REFUSALS
from companion.games.barracuda.model import CARDS, State
from companion.games.barracuda.moves import Command
from companion.kit.money import Purse
from companion.kit.rehearsal import Habit, Rehearsal
from companion.kit.sealed import Sealed

if TYPE_CHECKING:
    import random


def own_cards(generator: random.Random) -> dict[str, object]:
    """Return random options: sometimes cards left out by agreement, sometimes a box with its own rents (B1).

    Most of these rents are low, because games with low rents last longer.
    """
    left_out = [generator.choice([card.name for card in CARDS if card.places == places]) for places in (1, 2)]
    dearest = generator.choice((1, 1, 1, 12))
    cards = [[card.name, generator.randint(1, dearest), card.places, False] for card in CARDS]
    agreed: dict[str, object] = {"left_out": left_out} if generator.random() < 1 / 3 else {}
    return {**agreed, "cards": cards} if generator.random() < 2 / 3 else agreed


def ruined(state: State) -> State:
    """Return *state* with every purse emptied into the bank; some refusals are given only to players without money."""
    bank = sum((state.money[who].open() for who in state.money), Purse())
    money = {who: Sealed(Purse() if who in state.seats else bank, seal.eyes) for who, seal in state.money.items()}
    return replace(state, money=money)


# After these the display shows what comes next; pages tell them.
NOT_SHOWN: Final = ("BarsShuffled", "DrawCalled", "Passed", "WentBankrupt", "LastOrderCalled", "LastOrderDeclined")
REHEARSAL: Final[Rehearsal[State, Command]] = Rehearsal(
    refusals=REFUSALS,
    leaning={
        "AuctionBar": 3,
        "SellTo": 3,
        "PlacePartner": 3,
        "Pass": 4,
        "OpenBar": 2,
        "OpenPlace": 2,
        "RefuseOffer": -3,
        "OfferTakeover": -4,
        "CallLastOrder": -3,
    },
    more_options=own_cards,
    habits={
        "refuses": Habit(wants=("RefuseOffer",)),
        "lowest": Habit(much="least"),
        "fakes": Habit(much="least", fakes=True),
        "opens": Habit(wants=("OpenBar", "OpenPlace")),
        "hoards": Habit(wants=("Pass", "PlacePartner"), shuns=("OfferPartnership", "OfferTakeover"), much="least"),
    },
    ruined=ruined,
    left_out={
        "View": {
            "viewer",
            "purse",
            "deal",
            "draw",
            "turn_order",
            "order_open",
            "latest",
            "told",
            "news",
            "act",
            "order",
            "count",
            "why",
        },
        "SeatView": {"free", "leases", "rents"},
        "BarView": {"placeholder"},
        "PileView": {"seat"},
        "AuctionView": {"rent"},
    },
    unnamed=("seats", "bars", "bids"),
    announced={
        "RoundBegan": None,
        "BankCounted": None,
        "BooksOpened": None,
        "BarOpened": ("seat", "bar", "rent"),
        **dict.fromkeys(("PartnerPlaced", "PartnerStayed", "PartnerLeft"), ("seat", "bar")),
        **dict.fromkeys(("PartnershipAccepted", "TakeoverAccepted", "TakeoverRefused"), ("lessee", "bar")),
        "PartnershipRefused": ("lessee", "bar", "amount"),
        "BarSold": ("bar",),
        "BarRenovated": ("seller", "bar"),
        "PawnDrawn": ("pawn",),
        "TurnBegan": ("seat",),
        "RentPaid": lambda event, _: [event.seat, event.paid if event.rents else None],
        "PartnershipOffered": lambda event, _: [event.bidder, event.lessee, event.bar, event.pile.outside],
        "TakeoverOffered": lambda event, _: [event.bidder, event.lessee, event.bar, event.pile.outside],
        "AuctionOpened": ("seller", "bar"),
        "BidLaid": lambda event, _: [event.bidder, event.pile.outside],
        "StakeLaid": lambda event, _: [event.seat, event.pile.outside],
        "StakesRevealed": lambda event, _: [(seat, pile.real) for seat, pile in event.stakes.items()],
        "BidsOpened": ("seller",),
        "GameEnded": ("winners",),
        **dict.fromkeys(NOT_SHOWN, ()),
    },
    outcomes=(
        "BarOpened",
        "PartnerPlaced",
        "PartnershipAccepted",
        "PartnershipRefused",
        "TakeoverAccepted",
        "TakeoverRefused",
        "BarSold",
        "BarRenovated",
        "PartnerStayed",
        "PartnerLeft",
        "StakesRevealed",
        "BankCounted",
        "GameEnded",
    ),
    pictured=("round", "partnership_offered", "takeover_offered", "bid", "stake", "stakes", "counted"),
    ends=("five", "rent", "no_action", "ranking"),
    seldom=("Passed", "nobody_bids", "sixth", "no_pawn", "cannot_renovate", "counted", "must_auction", "ranking"),
)
