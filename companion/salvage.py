"""What can be gone on from in a damaged journal, copied into a fresh one."""

from __future__ import annotations

import math
import shutil
import sqlite3
from contextlib import closing, suppress
from dataclasses import astuple
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from companion.journal import (
    COLUMNS,
    TABLE_ROWS,
    Journal,
    Linked,
    Refused,
    Row,
    connect,
    decoded,
    first_link,
    is_laid_out,
    next_link,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from companion.journal import Damaged

SMALLEST: Final = 64  # Bytes that a row takes at least: its link alone has 32.
PAGES: Final = slice(28, 32)  # Where a file's first page says how many there are (SQLite's file format, 1.3).


def salvage(damaged: Path, fresh: Path, damage: Damaged) -> int:
    """Copy all rows that can be gone on from into the new file *fresh*; return how many. The damaged file is left as it is.

    Of the damaged game these are the rows that its chain proves. Where the table's own are damaged, everything ends before the
    first missing row behind them, for that may have been one of them. Other games' rows are left for their chains to judge.
    """
    with closing(connect(fresh)) as target:
        Journal(target)
        found = _found(damaged) or _found_behind(_first_page(target, fresh), damaged)
        target.execute("BEGIN IMMEDIATE")
        copied = sum(_copied(target, *one) for one in _kept(found, damage))
        target.execute("COMMIT")
    return copied


def _found(damaged: Path) -> list[Linked]:
    """Return all rows that can be read with their links, in the order of their numbers; none where the tables aren't ours.

    They are read from both ends up to what is damaged, then each that is missing by its number, and never by an index, which
    may be damaged, too. Two may claim one number.
    """
    most = sum(file.stat().st_size for file in _files(damaged)) // SMALLEST
    with closing(sqlite3.connect(f"file:{damaged}?mode=ro", uri=True)) as source:
        if not _is_ours(source):
            return []
        found = {*_readable(source, "ORDER BY n"), *_readable(source, "ORDER BY n DESC")}
        for n in {*range(1, most + 1)} - {row.n for row, _ in found}:
            found.update(_readable(source, f"WHERE n = {n}"))
    return sorted(found, key=lambda one: one[0].n)


def _is_ours(source: sqlite3.Connection) -> bool:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):
        return is_laid_out(source)
    return False


def _found_behind(first_page: bytes, damaged: Path) -> list[Linked]:
    """Return what is found in a copy with another first page: it tells of the tables alone, and each journal's are alike."""
    with suppress(OSError), TemporaryDirectory(dir=damaged.parent) as folder:  # Some bytes can't even be read.
        for file in _files(damaged):
            shutil.copy(file, folder)
        copy = Path(folder) / damaged.name
        content = bytearray(copy.read_bytes())
        content[: len(first_page)] = first_page
        content[PAGES] = (len(content) // len(first_page)).to_bytes(4, "big")
        copy.write_bytes(content)
        return _found(copy)
    return []


def _first_page(target: sqlite3.Connection, file: Path) -> bytes:
    target.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return file.read_bytes()[: target.execute("PRAGMA page_size").fetchone()[0]]


def _files(journal: Path) -> list[Path]:
    """Return the files that rows may be in: the journal, and the log beside it where there is one."""
    return [file for file in (journal, journal.with_name(f"{journal.name}-wal")) if file.exists()]


def _readable(source: sqlite3.Connection, which: str) -> Iterator[Linked]:
    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):  # What can't be read is the damage itself.
        for n, game, *texts, link in source.execute(f"SELECT {COLUMNS} FROM rows {which}"):
            with suppress(UnicodeDecodeError):
                yield Row(n, game, *decoded(texts)), link


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
        target.execute("INSERT INTO rows VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (*astuple(row), link))
        return True
    return False
