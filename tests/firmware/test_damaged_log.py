"""After a kill the newest rows lie in the log alone: what the files still prove is offered. D5 has every kind of damage."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from companion import salvage
from companion.journal import Damaged, Journal
from firmware import storage

ROWS: Final = 45
LOG: Final = storage.JOURNAL + "-wal"
Contents = Mapping[str, bytes]


def append(journal: Journal, rows: int) -> None:
    """Append so many rows: every seventh is the table's own, the others are of game 1."""
    for n in range(rows):
        game = 0 if n % 7 == 0 else 1
        journal.append(game, "1.any.1", "A", f"key {journal.last}", '"' + "command " * (5 * n % 37) + '"', "[]", "{}")


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Contents:
    """The files that a kill leaves behind: all rows in the log, and nothing but the first page in the database."""
    folder = tmp_path_factory.mktemp("killed")
    with closing(storage.open_journal(folder)) as connection:
        append(Journal(connection, storage.Newest(folder)), ROWS)
        return {file.name: file.read_bytes() for file in folder.iterdir()}


def put(folder: Path, files: Contents) -> Path:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def read(folder: Path) -> list[int]:
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        return sorted(row.n for game in (0, 1) for row in journal.rows(game))


def spoilt(folder: Path, files: Contents, at: int, *, without: str = "") -> Path:
    """Put *files* into *folder*, *without* one of them, and one bit of byte *at* of the log changed."""
    log = bytearray(files[LOG])
    log[at] ^= 1 << at % 8
    return put(folder, {name: data for name, data in {**files, LOG: bytes(log)}.items() if name != without})


def contents(folder: Path) -> Contents:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.mark.parametrize(("place", "without"), [(4120 * 20, ""), (4120 * 20, storage.NEWEST), (18, storage.NEWEST)])
def test_a_bit_of_the_log_costs_no_row(tmp_path: Path, killed: Contents, place: int, without: str) -> None:
    before = contents(folder := spoilt(tmp_path / "data", killed, place, without=without))
    with pytest.raises(Damaged, match="behind a damaged place of the log") as damage:
        read(folder)
    assert before.items() <= contents(folder).items(), "it was left as it was"
    storage.set_aside(folder, damage.value)
    assert len(read(folder)) == ROWS


@pytest.mark.parametrize("left", [{}, {storage.JOURNAL: b""}], ids=["missing", "empty"])
def test_a_log_alone_is_enough(tmp_path: Path, killed: Contents, left: Contents) -> None:
    folder = put(tmp_path / "data", {LOG: killed[LOG], **left})
    with pytest.raises(Damaged):
        read(folder)
    assert storage.set_aside(folder, Damaged(0, 1, 0, "is missing")).exists()
    assert read(folder) == list(range(1, ROWS + 1))


def test_a_log_whose_database_had_the_first_rows_is_kept_though_it_proves_none(tmp_path: Path) -> None:
    with closing(storage.open_journal(tmp_path)) as connection:
        append(journal := Journal(connection, storage.Newest(tmp_path)), ROWS)
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        append(journal, 2)
        folder = put(tmp_path / "copy", {LOG: (tmp_path / LOG).read_bytes()})
    before = contents(folder)
    with pytest.raises(Damaged, match="row 1 lies on a page that neither"):
        read(folder)
    assert contents(folder) == before
    assert storage.set_aside(folder, Damaged(0, 1, 0, "is missing")).read_bytes() == before[LOG]


def test_a_commit_that_a_power_cut_tore_alarms_nobody_and_its_row_may_count(tmp_path: Path, killed: Contents) -> None:
    """Where all of it is there, its chain proves it, whether somebody was told of it or not."""
    folder = spoilt(tmp_path / "data", killed, len(killed[LOG]) - 4096 - 1, without=storage.NEWEST)  # The last checksum.
    assert [read(folder), read(folder)] == [list(range(1, ROWS + 1))] * 2, "and it stays"
    cut = {storage.JOURNAL: killed[storage.JOURNAL], LOG: killed[LOG][:-2_000]}
    assert len(read(put(tmp_path / "cut", cut))) in (ROWS - 1, ROWS)


def test_older_frames_behind_the_newest_are_not_looked_at(tmp_path: Path) -> None:
    with closing(storage.open_journal(tmp_path)) as connection:
        journal = Journal(connection, storage.Newest(tmp_path))
        append(journal, ROWS)
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        append(journal, 2)
        files = salvage.Files.read(tmp_path / storage.JOURNAL)
        copy = put(tmp_path / "copy", contents(tmp_path))
    assert len(files.log) > 100 * 4120
    assert 0 < len(files.frames) < 20
    assert len(read(copy)) == ROWS + 2


def written(folder: Path, rows: int) -> Path:
    folder.mkdir()
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        for n in range(rows):
            journal.append(0, "1.table.1", "A", f"{folder.name} {n}", "{}", "[]", "{}")
    return folder


def test_another_tables_journal_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    mine, theirs = written(tmp_path / "mine", 5), written(tmp_path / "theirs", 9)
    (mine / storage.JOURNAL).write_bytes((theirs / storage.JOURNAL).read_bytes())
    with pytest.raises(storage.NotOurs, match=r"another table, and not the one that was written here.*Nothing was changed"):
        storage.read_journal(mine)
    (mine / storage.NEWEST).unlink()  # As the sentence says.
    assert storage.read_journal(mine).last == 9


def test_a_number_of_an_earlier_version_tells_no_journal_from_another(tmp_path: Path) -> None:
    mine = written(tmp_path / "mine", 3)
    (mine / storage.NEWEST).write_text("           3 4e074085\n")
    assert storage.read_journal(mine).last == 3
    (mine / storage.NEWEST).write_text("           4 4b227777\n")
    with pytest.raises(Damaged, match="row 4 and all up to 4 are missing"):
        storage.read_journal(mine)
