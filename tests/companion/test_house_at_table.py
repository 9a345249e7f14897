"""Players of the house at a table: who lets them in, that people alone vote, and that they play on after a power cut."""

import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.games import installed
from companion.house.alone import alone
from companion.kit import TABLE
from companion.kit.house import any_answer
from companion.seats.seating import LetIn, SitDown
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from firmware.house import HousePlayers
from tests.companion.settings import Clock, table_in

GAMES = [pytest.param(game, id=name) for name, game in installed().items()]


def against_the_house(table: Table, game: Any, players: int = 0) -> None:
    """Let Ann sit down, the house take the other seats, and their game begin."""
    first, *others = game.SEATS[: players or max(3, game.FEWEST)]
    table.act(first, SitDown("Ann", "ann"))
    for seat, temper in zip(others, ("careful", "bold", "careful", "bold"), strict=False):
        table.act(first, LetIn(seat, temper))
    table.act(first, StartGame(game.NAME, alone(game)))


def person(table: Table, generator: random.Random, seat: str = "A") -> bool:
    """Answer for the person on *seat*, or with a key for the table; return whether there was anything to answer."""
    for who in (seat, TABLE):
        asks = [one.ask for one in table.now.standing(who).values() if one.ask.is_open]
        if asks := [ask for ask in asks if ask.awaited] or (asks if who == TABLE else []):
            table.act(who, any_answer(generator.choice(asks), generator))
            return True
    return False


def opened(folder: Path, game: Any) -> Table:
    return table_in(folder, chance=partial(by_chance, generator=random.Random(3)))


@pytest.mark.parametrize("game", GAMES)
def test_one_person_plays_against_the_house_to_the_end_through_power_cuts(game: Any, tmp_path: Path) -> None:
    generator, clock = random.Random(4), Clock()
    table = opened(tmp_path, game)
    against_the_house(table, game)
    house = HousePlayers(table, clock=clock)
    while table.now.playing:
        _, seconds = house.step()
        if seconds > 5:
            assert person(table, generator), "everybody waits"
        elif seconds and generator.random() < 0.05:
            clock.now += seconds
            before = [plan.thought for plan in house._plans.values()]
            table = opened(tmp_path, game)
            house = HousePlayers(table, clock=clock)
            house.step()
            assert [plan.thought for plan in house._plans.values()] == before
        else:
            clock.now += seconds
    assert house.step()[1] > 5
    told = [(entry.seat, entry.why.code) for entry in table.now.match.explained]
    assert {seat for seat, _ in told} == set(table.now.players) - {"A"}
    assert opened(tmp_path, game).now.match.explained == table.now.match.explained
