"""The journal on a simulated disk, and files copied there from a real one: their reads and writes happen step by step."""

import random
import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import apsw

from companion.journal import store as shipped
from firmware import storage
from tests.proof.durability.vfs import Contents, Disk, Folder

MEMORY: Final = Path("/dev/shm")  # Our folder is made in it.


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
    def fetchone(self) -> Any:
        return self[0] if self else None

    def fetchall(self) -> list[Any]:
        return self


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
    """Connect to the journal on *disk* with *settings*, or *prepare* it; the log is checkpointed after *checkpoint* pages.

    With WAL it has the file for itself, because SQLite then needs no shared memory.
    """
    folder = Folder(f"disk {id(disk)}", disk)
    try:
        connection = Borrowed(apsw.Connection("journal.sqlite", vfs=f"disk {id(disk)}"))
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
