"""A game on the journal: after a power cut everybody sees the same, in the same order, and is asked the same."""

from __future__ import annotations

import json
import random
from functools import partial
from typing import TYPE_CHECKING

import pytest

from companion import codec, shark
from companion.chance import by_chance
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.players import Mood, Player
from companion.seating import SitDown, StartGame
from companion.table import Stale, Table

if TYPE_CHECKING:
    from pathlib import Path

SEATS = "ACDF"


def opened(folder: Path, chance: random.Random) -> Table:
    """The table of the data in *folder*."""
    journal = Journal(connect(folder / "journal.sqlite"))
    return Table(journal, GAMES, Pieces(), partial(by_chance, generator=chance))


def started(folder: Path, chance: random.Random, **options: str) -> Table:
    """A table with a game of Shark begun."""
    table = opened(folder, chance)
    for seat in SEATS:
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    table.act("A", StartGame("shark", options))
    return table


def everything_shown(table: Table) -> str:
    """All that everybody is shown, in the order in which it is shown."""
    shown = [codec.plain(table.view(viewer)) for viewer in (*SEATS, TABLE)]
    return json.dumps([shown, [repr(table.standing(viewer)) for viewer in (*SEATS, TABLE)], table.awaited()])


@pytest.mark.parametrize("holdings", ["open", "hidden"])
def test_a_game_goes_on_after_every_power_cut(tmp_path: Path, holdings: str) -> None:
    chance = random.Random(f"power cut {holdings}")
    table = started(tmp_path, chance, holdings=holdings, worthless_shares="nothing")
    players = {seat: Player(Mood(chance, shark.REHEARSAL.leaning)) for seat in (*SEATS, TABLE)}
    done = 0
    while table.playing:
        seat = chance.choice(table.awaited())
        standing = chance.choice([one for one in table.standing(seat).values() if one.ask.is_open])
        table.act(seat, players[seat].answer([standing.ask]), ask=(standing.ask.name, standing.number), key=f"{done}")
        done += 1
        if done % 20 == 0 or not table.playing:
            before = everything_shown(table)
            table = opened(tmp_path, chance)
            assert everything_shown(table) == before
    assert done > 100
    assert table.view(TABLE).outcome.winners


def test_an_answer_to_the_turn_before_is_stale(tmp_path: Path) -> None:
    """Two phones and the key at the table can end the same turn only once."""
    table = started(tmp_path, random.Random(3), starting_share="none")
    while "end" not in table.standing(TABLE):
        seat = table.awaited()[0]
        (ask,) = [one.ask for one in table.standing(seat).values() if one.ask.name in ("roll", "build")]
        table.act(seat, ask.options[0])
    number = table.standing(TABLE)["end"].number
    table.act(TABLE, shark.moves.EndTurn(), ask=("end", number))
    with pytest.raises(Stale):
        table.act(TABLE, shark.moves.EndTurn(), ask=("end", number))
    assert [seat for seat in SEATS if table.view(TABLE).seat(seat).is_active] == list(table.awaited())
