"""Nothing in the data folder is anybody's but its owner's (W9)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import Damaged, Journal
from firmware import storage


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
    with storage.claim(folder):
        connection = storage.open_journal(folder)
        Journal(connection).append(0, "1.table.1", "A", None, "{}", "[]", "{}")
        assert {"journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "lock"} <= {
            path.name for path in folder.iterdir()
        }
        assert open_to_others(folder) == []
        connection.close()


def test_a_new_folder_is_its_owners(tmp_path: Path) -> None:
    use(tmp_path / "new")
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o700


def test_in_a_folder_that_is_open_to_all_every_file_is_its_owners(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    use(tmp_path)


def test_what_was_open_before_is_closed(tmp_path: Path) -> None:
    use(tmp_path)
    for path in tmp_path.iterdir():
        path.chmod(0o644)
    assert open_to_others(tmp_path) == ["journal.sqlite", "lock"]  # The control: it would be seen.
    use(tmp_path)


def test_what_is_kept_of_a_damaged_journal_is_its_owners_too(tmp_path: Path) -> None:
    use(tmp_path)
    storage.set_aside(tmp_path, Damaged(0, 1, 0, "is not what was written"))
    assert {"journal.sqlite", "journal.damaged-1.sqlite"} <= {path.name for path in tmp_path.iterdir()}
    assert open_to_others(tmp_path) == []
    use(tmp_path)
