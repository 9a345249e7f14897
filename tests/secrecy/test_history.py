"""Other histories: how far they go, what they keep, and that a proof which only knows beginnings isn't one."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.proof import secrecy
from tests.secrecy.history import Retold, retold
from tests.secrecy.recipes import recipe, with_worlds
from tests.secrecy.worlds import viewers

if TYPE_CHECKING:
    from collections.abc import Callable

GAME = "negoces2"  # The quickest to play.


def spoilt(monkeypatch: pytest.MonkeyPatch, change: Callable[[Retold, int], Retold]) -> None:
    """Let every history be as *change* makes it of the right one and the length of its game."""

    def other(told: Any, steps: Any, *rest: Any) -> Retold:
        return change(retold(told, steps, *rest), len(steps))

    monkeypatch.setattr(secrecy, "retold", other)


@pytest.mark.parametrize("game", with_worlds())
def test_a_history_leaves_the_game_no_earlier_than_it_is_told_to(game: str) -> None:
    generator, steps = random.Random(3), secrecy.played(game)[0]
    begin = len(steps) // 2
    for viewer in viewers(steps[0].before):
        told = retold(recipe(game), steps, viewer, generator, begin)
        assert told.unlike == ""
        assert all(begin <= number < len(steps) for number in told.apart)
        assert list(told.apart) == sorted(set(told.apart))


def test_histories_reach_the_second_half_and_the_end_of_games() -> None:
    leg = secrecy.walk_histories(GAME, 20, 1)
    assert leg.broken == ()
    assert leg.counts["to the end of the game"] > 2
    assert leg.counts["that left the game in its middle"] > 2
    assert secrecy.judge_histories(leg.counts) == ()


def test_a_history_of_two_steps_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, lambda told, length: Retold(told.apart[:2], told.whole))
    leg = secrecy.walk_histories(GAME, 3, 1)
    assert leg.reached == 0
    assert "no other history is found" in leg.broken[0]


def test_histories_that_cover_beginnings_alone_are_not_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    spoilt(monkeypatch, lambda told, length: Retold([n for n in told.apart if n < length / 2], whole=False))
    leg = secrecy.walk_histories(GAME, 10, 1)
    assert "second half" in " ".join(secrecy.judge_histories(leg.counts))
