"""Exactly what is asked is allowed: random games, in each of whose states other commands are tried, and a tap."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import pytest

from companion import simulate
from companion.game import CHANCE, TABLE, Illegal, Play
from companion.games import GAMES
from companion.pieces import Piece
from companion.probes import Prober
from tests.companion.playing import asked, tap

NOBODY = ("", "Z")
TRIES = 12  # commands in every state


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("name", "seats", "options", "refusals"),
    [
        ("barracuda", ["ABCD", "ABC"], {}, {"not_asked", "wrong_draw"}),
        ("shark", ["AB", "ABC", "BCDF", "ABCDE"], {}, {"not_asked", "wrong_zone", "limit"}),
        ("negoces2", ["ABCE"], {"sale_limit": "8"}, {"not_asked", "not_held"}),
    ],
    ids=GAMES,
)
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(
    name: str, seats: list[str], options: dict[str, str], refusals: set[str], seed: int
) -> None:
    """The prober raises where asks and rules disagree."""
    game, chance, at_table = GAMES[name], random.Random(seed), seats[seed % len(seats)]
    prober, refused = Prober(game, random.Random(f"probes {seed}")), Counter[str]()
    pieces = (*game.pieces({}), *(Piece("key", key) for key in ("ok", "back", "last_order")), Piece("pawn", "B", 1))

    def watch(step: simulate.Step) -> None:
        refused.update(prober.probe(step.before, TRIES))
        meant = tap(step.before, chance.choice(pieces))
        if isinstance(meant, Play):
            with suppress(Illegal):  # It is done, or refused by name.
                game.decide(step.before, meant.seat, meant.command)
        asks_are_apart(step)
        assert not any(asked(step.before, seat) for seat in {*NOBODY, *game.SEATS} - set(at_table)), "who doesn't play"

    varied: dict[str, Any] = {**simulate.varied_options(game, chance), **options}
    finished = simulate.play(game, tuple(at_table), varied, chance, watch=watch)
    refused.update(prober.probe(finished.state, TRIES))
    assert prober.tried > 150
    assert refusals <= set(refused) <= set(game.REHEARSAL.refusals)


def asks_are_apart(step: simulate.Step) -> None:
    """Assert that nobody is asked two things of one name, and that nothing is asked of chance and of a player at once."""
    for seat in (*step.before.seats, TABLE):
        names = [ask.name for ask in asked(step.before, seat)]
        assert len(names) == len(set(names))
    assert bool(asked(step.before, CHANCE)) == (step.seat == CHANCE)
