"""The harness itself: what it compares, and what it counts."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest

from tests.proof.secrecy import one_world
from tests.secrecy.recipes import recipe, with_worlds
from tests.secrecy.two_worlds import run

if TYPE_CHECKING:
    from collections.abc import Mapping


FEW = 10  # pairs of an event and of what a viewer is to it, in a game so small that a step has one event that can differ.


@pytest.mark.parametrize("world", [0, 1])
def test_what_comes_in_one_world_alone_is_a_difference(world: int) -> None:
    looks = count()

    def observe(*_: Any) -> Mapping[str, bytes]:
        return {"page": b"", "a page more": b""} if next(looks) % 2 == world else {"page": b""}

    (difference,) = run(recipe("barracuda"), 1, 1, observe=observe).differences
    assert difference.channel == "a page more"
    assert difference.in_a != difference.in_b


@pytest.mark.parametrize("game", with_worlds())
def test_a_step_counts_once_however_much_happened_in_it(game: str) -> None:
    report = run(recipe(game), 60, 2, observe=lambda *_: {})
    assert 0 < report.apart <= report.steps
    assert sum(report.diverged.values()) >= report.apart
    assert sum(report.diverged.values()) > report.steps or recipe(game).cells < FEW


@pytest.mark.parametrize("game", with_worlds())
def test_worlds_that_are_the_same_are_never_apart(game: str) -> None:
    report = run(one_world(recipe(game)), 20, 2, observe=lambda *_: {})
    assert report.steps
    assert report.apart == 0
