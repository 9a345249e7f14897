"""What is asked, word for word: what is named where nothing can be had. Rules 2, 3, 4; S8."""

from __future__ import annotations

from typing import Any

from companion import shark
from companion.asks import Amount, Choice, Much
from companion.game import CHANCE
from companion.shark.companies import Each
from companion.shark.model import State
from companion.shark.moves import Buy, NameFirst, Sell
from tests.companion.playing import act, ask_named, asked
from tests.companion.shark.positions import position

# Blue is dearest, and nobody has built yellow.
PRICES = {"red": "A1 B1", "blue": "E1 F1 G1", "green": "A6"}


def why_not(state: State, name: str) -> tuple[str, dict[str, Any]]:
    said = ask_named(state, "A", name).why_not.said
    return said.code.removeprefix("shark.refusal."), dict(said.fields)


def test_2_chance_is_asked_who_begins() -> None:
    state = shark.setup(("A", "B"), {})
    assert asked(state, CHANCE) == (Choice("first", (NameFirst("A"), NameFirst("B"))),)


def test_4_what_can_be_had_is_offered_from_one_to_the_most() -> None:
    state = position("AB", PRICES, cash={"A": 2}, shares={"A": Each(red=3)})
    assert state.prices == Each(red=2, blue=3, green=1)
    assert ask_named(state, "A", "buy") == Amount("buy", "count", (Much(Buy("red"), 1, 1), Much(Buy("green"), 1, 2)))
    assert ask_named(state, "A", "sell") == Amount("sell", "count", (Much(Sell("red"), 1, 3),))


def test_4_who_can_buy_nothing_is_told_of_the_cheapest_share_and_who_can_sell_none_of_the_dearest() -> None:
    state = position("AB", PRICES, cash={"A": 0})
    assert why_not(state, "buy") == ("no_cash", {"cost": 1, "cash": 0})
    ask = ask_named(state, "A", "buy")
    assert ask == Amount("buy", "count", (), why_not=ask.why_not)
    code, fields = why_not(position("AB", PRICES, cash={"A": 9}), "sell")
    assert (code, fields["count"], fields["company"].code) == ("not_held", 0, "shark.company.blue")
    assert [why_not(position("AB", cash={"A": 9}), name)[0] for name in ("buy", "sell")] == ["no_price", "no_price"]
    bought_out = act(position("AB", {"red": "A1 B1"}, cash={"A": 10}), "A", Buy("red", 5))
    assert why_not(bought_out, "buy")[0] == "limit"
