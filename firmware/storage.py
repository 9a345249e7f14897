"""The data directory: one running table at a time, its journal, and what to do with a damaged one or one that is held."""

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
from companion.table.match import replayed_room
from companion.tags.pieces import Pieces

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

JOURNAL: Final = "journal.sqlite"
NEWEST: Final = "journal.newest"
LOCK: Final = "lock"
GATE: Final = (512, 0x4000_0000)  # How many bytes and from where: SQLite locks them to read a file (its os.h, PENDING_BYTE).
TAKES_NOTHING: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EIO)
ROOM: Final = 128 * 1024  # bytes that must be free before SQLite is let in: its log's index takes 32 KiB and more.
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


class NotOurs(Exception):  # noqa: N818  # A fact about the journal.
    """The journal in the folder is another table's."""

    def __init__(self, folder: Path, names: Collection[str]) -> None:
        whose = f"the table of {', '.join(names)}" if names else "another table"
        super().__init__(
            f"the journal in {folder} is that of {whose}, and not the one that was written here. Put the right {JOURNAL} "
            f"back, or delete {NEWEST} beside it to go on with this one. Nothing was changed"
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
    torn = torn_off(Files(path), Newest(folder).read())  # Before SQLite writes anything: see companion/journal/salvage.py.
    _own(path)
    try:
        with answering(folder):
            _make_room(folder)
            connection = connect(path)
            if torn is not None:
                put_back(connection, torn)
            return connection
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite's own sentence may quote what is no text.
        raise Damaged(TABLE_ROWS, 1, 0, f"can't be read ({error})") from error


def _make_room(folder: Path) -> None:
    """Raise an OSError of a full disk where there is no room for what SQLite maps into memory: there it would be a SIGBUS."""
    with tempfile.TemporaryFile(dir=folder) as file:
        file.write(bytes(ROOM))
        file.flush()
        os.fsync(file.fileno())


def read_journal(folder: Path) -> Journal:
    """Open the journal in *folder* and return it; raise NotOurs for another table's, and what `open_journal` raises."""
    connection = open_journal(folder)
    try:
        return Journal(connection, Newest(folder))
    except Foreign as foreign:
        theirs = replayed_room(Journal(connection), Pieces()).room
        raise NotOurs(folder, theirs.names.values()) from foreign


@contextmanager
def answering(folder: Path) -> Iterator[None]:
    """Raise Locked or Stuck where something within fails by another program or by the disk, and not by what was written."""
    try:
        yield
    except (sqlite3.OperationalError, OSError) as error:
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
    return bool({code, code & 0xFF} & STUCK) or getattr(error, "errno", 0) in TAKES_NOTHING


class Newest:
    """The number and the link of the journal's newest row, in a file beside it, by which a journal without its end is found.

    So is another table's. They are written after each commit and left to the system to bring to the disk: after a power cut the
    file may know too little, but never of a row that isn't there. Whatever lacks its check digits says nothing.
    """

    def __init__(self, folder: Path) -> None:
        """Create nothing before the first number."""
        self._path = folder / NEWEST

    def read(self) -> int:
        """Return the number, 0 where there is none that can be trusted."""
        return self._read()[0]

    def link(self) -> str:
        """Return the first digits of the link; "" where there are none, as in a file of an earlier version."""
        return self._read()[1]

    def write(self, n: int, link: bytes) -> None:
        """Write both over what was there before, in one piece; a disk that doesn't take it costs nothing but this check."""
        with suppress(OSError):
            _own(self._path)
            with self._path.open("r+b", buffering=0) as file:
                file.write(_noted(n, link.hex()[:MARK]).encode())

    def _read(self) -> tuple[int, str]:
        try:
            text = self._path.read_text(encoding="ascii")
        except (OSError, UnicodeDecodeError):
            return 0, ""
        number, link = text[:12].strip(), text[22 : 22 + MARK].strip()
        is_right = number.isdigit() and text == _noted(int(number), link)
        return (int(number), link) if is_right else (0, "")


def _noted(n: int, link: str) -> str:
    said = f"{n} {link}" if link else str(n)
    return f"{n:12} {hashlib.sha256(said.encode()).hexdigest()[:8]} {link}".rstrip() + "\n"


def set_aside(folder: Path, damage: Damaged) -> Path:
    """Keep the damaged journal and its log under another name, as they are, and put their usable rows in their place.

    Return the kept file: the log where there is no journal beside it. Raises Locked or Stuck, and changes nothing, where
    another program has the journal locked or the disk has no room: not a row of it would be in its place.
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
    (folder / NEWEST).unlink(missing_ok=True)  # It knows of rows that are now set aside.
    fresh.rename(path)
    return kept if kept.exists() else kept.with_name(f"{kept.name}-wal")


def _own(path: Path) -> None:
    """Create *path* where it is missing; let nobody but its owner read it."""
    path.touch(mode=OWN)
    if path.stat().st_mode & 0o077:
        path.chmod(OWN)


def _free_name(folder: Path) -> Path:
    number = 1
    while list(folder.glob(f"journal.damaged-{number}.sqlite*")):
        number += 1
    return folder / f"journal.damaged-{number}.sqlite"
