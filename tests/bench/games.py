"""What a command costs at the table, and whether it grows; and what each game's asks and views cost."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from companion import simulate
from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.players import Mood, Player
from companion.sealed import seen
from companion.seating import SitDown, StartGame
from companion.table import Table
from tests.bench.figures import spread

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import Game

PLAYED, OLDER_ROWS, SIMULATED = 50, 2000, 10


def report() -> None:
    """Print what a command costs, what it costs late in a long game, and what is paid for each look at a game."""
    with tempfile.TemporaryDirectory() as folder:
        generator = random.Random(1)
        table = _table(Path(folder), generator)
        rows = 0
        while rows < OLDER_ROWS:
            rows += len(_one_game(table, generator))
        games = [_one_game(table, generator) for _ in range(PLAYED)]
    print(f"a command of Barracuda: {spread([one for game in games for one in game])}")
    longest = max(games, key=len)
    tenth = len(longest) // 10
    ratio = statistics.mean(longest[-tenth:]) / statistics.mean(longest[:tenth])
    print(f"  the last tenth of a game of {len(longest)} commands costs {ratio:.2f} times the first")
    for game in GAMES.values():
        print(f"a seat's asks and view in {game.NAME}: {spread(_looks(game, random.Random(1)))}")


def _table(folder: Path, generator: random.Random) -> Table:
    """Return a table with four players who leave everything to *generator*."""
    chance = partial(by_chance, generator=generator)
    table = Table(Journal(connect(folder / "journal.sqlite")), GAMES, Pieces(), chance)
    for seat in "ABCD":
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    return table


def _one_game(table: Table, generator: random.Random) -> list[float]:
    """Play one random game through *table* and return the milliseconds that each command took."""
    table.act("A", StartGame("barracuda", {"deal": "companion"}))
    mood = Mood(generator, {})
    players = {seat: Player(mood) for seat in (*"ABCD", TABLE)}
    took: list[float] = []
    while table.playing:
        seat = generator.choice(table.awaited())
        command = players[seat].answer([one.ask for one in table.standing(seat).values() if one.ask.is_open])
        key = f"{len(took)} {generator.random()}"
        took.append(_milliseconds(partial(table.act, seat, command, key=key)))
    return took


def _looks(game: Game, generator: random.Random) -> list[float]:
    """Return the milliseconds that a seat's asks and view took after each command of some random games."""
    seats = game.SEATS[: game.MOST]
    games = [simulate.play(game, seats, {}, generator) for _ in range(SIMULATED)]
    return [_milliseconds(partial(_look, game, step.after, generator.choice(seats))) for one in games for step in one.steps]


def _look(game: Game, state: object, seat: str) -> None:
    sight = seen(state, seat)
    game.asks(sight, seat)
    game.view(sight, seat)


def _milliseconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - began)


if __name__ == "__main__":
    report()
