"""The journal on a disk in memory, which remembers every step and which states a power cut could leave after any of them.

Synced data survives. Of the rest any part may survive: writes in sectors of 512 bytes, each by itself, truncations, and in the
directory files that were made or deleted. A new journal's first sync also syncs the directory, as SQLite has it; a deletion
doesn't, because SQLite asks for that with synchronous=EXTRA only.
"""

import copy
import random
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import apsw

from companion.journal import store as shipped
from firmware import storage

MEMORY: Final = Path("/dev/shm")  # Our folder is made in it.
SECTOR: Final = 512
LOGS: Final = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL

Contents = dict[str, bytes]


class File:
    """An open file, whatever its name: its current contents, its safe contents, and the steps since the last sync, in order."""

    def __init__(self, disk: "Disk", data: bytes = b"", *, is_log: bool = False) -> None:
        self._disk, self._is_listed = disk, not is_log  # Whether this file's next sync needn't sync the directory.
        self.now, self.safe = bytearray(data), bytearray(data)
        self.unsafe: list[tuple[int, bytes | None]] = []  # (offset, bytes written), or None: truncated there.

    def xRead(self, amount: int, offset: int) -> bytes:
        self._disk.do("read")
        return bytes(self.now[offset : offset + amount])

    def xWrite(self, data: bytes, offset: int) -> None:
        self._disk.do("write")
        _write(self.now, offset, data)
        while data:  # Sector by sector: the disk knows no smaller unit.
            length = SECTOR - offset % SECTOR
            self.unsafe.append((offset, bytes(data[:length])))
            offset, data = offset + length, data[length:]

    def xTruncate(self, newsize: int) -> None:
        self._disk.do("cut")
        del self.now[newsize:]
        self.unsafe.append((newsize, None))

    def xSync(self, flags: int) -> None:
        self._disk.do("sync")
        self.sync()
        if not self._is_listed:
            self._is_listed = True
            self._disk.sync_directory()

    def sync(self) -> None:
        self.safe, self.unsafe = bytearray(self.now), []

    def xFileSize(self) -> int:
        return len(self.now)

    # A single process uses it, so it locks nothing.
    xClose = lambda self: None
    xLock = xUnlock = lambda self, level: None
    xCheckReservedLock = xFileControl = lambda self, *_: False
    xSectorSize = lambda self: 4096  # SQLite assumes this for every disk under Linux,
    xDeviceCharacteristics = lambda self: apsw.SQLITE_IOCAP_POWERSAFE_OVERWRITE  # and this.

    def left(self, is_kept: Callable[[], bool]) -> bytes:
        """Return what a power cut leaves if *is_kept* decides about every unsafe step."""
        found = bytearray(self.safe)
        for at, data in self.unsafe:
            if is_kept():
                if data is None:
                    del found[at:]
                else:
                    _write(found, at, data)
        return bytes(found)


def _write(where: bytearray, at: int, data: bytes) -> None:
    where.extend(bytes(max(0, at - len(where))))
    where[at : at + len(data)] = data


class Disk:
    """The files of one folder. *step* is called before every step with its kind, and may raise to let it fail."""

    def __init__(self, step: Callable[[str], None] = lambda kind: None, contents: Contents | None = None) -> None:
        """Begin with *contents*, which are safe."""
        self.files = {name: File(self, data) for name, data in (contents or {}).items()}
        self.step = step
        self.counts: Counter[str] = Counter()
        self._safe = dict(self.files)
        self._unsafe: list[tuple[str, File | None]] = []  # Changes of the directory since its last sync.

    def open(self, name: str, *, is_log: bool = False) -> File:
        self.do("open")
        if name not in self.files:
            self.files[name] = File(self, is_log=is_log)
            self._unsafe.append((name, self.files[name]))
        return self.files[name]

    def delete(self, name: str, *, sync: bool) -> None:
        self.do("delete")
        if self.files.pop(name, None) is None:
            raise FileNotFoundError(name)
        self._unsafe.append((name, None))
        if sync:
            self.sync_directory()

    def left(self, is_kept: Callable[[], bool]) -> Contents:
        """Return the files that a power cut leaves now if *is_kept* decides about every step that wasn't synced."""
        listed = dict(self._safe)
        for name, file in self._unsafe:
            if is_kept():
                if file is None:
                    listed.pop(name, None)
                else:
                    listed[name] = file
        return {name: file.left(is_kept) for name, file in listed.items()}

    def waiting(self) -> set[str]:
        """Return the names of the files that have unsynced changes, including those of the directory."""
        return {name for name, _ in self._unsafe} | {name for name, file in self.files.items() if file.unsafe}

    def contents(self) -> Contents:
        return {name: bytes(file.now) for name, file in self.files.items()}

    def after_kill(self) -> "Disk":
        """Return a separate disk with everything that this one holds: the system keeps what a killed program wrote."""
        disk = Disk()
        known = (self.files, self._safe, self._unsafe)
        disk.files, disk._safe, disk._unsafe = copy.deepcopy(known, {id(self): disk})
        return disk

    def sync_directory(self) -> None:
        self.counts["directory"] += 1
        self._safe, self._unsafe = dict(self.files), []

    def do(self, kind: str) -> None:
        self.counts[kind] += 1
        self.step(kind)


class Folder(apsw.VFS):
    """Lets SQLite work on *disk*. Must be unregistered at the end."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> File:  # SQLite's names.
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        return self._disk.open(Path(filename or "temporary").name, is_log=bool(flags[0] & LOGS))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        try:
            self._disk.delete(Path(filename).name, sync=bool(syncdir))
        except FileNotFoundError as missing:  # SQLite often deletes files that may not exist.
            error = apsw.IOError("no such file")
            error.extendedresult = apsw.SQLITE_IOERR_DELETE_NOENT
            raise error from missing

    def xAccess(self, pathname: str, flags: int) -> bool:
        return Path(pathname).name in self._disk.files

    def xFullPathname(self, name: str) -> str:
        return name


# SQLite on it


class Watched:
    """A connection that calls *look* with "before" or "after" and the statement around each one; *look* may raise."""

    def __init__(self, connection: Any, look: Callable[[str, str], None]) -> None:
        self._connection, self._look = connection, look

    @property
    def in_transaction(self) -> bool:
        return bool(self._connection.in_transaction)

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> Any:
        self._look("before", statement)
        done = self._connection.execute(statement, values)
        self._look("after", statement)
        return done


class Borrowed:
    """An apsw connection that raises the same errors as Python's own module."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection

    @property
    def in_transaction(self) -> bool:
        return self._connection.in_transaction

    def execute(self, statement: str, values: tuple[Any, ...] = ()) -> "_Rows":
        with _as_pythons():
            return _Rows(self._connection.execute(statement, values))

    def close(self) -> None:
        with _as_pythons():
            self._connection.close()


class _Rows(list[Any]):
    fetchone = lambda self: self[0] if self else None
    fetchall = lambda self: self


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
    with tempfile.TemporaryDirectory() as folder, closing(shipped.connect(Path(folder) / "journal.sqlite")) as connection:
        found = [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]
    return f"journal_mode={found[0]}", f"synchronous={found[1]}"


@contextmanager
def connected(
    disk: Disk, *settings: str, checkpoint: int = 1000, prepare: Callable[[Any], None] = lambda connection: None
) -> Iterator[Borrowed]:
    """Connect to the journal on *disk* with *settings*, or *prepare* it; the log is checkpointed after *checkpoint* pages."""
    folder = Folder(f"disk {id(disk)}", disk)
    try:
        connection = Borrowed(apsw.Connection("journal.sqlite", vfs=f"disk {id(disk)}"))
        # With WAL it has the file for itself, because SQLite then needs no shared memory.
        alone = ("locking_mode=EXCLUSIVE",) if "journal_mode=wal" in settings or not settings else ()
        for setting in (*alone, *settings, f"wal_autocheckpoint={checkpoint}"):
            connection.execute(f"PRAGMA {setting}")
        prepare(connection)
        try:
            yield connection
        finally:
            disk.step = lambda kind: None  # It closes without trouble.
            connection.close()
    finally:
        folder.unregister()


class Noted(storage.Newest):
    """The newest row's number beside a journal on *disk*: what the shipped one writes in *folder* is written there, too."""

    def __init__(self, folder: Path, disk: Disk) -> None:
        super().__init__(folder)
        self._disk = disk
        if storage.NEWEST in disk.files:
            self._path.write_bytes(disk.files[storage.NEWEST].now)

    def write(self, n: int, link: bytes) -> None:
        super().write(n, link)
        file = self._disk.files.get(storage.NEWEST) or self._disk.open(storage.NEWEST)
        file.xWrite(self._path.read_bytes(), 0)


def scratch() -> tempfile.TemporaryDirectory[str]:
    """Yield a temporary folder: in memory if the system has a place for that, so that no sync takes time."""
    return tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None)


def put(contents: Contents, folder: Path) -> None:
    for name, data in contents.items():
        (folder / name).write_bytes(data)


def power_cut(generator: random.Random) -> Callable[[], bool]:
    """Return a function that decides which unsafe steps survive a power cut: often all or none, else a random share."""
    share = generator.choice((0.0, 1.0, generator.random(), generator.random()))
    return lambda: generator.random() < share
