"""States that only a long game comes to: a table is played at random, game after game, until it is there."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from companion.barracuda.moves import RefuseOffer
from companion.game import TABLE
from companion.seating import StartGame
from tests.web.tables import some_answer

if TYPE_CHECKING:
    from companion.table import Table

CAUSES: Final = ("five", "rent", "no_action")
GAMES: Final = 300  # A game that is played at random takes a tenth of a second.
SEEDS: Final = (24, 22, *range(GAMES))  # The first two end by five pawns and without an action: that need not be searched for.


def endings(table: Table) -> Iterator[tuple[int, str]]:
    """Play games with whoever sits, and yield each cause of CAUSES, after its move, when a game has first ended so."""
    missing = set(CAUSES)
    for made, _ in enumerate(moves(table), start=1):
        cause = "" if table.playing else table.view(TABLE).outcome.cause
        if cause in missing:
            yield made, cause
            missing.remove(cause)
        if not missing:
            return
    raise AssertionError(f"no end by {missing} in {GAMES} games")


def poor_lessee(table: Table) -> str:
    """Play games until an offer stands whose lessee can't pay what a refusal costs, and return who that is."""
    for _ in moves(table):
        offer = table.view(TABLE).offer
        if offer and RefuseOffer() not in table.standing(offer.lessee)["answer"].ask.options:
            return str(offer.lessee)
    raise AssertionError(f"nobody was poor in {GAMES} games")


def moves(table: Table) -> Iterator[None]:
    """Play at random, the same at every table, and yield after every move."""
    for seed in SEEDS:
        generator = random.Random(seed)
        table.act(min(table.names), StartGame("barracuda", {"draw": "bag"}))
        while table.playing:
            letter = generator.choice(table.awaited())
            if command := some_answer(table, letter, generator):
                table.act(letter, command)
                yield
