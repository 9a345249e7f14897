"""In random games nobody is asked two things of one name, a stranger nothing, and a tap is done or refused by name."""

import random
from contextlib import suppress

import pytest

from companion import simulate
from companion.game import CHANCE, TABLE, Illegal, Play
from companion.games import GAMES
from companion.pieces import Piece
from tests.companion.playing import asked, tap

STRANGERS = {"", "Z"}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_asks_are_told_apart_and_what_a_tap_means_is_decided(name: str, seed: int) -> None:
    game, chance = GAMES[name], random.Random(seed)
    seats = game.SEATS[: game.FEWEST + seed % (game.MOST - game.FEWEST + 1)]
    pieces = (*game.pieces({}), *(Piece("key", key) for key in ("ok", "back", "last_order")), Piece("pawn", "B", 1))

    def watch(step: simulate.Step) -> None:
        meant = tap(step.before, chance.choice(pieces))
        if isinstance(meant, Play):
            with suppress(Illegal):
                game.decide(step.before, meant.seat, meant.command)
        for seat in (*seats, TABLE):
            names = [ask.name for ask in asked(step.before, seat)]
            assert len(names) == len(set(names))
        assert bool(asked(step.before, CHANCE)) == (step.seat == CHANCE)
        assert not any(asked(step.before, seat) for seat in {*STRANGERS, *game.SEATS} - {*seats})

    simulate.play(game, seats, simulate.varied_options(game, chance), chance, watch=watch)
