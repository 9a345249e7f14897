"""The actions, the auction, and what is asked, word for word. Rules 2, 6, 7; B2, B7 to B11, B15, B19, B21, B22, B25."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.barracuda.model import BOX, CARDS, Auctioning, Bar, Staking, State

from companion.games.barracuda.moves import (  # isort: skip
    AcceptOffer, AuctionBar, Bid, CountBank, LeaveBar, OfferPartnership, OfferTakeover, OpenBar, Pass, PlacePartner,
    RefuseOffer, Renovate, SellTo, Stake, StayInBar,
)  # fmt: skip
from companion.kit import TABLE, Choice, Lay, LayPile, Pile, Purse, Refusal, say
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import ask_named, asked, play, refused


def offering(lessee: Purse) -> State:
    """A, the lessee of the Tide Bar, can push a pile to B for the Octopus (rent 5, two places)."""
    return position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")], purses={"B": lessee})


@pytest.mark.parametrize("offer", [OfferPartnership, OfferTakeover])
def test_b7_b10_a_purse_that_can_not_match_can_not_refuse_counted_without_the_offered_pile(offer: type) -> None:
    pushed = ("A", offer("Octopus", Pile(fives=1, ones=1, fakes=4)))
    state = play(offering(lessee=Purse(5, 9)), pushed)
    assert refused(state, "B", RefuseOffer()) == "B10 cannot_match"
    assert play(state, ("B", AcceptOffer())).outcome is None
    assert purse(play(offering(lessee=Purse(6, 0)), pushed, ("B", RefuseOffer())), "B") == Purse(0, 4)


def test_b11_one_action_that_can_be_paid_is_enough_and_counting_the_bank_is_none() -> None:
    two, one = ("Barracuda", "Karambole", "Albatros"), ("Reef Bar", "Jetty Bar")  # All six that may be open are.
    bars = [*(bar(name, "B", "C") for name in two), *(bar(name, "C") for name in one), bar("Octopus", "A", "B")]
    state, _ = draw(position(bars=bars, purses={"A": Purse(5 + 3, 7)}), "A")
    assert state.outcome is None
    assert open_asks(state, "A") == ["takeover"]
    assert draw(position(bars=bars, purses={"A": Purse(5 + 2, 7)}, bank="once"), "A")[0].outcome.cause == "no_action"


def open_asks(state: State, seat: str) -> list[str]:
    return [ask.name for ask in asked(state, seat) if ask.is_open]


@pytest.mark.parametrize(("purses", "no"), [
    ({}, "B11 must_auction"), ({"A": Purse(1, 0), "B": Purse(), "C": Purse()}, "B11 must_auction"),
    ({"A": Purse(0, 7)}, "B11 must_auction"), ({"A": Purse(0, 7), "B": Purse(), "C": Purse()}, None),
])  # fmt: skip
def test_b9_b11_must_act_five_pass_only_where_no_auction_can_start(purses: dict[str, Purse], no: str | None) -> None:
    mine = (bar(name, "A") for name in ("Octopus", "Tide Bar", "Reef Bar"))
    bars = [*mine, bar("Karambole", "B", "A"), bar("Albatros", "C", "A")]
    for rule in ("may_pass", "must_act"):
        state = position(turn="A", bars=bars, purses=purses, five_standing=rule)
        passes = no is None or rule == "may_pass"
        assert ("pass" in open_asks(state, "A")) == passes
        assert play(state, ("A", Pass())).outcome is None if passes else refused(state, "A", Pass()) == no


THREE = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))
LOW, HIGH = Bid(Pile(ones=2, fakes=1)), Bid(Pile(tens=2, fives=1))
AUCTION = ("A", AuctionBar("Octopus"))


def selling(bars: tuple[Bar, ...] = THREE, seats: str = "ABC", **more: Any) -> State:
    """A can put the Octopus up for auction."""
    return position(seats, turn="A", bars=bars, **more)


@pytest.mark.parametrize(("auction_to", "low"), [("any_bid", None), ("highest", "B21 not_highest")])
def test_b21_the_highest_bid_counts_real_money_alone_and_any_of_equals_may_be_taken(auction_to: str, low: str | None) -> None:
    bids = (("B", Bid(Pile(fives=4, ones=4, fakes=7))), ("C", HIGH), ("D", Bid(Pile(fives=5, fakes=1))))
    state = play(selling(seats="ABCD", auction_to=auction_to), AUCTION, *bids)
    (sell, *_) = asked(state, "A")
    assert sell.options == (*[SellTo("B")] * (low is None), SellTo("C"), SellTo("D"), Renovate())
    assert low is None or refused(state, "A", SellTo("B")) == low
    for seat in "BCD":  # A player who isn't asked learns nothing of it.
        assert (asked(state, seat), refused(state, seat, SellTo("B"))) == ((), "3 not_asked")
    assert play(state, ("A", SellTo("D"))).bars["Octopus"].lessee == "D"


FIVE_OF_B = (*THREE, bar("Karambole", "B", "B"), bar("Albatros", "B", "B"))  # With the partner's pawn in the Octopus.


def test_b25_a_partner_who_leaves_with_five_standing_has_broken_the_stay() -> None:
    state = replace(selling(FIVE_OF_B, auctioned_partner="may_leave"), five_held=frozenset("B"))
    sold = play(state, AUCTION, ("C", LOW), ("A", SellTo("C")))
    assert [play(sold, ("B", said)).five_held for said in (StayInBar(), LeaveBar())] == [{"B"}, set()]


def test_b22_an_auctions_winner_who_is_drawn_later_in_the_same_round_pays_for_the_bar() -> None:
    _, events = draw(play(selling(), AUCTION, ("B", LOW), ("C", HIGH), ("A", SellTo("C"))), "C")
    assert (events[1].rents, events[1].paid) == ((5,), 5)


BARS = (bar("Octopus", "A"), bar("Karambole", "B"), bar("Tide Bar", "C"), bar("Jetty Bar"))  # The last one is closed again.


def no(code: str, rule: str, **fields: Any) -> Refusal:
    return Refusal(say(f"barracuda.refusal.{code}", **fields), rule)


def test_6_an_action_is_offered_with_what_it_can_be_done_with() -> None:
    assert asked(position(turn="A", bars=BARS, purses={"A": Purse(20, 2)}), "A") == (
        Choice("open", tuple(OpenBar(card.name) for card in CARDS if card.name not in ("Octopus", "Karambole", "Tide Bar"))),
        Choice("own_partner", (PlacePartner("Octopus"),)),
        LayPile("partnership", (Lay(OfferPartnership("Karambole"), 1, 12),), Purse(20, 2), BOX),
        LayPile("takeover", (Lay(OfferTakeover("Karambole"), 5, 12), Lay(OfferTakeover("Tide Bar"), 2, 12)), Purse(20, 2), BOX),
        Choice("auction", (), why_not=no("three_leases", "6.5", count=1)),
    )


POOR, CLOSED = Purse(0, 3), bar("Jetty Bar")
SIX = ("Octopus", "Albatros", "Barracuda", "Karambole", "Tide Bar", "Pier Bar")  # The most that may be open.
OTHERS = (CLOSED, *(bar(name, "BC"[at // 3]) for at, name in enumerate(SIX)))
TWO_FULL = (CLOSED, bar("Octopus", "B", "C"), bar("Karambole", "A", "B"))


@pytest.mark.parametrize(("action", "bars", "purse", "told"), [
    ("own_partner", (bar("Octopus", "B"), bar("Tide Bar", "A"), bar("Karambole", "A", "B")), None, "place_taken"),
    ("own_partner", (CLOSED, bar("Octopus", "B"), bar("Tide Bar", "A")), None, "one_place"),
    ("own_partner", (CLOSED, bar("Octopus", "B"), bar("Karambole", "A", "B")), None, "place_taken"),
    ("own_partner", OTHERS, None, "not_lessee"),
    ("partnership", (*TWO_FULL, bar("Tide Bar", "B"), bar("Albatros", "C")), POOR, "no_money"),
    ("partnership", (bar("Tide Bar", "B"), *TWO_FULL), None, "place_taken"),
    ("partnership", (CLOSED, bar("Karambole", "A"), bar("Tide Bar", "B")), None, "one_place"),
    ("partnership", (CLOSED, bar("Karambole", "A")), None, "own_bar"),
    ("takeover", (CLOSED, bar("Karambole", "A"), bar("Octopus", "B")), POOR, "no_money"),
    ("takeover", (CLOSED, bar("Karambole", "A")), None, "own_bar"),
])  # fmt: skip
def test_6_an_action_that_no_bar_allows_tells_why(action: str, bars: tuple[Bar, ...], purse: Purse | None, told: str) -> None:
    state = position(turn="A", bars=bars, purses={"A": purse} if purse else {})
    ask = ask_named(state, "A", action)
    assert (ask.is_open, ask.why_not.said.code) == (False, f"barracuda.refusal.{told}")


@pytest.mark.parametrize(("minimum", "fakes", "least"), [("one_fake", 2, 1), ("one_fake", 0, 0), ("any_note", 2, 0)])
def test_7_b8_b14_a_stake_is_a_closed_pile_of_up_to_twelve_and_a_bid_has_no_limit(minimum: str, fakes: int, least: int) -> None:
    purse = Purse(20, fakes)
    state = replace(position(purses={"A": purse}, stake_minimum=minimum), phase=Staking({}))
    assert asked(state, "A") == (LayPile("stake", (Lay(Stake(), 0, 12, fakes=least),), purse, BOX),)
    state = replace(state, phase=Auctioning("Octopus", "B", ("A", "C")))
    assert asked(state, "A") == (LayPile("bid", (Lay(Bid(), 0, None, fakes=least),), purse, BOX),)
    assert asked(state, "B") == asked(replace(state, phase=Auctioning("Octopus", "B", ("C",))), "A") == ()


def test_b15_b19_the_bank_is_counted_at_any_time_and_the_table_counts_for_nobody() -> None:
    state = selling(bank="once")
    assert asked(state, "C") == (Choice("count_bank", (CountBank(),), awaited=False),)
    assert refused(state, TABLE, CountBank()) == "B15 bank_not_counted"
