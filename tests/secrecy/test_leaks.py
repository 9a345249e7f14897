"""The positive control of secrecy: every deliberate leak is found, each one by its contents."""

from typing import Final

import pytest

from companion.games import installed
from companion.lab.secrecy import leaking, undoing
from tests.secrecy.seeded import OUTWARD, all_leaks, found, leaks

SHARED: Final = {leak.__name__ for leak in (*leaking.LEAKS, *undoing.LEAKS)}


# Leaks that any game could have are put into each game by its contract.
@pytest.mark.broad
@pytest.mark.parametrize(("game", "leak"), [(game, leak) for game in installed() for leak in leaks(game) if leak not in SHARED])
def test_a_leak_is_found(game: str, leak: str) -> None:
    assert found(game, leak), f"{leak} in {game} went unseen"


# The contract puts in the others that are found soon.
@pytest.mark.parametrize(
    "leak", [pytest.param(one, marks=[pytest.mark.broad] * (one != "a_dot_on_the_display")) for one in OUTWARD]
)
def test_a_leak_on_the_way_out_is_found(leak: str) -> None:
    assert found("negoces2", leak), f"{leak} went unseen"


@pytest.mark.parametrize("game", installed())
def test_every_leak_has_a_name_of_its_own_and_they_are_tried_in_any_order(game: str) -> None:
    names = all_leaks(game)
    assert len(set(names)) == len(names) == len(leaks(game)) + len(OUTWARD)
    assert list(names) != sorted(names)
