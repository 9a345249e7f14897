"""Let a house player think: the brain of its game gets what the seat sees, and a generator that anybody can seed again."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from companion.kit.house import Sight, Temper, Thought, at_random
from companion.kit.sealed import seen

if TYPE_CHECKING:
    from companion.kit.game import AnyGame, State
    from companion.kit.house import Brain
    from companion.kit.viewers import Seat


def brain(game: AnyGame) -> Brain:
    """Return the brain of *game*, or one that answers at random."""
    found: Brain = getattr(game, "house", _at_random)
    return found


def _at_random(sight: Sight[State, object], _: Temper, generator: random.Random) -> Thought[object] | None:
    return at_random(sight, generator)


def sight(game: AnyGame, state: State, seat: Seat) -> Sight[State, object]:
    """Return *seat*'s sight of the true *state*, with its open asks."""
    mine = seen(state, seat)
    return Sight(mine, seat, tuple(ask for ask in game.asks(mine, seat) if ask.is_open))


def lots(seed: str, seat: Seat, row: int) -> random.Random:
    """Return the generator of *seat* in the game with this public *seed*, for its asks after *row*.

    It rests on nothing that is secret, and a player that is started again after *row* plays the same command.
    """
    return random.Random(f"{seed} {seat} {row}")


def think(game: AnyGame, sight: Sight[State, object], temper: Temper, generator: random.Random) -> Thought[object] | None:
    """Return the answer of a house player to one of the asks in *sight*, or None if it prefers to wait."""
    return brain(game)(sight, temper, generator) if sight.asks else None
