"""Debts and forced sales (8, S7), and the end (9, S10, S11): what brings it, the final sale, the ranking."""

from __future__ import annotations

import itertools
import random
from dataclasses import astuple

import pytest

from companion import shark
from companion.asks import GiveUp, answers
from companion.game import TABLE, Illegal
from companion.shark.companies import COMPANIES, Each
from companion.shark.debts import forced_sale, values
from companion.shark.model import State
from companion.shark.moves import Build, EndTurn, FellShort, GameEnded, LossesPaid, MarketClosed, SellForDebt
from tests.companion.playing import act, asked, decided, fields, refused, sight
from tests.companion.shark.positions import cash, owing, pooled, position, shares, thrown

# A builds yellow on F1; a blue chain goes and blue falls from 4 to 2, or to nothing.
TO_TWO = {"yellow": "A1 B1 C1 D1 E1", "blue": "G1 H1 A5 B5"}
TO_NOTHING = {"yellow": "A1 B1 C1 D1 E1", "blue": "G1 H1 I1 J1"}
PRICES = {"red": "A1 B1 C1", "green": "E1 F1 G1 H1", "yellow": "A10"}  # 3, 0, 4, 1


def built(buildings: dict[str, str], held: dict[str, Each], seats: str = "AB", **more):
    """Let A build on F1."""
    start = position(seats, buildings, shares=held, **more)
    return decided(thrown(start, 2, "yellow"), "A", Build("yellow", "F1"))


def test_s7_who_has_not_must_sell() -> None:
    state, events = built(TO_TWO, {"B": Each(blue=5, yellow=1, red=7)}, cash={"B": 3})
    assert [type(event) for event in events[-2:]] == [LossesPaid, FellShort]
    assert events[-2].short == ("B",)
    assert events[-1].debt.open() == 10
    assert cash(state)["B"] == 4  # 1 of yellow; nothing is taken before the sale.
    (ask,) = asked(state, "B")
    assert isinstance(ask, GiveUp)
    assert (ask.needed, ask.parts, ask.awaited) == (6, 2, True)
    assert [(held.field, held.count, held.value) for held in ask.holdings] == [
        ("red", 7, 2), ("blue", 5, 2), ("green", 0, 2), ("yellow", 1, 6),
    ]  # fmt: skip
    assert asked(state, "A") == asked(state, TABLE) == ()
    assert refused(state, "A", EndTurn()) == refused(state, "A", SellForDebt(red=1)) == "3 not_asked"


def test_s7_the_rule_books_example_at_the_prices_after_the_fall() -> None:
    state = owing(position("AB", PRICES, cash={"B": 2}, shares={"B": Each(red=3, green=3)}), B=7)
    act(state, "B", SellForDebt(red=1, green=2))
    act(state, "B", SellForDebt(green=3))
    assert refused(state, "B", SellForDebt(green=2)) == "S7 debt_short"
    assert fields(state, "B", SellForDebt(green=2)) == {"brought": 4, "needed": 5}
    assert refused(state, "B", SellForDebt(red=1, green=3)) == "S7 debt_spare"
    assert refused(state, "B", SellForDebt(green=4)) == "S7 debt_not_held"
    assert refused(state, "B", SellForDebt(red=-1, green=3)) == "S7 debt_not_held"
    assert refused(state, "B", SellForDebt()) == "S7 debt_short"
    state, events = built(TO_NOTHING, {"B": Each(blue=2, red=9)}, cash={"B": 1})
    assert events[-1].debt.open() == 8
    assert values(state).blue == 2
    assert fields(state, "B", SellForDebt(blue=2, red=4))["brought"] == 6
    act(state, "B", SellForDebt(blue=2, red=5))


# The one check, by brute force


def right_sets(ask: GiveUp) -> set[tuple[int, ...]]:
    """All sets that bring in what is needed, and of which nothing could be left out: halves counted as they are."""
    right = set()
    for counts in itertools.product(*(range(held.count + 1) for held in ask.holdings)):
        total = sum(count * held.value for count, held in zip(counts, ask.holdings, strict=True))
        without = [total - held.value for count, held in zip(counts, ask.holdings, strict=True) if count]
        if (total + 1) // 2 >= ask.needed and all((less + 1) // 2 < ask.needed for less in without):
            right.add(counts)
    return right


def some_debt(chance: random.Random) -> State:
    """A position where B owes something that all of their shares together can pay."""
    heights = {
        one: " ".join(f"{'ABCDEFGHIJKL'[x]}{2 * n + 1}" for x in range(chance.randint(0, 6))) for n, one in enumerate(COMPANIES)
    }
    held = Each(*(chance.randint(0, 3) for _ in COMPANIES))
    options = {"worthless_shares": chance.choice(["one", "nothing"])}
    state = position("AB", heights, shares={"B": held}, cash={"B": chance.randint(0, 3)}, **options)
    most = sum(count * worth for count, worth in zip(astuple(held), astuple(values(state)), strict=True))
    return owing(state, B=cash(state)["B"] + chance.randint(1, max(1, (most + 1) // 2)))


@pytest.mark.parametrize("seed", range(24))
def test_s7_the_check_is_that_of_all_sets(seed: int) -> None:
    state = some_debt(random.Random(seed))
    ask = forced_sale(state, "B", state.phase.debts["B"].open())
    right = right_sets(ask)
    assert ask.is_open == bool(right)
    for counts in itertools.product(*(range(-1, held.count + 2) for held in ask.holdings)):
        command = SellForDebt(*counts)
        assert answers(ask, command) == (counts in right)
        try:
            shark.decide(state, "B", command)
            allowed = True
        except Illegal:
            allowed = False
        assert allowed == (counts in right)


FOURTEEN = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2 L3"  # red at 14, zone 3 builds the fifteenth on L4


def test_9_a_price_of_fifteen_ends_the_game_after_the_payments() -> None:
    held = {"A": Each(red=2, blue=1), "B": Each(red=3)}
    state = thrown(position("AB", {"red": FOURTEEN, "blue": "A5"}, shares=held, cash={"B": 7}), 3, "red")
    state, events = decided(state, "A", Build("red", "L4"))
    assert [type(event).__name__ for event in events] == ["Built", "BonusPaid", "GainsPaid", "MarketClosed", "GameEnded"]
    closed, ended = events[-2:]
    assert isinstance(closed, MarketClosed)
    assert closed.cash == {"A": 15 + 2, "B": 7 + 3}
    assert closed.sold == held
    assert closed.brought == {"A": 31, "B": 45}
    assert ended == GameEnded("price", ("B",), (("B",), ("A",)), {"A": 48, "B": 55})
    assert (cash(state), shares(state, "B"), pooled(state)) == ({"A": 48, "B": 55}, Each(), Each(40, 40, 40, 40))


def test_9_an_empty_stock_ends_the_game_and_a_price_of_fourteen_does_not() -> None:
    state = thrown(position("AB", {"red": FOURTEEN[:-3]}), 3, "red")
    assert shark.outcome(act(state, "A", Build("red", "L3"))) is None
    state = thrown(position("AB", {"red": "A1 A3"}, gone=Each(red=15)), 1, "red")
    state, events = decided(state, "A", Build("red", "A5"))
    assert events[-1].cause == "stock"
    assert shark.outcome(state).winners == ("A",)
    state = thrown(position("AB", {"red": "A1 A3"}, gone=Each(red=14)), 1, "red")
    assert shark.outcome(act(state, "A", Build("red", "A5"))) is None


def test_9_equal_money_shares_the_win() -> None:
    state = thrown(position("ABC", {"red": FOURTEEN}, cash={"B": 15, "C": 3}), 3, "red")
    state, events = decided(state, "A", Build("red", "L4"))
    assert events[-1].ranking == (("A", "B"), ("C",))
    assert shark.outcome(state).winners == ("A", "B")
    view = sight(state, TABLE)
    assert [view.seat(seat).rank for seat in "ABC"] == [1, 1, 3]


# Ends that come together with debts. A builds yellow on F1, and a blue pair goes.
NEARLY = {"yellow": "A1 B1 C1 D1 E1 A2 A3 A4 A5 A6 A7 A8 A9 A10", "blue": "G1 H1"}  # 14 and 2


def last_building(seats: str, **held: Each):
    return decided(thrown(position(seats, NEARLY, shares=held), 2, "yellow"), "A", Build("yellow", "F1"))


def test_9_s10_s11_two_go_out_and_another_pays_before_the_price_ends_the_game() -> None:
    state, events = last_building("ABCD", B=Each(blue=9), C=Each(blue=2, red=3), D=Each(blue=12))
    assert [type(event).__name__ for event in events[-3:]] == ["WentOut", "WentOut", "FellShort"]
    assert shark.outcome(state) is None
    assert refused(state, "A", EndTurn()) == "3 not_asked"
    state, events = decided(state, "C", SellForDebt(blue=2, red=2))
    assert events[-1] == GameEnded("price", ("A",), (("A",), ("C",), ("B", "D")), {"A": 15, "B": 0, "C": 0, "D": 0})
    view = sight(state, TABLE)
    assert [view.seat(seat).rank for seat in "ABCD"] == [1, 3, 2, 3]
