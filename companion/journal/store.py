"""The append-only journal: what was acknowledged is on the disk, in order, and every change of it is found.

One table of rows in SQLite, WAL with synchronous=FULL: that pair alone lost nothing in the crash tests. A row holds one
command with its events and its reply, and is linked to the row before it in the same game by a hash.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Protocol

    class Newest(Protocol):
        """Keeps the newest row's number and link elsewhere: a chain can't tell that its end was cut off, or whose it is."""

        def read(self) -> int:
            """Return the number that was written last, 0 where that isn't known."""

        def link(self) -> str:
            """Return the first MARK characters of that row's link as hexadecimal digits, "" where they aren't known."""

        def write(self, n: int, link: bytes) -> None:
            """Keep both, as soon as that costs nothing; they are never to be trusted more than the journal."""


SCHEMA: Final = 1
MARK: Final = 16  # characters of a row's link that tell one table's journal from another's
TABLE_ROWS: Final = 0  # The "game" number of the table's own rows: seats and which game is on.

# The file keeps this text, and is damaged where it has another: what is changed here needs a migration.
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

# Texts come as bytes: a damaged one is then ours to find, and not an error that the disk's own errors look like. So does the
# link, for one bit makes a text of it.
_BYTES: Final = ", ".join(f"CAST({name} AS BLOB)" for name in ("version", "seat", "key", "command", "events", "reply", "link"))
COLUMNS: Final = f"n, game, {_BYTES}"
_LAYOUT: Final = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"
# By the index to the rows, and each row's own word for its game: the index has another copy of it. Where a row is missing there
# is nothing beside its number.
_LISTED: Final = "SELECT n AS listed FROM rows WHERE game = ? AND n >= ?"
_ROWS: Final = f"SELECT listed, game, {_BYTES} FROM ({_LISTED}) LEFT JOIN rows NOT INDEXED ON n = listed ORDER BY listed"


class Damaged(Exception):  # noqa: N818  # The state of a file, not of the program.
    """Row *n* of *game* is not what was written. The *valid* rows of that game before it can be kept."""

    def __init__(self, game: int, n: int, valid: int, what: str) -> None:
        super().__init__(f"game {game}: row {n} {what}; {valid} rows before it are whole")
        self.game, self.n, self.valid, self.what = game, n, valid, what


class Refused(Damaged):
    """Row *n* is what was written, and the rules can't go on from it."""


class Foreign(Exception):  # noqa: N818  # A fact about the file.
    """The journal is whole, and row *n* of it isn't the one that this table wrote: it is another table's."""

    def __init__(self, n: int) -> None:
        super().__init__(f"row {n} is not the one that this table wrote")


class Row(NamedTuple):
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

        Raises ValueError when the connection could lose a commit, Damaged where rows are missing that *newest* knows of, and
        Foreign where the row that it knows is another.
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
        if newest is not None and known and (mark := newest.link()) and self._link(known)[:MARK] not in ("", mark):
            raise Foreign(known)

    def rows(self, game: int, since: int = 0) -> Iterator[Row]:
        """Yield the rows of *game* from number *since* on, each checked against its link; raise Damaged at the first wrong one.

        The row before *since* is taken for right: what it told is in row *since* once more.
        """
        link, valid, n, last = self._link_before(game, since), 0, 0, 0
        try:
            for n, of, *texts, stored in self._connection.execute(_ROWS, (game, since)):
                if of is None:  # Where the index is wrong, *n* is no row that ever was.
                    raise Damaged(game, last + 1, valid, "is missing")
                row = Row(n, game, *decoded(texts))
                link = next_link(link, row)
                if link != stored or of != game:
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

    def newest_key(self, seat: str) -> int:
        """Return the number of the newest row that *seat* wrote with a key, 0 for none; raise Damaged where no one can tell."""
        query = "SELECT coalesce(max(n), 0) FROM rows WHERE seat = ? AND key IS NOT NULL"
        try:
            return int(self._connection.execute(query, (seat,)).fetchone()[0])
        except sqlite3.DatabaseError as error:
            if is_disk(error):
                raise
            raise Damaged(TABLE_ROWS, 1, 0, f"can't be found by its key ({error})") from error

    def find(self, seat: str, key: str) -> tuple[str, str] | None:
        """Return the command and the reply (JSON texts) that *seat* was given for *key*, or None."""
        query = "SELECT command, reply FROM rows WHERE seat = ? AND key = ?"
        found: tuple[str, str] | None = self._connection.execute(query, (seat, key)).fetchone()
        return found

    def append(self, game: int, version: str, seat: str, key: str | None, command: str, events: str, reply: str) -> int:
        """Commit one row to the disk and return its number; after an sqlite3.Error whether it is there is unknown."""
        row = Row(self._n + 1, game, version, seat, key, command, events, reply)
        link = next_link(self._links.get(game, first_link(game)), row)
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, link))
        execute("COMMIT")
        self._n, self._links[game] = row.n, link
        if self._newest is not None:
            self._newest.write(row.n, link)
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
        if not is_laid_out(self._connection):
            raise Damaged(TABLE_ROWS, 1, 0, "lies in a table that is not what was made")
        self._n = self._connection.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()[0]

    def _link(self, n: int) -> str:
        """Return the link of row *n* as hexadecimal digits, "" where there is no such row: the chains tell what that means."""
        found = self._connection.execute("SELECT CAST(link AS BLOB) FROM rows WHERE n = ?", (n,)).fetchone()
        return found[0].hex() if found else ""

    def _link_before(self, game: int, n: int) -> bytes:
        query = "SELECT CAST(link AS BLOB) FROM rows WHERE game = ? AND n < ? ORDER BY n DESC LIMIT 1"
        found = self._connection.execute(query, (game, n)).fetchone() if n else None
        return bytes(found[0]) if found else first_link(game)

    def _last(self, game: int) -> int | None:
        """Return the number of the last row of *game*, without the index that `rows` follows: that may end early."""
        found = self._connection.execute("SELECT n FROM rows NOT INDEXED WHERE game = ? ORDER BY n DESC LIMIT 1", (game,))
        return next((n for (n,) in found), None)

    @property
    def last(self) -> int:
        """The number of the newest row, 0 for none."""
        return int(self._n)


def is_laid_out(connection: Any) -> bool:
    """Whether the tables, indices and triggers are those of a journal: another name or type is another meaning."""
    with closing(blank()) as plan:
        return set(plan.execute(_LAYOUT)) == set(connection.execute(_LAYOUT))


def blank() -> sqlite3.Connection:
    """Return a journal without a row, in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in _CREATE:
        connection.execute(statement)
    return connection


def is_disk(error: Exception) -> bool:
    """Whether *error* tells of the disk or of another program on it, and not of what the file says.

    A statement that SQLite doesn't understand is one of ours over damaged names of tables and columns; SQLite's sentence about
    them may not even be text (UnicodeDecodeError).
    """
    return isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def text(data: Any) -> str:
    """Return plain *data* as the journal's JSON: one text for one value."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _insist(connection: Any) -> None:
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
    if (str(mode).lower(), synchronous) != ("wal", 2):
        raise ValueError(f"the journal needs WAL and FULL, not {mode} and {synchronous}: it could lose a commit")


def decoded(texts: list[Any]) -> list[Any]:
    """Return *texts* (UTF-8, or None) as they were written; raise UnicodeDecodeError where one is no text any more."""
    return [None if one is None else one.decode() for one in texts]


def first_link(game: int) -> bytes:
    """Return what the first row of *game* is linked to, 32 bytes."""
    return hashlib.sha256(f"barkeep {game}".encode()).digest()


def next_link(link: bytes, row: Row) -> bytes:
    """Return the link of *row* (32 bytes) behind a row that has *link*."""
    return hashlib.sha256(link + text(row).encode()).digest()
