"""Rule 4: winning by five (B5), in all its cases."""

from __future__ import annotations

from dataclasses import replace

from companion.barracuda.model import Acting
from companion.barracuda.moves import (
    AuctionBar,
    Bid,
    OfferPartnership,
    OpenBar,
    Pass,
    RefuseOffer,
    SellTo,
)
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import decided, kinds, play, refused

FOUR = (bar("Octopus", "A", "A"), bar("Tide Bar", "A"), bar("Karambole", "B", "A"))
FIVE = (*FOUR, bar("Albatros", "C", "A"))


def test_b5_the_fifth_pawn_wins_when_its_colour_is_drawn_again_before_any_rent() -> None:
    state = position("ABCD", turn="A", bars=FOUR, groups=())
    state = play(state, ("A", OpenBar("Albatros")))
    state, events = draw(state, "A")
    assert kinds(events)[:2] == ["PawnDrawn", "GameEnded"]
    assert (state.outcome.cause, state.outcome.winners, state.outcome.loser) == ("five", ("A",), None)
    state = position("ABCD", turn="A", bars=FOUR, groups=(), purses={"A": Purse(0, 1)})
    state, events = draw(play(state, ("A", OpenBar("Albatros"))), "A")
    assert state.outcome.cause == "five"
    assert "RentPaid" not in kinds(events)


def test_b5_five_standing_at_the_start_of_a_turn_do_not_count_yet() -> None:
    state, events = draw(position("ABCD", bars=FIVE), "A")
    assert kinds(events) == ["PawnDrawn", "RentPaid"]
    assert state.outcome is None


def test_b11_who_got_the_fifth_off_turn_may_pass_nobody_else_and_is_never_bankrupt_for_want_of_an_action() -> None:
    state, events = draw(position(bars=FIVE, purses={"A": Purse(7, 0)}), "A")
    assert (events[-1].paid, purse(state, "A")) == (7, Purse())
    assert state.phase == Acting("A")
    assert play(state, ("A", Pass())).outcome is None
    assert refused(position(turn="A", bars=FOUR), "A", Pass()) == "B11 five_to_pass"


def test_4_a_pawn_that_was_offered_but_refused_does_not_stand() -> None:
    state = position(turn="A", bars=(*FOUR, bar("Albatros", "C")), groups=())
    state = play(state, ("A", OfferPartnership("Albatros", Pile(ones=1))), ("C", RefuseOffer()))
    assert draw(state, "A")[0].outcome is None


def test_4_two_with_five_the_first_drawn_wins() -> None:
    mine = (bar("Octopus", "A", "A"), bar("Karambole", "A", "B"), bar("Albatros", "A", "B"))
    theirs = (bar("Tide Bar", "B"), bar("Reef Bar", "B"), bar("Banana Bar", "B"), bar("Beacon Bar", "C", "A"))
    state = replace(position("ABCD", bars=(*mine, *theirs)), five_held=frozenset("AB"))
    assert draw(state, "B")[0].outcome.winners == ("B",)
    assert draw(state, "A")[0].outcome.winners == ("A",)


def test_4_an_own_auction_that_takes_the_fifth_away_ends_the_stay() -> None:
    bars = (bar("Octopus", "A", "A"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B", "A"))
    state, _ = draw(position(bars=bars), "A")
    state = play(state, ("A", AuctionBar("Reef Bar")), ("B", Bid(Pile(ones=1))), ("C", Bid(Pile(ones=1))), ("A", SellTo("B")))
    assert state.five_held == frozenset()
    state, events = decided(position(turn="A", bars=bars), "A", Pass())
    assert events[0].seat == "A"
    assert state.five_held == {"A"}
