"""Recover the usable rows of a damaged journal, and find out before opening a journal whether that would lose any.

The files are read as bytes and examined in memory. If SQLite opened them in place, it would drop everything after a damaged
frame of the WAL, or the whole WAL if the database beside it is empty.
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

SMALLEST: Final = 64  # bytes that a row takes at least; its link alone takes 32
KIND: Final = slice(0, 24)  # The part of the first page that describes the file itself, not the tables in it.


class Files:
    """The bytes of a journal and of the WAL beside it, each read on first use, and empty if the file is missing.

    Reading is lazy because every start comes here first: a large database isn't read if its WAL is intact or missing.
    """

    def __init__(self, journal: Path) -> None:
        self._journal = journal

    @cached_property
    def database(self) -> bytes:
        """The whole database."""
        return _bytes(self._journal)

    @cached_property
    def log(self) -> bytes:
        """The whole WAL."""
        return _bytes(self._journal.with_name(f"{self._journal.name}-wal"))

    @cached_property
    def frames(self) -> list[wal.Frame]:
        """The frames of the WAL, including damaged ones."""
        return wal.frames(self.log, len(first_page()))

    @property
    def is_journal(self) -> bool:
        """Return whether SQLite would recognise the database as one in WAL mode."""
        return _bytes(self._journal, KIND.stop)[KIND] == first_page()[KIND]


def _bytes(file: Path, first: int = -1) -> bytes:
    """Return the *first* bytes of *file*, by default all of them, or b"" if it doesn't exist."""
    with suppress(FileNotFoundError), file.open("rb") as opened:
        return opened.read(first)
    return b""


@cache
def first_page() -> bytes:
    """Return the first page of a journal (4,096 bytes): it only describes the tables, so it is the same in every journal."""
    with closing(blank()) as connection:
        size = connection.execute("PRAGMA page_size").fetchone()[0]
        page = bytearray(connection.serialize()[:size])
    page[18:20] = bytes([wal.IN_A_LOG] * 2)
    return bytes(page)


def torn_off(files: Files, told: int = 0) -> Linked | None:
    """Return the newest row if the WAL holds it after the last intact commit, or None if opening the journal loses nothing.

    Raises Damaged if opening it would lose more than that row. A power cut may tear the last commit, which wasn't acknowledged
    yet, and leave just enough of it to prove its row by the hash chain. Anything else is damage, because each row was on the
    disk before the next one was begun, and all rows up to number *told* are known to have been there.
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
    if not lost and not files.is_journal and _lacks_pages(files, counting):  # SQLite would delete the WAL.
        raise Damaged(TABLE_ROWS, 1, 0, "is on a page that is missing from both the database and its log")
    if [row.n for row, _ in lost] in ([], [newest + 1]):
        if told > (end := newest + len(lost)):  # SQLite would discard what may still be readable of the missing rows.
            raise Damaged(TABLE_ROWS, end + 1, end, f"and all rows up to {told} are missing")
        return lost[0] if lost else None
    first, last = lost[0][0].n, lost[-1][0].n
    raise Damaged(TABLE_ROWS, first, first - 1, f"and all rows up to {last} are behind a damaged part of the log")


def _is_whole(frames: Sequence[wal.Frame]) -> bool:
    """Return whether no commit is lost. Frames after the last commit don't matter: a power cut leaves them unacknowledged."""
    return not any(one.size for one in frames if not one.counts)


def _lacks_pages(files: Files, counting: Sequence[wal.Frame]) -> bool:
    """Return whether the WAL needs pages of a database that no longer has them. A new journal's WAL has all of its pages."""
    there = {one.page for one in counting} | set(range(1, len(files.database) // len(first_page()) + 1))
    return bool(counting) and not there >= set(range(1, counting[-1].size + 1))


def put_back(connection: sqlite3.Connection, lost: Linked) -> None:
    """Commit a row that `torn_off` found after the WAL's last intact commit; its game's hash chain proves it."""
    connection.execute("BEGIN IMMEDIATE")
    _copied(connection, *lost)
    connection.execute("COMMIT")


def salvage(damaged: Path, fresh: Path, damage: Damaged) -> int:
    """Copy all usable rows into the new file *fresh*, and return how many. The damaged files are only read.

    Of the damaged game, the rows that its hash chain proves are usable. If the table's own rows are damaged, everything is left
    out from the first missing row after them on, because that row may have been one of theirs, or from the row of theirs that
    can't be applied. Otherwise the rows of other games are copied as they are: their chains are checked when they are read.
    """
    found = _found(Files(damaged))
    with closing(connect(fresh)) as target:
        Journal(target)
        target.execute("BEGIN IMMEDIATE")
        copied = sum(_copied(target, *one) for one in _kept(found, damage))
        target.execute("COMMIT")
    return copied


def _found(files: Files) -> list[Linked]:
    """Return all readable rows with their links, by number. Two rows may have the same number.

    A damaged frame may hold the only copy of a row, or it may hide an intact earlier frame, so the WAL is read both with and
    without damaged frames. A damaged frame may also name the wrong page, and frames after it may depend on its own page, so the
    intact frames before it are tried too, as is the database alone.
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
    """Return the rows of the database *image*; if its first page doesn't describe a journal's tables, use a new first page."""
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
    """Return the readable rows: read from both ends up to the damage, then try each missing row by its number.

    Never use an index for this, because it may be damaged too.
    """
    found: set[Linked] = set()
    if _reads_on(source, "ORDER BY n", found):
        return found
    _reads_on(source, "ORDER BY n DESC", found)
    for n in {*range(1, size // SMALLEST)} - {row.n for row, _ in found}:
        _reads_on(source, f"WHERE n = {n}", found)
    return found


def _reads_on(source: sqlite3.Connection, which: str, found: set[Linked]) -> bool:
    """Add the readable rows to *found*; return whether all were readable."""
    whole = True
    try:
        for n, game, *texts, link in source.execute(f"SELECT {COLUMNS} FROM rows {which}"):
            try:
                found.add((Row(n, game, *decoded(texts)), link))
            except UnicodeDecodeError:
                whole = False
    except (sqlite3.DatabaseError, UnicodeDecodeError):  # This is the damage that we are working around.
        return False
    return whole


def _is_ours(source: sqlite3.Connection) -> bool:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        return is_laid_out(source)
    return False


def _kept(found: list[Linked], damage: Damaged) -> list[Linked]:
    """Return the usable rows, proved ones first: if two have the same number or key, the first one copied is kept."""
    games = sorted({row.game for row, _ in found if isinstance(row.game, int)})
    proved = {one: None for game in games for one in _proved(game, found)}
    others = [(row, link) for row, link in found if (row, link) not in proved and row.game != damage.game]
    ends = {damage.game: damage.n} if isinstance(damage, Refused) else {}
    end = min(_end(proved), ends.get(TABLE_ROWS, math.inf)) if damage.game == TABLE_ROWS else math.inf
    return [(row, link) for row, link in (*proved, *others) if row.n < min(end, ends.get(row.game, end))]


def _end(proved: Iterable[Linked]) -> int:
    """Return the number of the first missing row after the table's own rows."""
    numbers = {row.n: row.game for row, _ in proved}
    end = max((n for n, game in numbers.items() if game == TABLE_ROWS), default=0) + 1
    while end in numbers:
        end += 1
    return end


def _proved(game: int, found: list[Linked]) -> Iterator[Linked]:
    """Yield the rows of *game* that form an unbroken hash chain from its first row on."""
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
