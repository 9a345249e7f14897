"""The journal: every acknowledged row is there, in order, every change of it is found, and all intact rows can be salvaged."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.journal.salvage import salvage
from companion.journal.store import Damaged, Journal, connect, prepare, text
from tests.companion.journal.journals import damage, filled, folded, fresh_rows, salvaged, tamper
from tests.proof.durability.disk import Watched

PAGE = 4096  # The unit, in bytes, in which SQLite writes.
ROW = ("1.barracuda.1", "A", "again", "[]", "[]", "{}")
LATER = ("1.barracuda.1", "A", None, "[]", "[]", "{}")


def test_one_value_has_one_text() -> None:
    value: Any = {"b": [1, None, True], "a": "é"}
    assert text(value) == '{"a":"é","b":[1,null,true]}' == text(dict(reversed(value.items())))


def test_what_a_killed_program_left_in_the_log_is_on_the_disk_before_anybody_is_told_of_it(tmp_path: Path) -> None:
    """The program may have been killed before the disk had it, and the system keeps it for a few seconds only."""
    killed, back = tmp_path / "killed.sqlite", tmp_path / "back.sqlite"
    with closing(filled(killed)):
        for end in ("", "-wal"):
            back.with_name(back.name + end).write_bytes(killed.with_name(killed.name + end).read_bytes())
    with closing(connect(back)):
        (alone := tmp_path / "alone.sqlite").write_bytes(back.read_bytes())  # Without the log.
    with closing(sqlite3.connect(alone)) as connection:
        assert connection.execute("SELECT count(*) FROM rows").fetchone() == (7,)


def test_a_disk_that_takes_nothing_at_the_start_keeps_nobody_from_reading(path: Path) -> None:
    def full(_: str, statement: str) -> None:
        if "checkpoint" in statement:
            raise sqlite3.OperationalError("database or disk is full")

    with closing(sqlite3.connect(path)) as connection:
        prepare(Watched(connection, full))
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
    for seat, key in (("B", "key 0"), ("A", None), ("A", None)):
        journal.append(1, "1.barracuda.1", seat, key, "[]", "[]", "{}")


def changed(column: str, value: str) -> list[str]:
    return [f"UPDATE rows SET {column} = {value} WHERE n = 4"]


@pytest.mark.parametrize(("statements", "first"), [
    *((changed(name, f"{name} || ' '"), (4, 2)) for name in ("version", "seat", "key", "command", "events", "reply")),
    (changed("link", "zeroblob(32)"), (4, 2)), (changed("key", "NULL"), (4, 2)),
    (["DELETE FROM rows WHERE n = 4"], (5, 2)), (["DELETE FROM rows WHERE n = 2"], (3, 0)),
    (changed("n", "20"), (5, 2)),  # Moved to the end.
    (changed("game", "2"), (5, 2)),
    (["INSERT INTO rows SELECT 20, 1, version, seat, NULL, command, events, reply, link FROM rows WHERE n = 7"], (20, 6)),
    ([f"UPDATE rows SET n = {new} WHERE n = {old}" for old, new in ((4, 99), (5, 4), (99, 5))], (4, 2)),  # Exchanged.
], ids=lambda given: given[0] if isinstance(given, list) else "")  # fmt: skip
def test_a_row_that_was_changed_deleted_moved_or_added_is_found(path: Path, statements: list[str], first: Any) -> None:
    tamper(path, *statements)
    found = damage(path)
    assert (found.game, found.n, found.valid) == (1, *first)


def test_a_row_that_only_the_index_knows_is_named(path: Path) -> None:
    whole = folded(path)
    row = whole.index(b"1.barracuda.1Bkey 3") - 12
    cell = (row % PAGE).to_bytes(2, "big")  # The offset of the row's cell in the page.
    page = row - row % PAGE
    at, end = whole.index(cell, page), page + 22
    path.write_bytes(whole[: page + 3] + b"\x00\x06" + whole[page + 5 : at] + whole[at + 2 : end] + b"\0\0" + whole[end:])
    assert (damage(path).n, damage(path).valid) == (5, 3)


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


@pytest.mark.parametrize(("where", "error", "told"), [
    ("CREATE TABLE", sqlite3.DatabaseError, Damaged), ("seat = ?", sqlite3.OperationalError, sqlite3.OperationalError),
])  # fmt: skip
def test_only_a_disk_that_answers_tells_of_damage(path: Path, where: str, error: type, told: type) -> None:
    def failing(_: str, statement: str) -> None:
        if where in statement:
            raise error("disk I/O error, or malformed")

    with closing(connect(path)) as connection, pytest.raises(told):
        Journal(Watched(connection, failing)).newest_key("A")


@pytest.mark.parametrize("name", ["events", "link"])
def test_damaged_names_in_the_schema_are_damage_and_not_a_failing_disk(path: Path, name: str) -> None:
    tamper(path, "PRAGMA writable_schema=ON", f"UPDATE sqlite_master SET sql = replace(sql, '{name}', '{name[:-1]}Z')")
    with pytest.raises(Damaged):
        list(Journal(connect(path)).rows(1))


@pytest.mark.parametrize("events", ["'[]'", "CAST(x'80ff' AS TEXT)"], ids=["another_text", "no_text"])
def test_salvage_keeps_the_valid_rows_to_go_on_with_the_other_games_and_the_damaged_file(path: Path, events: str) -> None:
    Journal(connect(path)).append(2, ROW[0], "B", *ROW[2:])
    tamper(path, f"UPDATE rows SET events = {events} WHERE n = 5")
    before = folded(path)
    count, fresh = salvaged(path)
    assert (count, path.read_bytes()) == (5, before)
    journal = Journal(connect(fresh))
    assert [[row.n for row in journal.rows(game)] for game in (1, 2)] == [[2, 3, 4], [8]]
    assert journal.append(1, *ROW) == 9
    assert damage(fresh) is None


def test_an_index_that_leads_into_another_game_costs_that_game_nothing(tmp_path: Path) -> None:
    """With one bit changed in the index, the game's row 65 is looked for in row 1, which is the table's own."""
    path = tmp_path / "long.sqlite"
    filled(path, rows=80).close()
    whole = folded(path)
    in_index = b"\x04\x09\x01\x01\x41\x41"  # One byte and two bytes: row 65 of game 1 is to be found in row 65.
    assert whole.count(in_index) == 1
    path.write_bytes(whole.replace(in_index, in_index[:-1] + b"\x01"))
    assert damage(path, game=0) is None
    count, fresh = salvaged(path)
    assert (count, fresh_rows(fresh, 0), fresh_rows(fresh, 1)) == (1 + 80, [1], list(range(2, 82)))


def without_page_of(path: Path, content: bytes) -> None:
    """Checkpoint the log, and zero the page on which *content* begins."""
    whole = folded(path)
    at = whole.index(content) // PAGE * PAGE
    path.write_bytes(whole[:at] + bytes(PAGE) + whole[at + PAGE :])


def test_of_a_torn_page_all_before_it_and_after_it_is_kept_that_is_proved_to_be_whole(tmp_path: Path) -> None:
    """The page of row 201 goes behind an open connection, which then writes later rows, and at last another page goes."""
    with closing(filled(torn := tmp_path / "long.sqlite", rows=400)) as connection:
        journal = Journal(connection)
        for game in (0, 1):
            list(journal.rows(game))
        journal.append(2, *LATER)
        without_page_of(torn, b'"n":200')
        found = damage(torn)
        assert 0 < found.valid < 400
        _, fresh = salvaged(torn)
        kept = fresh_rows(fresh, 1)
        assert (damage(fresh), kept) == (None, list(range(2, len(kept) + 2)))
        assert found.valid <= len(kept) < 200, "every row before the page"
        assert fresh_rows(fresh, 2) == [402], "and the other game's after it"
        fresh.unlink()
        # As if the page had been of the table's own rows: nobody knows whether they go on after it.
        count, fresh = salvaged(torn, game=0)
        assert (count, fresh_rows(fresh, 1), damage(fresh, game=2)) == (1 + len(kept), kept, None)
        journal.append(0, *LATER)  # Now their chain goes on, so the page held none of them, and only game 1 is damaged.
        salvage(torn, fresh := tmp_path / "fresh too.sqlite", Damaged(0, 2, 1, "can't be read"))
        assert (fresh_rows(fresh, 0), fresh_rows(fresh, 2)) == ([1, 403], [402])
        assert damage(fresh, game=1) is not None
        for n in range(99):
            journal.append(1, *LATER[:2], f"later {n}", *LATER[3:])
    without_page_of(torn, b"later 98[]")
    salvage(torn, fresh := tmp_path / "between.sqlite", Damaged(1, 200, 198, "can't be read"))
    assert fresh_rows(fresh, 2) == [402]


def test_rows_of_which_only_the_first_page_is_spoilt_are_all_kept(path: Path) -> None:
    """That page holds the schema and the column names; neither is needed to find the rows."""
    whole, everything = folded(path), Damaged(0, 1, 0, "can't be read")
    spoilt = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(0, PAGE, 64)]
    spoilt += [bytes(512) + whole[512:], bytes(PAGE) + whole[PAGE:], whole.replace(b"events TEXT", b"Events TEXT")]
    for number, content in enumerate(spoilt):
        path.write_bytes(content)
        assert salvage(path, path.with_name(f"fresh {number}.sqlite"), everything) == 7, number
        assert path.read_bytes() == content
