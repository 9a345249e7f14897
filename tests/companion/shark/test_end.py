"""The end (9): what brings it, the final sale, the ranking."""

from __future__ import annotations

from companion import shark
from companion.game import TABLE
from companion.shark.companies import Each
from companion.shark.moves import Build, Buy, EndTurn, GameEnded, MarketClosed, SellForDebt
from tests.companion.playing import act, asked, decided, refused, sight
from tests.companion.shark.positions import cash, pooled, position, shares, thrown

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


def test_9_there_is_no_second_trade_and_the_bank_never_runs_out() -> None:
    state = act(thrown(position("AB", {"red": FOURTEEN}), 3, "red"), "A", Build("red", "L4"))
    for command in (Buy("red"), EndTurn(), Build("red", "L5")):
        assert refused(state, "A", command) == "9 game_over"
    assert all(asked(state, viewer) == () for viewer in ("A", "B", TABLE))
    state = thrown(position("AB", {"red": FOURTEEN}, shares={"A": Each(40, 0, 0, 0)}, cash={"B": 100_000}), 3, "red")
    assert cash(act(state, "A", Build("red", "L4"))) == {"A": 15 + 40 + 600, "B": 100_000}


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
