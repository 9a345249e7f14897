"""Rule 5: rent, the free bar (B6), and bankruptcy for rent."""

from __future__ import annotations

import pytest

from companion.barracuda.model import BANK
from companion.barracuda.moves import AuctionBar, Bid, OpenBar, SellTo
from companion.barracuda.rules import rent_due, waived
from companion.money import Pile, Purse
from tests.companion.barracuda.positions import bar, draw, kinds, play, position, purse

NAMES = {
    2: ["Tide Bar"],
    3: ["Reef Bar", "Jetty Bar"],
    4: ["Albatros", "Beacon Bar"],
    5: ["Octopus", "Karambole", "Harbour Bar"],
    6: ["Barracuda"],
}


@pytest.mark.parametrize(
    ("rents", "due"),
    [((3, 5), 8), ((3, 5, 2), 8), ((4, 3, 6, 5), 12), ((6,), 6), ((), 0), ((5, 5, 5), 10), ((2, 3, 4, 5, 6), 14)],
)
def test_5_rent_vectors(rents: tuple[int, ...], due: int) -> None:
    assert rent_due(rents) == due
    state, events = draw(position(bars=leased(rents)), "A")
    assert (events[1].rents, events[1].free, events[1].paid) == (rents, sum(rents) - due, due)
    assert (purse(state, "A"), purse(state, BANK)) == (Purse(50 - due, 7), Purse(100 + due, 14))


def leased(rents: tuple[int, ...]) -> list[object]:
    left = {rent: list(names) for rent, names in NAMES.items()}
    return [bar(left[rent].pop(0), "A") for rent in rents]


def test_5_one_or_two_bars_have_no_free_one() -> None:
    assert (waived(()), waived((6,)), waived((2, 6))) == (0, 0, 0)


def test_5_of_three_bars_the_cheapest_is_free() -> None:
    assert waived((5, 2, 3)) == 2


def test_5_of_four_bars_the_dearest_is_free() -> None:
    assert waived((4, 3, 6, 5)) == 6


def test_b6_five_leases_have_the_dearest_free_too() -> None:
    assert (waived((2, 3, 4, 5, 6)), rent_due((2, 3, 4, 5, 6))) == (6, 14)


def test_5_a_partner_owes_nothing() -> None:
    _, events = draw(position(bars=[bar("Octopus", "B", "A"), bar("Barracuda", "A", "B")]), "A")
    assert (events[1].rents, events[1].paid) == ((6,), 6)


def test_5_fakes_pay_no_rent() -> None:
    _state, events = draw(position(bars=[bar("Octopus", "A")], purses={"A": Purse(4, 20)}), "A")
    assert kinds(events)[:3] == ["PawnDrawn", "WentBankrupt", "GameEnded"]
    assert (events[1].seat, events[1].cause, events[1].due) == ("A", "rent", 5)


def test_5_the_last_thousand_still_pays() -> None:
    _state, events = draw(position(bars=[bar("Octopus", "A")], purses={"A": Purse(5, 0)}), "A")
    assert kinds(events) == ["PawnDrawn", "RentPaid"]


def test_5_a_bankrupt_pays_nothing_of_what_was_due() -> None:
    state, events = draw(position(bars=[bar("Octopus", "A")], purses={"A": Purse(4, 1)}), "A")
    assert (purse(state, "A"), purse(state, BANK)) == (Purse(4, 1), Purse(146, 20))
    assert events[-1].purses["A"] == Purse(4, 1)


def test_5_a_renovated_bar_has_no_lessee_and_no_rent() -> None:
    _, events = draw(position(bars=[bar("Octopus"), bar("Tide Bar", "A")]), "A")
    assert events[1].rents == (2,)


def test_5_who_wins_an_auction_and_is_drawn_later_in_the_round_pays_for_that_bar_then() -> None:
    leases = [bar("Barracuda", "B"), bar("Reef Bar", "B"), bar("Tide Bar", "B")]
    state = position(turn="B", bars=leases, groups=(("A", "C"),))
    state = play(state, ("B", AuctionBar("Barracuda")), ("A", Bid(Pile(ones=1))), ("C", Bid(Pile(ones=1))), ("B", SellTo("A")))
    _, events = draw(state, "A")
    assert (events[1].rents, events[1].paid) == ((6,), 6)


def test_5_a_bar_just_opened_is_free_this_turn() -> None:
    state, _events = draw(position(bars=[bar("Tide Bar", "A")]), "A")
    state = play(state, ("A", OpenBar("Barracuda")))
    assert purse(state, "A") == Purse(48, 7)
