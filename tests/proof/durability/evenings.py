"""Whole games as the journal holds them: played at random, through the shipped table."""

import random
from collections import deque
from dataclasses import dataclass
from typing import Any

from companion.games import installed
from companion.journal.store import TABLE_ROWS, Journal, Row
from companion.kit import CHANCE, Seat, seen
from companion.lab import simulate
from companion.lab.simulate import Finished, Step
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.proof.durability.disk import Disk, connected, shipped_settings

Command = tuple[Seat, Any, str]  # The seat, its command, and the key.
Appended = list[Any]  # The arguments of `Journal.append`.


@dataclass(frozen=True, slots=True)
class Evening:
    """A game from taking seats to its end. *steps* are the game's own rows, including those of chance."""

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
        played = min(rows - len(self.opening), len(self.steps))  # The row after the last is the table's: how the game ended.
        return None if played < 0 else self.steps[played - 1].after if played else self.steps[0].before


def evening(seed: int, steps: int | None = None) -> Evening:
    """Return the evening with that *seed*, each game in turn, or *steps* rows of it at most; it ends before chance is asked."""
    name = list(installed())[seed % len(installed())]
    finished = random_game(name, f"{name} {seed}", steps=steps)
    sitting = [(seat, SitDown(f"Player {seat}", seat * 64), f"sit {seat}") for seat in finished.seats]
    start = (finished.seats[0], StartGame(name, finished.options), "start")
    rows = finished.steps
    while rows and installed()[name].asks(seen(rows[-1].after, CHANCE), CHANCE):
        rows = rows[:-1]
    return Evening(name, (*sitting, start), rows)


def random_game(name: str, seed: str, **more: Any) -> Finished:
    """Return a game with random options and number of players; *more* as in `simulate.play`."""
    game, generator = installed()[name], random.Random(seed)
    seats = sorted(generator.sample(game.SEATS, generator.randint(game.FEWEST, game.MOST)), key=game.SEATS.index)
    return simulate.play(game, seats, simulate.varied_options(game, generator), generator, **more)


def appended(played: Evening) -> list[Appended]:
    """Return the rows that the shipped table has kept at the end of that evening."""
    draws: deque[Any] = deque()
    with connected(Disk(), *shipped_settings()) as connection:
        journal = Journal(connection)
        table = Table(journal, installed(), Pieces(), lambda ask: draws.popleft())
        for (seat, command, key), by_chance in played.commands():
            draws.extend(by_chance)
            table.act(seat, command, key=key)
        return [row for _, *row in kept(journal)]


def kept(journal: Journal) -> list[Row]:
    """Return the rows of the table and of its first game; the table's own row about its end stands behind the game's last."""
    return sorted(row for game in (TABLE_ROWS, 1) for row in journal.rows(game))
