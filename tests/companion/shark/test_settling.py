"""Prices, bonus, gains and losses (7, S6): every example of the rules, with its printed errors mended."""

from __future__ import annotations

from typing import Any

import pytest

from companion import shark
from companion.game import TABLE
from companion.shark.companies import Each
from companion.shark.moves import BonusPaid, Build, Built, EndTurn, GainsPaid, LossesPaid
from tests.companion.playing import act, decided, sight
from tests.companion.shark.positions import cash, position, shares, thrown

FIVE_EACH = {"A": Each(2, 2, 2, 2), "B": Each(5, 5, 5, 5), "C": Each(1, 1, 1, 1)}


def settled(buildings: dict[str, str], company: str, cell: str, held: Any = None, seats: str = "ABC", **more: Any):
    """Let A, who holds no cash, build; return state, events and everybody's new cash."""
    start = position(seats, buildings, shares=held or {}, **more)
    zone = shark.board.ZONE_OF[cell]
    state, events = decided(thrown(start, zone, "white"), "A", Build(company, cell))
    return state, events, {seat: sum_ - more.get("cash", {}).get(seat, 0) for seat, sum_ in cash(state).items()}


def test_7_the_first_building_pays_one_and_each_share_gains_one_a_further_single_one_changes_nothing() -> None:
    state, events, paid = settled({}, "red", "A1", FIVE_EACH)
    assert state.prices == Each(red=1)
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid]
    assert paid == {"A": 1 + 2, "B": 5, "C": 1}
    state, events, paid = settled({"red": "A1"}, "red", "C1", FIVE_EACH)
    assert state.prices == Each(red=1)
    assert [type(event) for event in events] == [Built, BonusPaid]
    assert paid == {"A": 1, "B": 0, "C": 0}


@pytest.mark.parametrize(
    ("buildings", "cell", "before", "after"),
    [
        ("A1", "B1", 1, 2),  # A single building becomes a pair.
        ("A1 B1 C1", "D1", 3, 4),  # A chain of three becomes one of four.
        ("A1 B1 C1 A3", "A4", 3, 5),  # Beside a chain of three a single one becomes a pair.
        ("A1 B1 C1 A3", "C4", 3, 3),  # Beside a chain a further single building.
        ("A1 A2 A3 A4", "A5", 4, 5),
    ],
)
def test_7_prices_rise_as_the_chains_grow(buildings: str, cell: str, before: int, after: int) -> None:
    state, _, paid = settled({"red": buildings}, "red", cell, FIVE_EACH)
    assert state.history == (Each(red=before), Each(red=after))
    rise = after - before
    bonus = after if rise else 1
    assert paid == {"A": bonus + 2 * rise, "B": 5 * rise, "C": rise}


def test_7_a_chain_of_two_a_single_and_a_chain_of_three_are_joined_and_red_goes_from_four_to_six() -> None:
    """Printed as 4 to 7: the chains alone made 5."""
    state, _, paid = settled({"red": "A1 A2 B3 C2 D2 D3"}, "red", "B2")
    assert state.history == (Each(red=5), Each(red=7))
    assert paid["A"] == 7
    # Printed with a bonus of 2; the new price is 6.
    held = {"A": Each(red=2), "B": Each(red=5)}
    state, events, paid = settled({"red": "A1 B1 C1 D1 A3"}, "red", "A4", held, seats="AB")
    assert state.history == (Each(red=4), Each(red=6))
    assert events[1] == BonusPaid("A", 6)
    assert {seat: gain.open() for seat, gain in events[2].gains.items()} == {"A": 4, "B": 10}
    assert paid == {"A": 10, "B": 10}


YELLOW_OVER_BLUE = {"yellow": "A1 B1 C1 D1 E1", "blue": "G1 H1 A5 B5"}


def test_7_s6_yellow_grows_a_blue_pair_goes_and_gains_are_there_to_pay_losses_with() -> None:
    held = {"A": Each(yellow=3, blue=2), "B": Each(yellow=1, blue=5)}
    state, events, paid = settled(YELLOW_OVER_BLUE, "yellow", "F1", held, seats="AB", cash={"B": 10})
    assert (state.prices.yellow, state.prices.blue) == (6, 2)
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid, LossesPaid]
    assert events[1].bonus == 6
    assert {seat: gain.open() for seat, gain in events[2].gains.items()} == {"A": 3, "B": 1}
    assert {seat: loss.open() for seat, loss in events[3].losses.items()} == {"B": Each(blue=10)}
    assert paid == {"A": 9, "B": 1 - 10}
    assert (shares(state, "A"), shares(state, "B")) == (held["A"], held["B"])
    held = {"B": Each(yellow=10, blue=5)}
    state, events, paid = settled(YELLOW_OVER_BLUE, "yellow", "F1", held, seats="AB")
    assert events[3].short == ()
    assert paid["B"] == 0
    assert state.phase.rolled


def test_s6_a_single_building_that_goes_lowers_nothing_unless_it_was_the_last_and_a_pair_to_one() -> None:
    state, events, _ = settled({"red": "A1 A2", "blue": "B3 C3 A5"}, "red", "A3", FIVE_EACH, cash={"B": 50, "C": 50})
    assert events[-1].drops == Each(blue=1)
    assert state.prices.blue == 1
    state, events, _ = settled({"red": "A1", "blue": "C1 A5"}, "red", "B1", FIVE_EACH)
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid]
    assert state.prices.blue == 1
    state, events, _ = settled({"red": "A1", "blue": "C1"}, "red", "B1", FIVE_EACH, cash={"B": 50, "C": 50})
    assert events[-1].drops == Each(blue=1)
    assert state.prices.blue == 0


def test_7_the_losses_of_several_companies_are_one_debt_each() -> None:
    buildings = {"red": "B1 A1", "blue": "C2 D2", "green": "B3 B4 C4", "yellow": "A2"}
    held = {"A": Each(5, 5, 5, 5), "B": Each(blue=1, green=2, yellow=3), "C": Each(red=4)}
    state, events, paid = settled({**buildings, "red": "B1 A1 C1"}, "red", "B2", held, cash={"B": 99})
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid, LossesPaid]
    assert events[0].cluster == 4
    assert events[3].drops == Each(blue=2, green=3, yellow=1)
    assert {seat: loss.open() for seat, loss in events[3].losses.items()} == {
        "B": Each(blue=2, green=6, yellow=3), "C": Each(),
    }  # fmt: skip
    assert paid == {"A": 4 + 5, "B": -11, "C": 4}
    assert sorted(state.buildings) == ["A1", "B1", "B2", "C1"]


def test_7_a_bonus_of_fifteen_at_most() -> None:
    chain = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2"
    _, events, _ = settled({"red": f"{chain} A3 A4"}, "red", "A2", seats="AB")
    assert events[0].before.red == 15
    _, events, _ = settled({"red": f"{chain} A3"}, "red", "A2", seats="AB")
    assert (events[0].before.red, events[0].after.red, events[0].cluster) == (13, 15, 15)
    assert events[1] == BonusPaid("A", 15)


# The statement


def test_the_statement_says_it_in_the_rules_order() -> None:
    held = {"A": Each(yellow=3, blue=2), "B": Each(yellow=1, blue=5)}
    state, _, _ = settled(YELLOW_OVER_BLUE, "yellow", "F1", held, cash={"B": 10})
    said = sight(state, TABLE).statement
    assert (said.seat, said.company, said.cell, said.bonus) == ("A", "yellow", "F1", 6)
    assert [(one.company, sorted(one.cells)) for one in said.removed] == [("blue", ["G1", "H1"])]
    assert [(one.company, one.by, [(sum_.seat, sum_.sum) for sum_ in one.sums]) for one in said.gains] == [
        ("yellow", 1, [("A", 3), ("B", 1)]),
    ]  # fmt: skip
    assert [(one.company, one.by, [(sum_.seat, sum_.sum) for sum_ in one.sums]) for one in said.losses] == [
        ("blue", 2, [("B", 10)]),
    ]  # fmt: skip
    assert said.sales == ()
    assert sight(state, TABLE).company("blue").was == 4


def test_the_statement_stands_until_the_dice_are_thrown_again() -> None:
    state = act(settled({}, "red", "A1")[0], "A", EndTurn())
    assert sight(state, "B").statement.cell == "A1"
    assert sight(thrown(state, 2, "red"), "B").statement is None
