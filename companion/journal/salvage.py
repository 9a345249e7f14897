"""Recover the usable rows of a damaged journal, and find out beforehand whether opening it would lose any.

The files are read as bytes and looked at in memory. Opened in place, SQLite drops what follows a damaged frame of the log, and
the whole log where the database beside it is empty.
"""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing, suppress
from functools import cache, cached_property
from typing import TYPE_CHECKING, Final

from companion.journal import wal
from companion.journal.store import (
    COLUMNS,
    TABLE_ROWS,
    Damaged,
    Journal,
    Linked,
    Refused,
    Row,
    blank,
    connect,
    decoded,
    first_link,
    is_laid_out,
    next_link,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

SMALLEST: Final = 64  # Bytes that a row takes at least: its link alone has 32.
KIND: Final = slice(0, 24)  # What the first page says of the file itself, not of the tables in it.


class Files:
    """The bytes of a journal and of the log beside it, each empty where there is none; read when they are first asked for.

    A database of a whole log, and one without a log, is never read: it may be large, and a start looks here first.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal

    @cached_property
    def database(self) -> bytes:
        """All of the database."""
        return _bytes(self._journal)

    @cached_property
    def log(self) -> bytes:
        """All of the log."""
        return _bytes(self._journal.with_name(f"{self._journal.name}-wal"))

    @property
    def frames(self) -> list[wal.Frame]:
        """The log's frames, the damaged ones too."""
        return wal.frames(self.log, len(first_page()))

    @property
    def is_journal(self) -> bool:
        """Whether SQLite would take the database for one with such a log."""
        return _bytes(self._journal, KIND.stop)[KIND] == first_page()[KIND]


def _bytes(file: Path, first: int = -1) -> bytes:
    """Return the *first* bytes of *file*, or all of them; none where it isn't there."""
    with suppress(FileNotFoundError), file.open("rb") as opened:
        return opened.read(first)
    return b""


@cache
def first_page() -> bytes:
    """Return the first page of a journal (4,096 bytes): it tells of the tables alone, and each journal's are alike."""
    with closing(blank()) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = bytearray(connection.serialize()[:size])
    page[18:20] = bytes([wal.IN_A_LOG] * 2)
    return bytes(page)


def torn_off(files: Files, told: int = 0) -> Linked | None:
    """Return the newest row where the log holds it behind its last whole commit; raise Damaged where opening would lose more.

    A power cut may tear the last commit, of which nobody was told, and leave just enough of it to prove its row. Anything
    else is damage: each row was on the disk before the next was begun, and all up to number *told* have been there.
    """
    frames = files.frames
    if not frames or (files.is_journal and _is_whole(frames)):
        return None
    counting = [one for one in frames if one.counts]
    known = _rows_in(wal.image(files.database, counting, first_page())) if files.is_journal else set[Linked]()
    found = _found(files)
    proved = {one for game in {row.game for row, _ in found} for one in _proved(game, found)}
    lost = sorted(proved - known, key=lambda one: one[0].n)
    newest = max((row.n for row, _ in known), default=0)
    if not lost and not files.is_journal and _lacks_pages(files, counting):  # SQLite would delete the log.
        raise Damaged(TABLE_ROWS, 1, 0, "lies on a page that neither the database nor the log beside it has")
    if [row.n for row, _ in lost] in ([], [newest + 1]):
        if told > (end := newest + len(lost)):  # SQLite would throw away what may still be read of them.
            raise Damaged(TABLE_ROWS, end + 1, end, f"and all up to {told} are missing")
        return lost[0] if lost else None
    first, last = lost[0][0].n, lost[-1][0].n
    raise Damaged(TABLE_ROWS, first, first - 1, f"and all up to {last} lie behind a damaged place of the log")


def _is_whole(frames: Sequence[wal.Frame]) -> bool:
    """Whether no commit is missed; a power cut may leave frames behind the last one that nobody was ever told of."""
    return not any(one.size for one in frames if not one.counts)


def _lacks_pages(files: Files, counting: Sequence[wal.Frame]) -> bool:
    """Whether the log goes on from a database that had pages of which nothing is left: a new journal's log has them all."""
    there = {one.page for one in counting} | set(range(1, len(files.database) // len(first_page()) + 1))
    return bool(counting) and not there >= set(range(1, counting[-1].size + 1))


def put_back(connection: sqlite3.Connection, lost: Linked) -> None:
    """Commit a row that a log held behind its last whole commit; its own chain proves it."""
    connection.execute("BEGIN IMMEDIATE")
    _copied(connection, *lost)
    connection.execute("COMMIT")


def salvage(damaged: Path, fresh: Path, damage: Damaged) -> int:
    """Copy all usable rows into the new file *fresh*; return how many. The damaged files are only read.

    Of the damaged game these are the rows that its chain proves. Where the table's own are damaged, everything ends before the
    first missing row behind them, for that may have been one of them. Other games' rows are left for their chains to judge.
    """
    found = _found(Files(damaged))
    with closing(connect(fresh)) as target:
        Journal(target)
        target.execute("BEGIN IMMEDIATE")
        copied = sum(_copied(target, *one) for one in _kept(found, damage))
        target.execute("COMMIT")
    return copied


def _found(files: Files) -> list[Linked]:
    """Return all rows that can be read with their links, in the order of their numbers. Two may claim one number.

    A damaged frame may hold the only copy of a row or spoil what an earlier one still tells, so both ways are tried. What one
    names may be another page, and what follows it may need a page that it held: so the frames before it are tried as well, and
    the database alone.
    """
    frames = files.frames
    chosen = [frames]
    if not all(one.is_whole for one in frames):
        chosen += [[one for one in frames if one.is_whole], [one for one in frames if one.counts], []]
    found: set[Linked] = set()
    for some in chosen:
        found |= _rows_in(wal.image(files.database, some, first_page()))
    return sorted(found, key=lambda one: one[0].n)


def _rows_in(image: bytes) -> set[Linked]:
    """Return the rows of a database in memory, of one with our own first page where its own tells of other tables."""
    with closing(_opened(image)) as source:
        if not _is_ours(source):
            mended = wal.image(image, [], first_page(), instead=True)
            with closing(_opened(mended)) as other:
                return _read(other, len(image)) if _is_ours(other) else set()
        return _read(source, len(image))


def _opened(image: bytes) -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:")
    connection.deserialize(image)
    return connection


def _read(source: sqlite3.Connection, size: int) -> set[Linked]:
    """Read from both ends up to what is damaged, then each missing row by its number; never by an index, it may be damaged."""
    found: set[Linked] = set()
    if _reads_on(source, "ORDER BY n", found):
        return found
    _reads_on(source, "ORDER BY n DESC", found)
    for n in {*range(1, size // SMALLEST)} - {row.n for row, _ in found}:
        _reads_on(source, f"WHERE n = {n}", found)
    return found


def _reads_on(source: sqlite3.Connection, which: str, found: set[Linked]) -> bool:
    """Add the rows that can be read to *found*; return whether all could."""
    whole = True
    try:
        for n, game, *texts, link in source.execute(f"SELECT {COLUMNS} FROM rows {which}"):
            try:
                found.add((Row(n, game, *decoded(texts)), link))
            except UnicodeDecodeError:
                whole = False
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # What can't be read is the damage itself.
        return False
    return whole


def _is_ours(source: sqlite3.Connection) -> bool:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        return is_laid_out(source)
    return False


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
    link = first_link(game)
    for row, stored in found:
        if row.game == game and next_link(link, row) == stored:
            link = stored
            yield row, stored


def _copied(target: sqlite3.Connection, row: Row, link: bytes) -> bool:
    with suppress(sqlite3.IntegrityError):
        target.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*row, link))
        return True
    return False
