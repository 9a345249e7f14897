"""The data folder is private to its owner (W9); missing rows and damage are found, and the intact part is offered."""

import os
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from companion.journal import salvage, wal
from companion.journal.store import Damaged, Journal, Refused
from firmware import storage
from tests.companion.settings import open_table
from tests.companion.table.test_evening import seated
from tests.firmware.holding import held, no_room


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """By default, new files are open to everybody for reading and writing."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Return the files in *folder* that somebody else could read if they could enter it."""
    return sorted(path.name for path in folder.iterdir() if path.stat().st_mode & 0o077)


def use(folder: Path) -> None:
    """Open the journal and write, so that all of its files exist."""
    with storage.claim(folder), closing(storage.open_journal(folder)) as connection:
        Journal(connection).append(0, "1.table.1", "A", None, "{}", "[]", "{}")
        names = {path.name for path in folder.iterdir()}
        assert {"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock"} <= names
        assert open_to_others(folder) == []


def test_every_file_is_its_owners_in_a_new_folder_one_that_was_open_to_all_and_one_of_a_damaged_journal(tmp_path: Path) -> None:
    use(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    tmp_path.chmod(0o777)
    use(tmp_path)
    for name in ("journal.sqlite", "lock"):
        (tmp_path / name).chmod(0o644)
    assert open_to_others(tmp_path) == ["journal.sqlite", "lock"]  # The control: it would be seen.
    use(tmp_path)
    storage.set_aside(tmp_path, Damaged(0, 1, 0, "is not what was written"))
    assert {"journal.sqlite", "journal.damaged-1.sqlite"} <= {path.name for path in tmp_path.iterdir()}
    use(tmp_path)


def append(journal: Journal, rows: int, name: str = "") -> None:
    """Append so many rows: every seventh is the table's own, the others are of game 1."""
    for n in range(rows):
        game = 0 if n % 7 == 6 else 1
        journal.append(game, "1.any.1", "A", f"{name} {journal.last}", '"' + "command " * (5 * n % 37) + '"', "[]", "{}")


def write(folder: Path, rows: int, name: str = "") -> list[int]:
    """Append *rows* to the journal in *folder*, and return the numbers of the rows that were already in it."""
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        before = sorted(row.n for game in (0, 1) for row in journal.rows(game))
        append(journal, rows, name)
        return before


def read(folder: Path) -> list[int]:
    return write(folder, 0)


def found(folder: Path, how: str | None = None) -> Damaged:
    """Find the journal damaged, as *how* says, which leaves all files as they were."""
    before = contents(folder)
    with pytest.raises(Damaged, match=how) as damage:
        read(folder)
    assert before.items() <= contents(folder).items()
    return damage.value


def test_a_journal_whose_end_was_cut_off_is_found_and_what_is_left_offered(tmp_path: Path) -> None:
    write(tmp_path, 3)
    earlier = (tmp_path / storage.JOURNAL).read_bytes()
    write(tmp_path, 2)
    (tmp_path / storage.JOURNAL).write_bytes(earlier)
    damage = found(tmp_path, "row 4 and all rows up to 5 are missing; 3 rows before it are whole")
    assert (storage.set_aside(tmp_path, damage).read_bytes(), len(read(tmp_path))) == (earlier, 3)
    write(tmp_path, 1)
    assert len(read(tmp_path)) == 4


@pytest.mark.parametrize("noted", [None, b"", b"2", b"           2 ", b"\xff" * 22, b"           9 d4735e3a\n"])
def test_a_number_that_is_late_missing_or_spoilt_alarms_nobody(tmp_path: Path, noted: bytes | None) -> None:
    write(tmp_path, 3)
    assert storage.Newest(tmp_path).read() == 3
    (tmp_path / storage.NEWEST).unlink()
    if noted is not None:
        (tmp_path / storage.NEWEST).write_bytes(noted)
    assert len(read(tmp_path)) == 3
    write(tmp_path, 1)
    assert (storage.Newest(tmp_path).read(), (tmp_path / storage.NEWEST).stat().st_mode & 0o777) == (4, 0o600)
    (tmp_path / storage.NEWEST).unlink()
    (tmp_path / storage.NEWEST).mkdir()  # The disk doesn't take it, which stops no game.
    write(tmp_path, 1)
    assert len(read(tmp_path)) == 5


@pytest.mark.usefixtures("impatient")
def test_what_another_program_has_locked_or_the_disk_has_no_room_for_is_not_set_aside(tmp_path: Path) -> None:
    write(tmp_path, 3)
    refused, before = Refused(1, 3, 2, "can't be applied"), (tmp_path / storage.JOURNAL).read_bytes()
    with held(tmp_path / storage.JOURNAL):
        with pytest.raises(storage.Locked, match=r"journal.sqlite locked: close that program .* Nothing was changed"):
            read(tmp_path)
        with pytest.raises(storage.Locked):
            storage.set_aside(tmp_path, refused)
    with no_room(), pytest.raises(storage.Stuck):
        storage.set_aside(tmp_path, refused)
    assert ((tmp_path / storage.JOURNAL).read_bytes(), list(tmp_path.glob("*damaged*"))) == (before, [])
    assert len(read(tmp_path)) == 3
    storage.set_aside(tmp_path, refused)
    assert len(read(tmp_path)) == 2


# After a kill the newest rows are in the log only: whatever one fault does to the files, the rows they still prove are offered

ROWS: Final = 45
PAGE: Final = 4096  # bytes
LOG: Final = storage.JOURNAL + "-wal"
Contents = Mapping[str, bytes]


def contents(folder: Path) -> Contents:
    return {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Contents:
    """The files that a kill leaves behind: all rows in the log, and only the first page in the database."""
    folder = tmp_path_factory.mktemp("killed")
    with closing(storage.open_journal(folder)) as connection:
        append(Journal(connection, storage.Newest(folder)), ROWS)
        return contents(folder)


def put(folder: Path, files: Contents) -> Path:
    folder.mkdir()
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return folder


def spoilt(folder: Path, files: Contents, at: int, *, without: str = "") -> Path:
    """Put *files* into *folder*, *without* one of them, and flip one bit of byte *at* of the log."""
    log = bytearray(files[LOG])
    log[at] ^= 1 << at % 8
    return put(folder, {name: data for name, data in {**files, LOG: bytes(log)}.items() if name != without})


@pytest.mark.parametrize(("place", "without"), [(4120 * 20, ""), (4120 * 20, storage.NEWEST), (18, storage.NEWEST)])
def test_a_bit_of_the_log_costs_no_row(tmp_path: Path, killed: Contents, place: int, without: str) -> None:
    folder = spoilt(tmp_path / "data", killed, place, without=without)
    storage.set_aside(folder, found(folder, "behind a damaged part of the log"))
    assert len(read(folder)) == ROWS


@pytest.mark.parametrize("left", [{}, {storage.JOURNAL: b""}], ids=["missing", "empty"])
def test_a_log_alone_is_enough(tmp_path: Path, killed: Contents, left: Contents) -> None:
    folder = put(tmp_path / "data", {LOG: killed[LOG], **left})
    assert storage.set_aside(folder, found(folder)).exists()
    assert read(folder) == list(range(1, ROWS + 1))


def test_a_commit_that_a_power_cut_tore_alarms_nobody_and_its_row_may_count(tmp_path: Path, killed: Contents) -> None:
    """If all of it is there, its chain proves it, whether or not anybody was told of it."""
    folder = spoilt(tmp_path / "data", killed, len(killed[LOG]) - 4096 - 1, without=storage.NEWEST)  # The last checksum.
    assert [read(folder), read(folder)] == [list(range(1, ROWS + 1))] * 2, "and the row stays"
    cut = {storage.JOURNAL: killed[storage.JOURNAL], LOG: killed[LOG][:-2_000]}
    assert len(read(put(tmp_path / "cut", cut))) in (ROWS - 1, ROWS)


def test_after_a_checkpoint_older_frames_are_not_looked_at_and_a_log_that_proves_no_row_is_kept(tmp_path: Path) -> None:
    with closing(storage.open_journal(tmp_path)) as connection:
        append(journal := Journal(connection, storage.Newest(tmp_path)), ROWS)
        connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
        append(journal, 2)
        both = put(tmp_path / "both", contents(tmp_path))
    log, files = contents(both)[LOG], salvage.Files(both / storage.JOURNAL)
    assert len(files.log) > 100 * 4120
    assert 0 < len(files.frames) < 20
    assert (salvage.torn_off(files), "database" in vars(files)) == (None, False), "the database needn't be read"
    assert len(read(both)) == ROWS + 2
    alone = put(tmp_path / "alone", {LOG: log})
    assert storage.set_aside(alone, found(alone, "row 1 is on a page that is missing")).read_bytes() == log


def test_another_tables_journal_is_not_taken_for_ones_own(tmp_path: Path) -> None:
    mine, theirs, named = (tmp_path / name for name in ("mine", "theirs", "named"))
    for folder, rows in ((mine, 5), (theirs, 6), (named, 0)):
        folder.mkdir()
        write(folder, rows, folder.name)
    with closing(storage.open_journal(named)) as connection:
        seated(open_table(connection), "ABCDEF")
    (mine / storage.JOURNAL).write_bytes((named / storage.JOURNAL).read_bytes())
    with pytest.raises(storage.NotOurs, match=r"belongs to the table of PA, PB,"):
        storage.read_journal(mine)
    (mine / storage.JOURNAL).write_bytes((theirs / storage.JOURNAL).read_bytes())
    with pytest.raises(storage.NotOurs, match=r"another table; it isn't the one that was written here.*Nothing was changed"):
        storage.read_journal(mine)
    (mine / storage.NEWEST).unlink()  # As the error's sentence says.
    assert storage.read_journal(mine).last == 6


def test_a_number_of_an_earlier_version_tells_no_journal_from_another(tmp_path: Path) -> None:
    write(tmp_path, 3)
    (tmp_path / storage.NEWEST).write_text("           3 4e074085\n")
    assert storage.read_journal(tmp_path).last == 3
    (tmp_path / storage.NEWEST).write_text("           4 4b227777\n")
    with pytest.raises(Damaged, match="row 4 and all rows up to 4 are missing"):
        storage.read_journal(tmp_path)


def test_what_lay_before_a_lost_frame_is_offered(tmp_path: Path, killed: Contents) -> None:
    """One of them is the only one with the first rows, which moved when their page was full."""
    for number in range(70, 75):  # Of 148 frames: there are three or four to a row.
        log, at = bytearray(killed[LOG]), wal.HEADER + (wal.FRAME + PAGE) * number + wal.FRAME
        log[at : at + 512] = bytes(512)
        folder = put(tmp_path / str(number), {**killed, LOG: bytes(log)})
        storage.set_aside(folder, found(folder))
        assert len(read(folder)) == ROWS


def test_a_newest_row_that_cannot_be_read_is_not_thrown_away(tmp_path: Path, killed: Contents) -> None:
    folder = spoilt(tmp_path / "data", killed, killed[LOG].index(b"command", -PAGE))
    found(folder, f"row {ROWS} and all rows up to {ROWS} are missing")


def test_keys_that_cannot_be_read_are_damage_and_cost_no_row(tmp_path: Path) -> None:
    write(tmp_path, ROWS)
    with closing(storage.open_journal(tmp_path)) as connection:
        [(page,)] = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'once'")
    data = bytearray((tmp_path / storage.JOURNAL).read_bytes())
    data[PAGE * (page - 1) : PAGE * page] = bytes(PAGE)
    (tmp_path / storage.JOURNAL).write_bytes(data)
    with closing(storage.open_journal(tmp_path)) as connection, pytest.raises(Damaged, match="by its key") as damage:
        Journal(connection).newest_key("room")
    storage.set_aside(tmp_path, damage.value)
    assert len(read(tmp_path)) == ROWS
