"""Rule 4: winning by five (B5), in all its cases."""

from __future__ import annotations

from dataclasses import replace

from companion.barracuda import model
from companion.barracuda.model import START, Acting, State
from companion.barracuda.moves import (
    AcceptOffer,
    AuctionBar,
    Bid,
    OfferPartnership,
    OfferTakeover,
    OpenBar,
    Pass,
    PlacePartner,
    RefuseOffer,
    SellTo,
)
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import decided, kinds, play, refused

FOUR = (bar("Octopus", "A", "A"), bar("Tide Bar", "A"), bar("Karambole", "B", "A"))
FIVE = (*FOUR, bar("Albatros", "C", "A"))
CLOSED_BIDS = (("A", Bid(Pile(ones=3))), ("C", Bid(Pile(fakes=1))))


def at_end_of_round(state: State, *seats: str) -> State:
    """The same position with only *seats* left in the bag."""
    return replace(state, groups=(seats,) if seats else ())


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


def test_b5_turns_of_others_in_between_change_nothing_and_none_is_enough() -> None:
    state = position("ABCD", turn="A", bars=FOUR, groups=())  # Last in this round, first in the next.
    state, _ = draw(play(state, ("A", OpenBar("Albatros"))), "A")
    assert state.outcome.winners == ("A",)
    state = play(position("ABCD", turn="A", bars=FOUR, groups=(("B", "C"),)), ("A", OpenBar("Albatros")))
    state = play(draw(state, "B")[0], ("B", OpenBar("Reef Bar")))
    state = play(draw(state, "C")[0], ("C", OpenBar("Jetty Bar")))
    assert draw(state, "A")[0].outcome.winners == ("A",)


def test_b5_five_standing_at_the_start_of_a_turn_do_not_count_yet() -> None:
    state, events = draw(position("ABCD", bars=FIVE), "A")
    assert kinds(events) == ["PawnDrawn", "RentPaid"]
    assert state.outcome is None


def test_b5_a_pawn_that_leaves_before_the_next_draw_breaks_the_stay() -> None:
    state = play(position(turn="A", bars=FOUR, groups=(("B", "C"),)), ("A", OpenBar("Albatros")))
    state = play(draw(state, "B")[0], ("B", OfferTakeover("Albatros", Pile(ones=4))), ("A", AcceptOffer()))
    state = play(draw(state, "C")[0], ("C", OpenBar("Reef Bar")))
    state, events = draw(state, "A")
    assert (kinds(events), state.outcome) == (["PawnDrawn", "RentPaid"], None)


def test_b5_four_again_five_before_the_draw_is_not_without_a_break() -> None:
    state = play(position("ABCD", turn="A", bars=FOUR, groups=(("B", "C"),)), ("A", OpenBar("Albatros")))
    state = play(draw(state, "B")[0], ("B", OfferTakeover("Albatros", Pile(ones=4))), ("A", AcceptOffer()))
    state = seller_in_turn(at_end_of_round(state, "C"), "C")
    state = play(state, ("C", AuctionBar("Reef Bar")), ("A", Bid(Pile(ones=3))), ("B", Bid(Pile(fakes=1))))
    state = play(state, ("D", Bid(Pile(fakes=1))), ("C", SellTo("A")))
    state, events = draw(at_end_of_round(state, "A"), "A")
    assert model.standing(state, "A") == 5
    assert (kinds(events), state.outcome) == (["PawnDrawn", "RentPaid"], None)


def seller_in_turn(state: State, seller: str) -> State:
    """*seller* is to act, with three one-place leases more."""
    more = {name: replace(bar(name, seller), place=9) for name in ("Reef Bar", "Jetty Bar", "Pier Bar")}
    return replace(state, phase=Acting(seller), order=(*state.order, seller), groups=(), bars={**state.bars, **more})


def fifth_by_auction() -> State:
    """A has just got the fifth pawn in B's turn; A and C are still to be drawn."""
    bars = (*FOUR, bar("Reef Bar", "B"), bar("Jetty Bar", "B"))
    state = position(turn="B", bars=bars, groups=(("A", "C"),))
    return play(state, ("B", AuctionBar("Reef Bar")), *CLOSED_BIDS, ("B", SellTo("A")))


def test_b5_a_fifth_pawn_got_off_turn_counts_from_the_end_of_the_next_own_turn() -> None:
    state = fifth_by_auction()
    state, events = draw(state, "A")
    assert kinds(events) == ["PawnDrawn", "RentPaid"]  # No win yet, and the new bar's rent is due.
    assert events[1].rents == (5, 2, 3)
    state = play(state, ("A", Pass()))
    state = play(draw(state, "C")[0], ("C", OpenBar("Lagoon Bar")))
    assert draw(state, "A")[0].outcome.winners == ("A",)


def test_b11_who_got_the_fifth_off_turn_may_pass_nobody_else_and_is_never_bankrupt_for_want_of_an_action() -> None:
    state, events = draw(position(bars=FIVE, purses={"A": Purse(7, 0)}), "A")
    assert (events[-1].paid, purse(state, "A")) == (7, Purse())
    assert state.phase == Acting("A")
    assert play(state, ("A", Pass())).outcome is None
    assert refused(position(turn="A", bars=FOUR), "A", Pass()) == "B11 five_to_pass"


def test_4_partners_count_as_much_as_lessees_and_an_own_partner_may_be_the_fifth() -> None:
    bars = (bar("Octopus", "A", "A"), bar("Karambole", "B", "A"), bar("Albatros", "B", "A"))
    state = play(position(turn="A", bars=bars, groups=()), ("A", OpenBar("Harbour Bar")))
    assert draw(state, "A")[0].outcome.winners == ("A",)
    bars = (bar("Octopus", "A"), bar("Tide Bar", "A"), bar("Karambole", "B", "A"), bar("Albatros", "C", "A"))
    state = play(position(turn="A", bars=bars, groups=()), ("A", PlacePartner("Octopus")))
    state, events = draw(state, "A")
    assert state.outcome.winners == ("A",)
    assert events[-1].purses["A"] == START


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
