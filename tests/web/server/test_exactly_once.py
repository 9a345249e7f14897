"""A request that comes several times is done once, and answered alike (W2), for every game.

A few here; EXACTLY_ONCE=10000 for as many as one likes, or `python -m tests.proof W2`.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import GAMES
from tests.proof import once
from tests.proof.once import House, start, text

COMMANDS = int(os.environ.get("EXACTLY_ONCE", "90"))


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path, "barracuda", random.Random(1))
    yield house
    house.close()


def test_every_command_is_done_once_and_answered_alike() -> None:
    leg = once.walk(COMMANDS, 1)
    print(f"exactly once: {leg.reached - len(leg.broken)} of {leg.reached} commands")
    assert leg.broken == ()
    assert leg.counts.keys() == GAMES.keys()


def test_a_table_that_forgets_what_it_answered_is_found() -> None:
    assert once.control()


def test_another_command_under_the_same_key_is_refused(house: House) -> None:
    assert house.again("A", text("the-same-key", None, start("barracuda")))[0] == 200
    other = text("the-same-key", None, start("barracuda", draw="bag"))
    assert house.again("A", other) == (422, b'{"code":"key_reused"}\n')
    status, _ = house.again("B", text("the-same-key", None, start("barracuda")))
    assert status == 422  # Another's key is another key: a game is on.
    assert house.rows("A", "the-same-key") == 1
    assert house.rows("B", "the-same-key") == 0
