"""A disk in memory under SQLite that remembers every step, and what a power cut may have left of it after any of them.

What was synced is there. Of the rest any part may be: writes in sectors of 512 bytes, each by itself, truncations, and in the
directory files that were made or deleted. A new journal's first sync is also one of the directory, as SQLite has it; a
deletion is not, for SQLite asks for that with synchronous=EXTRA only.
"""

from __future__ import annotations

import copy
import os
import random
import sqlite3
import stat
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import apsw

from companion import journal as shipped

SECTOR: Final = 512
MEMORY: Final = Path("/dev/shm")  # A folder of our own is made in it.
LOGS: Final = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL

Contents = dict[str, bytes]


@dataclass(slots=True)
class File:
    """A file, whatever its name: what everybody reads, what is safe, and what was done since the last sync, in order."""

    now: bytearray = field(default_factory=bytearray)
    safe: bytearray = field(default_factory=bytearray)
    unsafe: list[tuple[int, bytes | None]] = field(default_factory=list)  # From where what was written; None: cut off there.
    is_listed: bool = True  # Whether the directory needs no sync with this file's next.

    def write(self, at: int, data: bytes) -> None:
        _write(self.now, at, data)
        while data:  # Sector by sector: the disk knows nothing smaller.
            length = SECTOR - at % SECTOR
            self.unsafe.append((at, data[:length]))
            at, data = at + length, data[length:]

    def cut(self, size: int) -> None:
        del self.now[size:]
        self.unsafe.append((size, None))

    def sync(self) -> None:
        self.safe, self.unsafe = bytearray(self.now), []

    def left(self, is_kept: Callable[[], bool]) -> bytes:
        """Return what a power cut leaves, where *is_kept* decides for every unsafe step."""
        found = bytearray(self.safe)
        for at, data in self.unsafe:
            if is_kept():
                if data is None:
                    del found[at:]
                else:
                    _write(found, at, data)
        return bytes(found)


def _write(where: bytearray, at: int, data: bytes) -> None:
    if len(where) < at:
        where.extend(bytes(at - len(where)))
    where[at : at + len(data)] = data


class Disk:
    """The files of one folder. *step* is called before every step with its kind, and may raise to let it fail."""

    def __init__(self, step: Callable[[str], None] = lambda kind: None) -> None:
        self.files: dict[str, File] = {}
        self.step = step
        self.counts: Counter[str] = Counter()
        self._safe: dict[str, File] = {}
        self._unsafe: list[tuple[str, File | None]] = []  # What the directory was told since its last sync.

    def open(self, name: str, flags: int) -> File:
        self._do("open")
        if name not in self.files:
            self.files[name] = File(is_listed=not flags & LOGS)
            self._unsafe.append((name, self.files[name]))
        return self.files[name]

    def delete(self, name: str, *, sync: bool) -> None:
        self._do("delete")
        if self.files.pop(name, None) is None:
            raise _missing()
        self._unsafe.append((name, None))
        if sync:
            self._sync_directory()

    def write(self, file: File, at: int, data: bytes) -> None:
        self._do("write")
        file.write(at, data)

    def cut(self, file: File, size: int) -> None:
        self._do("cut")
        file.cut(size)

    def sync(self, file: File) -> None:
        self._do("sync")
        file.sync()
        if not file.is_listed:
            file.is_listed = True
            self._sync_directory()

    def read(self, file: File, at: int, length: int) -> bytes:
        self._do("read")
        return bytes(file.now[at : at + length])

    def left(self, is_kept: Callable[[], bool]) -> Contents:
        """Return the files that a power cut leaves now, where *is_kept* decides for every step that wasn't synced."""
        listed = dict(self._safe)
        for name, file in self._unsafe:
            if is_kept():
                if file is None:
                    listed.pop(name, None)
                else:
                    listed[name] = file
        return {name: file.left(is_kept) for name, file in listed.items()}

    def waiting(self) -> set[str]:
        """Return the names of the files of which something waits for a sync, be it the directory's."""
        return {name for name, _ in self._unsafe} | {name for name, file in self.files.items() if file.unsafe}

    def contents(self) -> Contents:
        """Return the files as they are while the power is on."""
        return {name: bytes(file.now) for name, file in self.files.items()}

    def after_kill(self) -> Disk:
        """Return a disk of its own with all that this one knows: the system keeps what a killed program wrote."""
        disk = Disk()
        disk.files, disk._safe, disk._unsafe = copy.deepcopy((self.files, self._safe, self._unsafe))
        return disk

    def _sync_directory(self) -> None:
        self.counts["directory"] += 1
        self._safe, self._unsafe = dict(self.files), []

    def _do(self, kind: str) -> None:
        self.counts[kind] += 1
        self.step(kind)


def disk_with(contents: Contents, step: Callable[[str], None] = lambda kind: None) -> Disk:
    """Return a disk on which *contents* are safe."""
    disk = Disk(step)
    disk.files = {name: File(bytearray(data), bytearray(data)) for name, data in contents.items()}
    disk._safe = dict(disk.files)
    return disk


class Place:
    """A file on *disk* as Python's own `Path` has it, as far as a small file beside the journal needs it."""

    def __init__(self, disk: Disk, name: str = "") -> None:
        self._disk, self._name = disk, name

    def __truediv__(self, name: str) -> Place:
        return Place(self._disk, name)

    def touch(self, mode: int) -> None:
        if self._name not in self._disk.files:
            self._disk.open(self._name, 0)

    def stat(self) -> os.stat_result:
        return os.stat_result((stat.S_IFREG | 0o600, *(0,) * 9))

    def open(self, mode: str, buffering: int) -> Place:
        return self

    def write(self, data: bytes) -> int:
        self._disk.write(self._disk.files[self._name], 0, data)
        return len(data)

    def read_text(self, encoding: str) -> str:
        if self._name not in self._disk.files:
            raise FileNotFoundError(self._name)
        return bytes(self._disk.files[self._name].now).decode(encoding)

    def __enter__(self) -> Place:
        return self

    def __exit__(self, *_: object) -> None:
        pass


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Return a folder for a while: in memory, where the system has a place for that, so that no sync is waited for."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def put(contents: Contents, folder: Path) -> None:
    """Write *contents* into the real *folder*."""
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def power_cut(generator: random.Random) -> Callable[[], bool]:
    """Return what decides which unsafe steps a power cut leaves: often all or none, else a random share of them."""
    share = generator.choice((0.0, 1.0, generator.random(), generator.random()))
    return lambda: generator.random() < share


# Under SQLite


class Folder(apsw.VFS):
    """Lets SQLite work on *disk*. Wants to be unregistered at the end."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> _Opened:  # SQLite's names.
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _Opened(self._disk, self._disk.open(Path(filename or "temporary").name, flags[0]))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        self._disk.delete(Path(filename).name, sync=bool(syncdir))

    def xAccess(self, pathname: str, flags: int) -> bool:
        return Path(pathname).name in self._disk.files

    def xFullPathname(self, name: str) -> str:
        return name


class _Opened:
    """An open file, as SQLite sees it: on a disk like ours, with one process that uses it."""

    def __init__(self, disk: Disk, file: File) -> None:
        self._disk, self._file = disk, file

    def xRead(self, amount: int, offset: int) -> bytes:
        return self._disk.read(self._file, offset, amount)

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.write(self._file, offset, bytes(data))

    def xTruncate(self, newsize: int) -> None:
        self._disk.cut(self._file, newsize)

    def xSync(self, flags: int) -> None:
        self._disk.sync(self._file)

    def xFileSize(self) -> int:
        return len(self._file.now)

    def xClose(self) -> None:
        pass

    def xLock(self, level: int) -> None:
        pass

    def xUnlock(self, level: int) -> None:
        pass

    def xCheckReservedLock(self) -> bool:
        return False

    def xSectorSize(self) -> int:
        return 4096  # As SQLite has it for every disk under Linux.

    def xDeviceCharacteristics(self) -> int:
        return apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # As there.

    def xFileControl(self, op: int, pointer: int) -> bool:
        return False


def _missing() -> Exception:
    error = apsw.IOError("no such file")  # SQLite often deletes what may not be there.
    error.extendedresult = apsw.SQLITE_IOERR_DELETE_NOENT
    return error


# Under the journal


class Borrowed:
    """An apsw connection that raises the errors that Python's own would raise."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> _Rows:
        with _as_pythons():
            return _Rows(self._connection.execute(statement, values))

    def close(self) -> None:
        with _as_pythons():
            self._connection.close()


class _Rows:
    def __init__(self, cursor: apsw.Cursor) -> None:
        self._cursor = cursor

    def __iter__(self) -> Iterator[Any]:
        with _as_pythons():
            yield from self._cursor

    def fetchone(self) -> Any:
        with _as_pythons():
            return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return list(self)


@contextmanager
def _as_pythons() -> Iterator[None]:
    try:
        yield
    except apsw.ConstraintError as error:
        raise sqlite3.IntegrityError(str(error)) from error
    except (apsw.CorruptError, apsw.NotADBError) as error:
        raise sqlite3.DatabaseError(str(error)) from error
    except apsw.Error as error:
        raise sqlite3.OperationalError(str(error)) from error


def shipped_settings() -> tuple[str, str]:
    """Return the settings that the shipped journal's own connection has."""
    with tempfile.TemporaryDirectory() as folder, closing(shipped.connect(Path(folder) / "journal.sqlite")) as connection:
        found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    return f"journal_mode={found[0]}", f"synchronous={found[1]}"


@contextmanager
def connected(
    disk: Disk, *settings: str, checkpoint: int = 1000, prepare: Callable[[Any], None] = lambda connection: None
) -> Iterator[Borrowed]:
    """Connect to the journal on *disk* with *settings*, or *prepare* it; the log is folded into it after *checkpoint* pages.

    With WAL it has the file for itself, as SQLite then needs no memory to share with others.
    """
    folder = Folder(f"disk {id(disk)}", disk)
    try:
        raw = apsw.Connection("journal.sqlite", vfs=f"disk {id(disk)}")
        connection = Borrowed(raw)
        alone = ("locking_mode=EXCLUSIVE",) if "journal_mode=wal" in settings or not settings else ()
        for setting in (*alone, *settings, f"wal_autocheckpoint={checkpoint}"):
            connection.execute(f"PRAGMA {setting}").fetchall()
        prepare(connection)
        try:
            yield connection
        finally:
            disk.step = lambda kind: None  # It ends without trouble.
            connection.close()
    finally:
        folder.unregister()
