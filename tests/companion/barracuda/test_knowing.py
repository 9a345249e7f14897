"""Rule 10: who may know what; B15."""

from __future__ import annotations

import pytest

from companion.barracuda.model import BANK
from companion.barracuda.moves import (
    AuctionBar,
    Bid,
    CallLastOrder,
    CountBank,
    OfferPartnership,
    OfferTakeover,
    RefuseOffer,
    SellTo,
    Stake,
)
from companion.game import TABLE
from companion.money import Pile, Purse
from companion.sealed import seen
from tests.companion.barracuda.positions import bar, draw, position
from tests.companion.playing import asked, decided, kinds, play, refused, sight

VIEWERS = ("A", "B", "C", "D", TABLE)
BARS = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"), bar("Karambole", "B"), bar("Jetty Bar"))


def test_10_a_purse_is_seen_by_its_owner_only() -> None:
    state = position("ABCD", purses={"A": Purse(31, 3)})
    for viewer in VIEWERS:
        shown = {seat.seat: seat.purse for seat in sight(state, viewer).seats}
        assert shown == {seat: (Purse(31, 3) if seat == "A" else Purse(50, 7)) if seat == viewer else None for seat in "ABCD"}


def test_10_everyone_sees_whether_a_hand_is_empty_and_that_it_fills_again() -> None:
    state = position("ABCD", purses={"A": Purse(), "B": Purse(0, 1)})
    for viewer in VIEWERS:
        assert [seat.has_note for seat in sight(state, viewer).seats] == [False, True, True, True]
    state = position("ABCD", turn="A", bars=BARS, purses={"C": Purse(0, 2)})
    state = play(state, ("A", AuctionBar("Octopus")), ("B", Bid(Pile(ones=1))), ("C", Bid(Pile(fakes=2))))
    assert [seat.has_note for seat in sight(state, "D").seats] == [True, True, False, True]
    assert sight(play(state, ("D", Bid(Pile(fakes=1))), ("A", SellTo("B"))), "D").seat("C").has_note


def test_10_an_offer_shows_its_notes_to_all_and_its_money_to_two() -> None:
    state = play(position("ABCD", turn="A", bars=BARS), ("A", OfferTakeover("Karambole", Pile(fives=1, twos=1, fakes=2))))
    for viewer in VIEWERS:
        offer = sight(state, viewer).offer
        assert offer is not None
        assert (offer.bidder, offer.lessee, offer.bar, offer.pile.notes) == ("A", "B", "Karambole", 4)
        assert (offer.pile.pile is not None) is (viewer in "AB")


# B15


@pytest.mark.parametrize(("bank", "seen_by"), [("open", VIEWERS), ("once", ()), ("hidden", ())])
def test_b15_who_sees_the_bank(bank: str, seen_by: tuple[str, ...]) -> None:
    state = position("ABCD", bank=bank)
    assert [viewer for viewer in VIEWERS if sight(state, viewer).bank is not None] == list(seen_by)


def test_b15_once_each_player_may_count_it_once_a_game_and_all_see_that_they_did() -> None:
    state, events = decided(position("ABCD", bank="once"), "B", CountBank())
    assert kinds(events) == ["BankCounted"]
    assert [seen(events[0], viewer).bank.is_open for viewer in VIEWERS] == [False, True, False, False, False]
    assert [sight(state, viewer).news[0].code.split(".")[-1] for viewer in VIEWERS] == [
        "counted", "counted_own", "counted", "counted", "counted",
    ]  # fmt: skip
    assert refused(state, "B", CountBank()) == "B15 counted"
    play(state, ("C", CountBank()))


def test_b15_what_was_counted_is_not_kept_up_to_date_and_leaves_revealed_stakes_on_the_table() -> None:
    state = play(position("ABCD", bank="once", bars=[bar("Octopus", "A")]), ("B", CountBank()))
    state, _ = draw(state, "A")
    assert not seen(state, "B").money[BANK].is_open
    stakes = [("A", Stake(Pile(ones=2))), ("B", Stake(Pile(ones=1))), ("C", Stake(Pile(fakes=1)))]
    state = play(position("ABC", bank="once"), ("A", CallLastOrder()), *stakes)
    revealed = sight(state, TABLE).reveal
    assert revealed is not None
    assert sight(play(state, ("B", CountBank())), TABLE).reveal == revealed


@pytest.mark.parametrize("bank", ["open", "hidden"])
def test_b15_otherwise_there_is_nothing_to_count(bank: str) -> None:
    assert refused(position(bank=bank), "A", CountBank()) == "B15 bank_not_counted"


def test_b19_the_bank_is_counted_at_any_time_and_the_table_counts_for_nobody() -> None:
    state = position("ABCD", turn="A", bars=BARS, bank="once")
    assert "count_bank" in [ask.name for ask in asked(state, "D")]
    assert refused(state, TABLE, CountBank()) == "B15 bank_not_counted"
    assert not any(ask.awaited for ask in asked(state, "D"))


@pytest.mark.parametrize("bank", ["open", "once", "hidden"])
def test_b15_nobody_sees_from_outside_whether_there_is_anything_in_the_bank(bank: str) -> None:
    state = position("ABC", turn="A", bars=[bar("Octopus", "B"), bar("Tide Bar", "A")], bank=bank)
    assert state.money[BANK].outside == 0
    state = play(state, ("A", OfferPartnership("Octopus", Pile(ones=1))), ("B", RefuseOffer()))
    assert state.money[BANK].outside == 0
