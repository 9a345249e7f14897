"""After a kill the newest rows lie in the log alone: whatever one fault does to the files, what they still prove is offered."""

from __future__ import annotations

import random
from collections.abc import Mapping
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final

import pytest

from companion import salvage, wal
from companion.journal import Damaged, Journal
from firmware import kept, storage
from firmware.machine import Machine

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


def flipped(data: bytes, at: int) -> bytes:
    """Return *data* with one bit of byte *at* changed; which one, the place decides."""
    return data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :]


def put(folder: Path, files: Contents) -> Path:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def read(folder: Path) -> list[int]:
    """Return the numbers of the rows that the program goes on from."""
    connection = storage.open_journal(folder)
    with closing(connection):
        journal = Journal(connection, storage.Newest(folder))
        return sorted(row.n for game in (0, 1) for row in journal.rows(game))


def kept_of(folder: Path) -> int:
    """Return how many rows there are once the damaged files are set aside, as often as it takes."""
    for _ in range(4):
        try:
            return len(read(folder))
        except Damaged as damage:
            storage.set_aside(folder, damage)
    raise AssertionError("it stays damaged")


# A tenth, a half and nine tenths of the log; its header's kind, page size, salt and checksum; a frame's page, size, salt, sum.
PLACES: Final = [0.1, 0.5, 0.9, 3, 11, 18, 27, *(wal.HEADER + 20 * 4120 + byte for byte in (1, 6, 10, 20))]


@pytest.mark.parametrize("newest", [True, False], ids=["with_its_number", "without"])
@pytest.mark.parametrize("place", PLACES)
def test_a_bit_of_the_log_costs_no_row(tmp_path: Path, killed: Contents, place: float, newest: bool) -> None:
    at = place if isinstance(place, int) else int(place * len(killed[LOG]))
    files = {**killed, LOG: flipped(killed[LOG], at)}
    folder = put(tmp_path / "data", {name: data for name, data in files.items() if newest or name != storage.NEWEST})
    before = {name: (folder / name).read_bytes() for name in files if (folder / name).exists()}
    with pytest.raises(Damaged, match="behind a damaged place of the log"):
        read(folder)
    assert {name: (folder / name).read_bytes() for name in before} == before, "it was left as it was"
    assert kept_of(folder) == ROWS


@pytest.mark.parametrize("database", [None, b""], ids=["missing", "empty"])
@pytest.mark.parametrize("newest", [True, False], ids=["with_its_number", "without"])
def test_a_log_alone_is_enough(tmp_path: Path, killed: Contents, database: bytes | None, newest: bool) -> None:
    gone = {storage.JOURNAL} if database is None else set()
    files = {name: data for name, data in killed.items() if name not in gone and (newest or name != storage.NEWEST)}
    folder = put(tmp_path / "data", files if database is None else {**files, storage.JOURNAL: database})
    with pytest.raises(Damaged):
        read(folder)
    kept = storage.set_aside(folder, Damaged(0, 1, 0, "is missing"))
    assert kept.exists()
    assert read(folder) == list(range(1, ROWS + 1))


@pytest.mark.parametrize("database", [True, False], ids=["beside_a_database", "alone"])
def test_the_doctor_finds_it_and_leaves_it_as_it_was(tmp_path: Path, killed: Contents, database: bool) -> None:
    files = {**killed, LOG: flipped(killed[LOG], 300_000)}
    folder = put(tmp_path / "data", {name: data for name, data in files.items() if database or name != storage.JOURNAL})
    before = {file.name: file.read_bytes() for file in folder.iterdir()}
    with ExitStack() as locked:
        found = list(kept.data(folder, Machine(), locked))
    assert [one.said.code for one in found] == ["doctor.data.ok", "doctor.journal.damaged"]
    assert {file.name: file.read_bytes() for file in folder.iterdir()} == before


def test_any_bit_of_any_file_is_noticed_or_harmless(tmp_path: Path, killed: Contents) -> None:
    """Where it lies in the only copy of a row, that row is lost, and nothing is read in its place."""
    generator = random.Random(17)
    for number in range(30):
        name = generator.choice([storage.JOURNAL, LOG, LOG, storage.NEWEST])
        at = generator.randrange(len(killed[name]))
        folder = put(tmp_path / str(number), {**killed, name: flipped(killed[name], at)})
        try:
            assert len(read(folder)) == ROWS, f"byte {at} of {name}"
        except Damaged:
            assert kept_of(folder) == ROWS or name == LOG, f"byte {at} of {name}"


def test_a_commit_that_a_power_cut_tore_alarms_nobody(tmp_path: Path, killed: Contents) -> None:
    """Its last frame never came to the disk whole, so nobody was told of it, and the number beside doesn't know of it."""
    cut = killed[LOG][:-2_000]
    folder = put(tmp_path / "data", {storage.JOURNAL: killed[storage.JOURNAL], LOG: cut})
    assert len(read(folder)) in (ROWS - 1, ROWS)


def test_the_last_row_is_taken_out_of_a_torn_commit(tmp_path: Path, killed: Contents) -> None:
    """It is there and its chain proves it: whether somebody was told of it or not, it may count."""
    torn = flipped(killed[LOG], len(killed[LOG]) - 4096 - 1)  # In the last frame's checksum.
    folder = put(tmp_path / "data", {storage.JOURNAL: killed[storage.JOURNAL], LOG: torn})
    assert read(folder) == list(range(1, ROWS + 1))
    assert read(folder) == list(range(1, ROWS + 1)), "and it stays"


def test_older_frames_behind_the_newest_are_not_looked_at(tmp_path: Path) -> None:
    with closing(storage.open_journal(tmp_path)) as connection:
        journal = Journal(connection, storage.Newest(tmp_path))
        append(journal, ROWS)
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        append(journal, 2)
        files = salvage.Files.read(tmp_path / storage.JOURNAL)
        copy = put(tmp_path / "copy", {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()})
    assert len(files.log) > 100 * 4120
    assert 0 < len(files.frames) < 20
    assert len(read(copy)) == ROWS + 2


# Whose it is


def owned(folder: Path, rows: int, key: str) -> Path:
    folder.mkdir()
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        for n in range(rows):
            journal.append(0, "1.table.1", "A", f"{key} {n}", "{}", "[]", "{}")
    return folder


def test_another_tables_journal_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    mine, theirs = owned(tmp_path / "mine", 5, "mine"), owned(tmp_path / "theirs", 9, "theirs")
    (mine / storage.JOURNAL).write_bytes((theirs / storage.JOURNAL).read_bytes())
    with pytest.raises(storage.NotOurs, match=r"another table, and not the one that was written here.*Nothing was changed"):
        storage.read_journal(mine)
    (mine / storage.NEWEST).unlink()  # As the sentence says.
    assert storage.read_journal(mine).last == 9


def test_a_number_of_an_earlier_version_tells_no_journal_from_another(tmp_path: Path) -> None:
    mine = owned(tmp_path / "mine", 3, "mine")
    (mine / storage.NEWEST).write_text("           3 4e074085\n")
    assert storage.read_journal(mine).last == 3
    (mine / storage.NEWEST).write_text("           4 4b227777\n")
    with pytest.raises(Damaged, match="row 4 and all up to 4 are missing"):
        storage.read_journal(mine)
