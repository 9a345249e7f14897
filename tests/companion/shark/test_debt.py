"""Debts and forced sales (8, S7, S10, S11)."""

from __future__ import annotations

import itertools
import random
from dataclasses import astuple, replace

import pytest

from companion import shark
from companion.asks import GiveUp, answers, brought_in, spare, suffices
from companion.game import TABLE, Illegal
from companion.players import Mood, Player
from companion.shark.companies import COMPANIES, Each
from companion.shark.debts import forced_sale, values
from companion.shark.model import Owing, State, Trading
from companion.shark.moves import Build, Buy, EndTurn, FellShort, GameEnded, LossesPaid, SellForDebt, SharesSoldForDebt, WentOut
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


def test_8_who_has_the_cash_pays_at_once_and_what_just_suffices_keeps_a_player_in() -> None:
    state, events = built(TO_TWO, {"B": Each(blue=5)}, cash={"B": 10})
    assert events[-1].short == ()
    assert cash(state)["B"] == 0
    assert isinstance(state.phase, Trading)
    held = {"B": Each(blue=4), "C": Each()}  # Owes 16; four worthless shares bring 4.
    state, _ = built(TO_NOTHING, held, "ABC", cash={"B": 12})
    assert act(state, "B", SellForDebt(blue=4)).out == ()
    state, events = built(TO_NOTHING, held, "ABC", cash={"B": 11})
    assert isinstance(events[-1], WentOut)
    assert events[-1].paid.open() == 15


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


def test_s7_the_sale_brings_half_rounded_up_once_and_the_rest_is_kept() -> None:
    state, _ = built(TO_TWO, {"B": Each(blue=5, yellow=1)}, cash={"B": 3})
    state, events = decided(state, "B", SellForDebt(blue=3, yellow=1))  # 3 x 2 + 6 = 12, half of it 6
    assert isinstance(events[0], SharesSoldForDebt)
    assert (events[0].brought.open(), events[0].debt.open()) == (6, 10)
    assert (cash(state)["B"], shares(state, "B"), pooled(state)) == (0, Each(blue=2), Each(40, 38, 40, 40))
    assert isinstance(state.phase, Trading)
    assert state.phase.rolled
    state = act(owing(position("AB", PRICES, cash={"B": 2}, shares={"B": Each(3, 0, 3, 0)}), B=7), "B", SellForDebt(1, 0, 2, 0))
    assert cash(state)["B"] == 1  # 11 brings 6, and 5 were missing.


def test_s3_a_forced_sale_of_another_gives_no_purchases_back() -> None:
    state = position("AB", TO_TWO, cash={"A": 99, "B": 3}, shares={"B": Each(blue=5, yellow=1)})
    state = act(thrown(act(state, "A", Buy("blue", 4)), 2, "yellow"), "A", Build("yellow", "F1"))
    state = act(state, "B", SellForDebt(blue=3, yellow=1))
    assert refused(state, "A", Buy("blue", 2)) == "S3 limit"
    act(state, "A", Buy("blue", 1))


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


def test_s7_worthless_shares_count_two_or_nothing() -> None:
    held = {"B": Each(blue=4, red=9)}
    with_one = owing(position("AB", {"red": "A1"}, shares=held), B=3)
    assert values(with_one) == Each(1, 2, 2, 2)
    act(with_one, "B", SellForDebt(blue=3))
    act(with_one, "B", SellForDebt(blue=2, red=1))  # 5, half of it 3
    with_nothing = owing(position("AB", {"red": "A1"}, shares=held, worthless_shares="nothing"), B=3)
    assert values(with_nothing) == Each(1, 0, 0, 0)
    assert refused(with_nothing, "B", SellForDebt(blue=4)) == "S7 debt_short"
    assert refused(with_nothing, "B", SellForDebt(blue=1, red=5)) == "S7 debt_spare"
    act(with_nothing, "B", SellForDebt(red=5))


def test_8_several_owe_at_the_same_time_and_nobody_waits() -> None:
    held = {"B": Each(blue=2, red=9), "C": Each(blue=1, red=9), "D": Each(red=1)}
    state, events = built(TO_NOTHING, held, "ABCD")
    assert [type(event) for event in events[-3:]] == [LossesPaid, FellShort, FellShort]
    for first, second in (("B", "C"), ("C", "B")):
        after = act(state, first, SellForDebt(red=8 if first == "B" else 4))
        assert isinstance(after.phase, Owing)
        assert refused(after, first, SellForDebt(red=1)) == "3 not_asked"
        assert refused(after, "A", EndTurn()) == "3 not_asked"
        after = act(after, second, SellForDebt(red=8 if second == "B" else 4))
        assert after.phase.rolled


def test_8_gone_out() -> None:
    held = {"A": Each(red=1), "B": Each(blue=5), "C": Each(blue=1)}
    state, events = built(TO_NOTHING, held, "ABC", cash={"B": 3, "C": 9}, worthless_shares="nothing")
    out = events[-1]
    assert isinstance(out, WentOut)
    assert (out.seat, out.sold.open(), out.brought.open(), out.debt.open(), out.paid.open()) == ("B", Each(blue=5), 0, 20, 3)
    assert (cash(state)["B"], shares(state, "B"), pooled(state).blue) == (0, Each(), 39)
    assert state.out == (("B",),)
    view = sight(state, TABLE)
    assert (view.seat("B").is_out, view.seat("B").rank, view.seat("C").rank) == (True, 3, 0)
    state = act(state, "A", EndTurn())
    assert state.phase.seat == "C"  # Whoever is out has no turn.
    assert refused(state, "B", EndTurn()) == "3 not_asked"


def test_s9_what_who_goes_out_could_not_pay_is_theirs_to_know() -> None:
    _, events = built(TO_NOTHING, {"B": Each(blue=5)}, "ABC", holdings="hidden")
    out = events[-1]
    assert isinstance(out, WentOut)
    assert {sealed.eyes for sealed in (out.sold, out.brought, out.debt, out.paid)} == {frozenset("B")}


def test_8_the_last_to_go_out_ranks_before_the_others_and_the_last_one_left_wins() -> None:
    state, events = built(TO_NOTHING, {"A": Each(blue=9), "B": Each(blue=5)})
    assert isinstance(events[-1], GameEnded)
    assert (events[-1].cause, events[-1].ranking) == ("last", (("A",), ("B",)))
    assert shark.outcome(state).winners == ("A",)
    state, _ = built(TO_NOTHING, {"C": Each(blue=6)}, "ABC")
    fresh = position("ABC", TO_NOTHING, shares={"B": Each(blue=5)})  # A second time, now B.
    names = ("shares", "pool", "buildings", "gone", "prices", "history", "phase", "settled")
    state = replace(state, **{name: getattr(fresh, name) for name in names})
    _, events = decided(thrown(state, 2, "yellow"), "A", Build("yellow", "F1"))
    assert events[-1].ranking == (("A",), ("B",), ("C",))


def test_s10_who_goes_out_in_one_turn_shares_the_place_and_who_did_in_another_does_not() -> None:
    held = {"B": Each(blue=5), "C": Each(blue=6), "D": Each(yellow=1)}
    state, _ = built(TO_NOTHING, held, "ABCD")
    assert state.out == (("B", "C"),)
    view = sight(state, TABLE)
    assert [view.seat(seat).rank for seat in "ABCD"] == [0, 3, 3, 0]
    held = {"B": Each(blue=5), "C": Each(blue=6), "D": Each(yellow=1)}
    state = replace(position("ABCDE", TO_NOTHING, shares=held), out=(("E",),))
    state, _ = decided(thrown(state, 2, "yellow"), "A", Build("yellow", "F1"))
    assert state.out == (("E",), ("B", "C"))


def test_s11_debts_are_settled_before_the_final_sale() -> None:
    yellow = "A1 B1 C1 D1 E1 A2 A3 A4 A5 A6 A7 A8 A9 A10"
    state, _ = built({"yellow": yellow, "blue": "G1 H1"}, {"A": Each(), "B": Each(blue=2, red=3)})
    assert state.prices.yellow == 15
    assert isinstance(state.phase, Owing)
    assert shark.outcome(state) is None
    _, events = decided(state, "B", SellForDebt(blue=2, red=2))
    assert [type(event).__name__ for event in events] == ["SharesSoldForDebt", "MarketClosed", "GameEnded"]
    assert events[-1].cause == "price"


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


@pytest.mark.parametrize("seed", range(40))
def test_s7_random_players_find_a_right_set(seed: int) -> None:
    chance = random.Random(seed)
    state = some_debt(chance)
    ask = forced_sale(state, "B", state.phase.debts["B"].open())
    if not ask.is_open:
        return
    player = Player(Mood(chance, {}))
    found = {player.answer([ask]) for _ in range(60)}
    assert all(suffices(ask, one) and not spare(ask, one) and brought_in(ask, one) >= ask.needed for one in found)
    assert {(one.red, one.blue, one.green, one.yellow) for one in found} <= right_sets(ask)
