"""Rule 6.5: the auction; B8 and B9."""

from __future__ import annotations

import pytest

from companion.barracuda import model
from companion.barracuda.model import BANK, Drawing, State
from companion.barracuda.moves import AuctionBar, Bid, OfferTakeover, Renovate, SellTo
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, position, purse
from tests.companion.playing import asked, decided, kinds, play, refused

THREE = (bar("Octopus", "A", "B"), bar("Tide Bar", "A"), bar("Reef Bar", "A"))
LOW, HIGH = Bid(Pile(ones=2, fakes=1)), Bid(Pile(tens=2, fives=1))
EMPTY = Purse()


def selling(
    *, purses: dict[str, Purse] | None = None, bars: tuple[model.Bar, ...] = THREE, seats: str = "ABC", **options: str
) -> State:
    return position(seats, turn="A", bars=bars, purses=purses, **options)


def opened(**given: object) -> State:
    """All bids lie before A."""
    return play(selling(**given), ("A", AuctionBar("Octopus")), ("B", LOW), ("C", HIGH))


def test_6_5_an_auction_needs_three_leases_and_an_own_bar() -> None:
    state = selling(bars=THREE[:2])
    assert refused(state, "A", AuctionBar("Octopus")) == "6.5 three_leases"
    play(selling(), ("A", AuctionBar("Octopus")))
    state = selling(bars=(*THREE, bar("Karambole", "B", "A")))
    assert refused(state, "A", AuctionBar("Karambole")) == "6.5 not_lessee"


@pytest.mark.parametrize("command", [SellTo("B"), Renovate()])
def test_6_5_only_the_seller_chooses(command: object) -> None:
    for other in ("B", "C", "table"):
        assert refused(opened(), other, command) == "3 not_asked"


def test_6_5_no_bid_taken_is_a_renovation_and_nobody_is_sold_to_who_did_not_bid() -> None:
    state, events = decided(opened(), "A", Renovate())
    octopus = state.bars["Octopus"]
    assert (octopus.is_open, octopus.lessee, octopus.partner, events[0].evicted) == (False, None, None, "B")
    assert [purse(state, who) for who in ("A", "B", "C", BANK)] == [Purse(49, 7), Purse(50, 7), Purse(50, 7), Purse(101, 14)]
    assert state.phase == Drawing()
    assert refused(opened(seats="ABCD", purses={"D": EMPTY}), "A", SellTo("D")) == "6.5 no_bid"
    assert refused(opened(), "A", SellTo("A")) == "6.5 no_bid"


# B8


def test_b8_a_bid_is_at_least_one_note_of_any_kind_and_at_most_the_purse() -> None:
    state = play(selling(), ("A", AuctionBar("Octopus")))
    assert refused(state, "B", Bid()) == "B8 pile_empty"
    play(state, ("B", Bid(Pile(fakes=1))), ("C", Bid(Pile(ones=1))))
    state = play(selling(), ("A", AuctionBar("Octopus")))
    play(state, ("B", Bid(Pile(tens=5))))
    assert refused(state, "B", Bid(Pile(tens=5, ones=1))) == "B14 pile_purse"


def test_b8_one_fake_a_bid_holds_a_fake_if_the_bidder_owns_one_and_offers_need_none() -> None:
    state = selling(purses={"B": Purse(50, 0)}, stake_minimum="one_fake")
    state = play(state, ("A", AuctionBar("Octopus")))
    assert refused(state, "C", Bid(Pile(ones=1))) == "B8 pile_fake"
    assert asked(state, "C")[0].lays[0].fakes == 1
    play(state, ("C", Bid(Pile(ones=1, fakes=1))), ("B", Bid(Pile(ones=1))))
    play(
        selling(bars=(*THREE, bar("Karambole", "B")), stake_minimum="one_fake"),
        ("A", OfferTakeover("Karambole", Pile(fives=1))),
    )


# B9


def test_b9_who_has_no_free_pawn_or_no_note_at_all_does_not_bid_but_one_fake_is_a_note() -> None:
    theirs = (bar("Karambole", "B", "B"), bar("Albatros", "B", "B"))  # With the partner in the Octopus: five.
    state, events = decided(selling(bars=(*THREE, *theirs)), "A", AuctionBar("Octopus"))
    assert events[0].bidders == ("C",)
    assert refused(state, "B", LOW) == "3 not_asked"
    state, events = decided(selling(purses={"B": EMPTY, "C": Purse(0, 1)}), "A", AuctionBar("Octopus"))
    assert events[0].bidders == ("C",)
    _, (laid, opened_) = decided(state, "C", Bid(Pile(fakes=1)))
    assert kinds((laid, opened_)) == ["BidLaid", "BidsOpened"]
    assert (opened_.seller, opened_.bar) == ("A", "Octopus")


def test_b9_with_no_bidder_renovation_follows() -> None:
    state, events = decided(selling(purses={"B": EMPTY, "C": EMPTY}), "A", AuctionBar("Octopus"))
    assert kinds(events) == ["AuctionOpened", "BarRenovated"]
    assert (events[1].seller, events[1].bar, events[1].evicted) == ("A", "Octopus", "B")
    assert (state.bars["Octopus"].is_open, purse(state, "A")) == (False, Purse(49, 7))


def test_b9_b11_an_auction_that_can_not_start_is_no_action() -> None:
    owners = (*THREE, bar("Karambole", "B", "C"), bar("Jetty Bar", "B"), bar("Pier Bar", "C"))
    broke = {"A": Purse(8, 0), "B": EMPTY, "C": EMPTY}  # 5 + 3 are due, the two is free.
    state, events = draw(position(bars=owners, purses=broke), "A")
    assert (kinds(events)[2], state.outcome.cause) == ("WentBankrupt", "no_action")
    state, events = draw(position(bars=owners, purses={**broke, "A": Purse(9, 0)}), "A")
    assert state.outcome is None
