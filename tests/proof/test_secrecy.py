"""Each leak has a name of its own, and a light run tries some of every game's."""

from __future__ import annotations

import math

import pytest

from companion.games import GAMES
from tests.proof.__main__ import LIGHT
from tests.proof.lacking import lacks
from tests.proof.secrecy import all_leaks, promises
from tests.secrecy import outside_leaks
from tests.secrecy.outside import Outside
from tests.secrecy.recipes import recipe, with_worlds
from tests.secrecy.two_worlds import run

STEPS = 40


def test_there_are_leaks_enough_in_all() -> None:
    assert sum(len(all_leaks(game)) for game in GAMES) >= 40


@pytest.mark.parametrize("game", with_worlds())
def test_every_leak_has_a_name_of_its_own(game: str) -> None:
    names = all_leaks(game)
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", [game for game in with_worlds() if not lacks(game, "leaks")])
def test_a_light_run_tries_two_leaks(game: str) -> None:
    (promise,) = [one for one in promises() if one.name == f"S2 {game}"]
    assert math.ceil(promise.asked / LIGHT) >= 2


def test_the_order_of_leaks_is_not_that_of_their_names() -> None:
    assert list(all_leaks("barracuda")) != sorted(all_leaks("barracuda"))


@pytest.mark.parametrize("game", with_worlds())
def test_two_worlds_look_alike_from_outside(game: str) -> None:
    """The proof's own test, a little of it: here so that whoever changes a page finds it in seconds."""
    outside = Outside()
    report = run(recipe(game), STEPS, seed=5, observe=outside)
    assert not report.differences, report.differences[0]
    assert outside.requests > STEPS


@pytest.mark.parametrize("leak", outside_leaks.OUTSIDE, ids=lambda leak: leak.__name__)
def test_a_leak_on_the_way_out_is_found(leak: outside_leaks.Leak) -> None:
    report = run(recipe("barracuda"), 600, seed=1, observe=Outside(leak))
    assert report.differences, f"{leak.__name__} went unseen for {report.steps} steps"
