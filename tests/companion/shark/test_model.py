"""What there is, and who is at the table: 1, 2, 3, S9."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion import shark
from companion.game import CHANCE, TABLE
from companion.sealed import Sealed
from companion.shark import model
from companion.shark.companies import Each
from companion.shark.model import BUILDINGS, MOST_BOUGHT, POOL_SHOWN, SHARES, Naming, Over, State
from tests.companion.playing import act
from tests.companion.shark.positions import position


def test_1_what_there_is_and_what_can_not_be_built_any_more() -> None:
    assert (BUILDINGS, SHARES, MOST_BOUGHT, POOL_SHOWN) == (18, 40, 5, 5)
    assert model.COLOURS == ("red", "blue", "green", "yellow", "black", "white")
    assert list(model.NUMBERS) == [1, 2, 3, 4, 5, 6]
    assert model.NO_COLOUR == "", "which is no colour's name"
    state = position("AB", {"red": "A1 B1", "yellow": "L10"}, gone=Each(red=3, blue=18))
    assert model.standing(state) == Each(red=2, yellow=1)
    assert model.stock(state) == Each(red=13, blue=0, green=18, yellow=17)


def test_2_a_game_begins_with_nothing_built_and_nothing_said() -> None:
    state = shark.setup(("A", "B"), {})
    assert state == State(
        seats=("A", "B"), options=state.options, phase=Naming(), cash=state.cash, shares=state.shares, pool=state.pool,
        ledger=Sealed(0, ()), first=None, round=1, buildings={}, gone=Each(), prices=Each(), dice=None, out=(),
        history=(Each(),), settled=(), recent=(), final=None, outcome=None,
    )  # fmt: skip


def test_s9_turns_go_round_past_those_who_are_out_and_who_may_know_what_a_seat_holds() -> None:
    assert model.eyes(shark.setup(("A", "B"), {"holdings": "hidden"}), "B") == ("B",)
    openly = shark.setup(("A", "B"), {"holdings": "open"})
    assert model.eyes(openly, "B") == model.everyone(openly) == ("A", "B", TABLE)
    state = replace(position("ABCD"), out=(("B",), ("D",)))
    assert model.playing(state) == ("A", "C")
    assert [model.following(state, seat) for seat in "ABCD"] == ["C", "C", "A", "A"]
    assert [model.following(position("ABCD"), seat) for seat in "ABCD"] == ["B", "C", "D", "A"]


def test_3_whose_turn_it_is_is_somebodys_once_it_is_named_and_until_it_is_over() -> None:
    state = shark.setup(("A", "B"), {})
    assert model.active(state) is None
    state = act(state, CHANCE, shark.moves.NameFirst("B"))
    assert model.active(state) == model.whose_turn(state) == "B", "also while the starting shares are taken"
    over = replace(state, phase=Over())
    assert model.active(over) is None
    with pytest.raises(AssertionError):
        model.whose_turn(over)
