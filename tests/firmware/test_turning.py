"""Turning points are searched for where the books are unsealed, in another process, and never while a game is on."""

import json
import os
import random
import runpy
from io import BytesIO
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.agreeing.motions import Motion, Vote
from companion.carrying import gamefile
from companion.journal.store import connect
from companion.seats.seating import SitDown
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.turning.points import Turning, TurningPoint
from firmware.turning import Child, LookingBack
from tests.companion.settings import open_table
from tests.web.tables import play_until

LONG = 300.0  # seconds
POINT = TurningPoint(3, "A", 20, 60)


def ended(folder: Path) -> Table:
    """Return a table after a short game of Shark, which keeps its books sealed."""
    generator = random.Random(1)
    table = open_table(connect(folder / "journal"), lambda ask: by_chance(ask, generator))
    for seat in "ABC":
        table.act(seat, SitDown(f"Player {seat}", seat * 64))
    table.act("A", StartGame("shark", {}))
    play_until(table, seed=0)
    return table


def test_books_that_are_unsealed_are_searched_until_the_next_game_and_points_published(tmp_path: Path) -> None:
    table, found, percents = ended(tmp_path), Turning(1, 100, (POINT,)), [Turning(1, done) for done in (0, 1, 7, 9)]
    search = Mock(news=Mock(side_effect=[found, EOFError, *percents]))
    looking = LookingBack(table, begin := Mock(return_value=search))
    assert not looking.step(), "everybody's purses could be worked out from the chances"
    for seat in "ABC":
        table.act(seat, Vote(Motion("unseal", number=1), True))
    opened = table.now.books
    assert (opened is not None, [looking.step(), looking.step()]) == (True, [True, False])
    assert (table.now.turning_of(opened), table.now.turning_of(opened.sealed())) == (found, None)
    table.machine.tell_turning(None)
    assert [looking.step(), looking.step(), table.now.turning] == [True, False, None], "a search that fails is not begun again"
    assert (begin.call_count, search.close.call_count) == (2, 2)
    looking = LookingBack(table, begin)
    seen = [table.now.turning.done for _ in percents if looking.step() and table.now.turning]
    assert seen == [0, 0, 7, 7], "not every percent wakes everybody"
    assert [number for (_, number), _ in begin.call_args_list] == [1, 1, 1]
    for seat in "AB":  # After a finished game it takes two.
        table.act(seat, StartGame("barracuda", {}))
    assert (looking.step(), search.close.call_count) == (False, 3), "another game is on"
    assert (table.now.turning is not None, table.now.books) == (True, None)


# What the installed service's filter of system calls forbids, in each process that is started.
FORBIDDEN = """
import os

def nice(steps):
    raise PermissionError(1, "Operation not permitted")

os.nice = nice
"""


def forbid_giving_way(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `os.nice` fail in every process that is started from now on; *folder* keeps what Python runs first in each."""
    (folder / "sitecustomize.py").write_text(FORBIDDEN, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")]))


def test_a_process_searches_and_is_killed_even_where_it_cannot_give_way(tmp_path: Path, monkeypatch: Any) -> None:
    forbid_giving_way(tmp_path, monkeypatch)
    search = Child(ended(tmp_path).travelling.file(1), 1)
    assert search.news(LONG) == Turning(1, 0)
    search._process.kill()
    with pytest.raises(EOFError):
        [search.news(LONG) for _ in range(99)]
    search.close()
    assert search._process.returncode == -9


def test_that_process_gives_way_tells_every_percent_and_ends_in_time(tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    raw, played, steps = gamefile.packed(ended(tmp_path).travelling.file(1)), Mock(return_value={}), []
    monkeypatch.setattr("firmware.giving_way.give_way", steps.append)
    monkeypatch.setattr("time.monotonic", lambda: 5 + 2.2 * played.call_count)
    monkeypatch.setattr("companion.turning.playing_out.play_out", played)
    monkeypatch.setattr("sys.argv", ["playing_out", "7"])
    monkeypatch.setattr("sys.stdin", Mock(buffer=BytesIO(raw)))
    runpy.run_module("firmware.playing_out", run_name="__main__")
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert (steps, [one["done"] for one in told], told[-1]["points"]) == ([19], [*range(0, 101, 20)], [])
