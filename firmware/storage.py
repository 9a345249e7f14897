"""The data directory: one running table at a time, its journal, and what to do with a damaged one or one that is held."""

from __future__ import annotations

import errno
import fcntl
import hashlib
import sqlite3
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import IO, TYPE_CHECKING, Final

from companion.journal import TABLE_ROWS, Damaged, connect
from companion.salvage import salvage

if TYPE_CHECKING:
    from collections.abc import Iterator

JOURNAL: Final = "journal.sqlite"
NEWEST: Final = "journal.newest"
LOCK: Final = "lock"
GATE: Final = (512, 0x4000_0000)  # How many bytes and from where: SQLite locks them to read a file (its os.h, PENDING_BYTE).
OWN: Final = 0o600  # Each file is its owner's alone, for the folder may have been there before, and open to all.
# What SQLite says of a disk that takes nothing; what can't be read is damage. Its log's index (shm) is a file that it makes.
STUCK: Final = frozenset({
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_IOERR_WRITE, sqlite3.SQLITE_IOERR_FSYNC,
    sqlite3.SQLITE_IOERR_DIR_FSYNC, sqlite3.SQLITE_IOERR_TRUNCATE, sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE,
    sqlite3.SQLITE_IOERR_SHMMAP,
})  # fmt: skip


class InUse(Exception):  # noqa: N818  # A fact about the directory.
    """Another table runs on the same data directory."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"a table is running on {folder} already: stop that one first, or give another --data")


class Locked(Exception):  # noqa: N818  # A fact about the journal, which says nothing of what is in it.
    """Another program has locked the journal."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            f"another program has {folder / JOURNAL} locked: close that program (a viewer of databases, a backup), "
            "then try again. Nothing was changed"
        )


class Stuck(Exception):  # noqa: N818  # A fact about the disk, which says nothing of what is in the journal.
    """The disk takes nothing: it is full, or it fails."""

    def __init__(self, folder: Path, error: Exception) -> None:
        super().__init__(
            f"the disk does not take what the journal needs ({error}): make room where {folder} is (df -h), "
            "or copy that folder onto a new card, then try again. The journal is as it was"
        )


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

    Raises Locked where another program keeps it from us for longer than some seconds, and Stuck. SQLite makes the files beside
    it (its log) of the same mode.
    """
    path = folder / JOURNAL
    _own(path)
    try:
        with answering(folder):
            return connect(path)
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own sentence may quote what is no text.
        raise Damaged(TABLE_ROWS, 1, 0, f"can't be read ({error})") from error


@contextmanager
def answering(folder: Path) -> Iterator[None]:
    """Raise Locked or Stuck where something within fails by another program or by the disk, and not by what was written."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if is_lock(error):
            raise Locked(folder) from error
        if is_full(error):
            raise Stuck(folder, error) from error
        raise


def is_locked(folder: Path) -> bool:
    """Whether another program lets nobody read the journal in *folder*; it must be there, and this process not have it open.

    Asked without SQLite, which would leave files beside it, so that whoever only reads finds it free.
    """
    with (folder / JOURNAL).open("rb") as file:
        try:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, *GATE)
        except BlockingIOError:
            return True
    return False


def is_lock(error: Exception) -> bool:
    """Whether *error* tells of another program's lock: SQLite's busy in all its kinds, of which the last byte is one."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


def is_full(error: Exception) -> bool:
    """Whether *error* tells of a disk that takes nothing: most often there is no room on it."""
    code = getattr(error, "sqlite_errorcode", 0)
    return bool({code, code & 0xFF} & STUCK) or getattr(error, "errno", 0) in (errno.ENOSPC, errno.EDQUOT)


class Newest:
    """The number of the journal's newest row, in a file beside it: so that a journal whose end was cut off is found.

    It is written after each commit and left to the system to bring to the disk: after a power cut it may know too little, but
    never of a row that isn't there. Whatever is no such number, with its check digits, says nothing.
    """

    def __init__(self, folder: Path) -> None:
        """Create nothing before the first number."""
        self._path = folder / NEWEST

    def read(self) -> int:
        """Return the number, 0 where there is none that can be trusted."""
        try:
            text = self._path.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError):
            return 0
        number = text[:12].strip()
        return int(number) if number.isdigit() and text == _noted(int(number)) else 0

    def write(self, n: int) -> None:
        """Write *n* over the number before, in one piece; a disk that doesn't take it costs nothing but this check."""
        with suppress(OSError):
            _own(self._path)
            with self._path.open("r+b", buffering=0) as file:
                file.write(_noted(n).encode())


def _noted(n: int) -> str:
    return f"{n:12} {hashlib.sha256(str(n).encode()).hexdigest()[:8]}\n"


def set_aside(folder: Path, damage: Damaged) -> Path:
    """Keep the damaged journal under another name, put its valid part in its place, and return the kept file.

    The write-ahead log is folded into the kept file first, as far as SQLite can. Raises Locked or Stuck, and changes nothing,
    where another program has the journal locked or the disk has no room: not a row of it would be in its place.
    """
    path = folder / JOURNAL
    _fold_log(path)
    kept = _free_name(folder)
    fresh = folder / "journal.salvaged.sqlite"
    fresh.unlink(missing_ok=True)
    _own(fresh)
    with answering(folder):
        salvage(path, fresh, damage)
    path.rename(kept)
    for suffix in ("-wal", "-shm"):
        log = folder / (JOURNAL + suffix)
        if log.exists():
            log.rename(folder / (kept.name + suffix))
    (folder / NEWEST).unlink(missing_ok=True)  # It knows of rows that are now set aside.
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
        with closing(sqlite3.connect(path, timeout=2)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        if is_lock(error):
            raise Locked(path.parent) from error
        # Else damaged beyond that: the file and its log are kept side by side.
