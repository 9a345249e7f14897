"""Fixtures for the tests of the pages without a browser: a table, its app, its phones, and templates compiled once."""

from pathlib import Path

import pytest
from flask import Flask

from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.hubs import Club
from tests.web.phones import Clock, Phone, new_app, seated
from tests.web.tables import NAMES, new_table
from web.http import rate_limit
from web.hub import passwords


@pytest.fixture(autouse=True)
def _hasty_phones(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let phones change things as fast as a test can; test_rate_limit.py tests their limit."""
    for limit in ("BY_SEAT", "BY_ADDRESS", "OUTSIDE_GAMES"):
        monkeypatch.setattr(rate_limit, limit, rate_limit.Rate(10**9, 1.0))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def is_boxed(request: pytest.FixtureRequest) -> bool:
    """Return whether a test module says BOXED, for a table with a sticker on every piece of every box, and a bench."""
    return getattr(request.module, "BOXED", False)


@pytest.fixture
def table(tmp_path: Path, is_boxed: bool) -> Table:
    return boxed_table(tmp_path) if is_boxed else new_table(tmp_path)


@pytest.fixture
def bench(table: Table) -> FakeBench:
    return FakeBench(table.now.pieces)


@pytest.fixture
def app(table: Table, clock: Clock, bench: FakeBench, is_boxed: bool) -> Flask:
    return new_app(table, clock=clock, bench=bench if is_boxed else None)


@pytest.fixture
def stranger(app: Flask, table: Table) -> Phone:
    return Phone(app, table)


@pytest.fixture
def visitor(stranger: Phone) -> Phone:
    """A phone whose cookie has no seat."""
    stranger.keep("seat", "a token of long ago")
    return stranger


@pytest.fixture
def teacher(app: Flask, table: Table) -> Phone:
    """The phone of somebody who sits at the table, and so is allowed to teach tags."""
    return seated(app, table, {"F": "Noor"})["F"]


@pytest.fixture
def lobby(app: Flask, table: Table) -> dict[str, Phone]:
    """Five phones that have a seat, before the game."""
    return seated(app, table, NAMES)


@pytest.fixture
def phones(lobby: dict[str, Phone]) -> dict[str, Phone]:
    """Five phones at the first draw of Barracuda, which was reached by tapping real bag pawns."""
    assert lobby["A"].act(StartGame("barracuda", {"draw": "bag"})).status_code == 200
    return lobby


@pytest.fixture(autouse=True)
def _quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "METHOD", "pbkdf2:sha256:1")  # And worth nothing.


@pytest.fixture
def club(tmp_path: Path) -> Club:
    return Club(tmp_path)
