"""A table that is started again: beside another one, after an interruption, and with rows that it can't read."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.barracuda.moves import CallDraw, OpenBar
from companion.journal import codec
from companion.journal.salvage import salvage
from companion.journal.store import ROWS, Journal, Refused, connect
from companion.kit import TABLE, Choice, Illegal
from companion.seats.seating import SitDown
from companion.table.table import Table, Unknown
from tests.companion.settings import DRAW, NAMES, everything_shown, open_table, rows, sit_and_start, table_in

ROOT = Path(__file__).parents[3]


def test_a_second_table_on_the_same_journal_never_overwrites_and_learns_what_happened(game: Table, tmp_path: Path) -> None:
    second = table_in(tmp_path)
    game.act("A", CallDraw(), key="one")
    with pytest.raises(Unknown):
        second.act("B", CallDraw(), key="two")
    assert everything_shown(second) == everything_shown(game)
    with pytest.raises(Illegal):
        second.act("B", CallDraw(), key="two")
    second.act("A", OpenBar("Octopus"), key="three")
    with pytest.raises(Unknown):
        game.act("A", OpenBar("Karambole"), key="four")
    assert everything_shown(game) == everything_shown(second) == everything_shown(table_in(tmp_path))


# Interrupted


def killed(ask: Choice) -> Any:
    raise KeyboardInterrupt


def test_a_draw_that_was_called_when_the_plug_was_pulled_is_drawn_after_the_start(tmp_path: Path) -> None:
    table = open_table(connect(tmp_path / "journal.sqlite"), killed)
    sit_and_start(table)
    with pytest.raises(KeyboardInterrupt):
        table.act("A", CallDraw(), key="k")
    assert len(rows(tmp_path)) == 7  # Five people sat down, the start, the call; no pawn.
    assert [seat.seat for seat in table_in(tmp_path).now.view(TABLE).seats if seat.is_active] == ["A"]
    assert len(rows(tmp_path)) == 8


# Unreadable


@pytest.mark.parametrize(("row", "version"), [
    (1, "2.table.1"), (1, f"1.table.{ROWS + 1}"), (7, "1.barracuda.99"), (7, "2.barracuda.1"), (7, "1.shark.1"),
])  # fmt: skip
def test_a_row_of_a_newer_version_is_refused_by_name(game: Table, tmp_path: Path, row: int, version: str) -> None:
    game.act(*DRAW)
    old, new = connect(tmp_path / "journal.sqlite"), Journal(connect(tmp_path / "new.sqlite"))
    for n, on, given, *rest in old.execute("SELECT n, game, version, seat, key, command, events, reply FROM rows ORDER BY n"):
        new.append(on, version if n == row else given, *rest)
    with pytest.raises(ValueError, match=f"row {row} was written as {version}"):
        open_table(connect(tmp_path / "new.sqlite"))


def test_what_could_not_be_read_again_is_refused_and_not_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_in(tmp_path)
    with monkeypatch.context() as shorter:
        shorter.setattr(codec, "LONGEST_TEXT", len("SatDown"))
        with pytest.raises(Illegal, match="not_kept"):
            table.act("A", SitDown("A long name", "token"))
    assert (table.now.names, rows(tmp_path)) == ({}, [])
    sit_and_start(table)
    assert table_in(tmp_path).now.playing


def test_a_row_that_no_table_may_have_costs_only_what_came_after_it(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    old, spoilt = connect(tmp_path / "journal.sqlite"), tmp_path / "spoilt.sqlite"
    new = Journal(connect(spoilt))
    for n, on, *rest, events, reply in old.execute("SELECT n, game, version, seat, key, command, events, reply FROM rows"):
        new.append(on, *rest, events.replace(NAMES[2], "C" * 81) if n == 3 else events, reply)
    with pytest.raises(Refused, match="row 3 has what no row may have; 2 rows before it are whole") as damage:
        open_table(connect(spoilt))
    salvage(spoilt, tmp_path / "fresh.sqlite", damage.value)
    assert [*open_table(connect(tmp_path / "fresh.sqlite")).now.names.values()] == list(NAMES[:2])
