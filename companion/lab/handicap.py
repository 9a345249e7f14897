"""Measure how much a head start is worth: how often a player of the house wins who has one among its like.

A game that offers one has the option `head_start`, which names a seat, and `head_start_size`. What was measured is kept in the
game's HANDICAP, by number of players, for people who give a child a head start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.games import worded
from companion.house.alone import alone
from companion.lab import arena

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.kit.game import AnyGame

SEAT: Final = "head_start"
SIZE: Final = "head_start_size"
PLAYER: Final = "careful"


def is_offered(game: AnyGame) -> bool:
    """Return whether *game* has head starts."""
    return {SEAT, SIZE} <= set(worded(game))


def lines(game: AnyGame, seats: int, games: int, seed: int) -> Iterator[str]:
    """Yield a line for each size: the chance to win without and with it, and the interval of the latter."""
    for size in worded(game)[SIZE].choices:
        score = measured(game, seats, size, games, seed)
        low, high = score.interval
        yield f"{size:<8}{1 / seats:>7.1%} -> {score.share:.1%}  [{low:.1%} to {high:.1%}] of {score.games}"


def measured(game: AnyGame, seats: int, size: str, games: int, seed: int) -> arena.Score:
    """Return the score of a player with a head start of this *size*; the same deals are played with the seats rotated."""
    score = arena.Score()
    for number in range(games):
        names = dict.fromkeys(game.SEATS[:seats], PLAYER)
        favoured, deal = game.SEATS[number % seats], f"{game.NAME} {seats} {seed} {number // seats}"
        options = {**alone(game), SEAT: favoured, SIZE: size}
        state = arena.played(game, names, deal, f"{deal} {favoured}", options, arena.Result())
        score.add(game, state, favoured)
    return score
