"""What a table keeps, examined: whole, damaged, newer, locked, beside a running table; and always left as it was."""

import errno
import shutil
import sqlite3
from contextlib import ExitStack, closing
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.evening import Pause
from companion.games import GAMES
from companion.journal import Journal
from companion.pieces import Pieces
from companion.table import Table
from firmware import kept, storage
from firmware.finding import Finding
from firmware.machine import Machine
from tests.companion.settings import DRAW, first, sit_and_start
from tests.firmware.holding import held

GAME = 1


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data directory in which a game was begun, closed in good order."""
    storage.claim(tmp_path / "data").close()
    with closing(storage.open_journal(tmp_path / "data")) as connection:
        sit_and_start(table := Table(Journal(connection), GAMES, Pieces(), first))
        table.act(*DRAW)
    return tmp_path / "data"


def everything(folder: Path, but: tuple[str, ...] = ()) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name not in but}


def examined(folder: Path, machine: Machine | None = None) -> list[Finding]:
    with ExitStack() as locked:
        return list(kept.data(folder, machine or Machine(), locked))


def codes(found: list[Finding]) -> list[str]:
    return [one.said.code for one in found]


def test_a_whole_journal_is_well_and_left_as_it_was_and_no_folder_is_made(folder: Path, tmp_path: Path) -> None:
    before = everything(folder)
    found = examined(folder)
    assert codes(found) == ["doctor.data.ok", "doctor.journal.ok"]
    assert dict(found[1].said.fields)["count"] >= 4
    assert everything(folder) == before
    assert codes(examined(tmp_path / "none")) == ["doctor.data.new", "doctor.journal.none"]
    assert codes(examined(tmp_path)) == ["doctor.data.ok", "doctor.journal.none"]
    assert list(tmp_path.iterdir()) == [folder]


def test_every_damaged_game_is_named(folder: Path) -> None:
    with closing(sqlite3.connect(folder / storage.JOURNAL)) as connection, connection:
        connection.execute("DROP TRIGGER no_update")
        connection.execute("UPDATE rows SET reply = '{}' WHERE n = 2")
        connection.execute("UPDATE rows SET seat = 'E' WHERE n = (SELECT min(n) FROM rows WHERE game = 1)")
    before = everything(folder)
    first, second = examined(folder)[1:]
    assert {first.said.code, second.said.code} == {"doctor.journal.damaged"}
    assert (dict(first.said.fields), dict(second.said.fields)["game"]) == ({"game": 0, "row": 2, "valid": 1}, GAME)
    assert first.remedy.code == "doctor.do.keep_valid"
    assert everything(folder) == before


@pytest.mark.parametrize(("offset", "length"), [(0, 100), (100, 4096)])
def test_a_journal_that_cannot_be_read_is_found(folder: Path, offset: int, length: int) -> None:
    path = folder / storage.JOURNAL
    content = bytearray(path.read_bytes())
    content[offset : offset + length] = bytes(length)
    path.write_bytes(content)
    assert codes(examined(folder)) == ["doctor.data.ok", "doctor.journal.unreadable"]
    assert path.read_bytes() == content


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("starting", [False, True], ids=["alone", "while_a_table_waits_for_it"])
def test_a_journal_that_another_program_has_locked_is_not_called_damaged(folder: Path, starting: bool) -> None:
    with held(folder / storage.JOURNAL), ExitStack() as table:
        if starting:
            table.enter_context(storage.claim(folder))
        before = everything(folder)
        found = examined(folder)[1]
        assert (found.said.code, found.remedy.code) == ("doctor.journal.locked", "doctor.do.free_journal")
        assert everything(folder) == before
    assert codes(examined(folder)) == ["doctor.data.ok", "doctor.journal.ok"]


@pytest.mark.parametrize("what", ["shutil.copy", "tempfile.TemporaryDirectory"])
def test_a_journal_that_there_is_no_room_to_copy_is_not_called_damaged(
    folder: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    before = everything(folder)
    with monkeypatch.context() as disk:
        disk.setattr(what, Mock(side_effect=OSError(errno.ENOSPC, "No space left on device")))
        found = examined(folder)[1]
    assert (found.said.code, found.remedy.code) == ("doctor.journal.no_room", "doctor.do.make_room")
    assert everything(folder) == before


def test_a_newer_journal_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer, closing(storage.open_journal(folder)) as connection:
        newer.setattr("companion.table.SCHEMA", 2)
        journal = Journal(connection)
        list(journal.rows(0))
        journal.append(0, "2.table.1", "A", None, "{}", "[]", "{}")
    found = examined(folder)
    assert codes(found) == ["doctor.data.ok", "doctor.journal.newer"]
    assert found[1].remedy.code == "doctor.do.use_newer"


def test_beside_a_running_table_and_what_a_kill_left_of_it_in_the_log(folder: Path, tmp_path: Path) -> None:
    with storage.claim(folder), closing(storage.open_journal(folder)) as connection:
        table = Table(Journal(connection), GAMES, Pieces(), first)
        table.act("A", Pause())
        shared = (f"{storage.JOURNAL}-shm",)  # SQLite does not keep it.
        before = everything(folder, shared)
        running = examined(folder)
        assert codes(running) == ["doctor.data.running", "doctor.journal.ok"]
        assert everything(folder, shared) == before
        assert table.playing
        killed = Path(shutil.copytree(folder, tmp_path / "killed", ignore=lambda *_: shared))
    before = everything(killed)
    assert examined(killed)[1] == running[1]
    assert everything(killed) == before
    (killed / (storage.JOURNAL + "-wal")).unlink()  # The positive control.
    assert examined(killed)[1] != running[1]


def test_a_folder_or_a_lock_of_somebody_else(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = examined(folder, Machine(may_use=lambda path: path != folder))
    assert (codes(found), found[0].remedy.code) == (["doctor.data.barred"], "doctor.do.own_data")
    lock = str(folder / storage.LOCK)
    monkeypatch.setattr(storage, "claim", Mock(side_effect=PermissionError(13, "Permission denied", lock)))
    found = examined(folder)
    assert (codes(found), dict(found[0].said.fields)["folder"]) == (["doctor.data.barred"], lock)
