"""Make journals with rows in them, damage them behind the program's back, and read what they keep."""

import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from companion.journal.salvage import salvage
from companion.journal.store import Damaged, Journal, connect, text
from companion.keeping import checkpoint
from companion.keeping.replaying import replayed_room
from companion.keeping.room import Room
from companion.tags.pieces import Pieces


def filled(path: Path, rows: int = 6) -> sqlite3.Connection:
    """Return a journal with *rows* rows of game 1 after one of the table's own."""
    connection = connect(path)
    journal = Journal(connection)
    journal.append(0, "1.table.1", "A", "sit", "[]", '[{"is":"SatDown"}]', '{"row":1}')
    for n in range(rows):
        texts = f'["{n}"]', f'[{{"is":"Thing","n":{n}}}]', f'{{"row":{n}}}'
        journal.append(1, "1.barracuda.1", "AB"[n % 2], f"key {n}", *texts)
    return connection


def folded(path: Path) -> bytes:
    """Checkpoint the log into the database file, and return the file's content."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def fresh_rows(path: Path, game: int) -> list[int]:
    """Return the numbers of a game's rows."""
    return [row.n for row in Journal(connect(path)).rows(game)]


def tamper(path: Path, *statements: str) -> None:
    """Change the file behind the journal's back."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER no_update")
        connection.execute("DROP TRIGGER no_delete")
        for statement in statements:
            connection.execute(statement)


def damage(path: Path, game: int = 1) -> Damaged | None:
    """Return the damage found when *game* is read."""
    journal = Journal(connect(path))
    try:
        list(journal.rows(game))
    except Damaged as found:
        return found
    return None


def salvaged(path: Path, game: int = 1) -> tuple[int, Path]:
    """Salvage the damaged journal at *path*; return how many rows were kept, and where."""
    fresh = path.with_name("fresh.sqlite")
    return salvage(path, fresh, damage(path, game)), fresh


def kept_and_read(folder: Path) -> Room:
    """Return the room as folded from all rows in *folder*; a checkpoint would hold the same."""
    replayed = replayed_room(Journal(connect(folder / "journal.sqlite")), Pieces())
    whole, since = checkpoint.read(json.loads(text(checkpoint.kept(replayed.room, replayed.since))))
    assert (replace(whole, pieces=replayed.room.pieces), since) == (replayed.room, replayed.since)
    assert whole.pieces.tags() == replayed.room.pieces.tags()
    return whole
