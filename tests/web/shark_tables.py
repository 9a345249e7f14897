"""Games of Shark for the pages to show: played by players who answer what they are asked, until something is as wanted."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from companion.game import CHANCE, TABLE
from companion.players import Mood, Player
from companion.seating import StartGame
from companion.table import Table
from tests.web.tables import seat

SIX: Final = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc", "F": "Fien"}
FOUR: Final = {letter: SIX[letter] for letter in "ABCD"}
MOST: Final = 4000  # answers until a game is given up


def begin(table: Table, names: dict[str, str] = FOUR, **options: str) -> None:
    """Seat *names* and start."""
    seat(table, names)
    table.act("A", StartGame("shark", options))


def play_until(table: Table, wanted: Callable[[Any], bool], seed: int = 1, **leaning: float) -> Any:
    """Let players answer, who like the kinds of command in *leaning* more, until TABLE's view is as *wanted*; return it."""
    generator = random.Random(seed)
    player = Player(Mood(generator, leaning))
    for _ in range(MOST):
        view = table.view(TABLE)
        if wanted(view):
            return view
        asked = [letter for letter in table.awaited() if letter not in (TABLE, CHANCE)] or ["A"]
        letter = generator.choice(asked)
        table.act(letter, player.answer([one.ask for one in table.standing(letter).values() if one.ask.is_open]))
    raise AssertionError("it never came to that")
