"""What a command costs at the table, and whether it grows; and what each game's asks and views cost."""

import random
import statistics
import tempfile
from functools import partial
from pathlib import Path

from companion import simulate
from companion.game import Game
from companion.games import GAMES
from companion.players import Mood, Player
from companion.sealed import seen
from companion.seating import StartGame
from companion.table import Table
from tests.bench import seconds, spread
from tests.web.tables import NAMES, new_table, open_asks, seat

PLAYED, OLDER_ROWS, SIMULATED = 50, 2000, 10


def report() -> None:
    """Print what a command costs, what it costs late in a long game, and what is paid for each look at a game."""
    with tempfile.TemporaryDirectory() as folder:
        generator, table = random.Random(1), new_table(Path(folder))
        seat(table, {letter: NAMES[letter] for letter in "ABCD"})
        while table.revision < OLDER_ROWS:
            _one_game(table, generator)
        games = [_one_game(table, generator) for _ in range(PLAYED)]
    print(f"a command of Barracuda: {spread([one for game in games for one in game])}")
    longest = max(games, key=len)
    tenth = len(longest) // 10
    ratio = statistics.mean(longest[-tenth:]) / statistics.mean(longest[:tenth])
    print(f"  the last tenth of a game of {len(longest)} commands costs {ratio:.2f} times the first")
    for game in GAMES.values():
        generator, seats = random.Random(1), game.SEATS[: game.MOST]
        states = [step.after for _ in range(SIMULATED) for step in simulate.play(game, seats, {}, generator).steps]
        took = [1000 * seconds(partial(_look, game, state, generator.choice(seats))) for state in states]
        print(f"a seat's asks and view in {game.NAME}: {spread(took)}")


def _one_game(table: Table, generator: random.Random) -> list[float]:
    """Play one random game through *table* and return the milliseconds that each command took."""
    table.act("A", StartGame("barracuda", {"deal": "companion"}))
    player, took = Player(Mood(generator, {})), list[float]()
    while table.playing:
        letter = generator.choice(table.awaited())
        command = player.answer([one.ask for one in open_asks(table, letter).values()])
        took.append(1000 * seconds(partial(table.act, letter, command, key=f"{len(took)} {generator.random()}")))
    return took


def _look(game: Game, state: object, letter: str) -> None:
    sight = seen(state, letter)
    game.asks(sight, letter)
    game.view(sight, letter)
