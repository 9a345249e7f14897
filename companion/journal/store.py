"""The journal: an append-only log with a hash chain. Acknowledged rows are on the disk, in order, and any change is detected.

It is one SQLite table in WAL mode with synchronous=FULL, the only combination that lost nothing in the crash tests. A row holds
one command with its events and its reply, and is linked by a hash to the previous row of the same game.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path
    from typing import Protocol

    from companion.kit.viewers import Seat

    class Connection(Protocol):
        """The part of `sqlite3.Connection` that a journal needs; tests put failing disks in its place."""

        @property
        def in_transaction(self) -> bool:
            """Return whether a transaction is open."""

        def execute(self, sql: str, parameters: tuple[object, ...] = ..., /) -> sqlite3.Cursor:
            """Run one statement."""

    class Newest(Protocol):
        """The newest row's number and link, kept in another place.

        A hash chain alone doesn't show that its end was cut off, or that it belongs to another table.
        """

        def read(self) -> int:
            """Return the number that was written last, or 0 if it isn't known."""

        def link(self) -> str:
            """Return the first MARK characters of that row's link as hexadecimal digits, or "" if they aren't known."""

        def write(self, n: int, link: bytes) -> None:
            """Store both, without waiting for the disk or failing. They may lag behind the journal, never be ahead of it."""

        def clear(self) -> None:
            """Forget both, and wait for the disk: the links are about to change."""


SCHEMA: Final = 1
MARK: Final = 16  # characters of a row's link, enough to tell one table's journal from another's
TO_SWEEP: Final = 1  # SQLite's user_version while rows have been rewritten, but their old bytes may still be in the file.
TABLE_ROWS: Final = 0  # The "game" number of the table's own rows, such as those of seating.
# The version of the table's own rows. Version 2 added tags, 3 pauses and games put away, 4 places and box contents, 5 votes of
# one kind, 6 take-backs, 7 votes that are decided without those who don't answer, and leaving, 8 setting the table anew, 9
# games that go to another table or come from one, 10 players of the house and hints, 11 books that are unsealed, 12 when a game
# ended and what everybody saw then, and votes on the next game, 13 duplicates; the upcaster in `companion.keeping` converts the
# votes of rows before 5.
ROWS: Final = 13

# SQLite stores this text in the file, and `is_laid_out` compares it, so any change here, even of a space, needs a migration.
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

# Read texts as bytes: a damaged one is then found by our own decoding, while SQLite's error for it looks like one of the disk.
# The link is cast too, because one flipped bit can turn it into a text.
_BYTES: Final = ", ".join(f"CAST({name} AS BLOB)" for name in ("version", "seat", "key", "command", "events", "reply", "link"))
COLUMNS: Final = f"n, game, {_BYTES}"
_LAYOUT: Final = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"
# Find the rows by the index, but read the game's number from each row itself, because the index holds a copy that may differ.
# The outer join leaves NULLs beside a number that the index has and the table lacks.
_LISTED: Final = "SELECT n AS listed FROM rows WHERE game = ? AND n >= ?"
_ROWS: Final = f"SELECT listed, game, {_BYTES} FROM ({_LISTED}) LEFT JOIN rows NOT INDEXED ON n = listed ORDER BY listed"


class Damaged(Exception):
    """Row *n* of *game* isn't what was written: *what* says how. The *valid* rows of that game before it can be kept."""

    def __init__(self, game: int, n: int, valid: int, what: str) -> None:
        super().__init__(f"game {game}: row {n} {what}; {valid} rows before it are whole")
        self.game, self.n, self.valid, self.what = game, n, valid, what


class Refused(Damaged):
    """Row *n* is what was written, but the rules can't apply it."""


class Foreign(Exception):
    """The journal is intact, but its row *n* isn't the one that this table wrote: it is another table's journal."""

    def __init__(self, n: int) -> None:
        super().__init__(f"row {n} is not the one that this table wrote")


class Row(NamedTuple):
    """One acknowledged command.

    *version* is "SCHEMA.NAME.RULES": the schema, the game's name and the version of its rules. *command*, *events* and *reply*
    are JSON texts; *key* is the command's idempotency key.
    """

    n: int
    game: int
    version: str
    seat: Seat
    key: str | None
    command: str
    events: str
    reply: str


Linked = tuple[Row, bytes]


def connect(path: Path) -> sqlite3.Connection:
    """Open or create the journal's file with the settings that `Journal` requires.

    The connection may be used by any thread, but only with the table's lock held.
    """
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2)
    prepare(connection)
    return connection


def prepare(connection: Connection) -> None:
    """Set up a fresh connection, and checkpoint the WAL, so that everything in it is on the disk.

    If the program was killed between writing a row and syncing it, the row may be only in the system's cache. After a restart,
    a phone that repeats its command is told that it was done, and without the checkpoint a power cut could still lose it.
    """
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")
    with suppress(sqlite3.OperationalError):  # If the disk is failing, the next command will report that.
        connection.execute("PRAGMA wal_checkpoint").fetchall()


class Journal:
    """The rows of one data directory."""

    def __init__(self, connection: Connection, newest: Newest | None = None) -> None:
        """Create the tables if they are missing.

        Raises ValueError if the connection's settings could lose a commit, Damaged if the file can't be read or lacks rows that
        *newest* knows of, and Foreign if the row with that number has another link.
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
            raise Damaged(TABLE_ROWS, self._n + 1, self._n, f"and all rows up to {known} are missing")
        if newest is not None and known and (mark := newest.link()) and self._link(known)[:MARK] not in ("", mark):
            raise Foreign(known)

    def rows(self, game: int, since: int = 0) -> Iterator[Row]:
        """Yield the rows of *game* from number *since* on, checking each one's link; raise Damaged at the first wrong one.

        The row before *since* isn't checked, because row *since* is a checkpoint, which replaces all rows before it.
        """
        link, valid, n, last = self._link_before(game, since), 0, 0, 0
        try:
            for n, of, *texts, stored in self._connection.execute(_ROWS, (game, since)):
                if of is None:  # The index has *n* and the table doesn't: *n* itself may be damaged, so don't report it.
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
                raise  # The disk didn't answer, which doesn't mean that the file is damaged.
            raise Damaged(game, n + 1, valid, f"can't be read ({error})") from error
        self._links[game] = link

    def newest_key(self, seat: Seat) -> int:
        """Return the number of the newest row of *seat* that has a key, 0 if there is none; raise Damaged if unreadable."""
        query = "SELECT coalesce(max(n), 0) FROM rows WHERE seat = ? AND key IS NOT NULL"
        try:
            return int(self._connection.execute(query, (seat,)).fetchone()[0])
        except sqlite3.DatabaseError as error:
            if is_disk(error):
                raise
            raise Damaged(TABLE_ROWS, 1, 0, f"can't be looked up by its key ({error})") from error

    def find(self, seat: Seat, key: str) -> tuple[str, str] | None:
        """Return the command that *seat* sent with the idempotency key *key*, and its reply (both JSON texts), or None."""
        query = "SELECT command, reply FROM rows WHERE seat = ? AND key = ?"
        found: tuple[str, str] | None = self._connection.execute(query, (seat, key)).fetchone()
        return found

    def append(self, game: int, version: str, seat: Seat, key: str | None, command: str, events: str, reply: str) -> int:
        """Commit one row to the disk and return its number. After an sqlite3.Error the row may or may not be on the disk."""
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

    def rewrite(self, game: int, new: Mapping[int, tuple[str, str]]) -> None:
        """Replace command and events of those rows of *game* that *new* has, by number, and link the rows again.

        The only change that a journal allows: a person wanted to be forgotten. What was replaced is gone from the file and its
        log afterwards. Raises sqlite3.Error; if the disk fails in the middle, everything is as it was, or only `_sweep` is
        still to be done.
        """
        execute, links = self._connection.execute, list[tuple[object, ...]]()
        link = first_link(game)
        for row in self.rows(game):
            command, events = new.get(row.n, (row.command, row.events))
            link = next_link(link, row._replace(command=command, events=events))
            links.append((command, events, link, row.n))
        if self._newest is not None:
            self._newest.clear()
        execute("BEGIN IMMEDIATE")
        execute("DROP TRIGGER no_update")
        for one in links:
            execute("UPDATE rows SET command = ?, events = ?, link = ? WHERE n = ?", one)
        execute(next(one for one in _CREATE if "no_update" in one))
        execute(f"PRAGMA user_version = {TO_SWEEP}")
        execute("COMMIT")
        self._links[game] = link
        self._sweep()
        if self._newest is not None:
            self._newest.write(self._n, bytes.fromhex(self._link(self._n)))

    def _sweep(self) -> None:
        """Write the file anew without what is left of old rows on its pages, and empty the log.

        Otherwise a page that was split or shortened keeps the old bytes where no row is.
        """
        self._connection.execute("VACUUM")
        self._connection.execute("PRAGMA user_version = 0")
        self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def abandon(self) -> None:
        """Roll back a failed transaction, and read the newest row's number from the file. Read `rows` again afterwards."""
        if self._connection.in_transaction:
            self._connection.execute("ROLLBACK")
        self._links.clear()
        self._n = self._connection.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()[0]

    def _begin(self) -> None:
        _insist(self._connection)
        for statement in _CREATE:
            self._connection.execute(statement)
        if not is_laid_out(self._connection):
            raise Damaged(TABLE_ROWS, 1, 0, "is in a table whose layout has been changed")
        if self._connection.execute("PRAGMA user_version").fetchone()[0] == TO_SWEEP:
            with suppress(sqlite3.OperationalError):  # A full disk: the next start tries again.
                self._sweep()
        self._n = self._connection.execute("SELECT coalesce(max(n), 0) FROM rows").fetchone()[0]

    def _link(self, n: int) -> str:
        """Return the link of row *n* as hexadecimal digits, or "" if there is no such row; `rows` will report that damage."""
        found = self._connection.execute("SELECT CAST(link AS BLOB) FROM rows WHERE n = ?", (n,)).fetchone()
        return found[0].hex() if found else ""

    def _link_before(self, game: int, n: int) -> bytes:
        query = "SELECT CAST(link AS BLOB) FROM rows WHERE game = ? AND n < ? ORDER BY n DESC LIMIT 1"
        found = self._connection.execute(query, (game, n)).fetchone() if n else None
        return bytes(found[0]) if found else first_link(game)

    def _last(self, game: int) -> int | None:
        """Return the number of the last row of *game*, without the index that `rows` relies on: it may be cut short."""
        found = self._connection.execute("SELECT n FROM rows NOT INDEXED WHERE game = ? ORDER BY n DESC LIMIT 1", (game,))
        return next((n for (n,) in found), None)

    @property
    def last(self) -> int:
        """The number of the newest row, 0 if there is none."""
        return int(self._n)


def is_laid_out(connection: Connection) -> bool:
    """Return whether tables, indices and triggers are exactly a journal's: a damaged name or type can change their meaning."""
    with closing(blank()) as plan:
        return set(plan.execute(_LAYOUT)) == set(connection.execute(_LAYOUT))


def blank() -> sqlite3.Connection:
    """Return an empty journal in memory."""
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for statement in _CREATE:
        connection.execute(statement)
    return connection


def is_disk(error: Exception) -> bool:
    """Return whether *error* was caused by the disk, or by another program using it, rather than by the file's contents.

    SQLITE_ERROR means that SQLite doesn't understand one of our statements, because names of tables or columns are damaged. Its
    message may contain those names and not even be valid text, which gives a UnicodeDecodeError.
    """
    return isinstance(error, sqlite3.OperationalError) and getattr(error, "sqlite_errorcode", None) != sqlite3.SQLITE_ERROR


def text(data: object) -> str:
    """Return plain *data* as canonical JSON: equal values give the same text, so that texts can be compared and hashed."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _insist(connection: Connection) -> None:
    mode = connection.execute("PRAGMA journal_mode").fetchone()[0]
    synchronous = connection.execute("PRAGMA synchronous").fetchone()[0]
    if (str(mode).lower(), synchronous) != ("wal", 2):
        raise ValueError(f"the journal needs WAL and FULL, not {mode} and {synchronous}: otherwise it could lose a commit")


def decoded(texts: list[Any]) -> list[Any]:
    """Return *texts* (UTF-8 or None) decoded; raise UnicodeDecodeError if one was damaged so that it isn't valid UTF-8."""
    return [None if one is None else one.decode() for one in texts]


def first_link(game: int) -> bytes:
    """Return the link (32 bytes) on which the chain of *game* starts."""
    return hashlib.sha256(f"barkeep {game}".encode()).digest()


def next_link(link: bytes, row: Row) -> bytes:
    """Return the link (32 bytes) of *row* if the previous row of its game has *link*."""
    return hashlib.sha256(link + text(row).encode()).digest()
