"""What is asked, word for word: whom the table waits for, and why something can't be done. Rules 2, 6, 7; B1, B12, B15."""

from __future__ import annotations

from typing import Any

from companion.asks import Choice, Shuffle
from companion.barracuda import rules
from companion.barracuda.asking import asks
from companion.barracuda.model import State
from companion.barracuda.moves import CountBank, ShuffleBars
from companion.game import CHANCE, TABLE
from companion.sealed import seen

ONE_PLACE = ("Lagoon Bar", "Banana Bar", "Reef Bar", "Jetty Bar", "Pier Bar", "Tide Bar")
TWO_PLACES = ("Barracuda", "Karambole", "Octopus", "Harbour Bar", "Albatros", "Beacon Bar")
COUNT = Choice("count_bank", (CountBank(),), awaited=False)


def asked(state: State, seat: str) -> tuple[Any, ...]:
    return asks(seen(state, seat), seat)


def test_2_chance_shuffles_five_of_each_kind_and_is_waited_for() -> None:
    state = rules.setup("ABC", {"deal": "companion"})
    assert asked(state, CHANCE) == (Shuffle("shuffle", ShuffleBars(), ((ONE_PLACE, 5), (TWO_PLACES, 5))),)
    assert asked(state, TABLE) == ()


def test_b15_whoever_may_count_the_bank_once_is_never_waited_for() -> None:
    state = rules.setup("ABC", {"deal": "companion", "bank": "once"})
    assert [asked(state, seat) for seat in "ABC"] == [(COUNT,)] * 3
    assert asked(rules.setup("ABC", {"deal": "companion", "bank": "open"}), "A") == ()
