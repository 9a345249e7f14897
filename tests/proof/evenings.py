"""Whole games as they stand in the journal: played at random, through the shipped table."""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

from companion import simulate
from companion.game import CHANCE, Seat
from companion.games import GAMES
from companion.journal import Journal
from companion.pieces import Pieces
from companion.seating import SitDown, StartGame
from companion.simulate import Step
from companion.table import Table
from tests.proof.disk import connected, shipped_settings
from tests.proof.vfs import Disk

Command = tuple[Seat, Any, str]  # Who does what, with which key.
Appended = tuple[Any, ...]  # What `Journal.append` was given.


@dataclass(frozen=True, slots=True)
class Evening:
    """A game from taking seats to its end. *steps* are the game's own rows, chance's among them."""

    game: str
    opening: tuple[Command, ...]
    steps: tuple[Step, ...]

    def commands(self) -> list[tuple[Command, list[Any]]]:
        found: list[tuple[Command, list[Any]]] = [(one, []) for one in self.opening]
        for number, step in enumerate(self.steps):
            if step.seat == CHANCE:
                found[-1][1].append(step.command)
            else:
                found.append(((step.seat, step.command, f"key {number}"), []))
        return found

    def state_after(self, rows: int) -> Any:
        played = rows - len(self.opening)
        return None if played < 0 else self.steps[played - 1].after if played else self.steps[0].before


def evening(seed: int, steps: int | None = None) -> Evening:
    """Return the evening with that *seed*: each of GAMES in turn, with options and number of players at random.

    It ends after *steps* rows of the game, if that is before the game's end.
    """
    name = list(GAMES)[seed % len(GAMES)]
    game, generator = GAMES[name], random.Random(f"{name} {seed}")
    seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
    options = simulate.varied_options(game, generator)
    finished = simulate.play(game, seats, options, generator, steps=steps)
    sitting = [(seat, SitDown(f"Player {seat}", seat * 64), f"sit {seat}") for seat in seats]
    return Evening(name, (*sitting, (seats[0], StartGame(name, options), "start")), finished.steps)


class Kept(Journal):
    """A journal that remembers what was acknowledged."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection)
        self.acknowledged: list[Appended] = []

    def append(self, *row: Any) -> int:
        n = super().append(*row)
        self.acknowledged.append(row)
        return n


def a_table(journal: Journal, draws: deque[Any]) -> Table:
    return Table(journal, GAMES, Pieces(), lambda ask: draws.popleft())


def appended(played: Evening) -> list[Appended]:
    draws: deque[Any] = deque()
    with connected(Disk(), *shipped_settings()) as connection:
        journal = Kept(connection)
        table = a_table(journal, draws)
        for (seat, command, key), by_chance in played.commands():
            draws.extend(by_chance)
            table.act(seat, command, key=key)
    return journal.acknowledged
