"""Prices, bonus and losses (7, S6), debts and forced sales (8, S7), and the end (9, S10 to S12)."""

import itertools
import random
from contextlib import nullcontext
from dataclasses import astuple
from typing import Any

import pytest

from companion.games import shark
from companion.games.shark.board.companies import COMPANIES, Each
from companion.games.shark.lab import worlds
from companion.games.shark.model import State
from companion.games.shark.moves import BonusPaid, Build, EndTurn, GameEnded, LossesPaid, SellForDebt
from companion.games.shark.payments.debts import forced_sale, values
from companion.kit import TABLE, GiveUp, Illegal, Term, answers, say
from companion.lab.playing import ended_early
from companion.match import guard
from tests.companion.playing import decided, kinds, refused, sight
from tests.companion.shark.positions import cash, owing, position, thrown

FIVE_EACH = {"A": Each(2, 2, 2, 2), "B": Each(5, 5, 5, 5), "C": Each(1, 1, 1, 1)}
RICH = {"B": 50, "C": 50}


def settled(buildings: dict[str, str], cell: str, seats: str = "ABC", **more: Any):
    """Let A build red; return the state and the events."""
    return decided(thrown(position(seats, buildings, **more), shark.board.map.ZONE_OF[cell], "white"), "A", Build("red", cell))


def test_s6_a_single_building_that_goes_lowers_nothing_unless_it_was_the_last() -> None:
    _, events = settled({"red": "A1", "blue": "C1 A5"}, "B1", shares=FIVE_EACH)
    assert kinds(events) == ["Built", "BonusPaid", "GainsPaid"]
    _, events = settled({"red": "A1", "blue": "C1"}, "B1", shares=FIVE_EACH, cash=RICH)
    assert events[-1].drops == Each(blue=1)


def test_s6_two_and_three_companies_that_fall_are_told_in_one_sentence() -> None:
    red, green, yellow = (Term(f"shark.company.{name}") for name in ("red", "green", "yellow"))
    two, three = (shark.tell(LossesPaid(Each(red=1, green=green, yellow=2), {}, {}), TABLE) for green in (0, 3))
    assert two == say("shark.told.losses_two", one=red, by=1, two=yellow, by_two=2)
    assert three == say("shark.told.losses_three", one=red, by=1, two=green, by_two=3, three=yellow, by_three=2)


def test_7_a_bonus_of_fifteen_at_most() -> None:
    _, (built, bonus, *_) = settled({"red": "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2 A3"}, "A2", "AB")
    assert (built.before.red, built.after.red, built.cluster, bonus) == (13, 15, 15, BonusPaid("A", 15))


def right_sets(ask: GiveUp) -> set[tuple[int, ...]]:
    """Return all sets that raise what is needed and would not without any one share; halves count unrounded."""
    right = set()
    for counts in itertools.product(*(range(held.count + 1) for held in ask.holdings)):
        total = sum(count * held.value for count, held in zip(counts, ask.holdings, strict=True))
        without = [total - held.value for count, held in zip(counts, ask.holdings, strict=True) if count]
        if (total + 1) // 2 >= ask.needed and all((less + 1) // 2 < ask.needed for less in without):
            right.add(counts)
    return right


def some_debt(chance: random.Random) -> State:
    """Draw a position in which B has a debt that all of B's shares together can pay."""
    heights = {
        one: " ".join(f"{'ABCDEFGHIJKL'[x]}{2 * n + 1}" for x in range(chance.randint(0, 6))) for n, one in enumerate(COMPANIES)
    }
    held = Each(*(chance.randint(0, 3) for _ in COMPANIES))
    worthless, cash_of_b = chance.choice(["one", "nothing"]), chance.randint(0, 3)
    state = position("AB", heights, shares={"B": held}, cash={"B": cash_of_b}, worthless_shares=worthless)
    most = sum(count * worth for count, worth in zip(astuple(held), astuple(values(state)), strict=True))
    return owing(state, B=cash(state)["B"] + chance.randint(1, max(1, (most + 1) // 2)))


@pytest.mark.parametrize("seed", range(24))
def test_s7_the_check_of_a_forced_sale_agrees_with_a_search_of_all_sets(seed: int) -> None:
    state = some_debt(random.Random(seed))
    ask = forced_sale(state, "B", state.phase.debts["B"].open())
    right = right_sets(ask)
    assert ask.is_open == bool(right)
    for counts in itertools.product(*(range(-1, held.count + 2) for held in ask.holdings)):
        command = SellForDebt(*counts)
        assert answers(ask, command) == (counts in right)
        with nullcontext() if counts in right else pytest.raises(Illegal):
            guard.decide(shark, state, "B", command)


FOURTEEN = "A1 B1 C1 D1 E1 F1 G1 H1 I1 J1 K1 L1 L2 L3"  # red at 14; the fifteenth goes on L4, in zone 3


def test_9_equal_money_shares_the_win() -> None:
    state = thrown(position("ABC", {"red": FOURTEEN}, cash={"B": 15, "C": 3}), 3, "red")
    state, events = decided(state, "A", Build("red", "L4"))
    assert events[-1].ranking == (("A", "B"), ("C",))
    assert shark.outcome(state).winners == ("A", "B")
    assert [sight(state, TABLE).seat(seat).rank for seat in "ABC"] == [1, 1, 3]


# Ends that coincide with debts. A builds yellow on F1, and a blue pair is removed.
NEARLY = {"yellow": "A1 B1 C1 D1 E1 A2 A3 A4 A5 A6 A7 A8 A9 A10", "blue": "G1 H1"}  # 14 and 2


def test_9_s10_s11_two_go_out_and_another_pays_before_the_price_ends_the_game() -> None:
    held = {"B": Each(blue=9), "C": Each(blue=2, red=3), "D": Each(blue=12)}
    state, events = decided(thrown(position("ABCD", NEARLY, shares=held), 2, "yellow"), "A", Build("yellow", "F1"))
    assert kinds(events[-3:]) == ["WentOut", "WentOut", "FellShort"]
    assert (shark.outcome(state), refused(state, "A", EndTurn())) == (None, "3 not_asked")
    state, events = decided(state, "C", SellForDebt(blue=2, red=2))
    assert events[-1] == GameEnded("price", ("A",), (("A",), ("C",), ("B", "D")), {"A": 15, "B": 0, "C": 0, "D": 0})
    assert [sight(state, TABLE).seat(seat).rank for seat in "ABCD"] == [1, 3, 2, 3]


def test_s12_an_early_end_pays_debts_from_the_final_sale_at_full_prices() -> None:
    state = position("ABC", {"red": "A1 B1 C1"}, shares={"B": Each(3, 0, 0, 0)}, cash={"A": 4, "B": 1, "C": 2})
    over = ended_early(shark, owing(state, B=4))
    assert worlds.redeal(over, "A", random.Random(1)) is over, "all that was hidden is shown"
    ended = over.outcome  # 3 red at 3, and 1 in cash, less 4.
    assert (ended.cause, ended.winners, ended.money) == ("ranking", ("B",), {"A": 4, "B": 6, "C": 2})
    assert ended.ranking == (("B",), ("A",), ("C",))
    assert ended_early(shark, owing(state, B=6)).outcome.money["B"] == 4, "though what is left is less than the debt"
    state = position("ABC", shares={"B": Each(blue=3)}, cash={"A": 4, "B": 1}, worthless_shares="one")
    assert ended_early(shark, owing(state, B=3)).outcome.money == {"A": 4, "B": 0, "C": 0}, "no more than there is"
