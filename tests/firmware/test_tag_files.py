"""`barkeep tags`: out to a file and in again, on the data of a table that does not run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest

from companion import tagfile
from companion.chance import by_chance
from companion.enrolment import LearnTag
from companion.game import TABLE
from companion.games import GAMES
from companion.journal import Journal
from companion.pieces import Piece, Pieces
from companion.seating import SitDown, StartGame
from companion.table import Table
from firmware import storage
from firmware.command import main
from tests.firmware.holding import held, no_room

OCTOPUS, KARAMBOLE, PAWN = Piece("card", "Octopus"), Piece("card", "Karambole"), Piece("pawn", "A", 3)
FOUR, SEVEN, TEN = b"\x04abc", b"\x04abcdef", b"\x04abcdefghi"


@contextmanager
def table_on(data: Path) -> Iterator[Table]:
    """A table whose journal is closed at the end: an open one would write into the file later."""
    data.mkdir(exist_ok=True)
    with closing(storage.open_journal(data)) as connection:
        yield Table(Journal(connection), GAMES, Pieces(), partial(by_chance, generator=random.Random(1)))


def known(data: Path) -> dict[bytes, Piece]:
    with table_on(data) as table:
        return dict(table.pieces.tags())


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A table that was taught two tags."""
    folder = tmp_path / "data"
    with table_on(folder) as table:
        for uid, piece in ((FOUR, OCTOPUS), (TEN, PAWN)):
            table.act(TABLE, LearnTag(uid.hex(), piece))
    return folder


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "tags.json"


def run(way: str, file: Path, data: Path, *more: str) -> int:
    return main(["tags", way, str(file), "--data", str(data), *more])


def test_what_one_table_was_taught_another_knows(
    data: Path, file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run("export", file, data) == 0
    assert "2 tags are in" in capsys.readouterr().out
    other = tmp_path / "other"
    with table_on(other):
        pass
    assert run("import", file, other) == 0
    assert "knows 2 tags now" in capsys.readouterr().out
    assert known(other) == known(data) == {FOUR: OCTOPUS, TEN: PAWN}


def test_an_import_adds_or_replaces(data: Path, file: Path) -> None:
    file.write_text(tagfile.write(Pieces({SEVEN: KARAMBOLE})))
    assert run("import", file, data) == 0
    assert known(data) == {FOUR: OCTOPUS, TEN: PAWN, SEVEN: KARAMBOLE}
    assert run("import", file, data, "--replace") == 0
    assert known(data) == {SEVEN: KARAMBOLE}


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ({FOUR: KARAMBOLE}, "This is Octopus already. Nothing has changed."),
        ({SEVEN: PAWN}, "This piece has a tag already. Renew it instead. Nothing has changed."),
    ],
)
def test_a_duplicate_is_refused_and_nothing_changes(
    data: Path, file: Path, pieces: dict[bytes, Piece], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_text(tagfile.write(Pieces({b"\x04new": Piece("bag", "D"), **pieces})))
    assert run("import", file, data) == 1
    assert f"{file}: {sentence}" in capsys.readouterr().err
    assert known(data) == {FOUR: OCTOPUS, TEN: PAWN}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[]", b"[" * 20_000, b"x" * 100_000, b'{"format": "barkeep tags"}'])
def test_a_hostile_file_is_refused_with_what_to_do(
    data: Path, file: Path, content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert run("import", file, data) == 1
    assert "Choose one that Barkeep wrote." in capsys.readouterr().err
    assert known(data) == {FOUR: OCTOPUS, TEN: PAWN}


def test_nothing_is_done_beside_a_running_table(data: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with storage.claim(data):
        assert run("export", file, data) == 1
        file.write_text(tagfile.write(Pieces({SEVEN: KARAMBOLE})))
        assert run("import", file, data) == 1
    assert capsys.readouterr().err.count("a table is running on") == 2
    assert run("import", file, data) == 0, "the lock is given back"


def test_a_game_that_is_on_keeps_its_tags(data: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with table_on(data) as table:
        for seat, name in (("A", "Ann"), ("B", "Bob"), ("C", "Cas")):
            table.act(seat, SitDown(name, f"token {seat}"))
        table.act("A", StartGame("barracuda", {}))
    file.write_text(tagfile.write(Pieces({SEVEN: KARAMBOLE})))
    assert run("import", file, data) == 1
    assert "A game is on. Wait until it ends." in capsys.readouterr().err


def test_where_there_is_nothing_it_says_so(tmp_path: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("export", file, tmp_path / "nowhere") == 1
    assert "no table has been opened on" in capsys.readouterr().err
    assert not (tmp_path / "nowhere").exists()
    with table_on(tmp_path / "data"):
        pass
    assert run("export", file, tmp_path / "data") == 1
    assert "no tag has been taught" in capsys.readouterr().err
    assert not file.exists()
    assert run("import", file, tmp_path / "data") == 1
    assert "No such file" in capsys.readouterr().err


def test_a_damaged_journal_is_named(data: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (data / storage.JOURNAL).write_bytes(b"not a journal" * 1000)
    for log in data.glob(f"{storage.JOURNAL}-*"):
        log.unlink()
    assert run("export", file, data) == 1
    assert "can't be read" in capsys.readouterr().err


def test_a_journal_that_another_program_has_locked_is_not_called_damaged(
    data: Path, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with held(data / storage.JOURNAL):
        assert run("export", file, data) == 1
    assert "another program has" in capsys.readouterr().err


def test_nor_is_one_on_a_disk_without_room(data: Path, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with no_room():
        assert run("export", file, data) == 1
    assert "make room where" in capsys.readouterr().err
