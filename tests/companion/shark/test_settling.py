"""Prices, bonus and losses (7, S6) at their limits; tests/playthroughs/shark has every example of the rules."""

import re
from pathlib import Path
from typing import Any

from companion.games import shark
from companion.games.shark.board.companies import Each
from companion.games.shark.moves import BonusPaid, Build, Built, GainsPaid, LossesPaid
from companion.kit import TABLE, Term, say
from tests.companion.playing import decided
from tests.companion.shark.positions import position, thrown

FIVE_EACH = {"A": Each(2, 2, 2, 2), "B": Each(5, 5, 5, 5), "C": Each(1, 1, 1, 1)}
RICH = {"B": 50, "C": 50}


def settled(buildings: dict[str, str], cell: str, seats: str = "ABC", **more: Any):
    """Let A build red; return the state and the events."""
    return decided(thrown(position(seats, buildings, **more), shark.board.map.ZONE_OF[cell], "white"), "A", Build("red", cell))


def test_s6_a_single_building_that_goes_lowers_nothing_unless_it_was_the_last_and_a_pair_to_one() -> None:
    state, events = settled({"red": "A1 A2", "blue": "B3 C3 A5"}, "A3", shares=FIVE_EACH, cash=RICH)
    assert (events[-1].drops, state.prices.blue) == (Each(blue=1), 1)
    state, events = settled({"red": "A1", "blue": "C1 A5"}, "B1", shares=FIVE_EACH)
    assert [type(event) for event in events] == [Built, BonusPaid, GainsPaid]
    assert state.prices.blue == 1
    state, events = settled({"red": "A1", "blue": "C1"}, "B1", shares=FIVE_EACH, cash=RICH)
    assert (events[-1].drops, state.prices.blue) == (Each(blue=1), 0)


def test_s6_two_and_three_companies_that_fall_are_told_in_one_sentence() -> None:
    red, green, yellow = (Term(f"shark.company.{name}") for name in ("red", "green", "yellow"))
    two, three = (shark.tell(LossesPaid(Each(red=1, green=green, yellow=2), {}, {}), TABLE) for green in (0, 3))
    assert two == say("shark.told.losses_two", one=red, by=1, two=yellow, by_two=2)
    assert three == say("shark.told.losses_three", one=red, by=1, two=green, by_two=3, three=yellow, by_three=2)


def test_7_a_bonus_of_fifteen_at_most() -> None:
    chain = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2"
    _, events = settled({"red": f"{chain} A3 A4"}, "A2", "AB")
    assert events[0].before.red == 15
    _, events = settled({"red": f"{chain} A3"}, "A2", "AB")
    assert (events[0].before.red, events[0].after.red, events[0].cluster) == (13, 15, 15)
    assert events[1] == BonusPaid("A", 15)


RULEBOOK = Path(shark.__file__).with_name("RULEBOOK.md").read_text(encoding="utf-8")


def test_every_price_in_the_books_table_of_examples_is_right() -> None:
    """Each is played in tests/playthroughs/shark; this checks that the book still has them all."""
    table = re.search(r"\| what happens \| settled \|\n\|.*\n((?:\|.*\n)+)", RULEBOOK)
    assert [re.findall(r"(\d+) → (\d+)", row) for row in table[1].splitlines()] == [
        [("0", "1")], [], [("1", "2")], [], [("5", "7")], [("3", "5")], [("4", "6")], [("5", "6"), ("4", "2")], [],
    ]  # fmt: skip
