"""The journal: every acknowledged row is there, in order, and every change of it is found."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.store import Damaged, Journal, connect, prepare, text
from tests.companion.journal.journals import damage, filled, folded, salvaged, tamper

COLUMNS = ("version", "seat", "key", "command", "events", "reply", "link")


# No commit is lost


def test_what_a_killed_program_left_in_the_log_is_on_the_disk_before_anybody_is_told_of_it(tmp_path: Path) -> None:
    """The program may have been killed before the disk had it, and the system keeps it for a few seconds only."""
    killed, back = tmp_path / "killed.sqlite", tmp_path / "back.sqlite"
    with closing(filled(killed)):
        for end in ("", "-wal"):
            back.with_name(back.name + end).write_bytes(killed.with_name(killed.name + end).read_bytes())
    with closing(connect(back)):
        (tmp_path / "journal.sqlite").write_bytes(back.read_bytes())  # Without the log.
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as connection:
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (7,)


def test_a_disk_that_takes_nothing_at_the_start_keeps_nobody_from_reading(path: Path) -> None:
    class Full:
        def execute(self, statement: str) -> sqlite3.Cursor:
            if "checkpoint" in statement:
                raise sqlite3.OperationalError("database or disk is full")
            return connection.execute(statement)

    with closing(sqlite3.connect(path)) as connection:
        prepare(Full())
        assert len(list(Journal(connection).rows(1))) == 6


@pytest.mark.parametrize("pragmas", [
    ("journal_mode=WAL", "synchronous=NORMAL"), ("journal_mode=DELETE", "synchronous=FULL"), ("journal_mode=MEMORY",),
])  # fmt: skip
def test_weaker_sqlite_settings_are_refused(tmp_path: Path, pragmas: tuple[str, ...]) -> None:
    connection = sqlite3.connect(tmp_path / "other.sqlite", isolation_level=None)
    for pragma in pragmas:
        connection.execute(f"PRAGMA {pragma}")
    with pytest.raises(ValueError, match="WAL and FULL"):
        Journal(connection)


def test_what_was_appended_is_there_after_opening_again_and_what_was_not_committed_is_not(path: Path) -> None:
    journal = Journal(connect(path))
    assert journal.last == 7
    rows = list(journal.rows(1))
    assert [(row.n, row.seat, row.key) for row in rows] == [(n + 2, "AB"[n % 2], f"key {n}") for n in range(6)]
    assert rows[5].events == '[{"is":"Thing","n":5}]'
    first = connect(path)
    first.execute("BEGIN IMMEDIATE")
    first.execute("INSERT INTO rows SELECT 8, 1, version, seat, 'k', command, events, reply, link FROM rows WHERE n = 7")
    first.close()
    assert Journal(connect(path)).last == 7


# Append only


@pytest.mark.parametrize("statement", ["UPDATE rows SET reply = 'x' WHERE n = 2", "DELETE FROM rows WHERE n = 7"])
def test_rows_are_neither_changed_nor_deleted(path: Path, statement: str) -> None:
    connection = connect(path)
    Journal(connection)
    with pytest.raises(sqlite3.IntegrityError, match="append only"):
        connection.execute(statement)
    assert damage(path) is None


def test_a_key_is_used_once_by_a_seat_and_its_answer_is_found_again(path: Path) -> None:
    journal = Journal(connect(path))
    assert journal.find("A", "key 2") == ('["2"]', '{"row":2}')
    assert journal.find("B", "key 2") is None
    list(journal.rows(1))
    with pytest.raises(sqlite3.IntegrityError):
        journal.append(1, "1.barracuda.1", "A", "key 0", "[]", "[]", "{}")
    journal.abandon()
    list(journal.rows(1))
    journal.append(1, "1.barracuda.1", "B", "key 0", "[]", "[]", "{}")
    journal.append(1, "1.barracuda.1", "A", None, "[]", "[]", "{}")
    journal.append(1, "1.barracuda.1", "A", None, "[]", "[]", "{}")


# Every change is found


@pytest.mark.parametrize("column", COLUMNS)
def test_a_changed_value_is_found_in_every_column(path: Path, column: str) -> None:
    changed = "zeroblob(32)" if column == "link" else f"{column} || ' '"
    tamper(path, f"UPDATE rows SET {column} = {changed} WHERE n = 4")
    found = damage(path)
    assert (found.game, found.n, found.valid) == (1, 4, 2)


@pytest.mark.parametrize("statements", [
    ["UPDATE rows SET key = NULL WHERE n = 4"], ["DELETE FROM rows WHERE n = 4"], ["DELETE FROM rows WHERE n = 2"],
    ["UPDATE rows SET n = 20 WHERE n = 4"], ["UPDATE rows SET game = 2 WHERE n = 4"],
    ["INSERT INTO rows SELECT 20, 1, version, seat, NULL, command, events, reply, link FROM rows WHERE n = 7"],
    [f"UPDATE rows SET n = {new} WHERE n = {old}" for old, new in ((4, 99), (5, 4), (99, 5))],
], ids=[
    "without_its_key", "deleted", "first_deleted", "moved_to_the_end", "given_to_another_game", "repeated", "exchanged",
])  # fmt: skip
def test_rows_deleted_moved_or_added_are_found(path: Path, statements: list[str]) -> None:
    tamper(path, *statements)
    assert damage(path) is not None


def test_a_row_that_only_the_index_knows_is_named(path: Path) -> None:
    whole = folded(path)
    row = whole.index(b"1.barracuda.1Bkey 3") - 12
    cell = (row % 4096).to_bytes(2, "big")  # The offset of the row's cell in the page.
    page = row - row % 4096
    at = whole.index(cell, page)
    path.write_bytes(
        whole[: page + 3] + b"\x00\x06" + whole[page + 5 : at] + whole[at + 2 : page + 22] + b"\0\0" + whole[page + 22 :]
    )
    found = damage(path)
    assert (found.n, found.valid) == (5, 3)


def test_a_link_that_has_become_a_text_is_still_the_link(path: Path) -> None:
    whole = folded(path)
    header = b"\x0f\x17\x17\x39\x1f\x4c1.barracuda.1Bkey 3"  # The record's types: texts, and 32 bytes.
    assert whole.count(header) == 1
    path.write_bytes(whole.replace(header, header.replace(b"\x4c", b"\x4d")))
    assert damage(path) is None


def test_an_index_that_ends_too_early_is_found(path: Path) -> None:
    """Rows are found through an index: rows that it omits at the end break no chain."""
    tamper(path, "PRAGMA writable_schema=ON", "UPDATE sqlite_master SET sql = sql || ' WHERE n < 6' WHERE name = 'by_game'")
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("REINDEX by_game")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("UPDATE sqlite_master SET sql = 'CREATE INDEX by_game ON rows (game, n)' WHERE name = 'by_game'")
        connection.commit()
    found = damage(path)
    assert (found.n, found.valid) == (6, 4)
    count, fresh = salvaged(path)
    assert (count, damage(fresh)) == (7, None), "the rows themselves are intact"


@pytest.mark.parametrize("name", ["events", "link"])
def test_damaged_names_in_the_schema_are_damage_and_not_a_failing_disk(path: Path, name: str) -> None:
    tamper(path, "PRAGMA writable_schema=ON", f"UPDATE sqlite_master SET sql = replace(sql, '{name}', '{name[:-1]}Z')")
    with pytest.raises(Damaged):
        list(Journal(connect(path)).rows(1))


# Canonical text


def test_one_value_has_one_text() -> None:
    value: Any = {"b": [1, None, True], "a": "é"}
    assert text(value) == '{"a":"é","b":[1,null,true]}' == text(dict(reversed(value.items())))
