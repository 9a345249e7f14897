"""Rule 3: the auction of the contraband; N1."""

from __future__ import annotations

from companion.negoces2.model import Auctioning, Selling, State
from companion.negoces2.moves import BidCoins, BidMade, ContrabandSold, Drop, Dropped
from tests.companion.negoces2.positions import DEALT, hand, position, purse
from tests.companion.playing import asked, decided, play, refused

EIGHT = {seat: words.removesuffix(" contraband") for seat, words in DEALT.items()}


def opened_by(seat: str) -> State:
    return position(EIGHT, phase=Auctioning(seat))


def offered(state: State, seat: str) -> list[object]:
    return [command for ask in asked(state, seat) for command in ask.options]


def test_3_whoever_opens_says_one() -> None:
    state = opened_by("B")
    assert offered(state, "B") == [BidCoins(1)]
    assert not offered(state, "A")
    assert refused(state, "B", BidCoins(2)) == "3 open_with_one"
    assert refused(state, "B", Drop()) == "3 must_open"
    assert refused(state, "A", BidCoins(1)) == "4 not_asked"


def test_3_clockwise_each_raises_by_one_or_two_or_is_out_for_good() -> None:
    state = play(opened_by("C"), ("C", BidCoins(1)), ("D", BidCoins(3)))
    assert offered(state, "A") == [BidCoins(4), BidCoins(5), Drop()]
    for wrong in (0, 3, 6, -1):
        assert refused(state, "A", BidCoins(wrong)) == "3 raise"
    state = play(state, ("A", Drop()), ("B", BidCoins(4)), ("C", BidCoins(5)), ("D", Drop()))
    assert refused(state, "A", BidCoins(6)) == "4 not_asked"
    assert state.phase == Auctioning("B", 5, "C", frozenset("AD"))


def test_3_nobody_bids_more_than_their_coins() -> None:
    state = play(opened_by("A"), ("A", BidCoins(1)), ("B", BidCoins(3)), ("C", BidCoins(5)), ("D", BidCoins(7)))
    state = play(state, ("A", BidCoins(9)), ("B", BidCoins(11)), ("C", BidCoins(13)), ("D", BidCoins(14)))
    assert offered(state, "A") == [BidCoins(15), Drop()]
    assert refused(state, "A", BidCoins(16)) == "3 bid_coins"
    assert offered(play(state, ("A", BidCoins(15))), "B") == [Drop()]


def test_n1_the_last_one_in_pays_the_own_last_bid_and_it_leaves_the_game() -> None:
    state = play(opened_by("A"), ("A", BidCoins(1)), ("B", BidCoins(3)), ("C", Drop()), ("D", Drop()), ("A", BidCoins(4)))
    state, events = decided(state, "B", Drop())
    assert events == (Dropped("B"), ContrabandSold("A", 4))
    assert [purse(state, seat) for seat in "ABCD"] == [11, 15, 15, 15]
    assert state.spent == 4
    assert state.phase == Selling("A")
    assert hand(state, "A") == DEALT["A"]


def test_n1_if_all_others_drop_at_once_the_price_is_one() -> None:
    state = play(opened_by("D"), ("D", BidCoins(1)), ("A", Drop()), ("B", Drop()))
    state, events = decided(state, "C", Drop())
    assert events[1] == ContrabandSold("D", 1)
    assert BidMade("D", 1) in state.recent
    assert len(hand(state, "D").split()) == 9
