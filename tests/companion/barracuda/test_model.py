"""The twelve cards, the limits, and what is read off the table: 1, 2, B1, B3, B9."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.barracuda import model, rules
from companion.barracuda.model import Acting, Auctioning, Bar, Card, Drawing, Offered, Options, Staking, State
from companion.game import TABLE
from companion.money import Pile, Purse
from companion.sealed import Sealed
from tests.companion.barracuda.positions import bar, position

BARS = (bar("Octopus", "A", "B"), bar("Karambole", "A", "A"), bar("Tide Bar", "B"), bar("Jetty Bar"))


def test_b1_the_twelve_cards() -> None:
    ours = {"Harbour Bar", "Beacon Bar", "Lagoon Bar", "Reef Bar", "Jetty Bar", "Pier Bar", "Tide Bar"}
    rents = {
        6: "Barracuda", 5: "Karambole Octopus Harbour", 4: "Albatros Beacon Lagoon", 3: "Banana Reef Jetty Pier", 2: "Tide",
    }  # fmt: skip
    named = [
        (rent, word if word in "Barracuda Karambole Octopus Albatros" else f"{word} Bar")
        for rent in rents
        for word in rents[rent].split()
    ]
    assert [(card.rent, card.name) for card in model.CARDS] == named
    assert {card.name for card in model.CARDS if card.placeholder} == ours
    assert [card.places for card in model.CARDS] == [2] * 6 + [1] * 6
    assert Card("Mine", 3, 1).placeholder is False


def test_1_a_card_is_found_by_its_name_and_2_the_numbers_of_the_box() -> None:
    assert (model.PAWNS, model.ROOM, model.OF_A_KIND) == (5, 10, 5)
    assert model.LIMIT == {3: 6, 4: 8, 5: 10}
    assert Purse(real=50, fakes=7) == model.START
    assert (model.MOST, model.RENOVATION, model.AUCTION_FROM) == (12, 1, 3)
    options = rules.setup(("A", "B", "C"), {}).options
    assert options.card("Tide Bar") == Card("Tide Bar", 2, 1, placeholder=True)
    assert options.card("Nowhere") is None


def test_2_a_game_begins_in_the_first_round_with_no_bar_known() -> None:
    state = rules.setup(("A", "B", "C"), {})
    assert state == State(
        seats=("A", "B", "C"), options=state.options, phase=Drawing(called=False), money=state.money, round=1,
        groups=(("A", "B", "C"),), order=(), bars={}, deck=None, five_held=frozenset(), order_called=False,
        declined=frozenset(), counted=frozenset(), recent=(), outcome=None,
    )  # fmt: skip
    assert (state.options.left_out, state.options.cards) == ((), model.CARDS)


def test_b1_what_nobody_says_otherwise() -> None:
    """Kept games were written so: no card stays out, a bar that is new is open and empty, and nobody is in the bag."""
    chosen = Options("cards", "bag", "any_note", "each", "open", "dearest_bar", "on")
    assert (chosen.left_out, chosen.cards) == ((), model.CARDS)
    card = model.CARDS[0]
    assert Bar(card, 3) == Bar(card, 3, is_open=True, lessee=None, partner=None)
    assert State(("A", "B", "C"), chosen, Drawing(), {}).groups == ()
    assert model.BANK == "bank", "its name among the holders, in every kept game"


def test_b3_b4_b9_what_stands_where_who_is_in_the_bag_and_whose_hand_is_empty() -> None:
    state = position(bars=BARS)
    assert [one.card.name for one in model.open_bars(state)] == ["Octopus", "Karambole", "Tide Bar"]
    assert [one.card.name for one in model.leases(state, "A")] == ["Octopus", "Karambole"]
    assert [model.standing(state, seat) for seat in "ABC"] == [3, 2, 0], "an own partner is a pawn more"
    assert model.everyone(state) == ("A", "B", "C", TABLE)
    state = position(purses={"A": Purse(), "B": Purse(0, 1)})
    assert [model.has_note(state, seat) for seat in "ABC"] == [False, True, True]
    assert model.in_bag(position(groups=(("C",), ("A", "B")))) == ("C", "A", "B")
    assert model.in_bag(position(groups=())) == ()


@pytest.mark.parametrize(("leases", "free"), [(4, True), (5, False)])
def test_2_a_player_has_five_pawns(leases: int, free: bool) -> None:
    names = ("Octopus", "Karambole", "Barracuda", "Tide Bar", "Reef Bar")[:leases]
    assert model.has_free_pawn(position(bars=[bar(name, "A") for name in names]), "A") is free


def test_6_3_a_partner_comes_into_an_open_bar_with_two_places_and_one_free() -> None:
    here = [bar("Octopus", "A"), *BARS]
    assert [model.has_partner_place(one) for one in here] == [True, False, False, False, False]
    assert not model.has_partner_place(replace(bar("Octopus"), is_open=False))
    assert not model.has_partner_place(bar("Tide Bar", "A"))


def test_10_the_piles_on_the_table() -> None:
    pile, other = (Sealed(Pile(ones=ones), "A", 1) for ones in (1, 2))
    laid = {"A": pile, "B": other}
    on_it = [
        (Staking(laid), [pile, other]), (Offered(True, "Octopus", "A", "B", pile), [pile]),
        (Auctioning("Octopus", "C", ("A", "B"), laid), [pile, other]), (Acting("A"), []), (Staking(), []),
        (Auctioning("Octopus", "C", ("A", "B")), []),
    ]  # fmt: skip
    for phase, piles in on_it:
        assert model.table_piles(replace(position(), phase=phase)) == piles
    assert Auctioning("Octopus", "C", ()).opened is False
