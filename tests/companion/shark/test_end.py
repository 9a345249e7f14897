"""The end (9): what brings it, the final sale, the ranking."""

from __future__ import annotations

from companion import shark
from companion.game import TABLE
from companion.sealed import seen
from companion.shark.companies import Each
from companion.shark.moves import Build, Buy, EndTurn, GameEnded, MarketClosed
from tests.companion.shark.positions import act, cash, decided, pooled, position, refused, shares, thrown

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


def test_9_fourteen_does_not_end_it() -> None:
    state = thrown(position("AB", {"red": FOURTEEN[:-3]}), 3, "red")
    assert shark.outcome(act(state, "A", Build("red", "L3"))) is None


def test_9_an_empty_stock_ends_the_game_wherever_the_buildings_are() -> None:
    state = thrown(position("AB", {"red": "A1 A3"}, gone=Each(red=15)), 1, "red")
    state, events = decided(state, "A", Build("red", "A5"))
    assert events[-1].cause == "stock"
    assert shark.outcome(state).winners == ("A",)
    state = thrown(position("AB", {"red": "A1 A3"}, gone=Each(red=14)), 1, "red")
    assert shark.outcome(act(state, "A", Build("red", "A5"))) is None


def test_9_a_removed_building_does_not_go_back_into_stock() -> None:
    buildings = {"red": "A1", "blue": "C1"}
    state = act(thrown(position("AB", buildings, gone=Each(blue=16)), 1, "red"), "A", Build("red", "B1"))
    assert shark.view(seen(state, TABLE), TABLE).company("blue").stock == 1
    assert shark.outcome(state) is None


def test_9_equal_money_shares_the_win() -> None:
    state = thrown(position("ABC", {"red": FOURTEEN}, cash={"B": 15, "C": 3}), 3, "red")
    state, events = decided(state, "A", Build("red", "L4"))
    assert events[-1].ranking == (("A", "B"), ("C",))
    assert shark.outcome(state).winners == ("A", "B")
    view = shark.view(seen(state, TABLE), TABLE)
    assert [view.seat(seat).rank for seat in "ABC"] == [1, 1, 3]


def test_9_there_is_no_second_trade() -> None:
    state = act(thrown(position("AB", {"red": FOURTEEN}), 3, "red"), "A", Build("red", "L4"))
    for command in (Buy("red"), EndTurn(), Build("red", "L5")):
        assert refused(state, "A", command) == "9 game_over"
    assert all(shark.asks(seen(state, viewer), viewer) == () for viewer in ("A", "B", TABLE))


def test_9_the_bank_never_runs_out() -> None:
    state = thrown(position("AB", {"red": FOURTEEN}, shares={"A": Each(40, 0, 0, 0)}, cash={"B": 100_000}), 3, "red")
    assert cash(act(state, "A", Build("red", "L4"))) == {"A": 15 + 40 + 600, "B": 100_000}
