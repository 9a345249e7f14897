"""Manage the data directory: lock it for one running table, open its journal, and set a damaged journal aside."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import sqlite3
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from companion.journal.salvage import Files, put_back, salvage, torn_off
from companion.journal.store import MARK, TABLE_ROWS, Damaged, Foreign, Journal, connect
from companion.keeping.replaying import replayed_room
from companion.tags.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

JOURNAL: Final = "journal.sqlite"
NEWEST: Final = "journal.newest"
LOCK: Final = "lock"
GATE: Final = (512, 0x4000_0000)  # Length and start of the bytes that SQLite locks to read a file (PENDING_BYTE in its os.h).
NO_WRITES: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
ROOM: Final = 128 * 1024  # Bytes that must be free before SQLite opens the journal: its log's index takes 32 KiB or more.
OWN: Final = 0o600  # Files are for their owner alone, because the folder may be an existing one that is open to all.
# SQLite's codes for a disk that takes no writes, including those for its log's index (shm), a file that SQLite creates.
# Codes for failed reads are not among them: those mean damage.
STUCK: Final = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
})  # fmt: skip


class InUse(Exception):
    """Raised if another table is running on the same data directory."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"a table is running on {folder} already: stop that one first, or give another --data")


class Locked(Exception):
    """Raised if another program has locked the journal."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another program has {folder / JOURNAL} locked: close that program (a database viewer, a backup), "
            "then try again. Nothing was changed"
        )


class NotOurs(Exception):
    """Raised if the journal in the folder belongs to another table."""

    def __init__(self, folder: Path, names: Collection[str]) -> None:
        whose = f"the table of {', '.join(names)}" if names else "another table"
        super().__init__(
            f"the journal in {folder} belongs to {whose}; it isn't the one that was written here. Put the right {JOURNAL} "
            f"back, or delete {NEWEST} beside it to go on with this one. Nothing was changed"
        )


class Stuck(Exception):
    """Raised if the disk takes no writes: it is full, or it is failing."""

    def __init__(self, folder: Path, error: Exception) -> None:
        super().__init__(
            f"the journal can't be written to the disk ({error}): make room on the disk that holds {folder} (df -h), "
            "or copy that folder onto a new card, then try again. The journal is as it was"
        )


def claim(folder: Path) -> IO[str]:
    """Create *folder* (mode 0700) if it is missing and lock it, until the returned file is closed or the process ends.

    Raises InUse if another process holds the lock.
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


def is_claimed(folder: Path) -> bool:
    """Return whether a running table holds the lock on *folder*; also on a disk that takes no writes, unlike `claim`."""
    try:
        with (folder / LOCK).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return isinstance(error, BlockingIOError)
    return False


def open_journal(folder: Path) -> sqlite3.Connection:
    """Open the journal in *folder*, mode 0600; raise Damaged if SQLite can't read its first page.

    Raises Locked if another program keeps it locked for more than a few seconds, and Stuck. SQLite gives its log, the files
    beside the journal, the same mode.
    """
    path = folder / JOURNAL
    torn = torn_off(Files(path), Newest(folder).read())  # Before SQLite writes anything: see companion/journal/salvage.py.
    _own(path)
    try:
        with answering(folder):
            _make_room(folder)
            connection = connect(path)
            if torn is not None:
                put_back(connection, torn)
            return connection
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's message may quote bytes that aren't text.
        raise Damaged(TABLE_ROWS, 1, 0, f"can't be read ({error})") from error


def _make_room(folder: Path) -> None:
    """Raise a full disk's OSError if there is no room for the files that SQLite maps into memory; it would get a SIGBUS."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))
        file.flush()
        os.fsync(file.fileno())


def read_journal(folder: Path) -> Journal:
    """Open the journal in *folder* and return it; raise NotOurs if it is another table's, and what `open_journal` raises."""
    connection = open_journal(folder)
    try:
        return Journal(connection, Newest(folder))
    except Foreign as foreign:
        theirs = replayed_room(Journal(connection), Pieces()).room
        raise NotOurs(folder, theirs.names.values()) from foreign


@contextmanager
def answering(folder: Path) -> Iterator[None]:
    """Turn errors that another program's lock or the disk causes into Locked and Stuck; let all others pass."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
        if is_lock(error):
            raise Locked(folder) from error
        if takes_no_writes(error):
            raise Stuck(folder, error) from error
        raise


def is_locked(folder: Path) -> bool:
    """Return whether another program keeps the journal in *folder* locked even against reading.

    The journal must exist, and this process must not have it open. A program that only reads it doesn't count. Tests the lock
    without SQLite, which would leave files beside the journal.
    """
    with (folder / JOURNAL).open("rb") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, *GATE)
        except BlockingIOError:
            return True
    return False


def is_lock(error: Exception) -> bool:
    """Return whether *error* is due to another program's lock: any of SQLite's "busy" codes, which share their last byte."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def takes_no_writes(error: Exception) -> bool:
    """Return whether *error* means that the disk takes no writes, usually because it is full."""
    code = getattr(error, "sqlite_errorcode", 0)
    return bool({code, code & 0xFF} & STUCK) or getattr(error, "errno", 0) in NO_WRITES


class Newest:
    """The number and link of the journal's newest row, kept in a file beside it to detect a truncated or foreign journal.

    Written after each commit, without forcing it to the disk: after a power cut the file may name an older row, but never one
    that doesn't exist. A file whose check digits don't match is ignored.
    """

    def __init__(self, folder: Path) -> None:
        """Remember the file's path; the first `write` creates the file."""
        self._path = folder / NEWEST

    def read(self) -> int:
        """Return the number, or 0 if there is none that can be trusted."""
        return self._read()[0]

    def link(self) -> str:
        """Return the first digits of the link, or "" if there are none, as in a file of an earlier version."""
        return self._read()[1]

    def write(self, n: int, link: bytes) -> None:
        """Overwrite both in a single write. If the disk refuses, only this check is lost."""
        with suppress(OSError):
            _own(self._path)
            with self._path.open("r+b", buffering=0) as file:
                file.write(_noted(n, link.hex()[:MARK]).encode())

    def clear(self) -> None:
        """Remove the file, and wait for the disk. It is missing at a new table, too."""
        self._path.unlink(missing_ok=True)
        sync_folder(self._path.parent)

    def _read(self) -> tuple[int, str]:
        try:
            text = self._path.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError):
            return 0, ""
        number, link = text[:12].strip(), text[22 : 22 + MARK].strip()
        is_right = number.isdigit() and text == _noted(int(number), link)
        return (int(number), link) if is_right else (0, "")


def sync_folder(folder: Path) -> None:
    """Wait until the disk has which files there are in *folder*, and under which names."""
    opened = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _noted(n: int, link: str) -> str:
    said = f"{n} {link}" if link else str(n)
    return f"{n:12} {hashlib.sha256(said.encode()).hexdigest()[:8]} {link}".rstrip() + "\n"


def set_aside(folder: Path, damage: Damaged) -> Path:
    """Rename the damaged journal and its log, otherwise untouched, and put a journal of their usable rows in their place.

    Returns the kept file, which is the log if there is no journal beside it. Raises Locked or Stuck, and changes nothing, if
    another program has the journal locked or the disk has no room, because no row could be salvaged then.
    """
    path = folder / JOURNAL
    if path.exists() and is_locked(folder):
        raise Locked(folder)
    kept = _free_name(folder)
    fresh = folder / "journal.salvaged.sqlite"
    fresh.unlink(missing_ok=True)
    _own(fresh)
    with answering(folder):
        salvage(path, fresh, damage)
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        if file.exists():
            file.rename(kept.with_name(kept.name + suffix))
    (folder / NEWEST).unlink(missing_ok=True)  # It names a row that may now be set aside.
    fresh.rename(path)
    return kept if kept.exists() else kept.with_name(f"{kept.name}-wal")


def _own(path: Path) -> None:
    """Create *path* if it is missing, and let nobody but its owner read it."""
    path.touch(mode=OWN)
    if path.stat().st_mode & 0o077:
        path.chmod(OWN)


def _free_name(folder: Path) -> Path:
    number = 1
    while list(folder.glob(f"journal.damaged-{number}.sqlite*")):
        number += 1
    return folder / f"journal.damaged-{number}.sqlite"
