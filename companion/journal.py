"""The append-only journal: what was acknowledged is on the disk, in order, and every change of it is found.

One table of rows in SQLite, WAL with synchronous=FULL: that pair alone lost nothing in the crash tests. A row holds one
command with its events and its reply, and is linked to the row before it in the same game by a hash.
"""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
from contextlib import closing, suppress
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from typing import Protocol

    class Newest(Protocol):
        """Keeps the number of the newest row elsewhere: a chain can't tell that its end was cut off."""

        def read(self) -> int:
            """Return the number that was written last, 0 where that isn't known."""

        def write(self, n: int) -> None:
            """Keep *n*, as soon as that costs nothing; it is never to be trusted more than the journal."""


SCHEMA: Final = 1
SMALLEST: Final = 64  # Bytes that a row takes at least: its link alone has 32.
TABLE_ROWS: Final = 0  # The "game" number of the table's own rows: seats and which game is on.

_CREATE: Final = (
    """CREATE TABLE IF NOT EXISTS rows (
        n INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        version TEXT NOT NULL,
        seat TEXT NOT NULL,
        key TEXT,
        command TEXT NOT NULL,
        events TEXT NOT NULL,
        reply TEXT NOT NULL,
        link BLOB NOT NULL
    ) STRICT""",
    "CREATE UNIQUE INDEX IF NOT EXISTS once ON rows (seat, key) WHERE key IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS by_game ON rows (game, n)",
    "CREATE TRIGGER IF NOT EXISTS no_update BEFORE UPDATE ON rows BEGIN SELECT RAISE(ABORT, 'append only'); END",
    "CREATE TRIGGER IF NOT EXISTS no_delete BEFORE DELETE ON rows BEGIN SELECT RAISE(ABORT, 'append only'); END",
)

# Texts come as bytes: a damaged one is then ours to find, and not an error that the disk's own errors look like.
_TEXTS: Final = ", ".join(f"CAST({name} AS BLOB)" for name in ("version", "seat", "key", "command", "events", "reply"))
_ROWS: Final = f"SELECT n, {_TEXTS}, link FROM rows WHERE game = ? ORDER BY n"


class Damaged(Exception):  # noqa: N818  # The state of a file, not of the program.
    """Row *n* of *game* is not what was written. The *valid* rows of that game before it can be kept."""

    def __init__(self, game: int, n: int, valid: int, what: str) -> None:
        super().__init__(f"game {game}: row {n} {what}; {valid} rows before it are whole")
        self.game, self.n, self.valid, self.what = game, n, valid, what


class Refused(Damaged):
    """Row *n* is what was written, and the rules can't go on from it."""


@dataclass(frozen=True, slots=True)
class Row:
    """One command as it was acknowledged. *version* is "schema.game's name.rules"; the rest are JSON texts."""

    n: int
    game: int
    version: str
    seat: str
    key: str | None
    command: str
    events: str
    reply: str


Linked = tuple[Row, bytes]


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the journal's file with the settings that `Journal` insists on. Used under the table's lock only."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
    prepare(connection)
    return connection


def prepare(connection: Any) -> None:
    """Give a fresh connection its settings, and bring to the disk what it found in the log.

    A program that was killed between writing a row and waiting for the disk left it to the system, which still has it when the
    table is back: a phone that asks again is told that it was done, and a power cut then would take it away.
    """
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    with suppress(sqlite3.OperationalError):  # A disk that takes nothing now tells so at the next command.
        connection.execute("PRAGMA wal_checkpoint").fetchall()


class Journal:
    """The rows of one data directory. Uses nothing of its connection but `execute` and explicit BEGIN and COMMIT."""

    def __init__(self, connection: Any, newest: Newest | None = None) -> None:
        """Create the tables where they are missing.

        Raises ValueError when the connection could lose a commit, and Damaged where rows are missing that *newest* knows of.
        """
        self._connection, self._newest = connection, newest
        self._links: dict[int, bytes] = {}
        self._n = 0
        try:
            self._begin()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            if is_disk(error):
                raise
            raise Damaged(TABLE_ROWS, 1, 0, f"can't be read ({error})") from error
        if newest is not None and (known := newest.read()) > self._n:
            raise Damaged(TABLE_ROWS, self._n + 1, self._n, f"and all up to {known} are missing")

    def rows(self, game: int) -> Iterator[Row]:
        """Yield the rows of *game* in order, each checked against its link; raise Damaged at the first that is wrong."""
        link, valid, n, last = _first_link(game), 0, 0, 0
        try:
            for n, *texts, stored in self._connection.execute(_ROWS, (game,)):
                row = Row(n, game, *_decoded(texts))
                link = _next_link(link, row)
                if link != stored:
                    raise Damaged(game, max(n, last + 1), valid, "is not what was written")
                valid, last = valid + 1, n
                yield row
            if self._last(game) != (last or None):
                raise Damaged(game, n + 1, valid, "is missing from the index")
        except UnicodeDecodeError as error:
            raise Damaged(game, n, valid, f"can't be read ({error})") from error
        except sqlite3.DatabaseError as error:
            if is_disk(error):
                raise  # It did not answer: that says nothing about what is on it.
            raise Damaged(game, n + 1, valid, f"can't be read ({error})") from error
        self._links[game] = link

    def find(self, seat: str, key: str) -> tuple[str, str] | None:
        """Return the command and the reply (JSON texts) that *seat* was given for *key*, or None."""
        query = "SELECT command, reply FROM rows WHERE seat = ? AND key = ?"
        found: tuple[str, str] | None = self._connection.execute(query, (seat, key)).fetchone()
        return found

    def append(self, game: int, version: str, seat: str, key: str | None, command: str, events: str, reply: str) -> int:
        """Commit one row to the disk and return its number; after an sqlite3.Error whether it is there is unknown."""
        row = Row(self._n + 1, game, version, seat, key, command, events, reply)
        link = _next_link(self._links.get(game, _first_link(game)), row)
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*astuple(row), link))
        execute("COMMIT")
        self._n, self._links[game] = row.n, link
        if self._newest is not None:
            self._newest.write(row.n)
        return row.n

    def abandon(self) -> None:
        """Give up a transaction that failed half-way, and ask the file how far it goes; read `rows` again after this."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._links.clear()
        self._n = self._connection.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()[0]

    def _begin(self) -> None:
        _insist(self._connection)
        for statement in _CREATE:
            self._connection.execute(statement)
        self._n = self._connection.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()[0]

    def _last(self, game: int) -> int | None:
        """Return the number of the last row of *game*, without the index that `rows` follows: that may end early."""
        found = self._connection.execute("SELECT n FROM rows NOT INDEXED WHERE game = ? ORDER BY n DESC LIMIT 1", (game,))
        return next((n for (n,) in found), None)

    @property
    def last(self) -> int:
        """The number of the newest row, 0 for none."""
        return int(self._n)


def is_disk(error: Exception) -> bool:
    """Whether *error* tells of the disk or of another program on it, and not of what the file says.

    A statement that SQLite doesn't understand is one of ours over damaged names of tables and columns; SQLite's sentence about
    them may not even be text (UnicodeDecodeError).
    """
    return isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def text(data: Any) -> str:
    """Return plain *data* as the journal's JSON: one text for one value."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def salvage(damaged: Path, fresh: Path, damage: Damaged) -> int:
    """Copy all rows that can be gone on from into the new file *fresh*; return how many. The damaged file is left as it is.

    Of the damaged game these are the rows that its chain proves. Where the table's own are damaged, everything ends before the
    first missing row behind them, for that may have been one of them. Other games' rows are left for their chains to judge.
    """
    with closing(sqlite3.connect(f"file:{damaged}?mode=ro", uri=True)) as source, closing(connect(fresh)) as target:
        Journal(target)
        target.execute("BEGIN IMMEDIATE")
        size = sum(file.stat().st_size for file in (damaged, damaged.with_name(f"{damaged.name}-wal")) if file.exists())
        found = _found(source, size // SMALLEST)
        copied = sum(_copied(target, *one) for one in _kept(found, damage))
        target.execute("COMMIT")
    return copied


def _found(source: sqlite3.Connection, most: int) -> list[Linked]:
    """Return all rows that can be read with their links, in the order of their numbers; there are no more than *most*.

    They are read from both ends up to what is damaged, then each that is missing by its number, and never by an index, which
    may be damaged, too. Two may claim one number.
    """
    found = {*_readable(source, "ORDER BY n"), *_readable(source, "ORDER BY n DESC")}
    for n in {*range(1, most + 1)} - {row.n for row, _ in found}:
        found.update(_readable(source, f"WHERE n = {n}"))
    return sorted(found, key=lambda one: one[0].n)


def _readable(source: sqlite3.Connection, which: str) -> Iterator[Linked]:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):  # What can't be read is the damage itself.
        for n, game, *texts, link in source.execute(f"SELECT n, game, {_TEXTS}, link FROM rows {which}"):
            with suppress(UnicodeDecodeError):
                yield Row(n, game, *_decoded(texts)), link


def _kept(found: list[Linked], damage: Damaged) -> list[Linked]:
    """Return the rows that can be gone on from, first those that are proved: none may take another's number or key."""
    games = sorted({row.game for row, _ in found if isinstance(row.game, int)})
    proved = {one: None for game in games for one in _proved(game, found)}
    others = [(row, link) for row, link in found if (row, link) not in proved and row.game != damage.game]
    end = _end(proved) if damage.game == TABLE_ROWS else math.inf
    ends = {damage.game: damage.n} if isinstance(damage, Refused) else {}
    return [(row, link) for row, link in (*proved, *others) if row.n < min(end, ends.get(row.game, end))]


def _end(proved: Iterable[Linked]) -> int:
    """Return the first number behind the table's own rows that is missing."""
    numbers = {row.n: row.game for row, _ in proved}
    end = max((n for n, game in numbers.items() if game == TABLE_ROWS), default=0) + 1
    while end in numbers:
        end += 1
    return end


def _proved(game: int, found: list[Linked]) -> Iterator[Linked]:
    """Yield the rows of *game* that are linked to each other from its first on."""
    link = _first_link(game)
    for row, stored in found:
        if row.game == game and _next_link(link, row) == stored:
            link = stored
            yield row, stored


def _copied(target: sqlite3.Connection, row: Row, link: bytes) -> bool:
    with suppress(sqlite3.IntegrityError):
        target.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*astuple(row), link))
        return True
    return False


def _insist(connection: Any) -> None:
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
    if (str(mode).lower(), synchronous) != ("wal", 2):
        raise ValueError(f"the journal needs WAL and FULL, not {mode} and {synchronous}: it could lose a commit")


def _decoded(texts: list[Any]) -> list[Any]:
    return [None if one is None else one.decode() for one in texts]


def _first_link(game: int) -> bytes:
    return hashlib.sha256(f"barkeep {game}".encode()).digest()


def _next_link(link: bytes, row: Row) -> bytes:
    return hashlib.sha256(link + text(astuple(row)).encode()).digest()
