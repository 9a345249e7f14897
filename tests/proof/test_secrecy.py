"""A light run tries some of every game's leaks, and there are enough of them."""

from __future__ import annotations

import math

import pytest

from companion.games import GAMES
from tests.proof.__main__ import LIGHT
from tests.proof.lacking import lacks
from tests.proof.secrecy import promises
from tests.secrecy.seeded import all_leaks


@pytest.mark.parametrize("game", [game for game in GAMES if not lacks(game, "leaks")])
def test_a_light_run_tries_two_of_many_leaks(game: str) -> None:
    (promise,) = [one for one in promises() if one.name == f"S2 {game}"]
    assert promise.asked == len(all_leaks(game)) >= 30
    assert math.ceil(promise.asked / LIGHT) >= 2
