"""SQLite and the journal on a disk of our own: what they read and write goes there, step by step."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import apsw

from companion import journal as shipped
from tests.proof.disk import Disk, File

LOGS: Final = apsw.SQLITE_OPEN_MAIN_JOURNAL | apsw.SQLITE_OPEN_WAL | apsw.SQLITE_OPEN_SUPER_JOURNAL


class Folder(apsw.VFS):
    """Lets SQLite work on *disk*. Wants to be unregistered at the end."""

    def __init__(self, name: str, disk: Disk) -> None:
        self._disk = disk
        super().__init__(name, base="")

    def xOpen(self, name: Any, flags: list[int]) -> _Opened:  # SQLite's names.
        filename = name.filename() if isinstance(name, apsw.URIFilename) else name
        return _Opened(self._disk, self._disk.open(Path(filename or "temporary").name, is_log=bool(flags[0] & LOGS)))

    def xDelete(self, filename: str, syncdir: bool) -> None:
        try:
            self._disk.delete(Path(filename).name, sync=bool(syncdir))
        except FileNotFoundError as missing:  # SQLite often deletes what may not be there.
            error = apsw.IOError("no such file")
            error.extendedresult = apsw.SQLITE_IOERR_DELETE_NOENT
            raise error from missing

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
