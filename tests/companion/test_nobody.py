"""Who doesn't play is asked nothing: what is asked of anybody, `decide` takes."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion import simulate
from companion.games import GAMES
from companion.sealed import seen

NOBODY = ("", "Z")


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_who_does_not_play_is_asked_nothing(game: Any) -> None:
    for seed in range(8):
        generator = random.Random(seed)
        seats = sorted(generator.sample(game.SEATS, game.FEWEST))
        options = {name: option.choices[seed % len(option.choices)] for name, option in game.OPTIONS.items()}
        for step in simulate.play(game, seats, options, generator).steps[:60]:
            for viewer in {*NOBODY, *game.SEATS} - set(seats):
                assert game.asks(seen(step.before, viewer), viewer) == (), (viewer, step.before.phase)
