"""Examining a table's files, and `barkeep tags`: intact, damaged, newer, locked, beside a running table; always unchanged."""

import errno
import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.agreeing.evening.pausing import Pause
from companion.games.barracuda.moves import OpenBar
from companion.journal.store import Journal
from companion.keeping import checkpoint
from companion.kit import TABLE, Piece
from companion.table.table import Table, Unknown
from companion.table.travelling import Travelling
from companion.tags import tagfile
from companion.tags.enrolment import LearnTag
from companion.tags.pieces import Pieces
from firmware import storage, tag_files
from firmware.command import main
from firmware.doctor import data as data_directory
from firmware.doctor.finding import Finding
from firmware.doctor.machine import Machine
from tests.companion.settings import DRAW, open_table, sit_and_start
from tests.firmware.holding import held


@contextmanager
def table_on(data: Path) -> Iterator[Table]:
    """A table whose journal is closed at the end: an open one would write into the file later."""
    data.mkdir(exist_ok=True)
    with closing(storage.open_journal(data)) as connection:
        yield open_table(connection)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data directory in which a game was begun, cleanly closed."""
    storage.claim(tmp_path / "data").close()
    with table_on(tmp_path / "data") as table:
        sit_and_start(table)
        table.act(*DRAW)
    return tmp_path / "data"


def everything(folder: Path) -> dict[str, bytes]:
    """Return all files with what is in them; SQLite doesn't keep what an index shared in memory holds."""
    files = (path for path in folder.glob("**/*") if path.is_file())
    return {path.name: b"" if path.name.endswith("-shm") else path.read_bytes() for path in files}


def examined(folder: Path, machine: Machine | None = None) -> list[Finding]:
    """Examine *folder*, and see that this leaves every file as it was."""
    before = everything(folder)
    with ExitStack() as locked:
        found = list(data_directory.examine(folder, machine or Machine(), locked))
    assert everything(folder) == before
    return found


def codes(found: list[Finding]) -> list[str]:
    return [one.said.code for one in found]


def test_a_whole_journal_is_well_and_no_folder_is_made(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = examined(folder)
    assert codes(found) == ["doctor.data.ok", "doctor.journal.ok"]
    assert dict(found[1].said.fields)["count"] >= 4
    assert codes(examined(tmp_path / "none")) == ["doctor.data.new", "doctor.journal.none"]
    assert (codes(examined(tmp_path)), list(tmp_path.iterdir())) == (["doctor.data.ok", "doctor.journal.none"], [folder])
    monkeypatch.setattr(checkpoint, "EACH", 0)
    assert examined(folder) == found, "what a start would write is no mark on the table itself"


def test_another_tables_journal_is_found_and_exports_nothing(folder: Path, tmp_path: Path) -> None:
    storage.Newest(folder).write(3, b"another link" * 3)
    other = tmp_path / "other"
    with table_on(other) as table:
        sit_and_start(table, "ABC")
        table.act(*DRAW)
        table.act("A", OpenBar("Octopus"))
    storage.Newest(other).write(99, b"some link" * 4)
    assert codes(examined(other)) == ["doctor.data.ok", "doctor.journal.damaged"]
    shutil.copy(other / storage.JOURNAL, folder / storage.JOURNAL)
    assert codes(examined(folder)) == ["doctor.data.ok", "doctor.journal.foreign"]
    with pytest.raises(tag_files.Refused, match="belongs to another table"), tag_files.opened(folder):
        pass


def test_every_damaged_game_is_named(folder: Path) -> None:
    with closing(sqlite3.connect(folder / storage.JOURNAL)) as connection, connection:
        connection.execute("DROP TRIGGER no_update")
        connection.execute("UPDATE rows SET reply = '{}' WHERE n = 2")
        connection.execute("UPDATE rows SET seat = 'E' WHERE n = (SELECT min(n) FROM rows WHERE game = 1)")
    first, second = examined(folder)[1:]
    assert {first.said.code, second.said.code} == {"doctor.journal.damaged"}
    assert (dict(first.said.fields), dict(second.said.fields)["game"]) == ({"game": 0, "row": 2, "valid": 1}, 1)
    assert first.remedy.code == "doctor.do.keep_valid"


@pytest.mark.parametrize(("offset", "length"), [(0, 100), (100, 4096)])
def test_a_journal_that_cannot_be_read_is_found(folder: Path, offset: int, length: int) -> None:
    with (folder / storage.JOURNAL).open("r+b") as file:
        file.seek(offset)
        file.write(bytes(length))
    assert codes(examined(folder)) == ["doctor.data.ok", "doctor.journal.unreadable"]


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("starting", [False, True], ids=["alone", "while_a_table_waits_for_it"])
def test_a_journal_that_another_program_has_locked_is_not_called_damaged(folder: Path, starting: bool) -> None:
    with held(folder / storage.JOURNAL), ExitStack() as table:
        if starting:
            table.enter_context(storage.claim(folder))
        found = examined(folder)[1]
        assert (found.said.code, found.remedy.code) == ("doctor.journal.locked", "doctor.do.free_journal")
    assert codes(examined(folder)) == ["doctor.data.ok", "doctor.journal.ok"]


@pytest.mark.parametrize(("what", "why"), [("shutil.copy", errno.ENOSPC), ("tempfile.TemporaryDirectory", errno.ENOENT)])
def test_a_journal_too_large_to_copy_is_not_damaged(folder: Path, monkeypatch: pytest.MonkeyPatch, what: str, why: int) -> None:
    with monkeypatch.context() as disk:
        disk.setattr(what, Mock(side_effect=OSError(why, "No space left on device")))
        found = examined(folder)[1]
    assert (found.said.code, found.remedy.code) == ("doctor.journal.no_room", "doctor.do.make_room")


def test_a_newer_journal_is_found(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as newer, closing(storage.open_journal(folder)) as connection:
        newer.setattr("companion.table.commits.SCHEMA", 2)
        journal = Journal(connection)
        list(journal.rows(0))
        journal.append(0, "2.table.1", "A", None, "{}", "[]", "{}")
    found = examined(folder)
    assert (codes(found), found[1].remedy.code) == (["doctor.data.ok", "doctor.journal.newer"], "doctor.do.use_newer")


def test_a_running_table_is_examined_and_a_killed_one_with_rows_in_the_log(folder: Path, tmp_path: Path) -> None:
    with storage.claim(folder), table_on(folder) as table:
        table.act("A", Pause())
        running = examined(folder)
        assert (codes(running), table.now.playing) == (["doctor.data.running", "doctor.journal.ok"], True)
        killed = Path(shutil.copytree(folder, tmp_path / "killed", ignore=shutil.ignore_patterns("*-shm")))
    assert examined(killed)[1] == running[1]
    (killed / (storage.JOURNAL + "-wal")).unlink()  # The positive control.
    assert examined(killed)[1] != running[1]


def test_a_folder_or_a_lock_of_somebody_else_or_a_disk_that_is_read_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    barred, read_only = {"may_use": lambda path: path != folder}, {"is_read_only": lambda path: path == folder}
    for machine, code, remedy in ((barred | read_only, "read_only", "renew_card"), (barred, "barred", "own_data")):
        found = examined(folder, Machine(**machine))
        assert (codes(found), found[0].remedy.code) == ([f"doctor.data.{code}"], f"doctor.do.{remedy}")
    lock = str(folder / storage.LOCK)
    monkeypatch.setattr(storage, "claim", Mock(side_effect=PermissionError(13, "Permission denied", lock)))
    found = examined(folder)
    assert (codes(found), dict(found[0].said.fields)["folder"]) == (["doctor.data.barred"], lock)


@pytest.mark.parametrize("mounted", [True, False])
def test_a_disk_for_the_games_that_is_not_there_is_not_taken_for_a_new_table(tmp_path: Path, mounted: bool) -> None:
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/fstab").write_text(f"# none\nLABEL=games {tmp_path / 'data'} ext4 nofail 0 2\n", encoding="utf-8")
    found = examined(tmp_path / "data", Machine(root=tmp_path, is_mounted=lambda _: mounted))
    assert codes(found)[0] == ("doctor.data.new" if mounted else "doctor.data.unmounted")
    assert codes(examined(tmp_path / "data", Machine(root=tmp_path / "none"))) == ["doctor.data.new", "doctor.journal.none"]


TAUGHT, Says = {b"\x04abc": Piece("card", "Octopus"), b"\x04abcdefghi": Piece("pawn", "A", 3)}, Callable[..., bool]


def known(data: Path) -> dict[bytes, Piece]:
    with table_on(data) as table:
        return dict(table.now.pieces.tags())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with table_on(folder) as table:
        for uid, piece in TAUGHT.items():
            table.act(TABLE, LearnTag(uid.hex(), piece))
    return folder


@pytest.fixture
def says(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Says:
    """Return a function that runs `barkeep tags` and returns whether it succeeds; its output must contain *sentence*."""

    def says(sentence: str, way: str, data: Path, *more: str, done: bool = False, what: str = "tags") -> bool:
        code, said = main([what, way, str(tmp_path / "tags.json"), "--data", str(data), *more]), capsys.readouterr()
        return code == (0 if done else 1) and sentence in (said.out if done else said.err)

    return says


def test_what_one_table_was_taught_another_knows(data: Path, tmp_path: Path, says: Says) -> None:
    assert (says("2 tags are in", "export", data, done=True), known(tmp_path / "other")) == (True, {})
    assert says("knows 2 tags now", "import", tmp_path / "other", done=True)
    assert known(tmp_path / "other") == known(data) == TAUGHT


def test_the_evenings_are_written_down_also_those_of_an_early_version(tmp_path: Path, says: Says) -> None:
    shutil.copy(Path(__file__).parents[1] / "companion/journal/journals/first.sqlite", tmp_path / storage.JOURNAL)
    assert says("with their players' names: 1 so far.", "export", tmp_path, done=True, what="evenings")
    (game,) = json.loads((tmp_path / "tags.json").read_text(encoding="utf-8"))["games"]
    assert (game["game"], game["ended"], [part["place"] for part in game["parts"]].count(1)) == ("negoces2", "", 3)


def test_nothing_is_done_beside_a_running_table_or_to_a_game_that_is_on(data: Path, tmp_path: Path, says: Says) -> None:
    (tmp_path / "tags.json").write_text(tagfile.write(Pieces({b"\x04abcdef": Piece("card", "Karambole")})))
    with storage.claim(data):
        assert all(says("a table is running on", way, data) for way in ("export", "import"))
    assert says("", "import", data, done=True), "the lock is released"
    with table_on(data) as table:
        sit_and_start(table)
    assert says("A game is on. Wait until it ends.", "import", data)


def test_it_says_so_if_there_is_nothing_or_something_else(tmp_path: Path, says: Says) -> None:
    assert says("no table has been opened on", "export", tmp_path / "nowhere")
    assert ((tmp_path / "nowhere").exists(), known(tmp_path / "data")) == (False, {})
    assert says("no tag has been taught", "export", tmp_path / "data")
    assert says("no game has been finished", "export", tmp_path / "data", what="evenings")
    assert not (tmp_path / "tags.json").exists()
    assert says("No such file", "import", tmp_path / "data")
    (tmp_path / "tags.json").write_text("[" * 20_000)
    assert says("Choose one that Barkeep wrote.", "import", tmp_path / "data")
    assert says("isn’t complete. Save it again", "import", tmp_path / "data", what="game")


def test_a_game_goes_from_one_table_to_another_and_rests_on_the_first(data: Path, says: Says, monkeypatch: Any) -> None:
    other = data.with_name("other")
    with table_on(other):
        assert says("No such file", "import", other, what="game")
    assert says("no such unfinished game", "export", data, what="game")
    with table_on(data) as table:
        sit_and_start(table)
    for more in ((), ("--number", "1")):  # Written again, it is the same.
        assert says("can read all hands", "export", data, *more, done=True, what="game")
    with monkeypatch.context() as failing:
        for what, act in ((Table, "act"), (Travelling, "bring")):
            failing.setattr(what, act, Mock(side_effect=Unknown))
        assert says("isn't certain whether the game rests now", "export", data, what="game")
        assert says("isn't certain whether the game has come", "import", other, what="game")
    assert says("It is game 1 of this table", "import", other, done=True, what="game")
    assert says("This game is here already", "import", other, what="game")
