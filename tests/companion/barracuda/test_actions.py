"""Rule 6: the actions, and the auction (6.5); B7 to B11."""

from dataclasses import replace
from typing import Any

import pytest

from companion.games.barracuda import model
from companion.games.barracuda.model import BANK, START, State

from companion.games.barracuda.moves import (  # isort: skip
    AcceptOffer, AuctionBar, Bid, LeaveBar, OfferPartnership, OfferTakeover, Pass, RefuseOffer, Renovate,
    SellTo, StayInBar,
)  # fmt: skip
from companion.kit.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, decided, kinds, play, refused

OFFERS = pytest.mark.parametrize("offer", [OfferPartnership, OfferTakeover])


def offered(command: object, lessee: Purse = START) -> State:
    """A, the lessee of the Tide Bar, has pushed a pile to B for the Octopus (rent 5, two places)."""
    bars = [bar("Tide Bar", "A"), bar("Octopus", "B")]
    return play(position(turn="A", bars=bars, purses={"B": lessee}), ("A", command))


def test_b7_after_a_refused_partner_offer_the_lessee_keeps_the_fakes() -> None:
    state = play(offered(OfferPartnership("Octopus", Pile(ones=2, fakes=4))), ("B", RefuseOffer()))
    assert [purse(state, who) for who in ("A", "B", BANK)] == [Purse(48, 3), Purse(48, 11), Purse(104, 14)]


@pytest.mark.parametrize(("offer", "rule", "low", "least"), [
    (OfferPartnership, "6.3", Pile(fakes=3), Pile(ones=1)), (OfferTakeover, "6.4", Pile(twos=2, fakes=7), Pile(fives=1)),
])  # fmt: skip
def test_6_3_an_offer_is_worth_one_to_twelve_and_6_4_no_less_than_rent(offer: type, rule: str, low: Pile, least: Pile) -> None:
    state = position(turn="A", bars=[bar("Tide Bar", "A"), bar("Octopus", "B")])
    assert refused(state, "A", offer("Octopus", low)) == f"{rule} pile_low"
    assert refused(state, "A", offer("Octopus", Pile(tens=1, ones=3))) == f"{rule} pile_high"
    for pile in (least, Pile(tens=1, twos=1, fakes=7)):
        play(state, ("A", offer("Octopus", pile)))


@OFFERS
def test_b10_a_purse_that_can_not_match_can_not_refuse_counted_without_the_offered_pile(offer: type) -> None:
    pile = Pile(fives=1, ones=1)
    state = offered(offer("Octopus", pile), lessee=Purse(5, 9))
    assert refused(state, "B", RefuseOffer()) == "B10 cannot_match"
    assert play(state, ("B", AcceptOffer())).outcome is None
    state = play(offered(offer("Octopus", pile), lessee=Purse(6, 0)), ("B", RefuseOffer()))
    assert purse(state, "B") == Purse(0, 0)


def nothing_to_do(real: int, **options: str) -> State:
    """All six bars that a game of three allows are open; A leases two and has *real* left after paying rent."""
    owners = zip(("Barracuda", "Karambole", "Albatros", "Reef Bar", "Jetty Bar", "Octopus"), "BBBCCA", strict=True)
    bars = [bar(name, owner, "B" if name == "Octopus" else "C" if owner == "B" else None) for name, owner in owners]
    return position(bars=bars, purses={"A": Purse(5 + real, 7)}, **options)


def test_b11_one_action_that_can_be_paid_is_enough_and_counting_the_bank_is_none() -> None:
    state, _ = draw(nothing_to_do(3), "A")
    assert state.outcome is None
    assert [ask.name for ask in asked(state, "A") if ask.is_open] == ["takeover"]
    assert draw(nothing_to_do(2, bank="once"), "A")[0].outcome.cause == "no_action"


@pytest.mark.parametrize(("purses", "no"), [
    ({}, "B11 must_auction"), ({"A": Purse(1, 0), "B": Purse(), "C": Purse()}, "B11 must_auction"),
    ({"A": Purse(0, 7)}, "B11 must_auction"), ({"A": Purse(0, 7), "B": Purse(), "C": Purse()}, None),
])  # fmt: skip
def test_b11_must_act_five_pass_only_where_no_auction_can_start(purses: dict[str, Purse], no: str | None) -> None:
    mine = (bar(name, "A") for name in ("Octopus", "Tide Bar", "Reef Bar"))
    bars = [*mine, bar("Karambole", "B", "A"), bar("Albatros", "C", "A")]
    for rule in ("may_pass", "must_act"):
        state = position(turn="A", bars=bars, purses=purses, five_standing=rule)
        passes = no is None or rule == "may_pass"
        assert ("pass" in [ask.name for ask in asked(state, "A") if ask.is_open]) == passes
        assert play(state, ("A", Pass())).outcome is None if passes else refused(state, "A", Pass()) == no


THREE = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))
LOW, HIGH = Bid(Pile(ones=2, fakes=1)), Bid(Pile(tens=2, fives=1))
EMPTY = Purse()


def selling(bars: tuple[model.Bar, ...] = THREE, **more: Any) -> State:
    """A can put the Octopus up for auction."""
    return position(turn="A", bars=bars, **more)


def test_b8_one_fake_a_bid_holds_a_fake_if_the_bidder_owns_one_and_offers_need_none() -> None:
    state = selling(purses={"B": Purse(50, 0)}, stake_minimum="one_fake")
    state = play(state, ("A", AuctionBar("Octopus")))
    assert refused(state, "C", Bid(Pile(ones=1))) == "B8 pile_fake"
    assert asked(state, "C")[0].lays[0].fakes == 1
    play(state, ("C", Bid(Pile(ones=1, fakes=1))), ("B", Bid(Pile(ones=1))))
    state = selling((*THREE, bar("Karambole", "B")), stake_minimum="one_fake")
    play(state, ("A", OfferTakeover("Karambole", Pile(fives=1))))


@pytest.mark.parametrize(("auction_to", "low"), [("any_bid", None), ("highest", "B21 not_highest")])
def test_b21_the_highest_bid_counts_real_money_alone_and_any_of_equals_may_be_taken(auction_to: str, low: str | None) -> None:
    state = position("ABCD", turn="A", bars=THREE, auction_to=auction_to)
    lower = Bid(Pile(fives=4, ones=4, fakes=7))
    state = play(state, ("A", AuctionBar("Octopus")), ("B", lower), ("C", HIGH), ("D", Bid(Pile(fives=5, fakes=1))))
    (sell, *_) = asked(state, "A")
    assert sell.options == (*[SellTo("B")] * (low is None), SellTo("C"), SellTo("D"), Renovate())
    assert low is None or refused(state, "A", SellTo("B")) == low
    for seat in "BCD":  # A player who isn't asked learns nothing of it.
        assert (asked(state, seat), refused(state, seat, SellTo("B"))) == ((), "3 not_asked")
    assert play(state, ("A", SellTo("D"))).bars["Octopus"].lessee == "D"


def test_b25_a_partner_who_leaves_with_five_standing_has_broken_the_stay() -> None:
    theirs = (bar("Karambole", "B", "B"), bar("Albatros", "B", "B"))  # Five, with the partner's pawn in the Octopus.
    state = replace(selling((*THREE, *theirs), auctioned_partner="may_leave"), five_held=frozenset("B"))
    sold = play(state, ("A", AuctionBar("Octopus")), ("C", LOW), ("A", SellTo("C")))
    assert [play(sold, ("B", said)).five_held for said in (StayInBar(), LeaveBar())] == [{"B"}, set()]


def test_b22_an_auctions_winner_who_is_drawn_later_in_the_same_round_pays_for_the_bar() -> None:
    state = play(selling(), ("A", AuctionBar("Octopus")), ("B", LOW), ("C", HIGH), ("A", SellTo("C")))
    _, events = draw(state, "C")
    assert (events[1].rents, events[1].paid) == ((5,), 5)


def test_b9_a_player_without_a_free_pawn_or_a_note_does_not_bid_but_one_fake_is_a_note() -> None:
    theirs = (bar("Karambole", "B", "B"), bar("Albatros", "B", "B"))  # Five, with the partner's pawn in the Octopus.
    state, events = decided(selling((*THREE, *theirs)), "A", AuctionBar("Octopus"))
    assert events[0].bidders == ("C",)
    assert refused(state, "B", LOW) == "3 not_asked"
    state, events = decided(selling(purses={"B": EMPTY, "C": Purse(0, 1)}), "A", AuctionBar("Octopus"))
    assert events[0].bidders == ("C",)
    _, (laid, opened_) = decided(state, "C", Bid(Pile(fakes=1)))
    assert kinds((laid, opened_)) == ["BidLaid", "BidsOpened"]
    assert (opened_.seller, opened_.bar) == ("A", "Octopus")


def test_b9_b11_an_auction_that_can_not_start_is_no_action() -> None:
    owners = (*THREE, bar("Karambole", "B", "C"), bar("Jetty Bar", "B"), bar("Pier Bar", "C"))
    broke = {"A": Purse(8, 0), "B": EMPTY, "C": EMPTY}  # 5 + 3 are due; the bar at 2 is free.
    state, events = draw(position(bars=owners, purses=broke), "A")
    assert (kinds(events)[2], state.outcome.cause) == ("WentBankrupt", "no_action")
    state, events = draw(position(bars=owners, purses={**broke, "A": Purse(9, 0)}), "A")
    assert state.outcome is None
