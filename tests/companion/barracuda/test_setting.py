"""Setting Barracuda's table anew (B27); who must agree to it is tested in tests/companion/table/test_setting.py."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from companion.games import barracuda
from companion.games.barracuda.model import Acting
from companion.games.barracuda.moves import OpenBar, Pass
from companion.kit import TABLE, Purse, seen
from companion.kit.layout import Shift
from tests.companion.barracuda.positions import bar, position
from tests.companion.playing import asked, decided, refused


def test_b27_a_closed_bank_takes_and_does_not_pay() -> None:
    for bank, paid in (("open", None), ("once", "bank_closed"), ("hidden", "bank_closed")):
        public = seen(barracuda.setup("ABC", {"bank": bank}), TABLE)
        assert barracuda.misplaced(public, {}, (Shift("A", "money", -8), Shift("B", "fakes", -1))) is None
        refusal = barracuda.misplaced(public, {}, (Shift("A", "money", 8), Shift("B", "money", -7)))
        assert (refusal and refusal.said.code) == (paid and f"barracuda.set.{paid}")


def test_b27_b5_a_stay_ends_with_the_pawn_that_was_moved() -> None:
    bars = {(name, part): "A" for name in ("Octopus", "Karambole", "Albatros") for part in ("lessee", "partner")}
    lies = {(name, "lies"): "open" for name, _ in bars}
    state = barracuda.set_table(barracuda.setup("ABC", {}), {**bars, **lies, ("Albatros", "partner"): ""})
    state = replace(state, five_held=frozenset("A"))
    assert barracuda.set_table(state, {("", "round"): 4}).five_held == {"A"}
    assert barracuda.set_table(state, {("Octopus", "partner"): "B"}).five_held == frozenset()


def test_b27_a_bar_opened_after_a_correction_lies_at_a_place_of_its_own_and_so_it_does_when_cards_are_dealt() -> None:
    closed, opened = position(bars=[bar("Barracuda"), bar("Octopus", "B")]), {("Barracuda", "lies"): "closed"}
    state = barracuda.set_table(closed, {**opened, ("Barracuda", "lessee"): ""})
    assert {name: one.place for name, one in state.bars.items()} == {"Octopus": 2}
    deck = barracuda.dealt(state, Random(1)).deck.open()
    assert (deck[1], len({*deck})) == ("Octopus", 10)
    state = decided(replace(state, order=("C",), phase=Acting("C")), "C", OpenBar("Reef Bar"))[0]
    assert {name: one.place for name, one in state.bars.items()} == {"Octopus": 2, "Reef Bar": 1}


@pytest.mark.parametrize(("facts", "declined"), [
    ({("", "round"): 5}, ""), ({("", "turn"): "", ("A", "place"): 0}, ""), ({("Octopus", "lies"): "open"}, "ABC"),
])  # fmt: skip
def test_b12_b27_what_was_declined_in_another_round_is_not_declined_now(facts: dict[Any, Any], declined: str) -> None:
    state = replace(position(turn="A", last_order_window="everyone"), declined=frozenset("ABC"))
    assert barracuda.set_table(state, facts).declined == frozenset(declined)


@pytest.mark.parametrize(("real", "possible"), [(0, ["no_action"]), (9, ["partnership", "takeover"])])
def test_b11_b27_whoever_a_correction_leaves_without_an_action_is_asked_and_only_then_bankrupt(
    real: int, possible: list[str]
) -> None:
    bars = [bar("Tide Bar", "A"), *(bar(name, "B") for name in ("Octopus", "Karambole", "Reef Bar", "Jetty Bar"))]
    state = position(turn="A", bars=bars, purses={"A": Purse(real, 2)})
    state = barracuda.set_table(state, {("Banana Bar", "lies"): "open", ("Banana Bar", "lessee"): "C"})
    assert [ask.name for ask in asked(state, "A") if ask.is_open and ask.awaited] == possible
    if real:
        assert refused(state, "A", Pass()) == "B11 five_to_pass"
    else:
        state, events = decided(state, "A", Pass())
        assert (type(events[0]).__name__, state.outcome.cause, state.outcome.loser) == ("WentBankrupt", "no_action", "A")
