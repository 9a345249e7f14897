"""A table that kills itself does so where it is told to, and says where that was."""

from __future__ import annotations

import json
import random
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from firmware.storage import JOURNAL
from tests.proof import kills
from tests.proof.child import ROW, Child, Death
from tests.proof.kills import Evening

MOMENTS = [(when, statement) for statement in ROW for when in ("before", "after")]
KEY = "key-00000001"
OUTSIDE = {("before", "BEGIN"), ("after", "COMMIT")}


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    return Evening(tmp_path, "barracuda", random.Random(1))


def starts(folder: Path) -> int:
    with closing(sqlite3.connect(folder / JOURNAL)) as journal:
        return int(journal.execute("SELECT count(*) FROM rows WHERE key = ?", (KEY,)).fetchone()[0])


def start_a_game(evening: Evening, deadly: int) -> Death | None:
    child = Child(evening.folder, "1", deadly=deadly, aimed=ROW, wants="barracuda")
    phone = evening.phones["A"]
    start = {"is": "StartGame", "game": "barracuda", "options": {}}
    phone.waiting = KEY, json.dumps({"key": KEY, "ask": None, "command": start}).encode()
    phone.send(child.port, twice=False)
    phone.hear()
    child.kill()
    return child.death


@pytest.mark.parametrize("number", range(1, 1 + len(MOMENTS)), ids=[" ".join(one) for one in MOMENTS])
def test_it_dies_before_or_after_a_statement_of_a_row(evening: Evening, number: int) -> None:
    when, statement = MOMENTS[number - 1]
    assert start_a_game(evening, number) == Death(when, statement, in_transaction=(when, statement) not in OUTSIDE)
    assert starts(evening.folder) == ((when, statement) == ("after", "COMMIT"))


def test_it_lives_where_it_is_told_to(evening: Evening) -> None:
    assert start_a_game(evening, 0) is None
    assert starts(evening.folder) == 1


def test_its_words_are_its_own(evening: Evening) -> None:
    """Whoever is killed from outside says nothing, though another did before in the same folder."""
    assert start_a_game(evening, 1) is not None
    assert start_a_game(evening, 0) is None


def test_kills_that_seldom_hit_a_transaction_are_too_few() -> None:
    assert not kills.judge({"from outside": 50, "by itself": 50, "in a transaction": 10})
    assert kills.judge({"from outside": 50, "by itself": 50, "in a transaction": 9})
    assert kills.judge({"from outside": 50})
