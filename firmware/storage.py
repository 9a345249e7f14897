"""The data directory: one running table at a time, its journal, and what to do with a damaged one."""

from __future__ import annotations

import fcntl
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import IO, Final

from companion.journal import TABLE_ROWS, Damaged, connect, salvage

JOURNAL: Final = "journal.sqlite"
LOCK: Final = "lock"
OWN: Final = 0o600  # Each file is its owner's alone, for the folder may have been there before, and open to all.


class InUse(Exception):  # noqa: N818  # A fact about the directory.
    """Another table runs on the same data directory."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"a table is running on {folder} already: stop that one first, or give another --data")


def claim(folder: Path) -> IO[str]:
    """Create *folder* (mode 0700) where it is missing and lock it; the lock ends with the returned file or the process.

    Raises InUse where another process holds it.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _own(folder / LOCK)
    lock = (folder / LOCK).open("a")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise InUse(folder) from error
    return lock


def open_journal(folder: Path) -> sqlite3.Connection:
    """Open the journal in *folder*, mode 0600; raise Damaged where SQLite can't read its first page.

    SQLite makes the files beside it (its log) of the same mode.
    """
    path = folder / JOURNAL
    _own(path)
    try:
        return connect(path)
    except sqlite3.DatabaseError as error:
        raise Damaged(TABLE_ROWS, 1, 0, f"can't be read ({error})") from error


def set_aside(folder: Path, damage: Damaged) -> Path:
    """Keep the damaged journal under another name, put its valid part in its place, and return the kept file.

    The write-ahead log is folded into the kept file first, as far as SQLite can.
    """
    path = folder / JOURNAL
    kept = _free_name(folder)
    fresh = folder / "journal.salvaged.sqlite"
    fresh.unlink(missing_ok=True)
    _fold_log(path)
    _own(fresh)
    salvage(path, fresh, damage)
    path.rename(kept)
    for suffix in ("-wal", "-shm"):
        log = folder / (JOURNAL + suffix)
        if log.exists():
            log.rename(folder / (kept.name + suffix))
    fresh.rename(path)
    return kept


def _own(path: Path) -> None:
    """Create *path* where it is missing; let nobody but its owner read it."""
    path.touch(mode=OWN)
    if path.stat().st_mode & 0o077:
        path.chmod(OWN)


def _free_name(folder: Path) -> Path:
    number = 1
    while (kept := folder / f"journal.damaged-{number}.sqlite").exists():
        number += 1
    return kept


def _fold_log(path: Path) -> None:
    try:
        with closing(sqlite3.connect(path)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.DatabaseError:
        pass  # Damaged beyond that: the file and its log are kept side by side.
