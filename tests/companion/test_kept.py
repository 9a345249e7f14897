"""Any game on the journal: after a power cut everybody sees the same, in the same order, and is asked the same."""

from __future__ import annotations

import random
from functools import partial
from pathlib import Path

import pytest

from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import connect
from companion.players import Mood, Player
from companion.table import Table
from tests.companion.settings import everything_shown, number, open_table, sit_and_start

SHARK = {"worthless_shares": "nothing"}
NEGOCES2 = {"sale_limit": "4"}


def opened(folder: Path, chance: random.Random) -> Table:
    return open_table(connect(folder / "journal.sqlite"), partial(by_chance, generator=chance))


@pytest.mark.parametrize(
    ("name", "seats", "options", "every"),
    [
        ("barracuda", "ABD", {"bank": "once", "deal": "companion"}, 5),
        pytest.param("shark", "ACDF", {**SHARK, "holdings": "open"}, 20, marks=pytest.mark.broad),
        ("shark", "ACDF", {**SHARK, "holdings": "hidden"}, 20),
        pytest.param("negoces2", "ABDE", NEGOCES2, 1, marks=pytest.mark.broad),
        ("negoces2", "ABDE", {**NEGOCES2, "coins": "hidden", "declare": "automatic"}, 1),
    ],
    ids=lambda one: "-".join(one.values()) if isinstance(one, dict) else str(one),
)
def test_a_game_goes_on_after_every_power_cut(
    tmp_path: Path, name: str, seats: str, options: dict[str, str], every: int
) -> None:
    chance = random.Random(f"power cut {name} {options}")
    table = opened(tmp_path, chance)
    sit_and_start(table, seats, game=name, **options)
    players = {seat: Player(Mood(chance, GAMES[name].REHEARSAL.leaning)) for seat in (*seats, TABLE)}
    done = 0
    while table.playing:
        seat = chance.choice(table.awaited())
        asks = [one.ask for one in table.standing(seat).values() if one.ask.is_open and one.ask.awaited]
        asks = asks or [one.ask for one in table.standing(seat).values() if one.ask.is_open]
        ask = chance.choice(asks)
        table.act(seat, players[seat].answer([ask]), ask=number(table, seat, ask.name), key=f"{done}")
        done += 1
        if done % every == 0 or not table.playing:
            before = everything_shown(table, seats)
            table = opened(tmp_path, random.Random(done))
            assert everything_shown(table, seats) == before
    assert done > 15
    assert table.view(TABLE).outcome.winners
    assert table.score
