"""Nothing in the data folder is anybody's but its owner's (W9); a missing end is found, and what is locked left alone."""

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import Damaged, Journal, Refused
from firmware import storage
from tests.firmware.holding import held, no_room


@pytest.fixture(autouse=True)
def generous() -> Iterator[None]:
    """What is made without a thought, everybody may read and write."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Return what in *folder* somebody else could read, if they can come in."""
    return sorted(path.name for path in folder.iterdir() if path.stat().st_mode & 0o077)


def use(folder: Path) -> None:
    """Open the journal and write, so that all of its files are there."""
    with storage.claim(folder), closing(storage.open_journal(folder)) as connection:
        Journal(connection).append(0, "1.table.1", "A", None, "{}", "[]", "{}")
        names = {path.name for path in folder.iterdir()}
        assert {"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock"} <= names
        assert open_to_others(folder) == []


def test_a_new_folder_is_its_owners_and_in_one_that_is_open_to_all_every_file_is(tmp_path: Path) -> None:
    use(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700
    tmp_path.chmod(0o777)
    use(tmp_path)


def test_what_was_open_before_is_closed_and_what_is_kept_of_a_damaged_journal_is_its_owners_too(tmp_path: Path) -> None:
    use(tmp_path)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    assert open_to_others(tmp_path) == ["journal.sqlite", "lock"]  # The control: it would be seen.
    use(tmp_path)
    storage.set_aside(tmp_path, Damaged(0, 1, 0, "is not what was written"))
    assert {"journal.sqlite", "journal.damaged-1.sqlite"} <= {path.name for path in tmp_path.iterdir()}
    use(tmp_path)


def with_rows(folder: Path, rows: int) -> None:
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        list(journal.rows(1))
        for _ in range(rows):
            journal.append(1, "1.barracuda.1", "A", None, "[]", "[]", "{}")


def opened(folder: Path) -> int:
    with closing(storage.open_journal(folder)) as connection:
        return Journal(connection, storage.Newest(folder)).last


def test_a_journal_whose_end_was_cut_off_is_found_and_what_is_left_offered(tmp_path: Path) -> None:
    with_rows(tmp_path, 3)
    earlier = (tmp_path / storage.JOURNAL).read_bytes()
    with_rows(tmp_path, 2)
    (tmp_path / storage.JOURNAL).write_bytes(earlier)
    with pytest.raises(Damaged, match="row 4 and all up to 5 are missing; 3 rows before it are whole") as found:
        opened(tmp_path)
    kept = storage.set_aside(tmp_path, found.value)
    assert kept.read_bytes() == earlier
    assert opened(tmp_path) == 3
    with_rows(tmp_path, 1)
    assert opened(tmp_path) == 4


@pytest.mark.parametrize("noted", [None, b"", b"2", b"           2 ", b"\xff" * 22, b"           9 d4735e3a\n"])
def test_a_number_that_is_late_missing_or_spoilt_alarms_nobody(tmp_path: Path, noted: bytes | None) -> None:
    with_rows(tmp_path, 3)
    assert storage.Newest(tmp_path).read() == 3
    (tmp_path / storage.NEWEST).unlink()
    if noted is not None:
        (tmp_path / storage.NEWEST).write_bytes(noted)
    assert opened(tmp_path) == 3
    with_rows(tmp_path, 1)
    assert storage.Newest(tmp_path).read() == 4
    assert (tmp_path / storage.NEWEST).stat().st_mode & 0o777 == 0o600
    (tmp_path / storage.NEWEST).unlink()
    (tmp_path / storage.NEWEST).mkdir()  # The disk does not take it: that stops no game.
    with_rows(tmp_path, 1)
    assert opened(tmp_path) == 5


@pytest.mark.usefixtures("impatient")
def test_what_another_program_has_locked_or_the_disk_has_no_room_for_is_not_set_aside(tmp_path: Path) -> None:
    """Not a row of it could be copied."""
    with_rows(tmp_path, 3)
    refused, before = Refused(1, 3, 2, "doesn't add up"), (tmp_path / storage.JOURNAL).read_bytes()
    with held(tmp_path / storage.JOURNAL):
        with pytest.raises(storage.Locked, match=r"journal.sqlite locked: close that program .* Nothing was changed"):
            opened(tmp_path)
        with pytest.raises(storage.Locked):
            storage.set_aside(tmp_path, refused)
    with no_room(), pytest.raises(storage.Stuck):
        storage.set_aside(tmp_path, refused)
    assert ((tmp_path / storage.JOURNAL).read_bytes(), list(tmp_path.glob("*damaged*"))) == (before, [])
    assert opened(tmp_path) == 3
    storage.set_aside(tmp_path, refused)
    assert opened(tmp_path) == 2
