"""What a command costs at the table, and whether it grows with the game or with the games before it."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from functools import partial
from pathlib import Path

from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.players import Mood, Player
from companion.seating import SitDown, StartGame
from companion.table import Table

GAMES_PLAYED, OLDER_ROWS = 200, 2000


def a_table(folder: Path, generator: random.Random) -> Table:
    """Return a table with four players, chance from *generator*."""
    chance = partial(by_chance, generator=generator)
    table = Table(Journal(connect(folder / "journal.sqlite")), GAMES, Pieces(), chance)
    for seat in "ABCD":
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    return table


def one_game(table: Table, generator: random.Random) -> list[float]:
    """Play one random game through *table* and return the milliseconds that each command took."""
    table.act("A", StartGame("barracuda", {"deal": "companion"}))
    mood = Mood(generator, {})
    players = {seat: Player(mood) for seat in (*"ABCD", TABLE)}
    took = []
    while table.playing:
        seat = generator.choice(table.awaited())
        asks = [standing.ask for standing in table.standing(seat).values() if standing.ask.is_open]
        command = players[seat].answer(asks)
        began = time.perf_counter()
        table.act(seat, command, key=f"{len(took)} {generator.random()}")
        took.append(1000 * (time.perf_counter() - began))
    return took


def report() -> None:
    """Print what a command costs and how the last tenth of the longest game compares with its first."""
    with tempfile.TemporaryDirectory() as folder:
        generator = random.Random(1)
        table = a_table(Path(folder), generator)
        rows, games = 0, []
        while rows < OLDER_ROWS:
            rows += len(one_game(table, generator))
        games = [one_game(table, generator) for _ in range(GAMES_PLAYED)]
    longest = max(games, key=len)
    tenth = max(1, len(longest) // 10)
    first, last = statistics.mean(longest[:tenth]), statistics.mean(longest[-tenth:])
    took = sorted(one for game in games for one in game)
    print(
        f"a command, {len(took)} of {GAMES_PLAYED} games: median {statistics.median(took):.2f} ms, "
        f"p99 {took[int(0.99 * len(took))]:.2f} ms"
    )
    print(
        f"longest game, {len(longest)} commands after {rows} rows of older games: "
        f"first tenth {first:.2f} ms, last tenth {last:.2f} ms, ratio {last / first:.2f}"
    )
