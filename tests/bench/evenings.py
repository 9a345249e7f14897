"""Measure how long the evenings take to open, at a table where 500 games were finished."""

import random
import tempfile
import time
from functools import partial
from pathlib import Path
from typing import Any, Final

from companion.agreeing.evening.scoring import Scored
from companion.games import installed
from companion.journal import codec
from companion.journal.store import ROWS, SCHEMA, TABLE_ROWS, Journal, connect, text
from companion.kit.results import Result
from companion.kit.viewers import TABLE
from companion.seats.seating import SatDown
from companion.seats.starting import GameStarted
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.bench import spread
from web.app import prepare
from web.lab import ORIGIN, TemplateCache, app_of

GAMES, TIMES, SEATS = 500, 9, "ABCDE"
PAGES: Final = ("/evenings", "/evenings?all=1", "/evenings/file/csv", "/evenings/file/bgsplay")


def report() -> None:
    """Print how long each page takes, with nothing remembered of the moment before."""
    with tempfile.TemporaryDirectory() as folder:
        _write_many_games(Path(folder))
        began = time.perf_counter()
        table = _opened(Path(folder))
        print(f"a table with {len(table.now.evening.history)} finished games starts in {time.perf_counter() - began:.3f} s")
        app = app_of(table, TemplateCache())
        list(prepare(app))
        for page in PAGES:
            print(f"  {page}: {spread([_took(app, table, page) for _ in range(TIMES)])}")


def _took(app: Any, table: Table, page: str) -> float:
    table.have_reader(bool(table.now.revision % 2))  # A new revision, for which nothing was made yet.
    began = time.perf_counter()
    assert app.test_client().get(page, base_url=ORIGIN).status_code == 200
    return (time.perf_counter() - began) * 1000


def _write_many_games(folder: Path) -> None:
    journal, generator = Journal(connect(folder / "journal.sqlite")), random.Random(1)

    def write(*events: object) -> None:
        written = text([None, None]), text(codec.kept(events)), text(None)
        journal.append(TABLE_ROWS, f"{SCHEMA}.table.{ROWS}", TABLE, None, *written)

    write(*(SatDown(seat, f"Player {seat}", seat) for seat in SEATS))
    for n in range(1, GAMES + 1):
        order = generator.sample(SEATS, len(SEATS))
        results = tuple(Result(seat, place, 99 - place, generator.randrange(6)) for place, seat in enumerate(order, 1))
        ended = f"{2026 + n // 300}-{n // 25 % 12 + 1:02}-{n % 25 + 1:02}T22:15:00+01:00"
        write(
            GameStarted(n, "barracuda", tuple(SEATS), {"draw": "bag"}), Scored(n, (f"Player {order[0]}",), ended, 70, results)
        )


def _opened(folder: Path) -> Table:
    chance = partial(by_chance, generator=random.Random(1))
    return Table(Journal(connect(folder / "journal.sqlite")), installed(), Pieces(), chance)
