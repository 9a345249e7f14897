"""Record what a table tells its broker in a game of the house, act by act, so that hundreds can play such games at once."""

import json
import random
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

from companion.games import installed
from companion.kit.house import needed
from companion.lab.players import Mood, Player
from companion.seats.seating import LetIn, SitDown
from companion.seats.starting import StartGame
from companion.table import posting
from companion.table.chance import by_chance
from companion.table.table import Table
from firmware.house import HousePlayers
from tests.companion.settings import table_in


def tapes() -> list[list[dict[str, Any]]]:
    """Return a game of each kind, from its start until it is over."""
    return [list(_played(game, seed)) for seed, game in enumerate(installed())]


def _played(game: str, seed: int) -> Iterator[dict[str, Any]]:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        table = table_in(Path(folder), chance=partial(by_chance, generator=chance))
        _begin(table, game)
        house, people = HousePlayers(table, pause=lambda turn: 0.0), Player(Mood(chance, {}))
        told = ""
        while table.now.playing:
            house.step()
            waited = [seat for seat in table.now.awaited() if seat not in table.now.house]  # One of them, or TABLE to draw.
            if waited:
                asks = [one.ask for one in table.now.standing(waited[0]).values()]
                table.act(waited[0], people.answer([ask for ask in asks if ask.awaited and ask.is_open]))
            state = posting.state(table.now, named=False)
            if json.dumps(state) != told:
                told = json.dumps(state)
                yield state


def _begin(table: Table, name: str) -> None:
    """Start the game with one person, and the house on the other seats that it takes."""
    game = installed()[name]
    first, *others = game.SEATS[: game.FEWEST]
    table.act(first, SitDown("Ann", "a token"))
    for at, seat in enumerate(others):
        table.act(first, LetIn(seat, ("careful", "bold")[at % 2]))
    table.act(first, StartGame(name, needed(game)))
