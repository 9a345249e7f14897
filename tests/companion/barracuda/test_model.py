"""The twelve cards, the limits, and what is read off the table: 1, 2, B1, B3, B9."""

from __future__ import annotations

from dataclasses import replace

from companion.barracuda import model, rules
from companion.barracuda.model import Bar, Card, Drawing, Options, State
from companion.money import Purse
from tests.companion.barracuda.positions import bar

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


def test_6_3_a_partner_comes_into_an_open_bar_with_two_places_and_one_free() -> None:
    here = [bar("Octopus", "A"), *BARS]
    assert [model.has_partner_place(one) for one in here] == [True, False, False, False, False]
    assert not model.has_partner_place(replace(bar("Octopus"), is_open=False))
    assert not model.has_partner_place(bar("Tide Bar", "A"))
