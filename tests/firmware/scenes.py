"""Barracuda's screens, each out of a game that is really played to it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

from companion import barracuda
from companion.barracuda.model import BANK, Outcome
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    CallDraw,
    CallLastOrder,
    DrawPawn,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    PlacePartner,
    RefuseOffer,
    Stake,
)
from companion.game import CHANCE, TABLE, Screen
from companion.money import Pile
from companion.sealed import Sealed, seen

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}
ONE, FAKE = Pile(ones=1), Pile(fakes=1)


def do(state, seat, *commands):
    for command in commands:
        for event in barracuda.decide(state, seat, command):
            state = barracuda.evolve(state, event)
    return state


def drawn(state, seat):
    return do(do(state, TABLE, CallDraw()), CHANCE, DrawPawn(seat))


def turn(state, seat, command, lessee=None, answer=None):
    state = do(drawn(state, seat), seat, command)
    return do(state, lessee, answer) if lessee else state


def look(state):
    return barracuda.view(seen(state, TABLE), TABLE)


def screen(state) -> Screen:
    return barracuda.screen(look(state), [seen(event, TABLE) for event in state.recent])


def five(options=None):
    """Return five players after their first round."""
    state = barracuda.setup(tuple("ABCDE"), options or {})
    for seat, bar in zip("ABCDE", ("Karambole", "Lagoon Bar", "Reef Bar", "Octopus", "Banana Bar"), strict=True):
        state = turn(state, seat, OpenBar(bar))
    return state


def staked(state, stakes):
    state = do(state, "D", CallLastOrder())
    for seat, pile in stakes.items():
        state = do(state, seat, Stake(pile))
    return state


STAKES = {"A": FAKE, "B": FAKE, "C": Pile(twos=1), "D": Pile(twos=2), "E": Pile(ones=4)}


def crowded():
    """Return a game of three in its fourth round: six bars are open, Noor leases three of them."""
    state = barracuda.setup(tuple("ABC"), {})
    bars = iter(("Lagoon Bar", "Karambole", "Octopus"))
    for seat in "ABC":
        state = turn(state, seat, OpenBar(next(bars)))
    state = turn(state, "A", OpenBar("Tide Bar"))
    state = turn(state, "B", PlacePartner("Karambole"))
    state = turn(state, "C", PlacePartner("Octopus"))
    state = turn(state, "A", OpenBar("Reef Bar"))
    state = turn(state, "B", OpenBar("Albatros"))
    return turn(state, "C", OfferPartnership("Albatros", ONE), "B", RefuseOffer())


def three():
    """Return a game of three in its sixth round: Noor has five pawns standing."""
    state = turn(crowded(), "A", OfferPartnership("Albatros", ONE), "B", AcceptOffer())
    state = turn(state, "B", OfferTakeover("Lagoon Bar", Pile(twos=2)), "A", RefuseOffer())
    state = turn(state, "C", OfferTakeover("Tide Bar", Pile(twos=1)), "A", RefuseOffer())
    state = turn(state, "A", OfferTakeover("Albatros", Pile(twos=2)), "B", AcceptOffer())
    state = turn(state, "B", OfferTakeover("Lagoon Bar", Pile(twos=2)), "A", RefuseOffer())
    return turn(state, "C", OfferTakeover("Tide Bar", Pile(twos=1)), "A", RefuseOffer())


def poor(state, seat):
    """Return *state* with *seat*'s purse in the bank, fakes and all."""
    bank = state.money[BANK]
    sum_ = bank.open() + state.money[seat].open()
    purse = state.money[seat]
    money = {BANK: Sealed(sum_, bank.eyes), seat: Sealed(type(sum_)(), purse.eyes)}
    return replace(state, money={**state.money, **money})


@cache
def scenes() -> dict[str, Screen]:
    """Return one Screen of each kind that Barracuda shows."""
    start = barracuda.setup(tuple("ABCDE"), {})
    round_2, ended = five(), drawn(three(), "A")
    bids = do(drawn(crowded(), "A"), "A", AuctionBar("Lagoon Bar"))
    ran_out = drawn(poor(after_offer(), "B"), "B")
    over = look(ended)
    return {
        "shuffling": screen(barracuda.setup(tuple("ABC"), {"deal": "companion"})),
        "first-draw": screen(start),
        "first-turn": screen(drawn(start, "E")),
        "opened": screen(turn(start, "E", OpenBar("Banana Bar"))),
        "opened-bag": screen(opened_with_bag()),
        "round-of-five": screen(after_offer()),
        "round-of-three": screen(three()),
        "bank-hidden": screen(after_offer({"bank": "hidden"})),
        "turn-one-bar": screen(drawn(round_2, "A")),
        "turn-no-bar": screen(homeless()),
        "turn-four-bars": screen(four_leases()),
        "offer-partner": screen(do(drawn(round_2, "A"), "A", OfferPartnership("Octopus", Pile(twos=1, fakes=3)))),
        "offer-lease": screen(do(drawn(round_2, "E"), "E", OfferTakeover("Karambole", Pile(fives=1, fakes=0)))),
        "offer-thick": screen(do(drawn(round_2, "A"), "A", OfferPartnership("Octopus", Pile(ones=5, fakes=7)))),
        "last-order": screen(staked(round_2, {})),
        "last-order-3-of-5": screen(staked(round_2, dict(list(STAKES.items())[:3]))),
        "revealed-ties": screen(staked(round_2, STAKES)),
        "revealed-no-ties": screen(staked(five({"bank": "once"}), {**STAKES, "B": ONE, "E": Pile(tens=1, twos=1)})),
        "auction": screen(do(bids, "B", Bid(Pile(ones=2, fakes=1)))),
        "auction-opened": screen(do(do(bids, "B", Bid(Pile(ones=5, fakes=7))), "C", Bid(FAKE))),
        "won-five": screen(ended),
        "won-rent": screen(ran_out),
        "won-no-action": barracuda.screen(replace(over, outcome=replace(over.outcome, cause="no_action"))),
        "won-shared": barracuda.screen(replace(over, outcome=Outcome("rent", ("A", "C"), "B", {"A": 3, "B": 1, "C": 3}))),
    }


def opened_with_bag():
    state = do(barracuda.setup(tuple("ABC"), {"draw": "bag"}), TABLE, DrawPawn("B"))
    return do(state, "B", OpenBar("Harbour Bar"))


def after_offer(options=None):
    return turn(five(options), "A", OfferPartnership("Octopus", ONE), "D", AcceptOffer())


def homeless():
    """Return the turn of Luc, whose only bar was taken over."""
    state = turn(five(), "A", OfferTakeover("Banana Bar", Pile(ones=1, twos=1)), "E", AcceptOffer())
    return drawn(state, "E")


def four_leases():
    state = turn(crowded(), "A", OfferTakeover("Albatros", Pile(twos=2)), "B", AcceptOffer())
    for seat in "BC":
        state = turn(state, seat, OfferTakeover("Tide Bar", Pile(twos=1)), "A", RefuseOffer())
    return drawn(state, "A")
