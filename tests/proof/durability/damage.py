"""D5: bits of the journal's files flip, sectors are zeroed, ends cut off: changes are found, intact rows are offered.

After a kill the newest rows are in the log only: then a bit flips in any file, the log's index included, or a file is lost or
emptied.
"""

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import installed
from companion.journal import salvage, wal
from companion.journal import store as shipped
from companion.journal.store import TABLE_ROWS, Damaged, Journal, Row
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from firmware import storage
from tests.proof.durability.disk import SECTOR, Contents, Disk, connected, put, scratch, shipped_settings
from tests.proof.durability.evenings import appended, evening, kept
from tests.proof.promise import Blind, Defence, Leg, Promise, instead, tried

AFTER_A_KILL: Final = ("flip after a kill",) * 7 + ("lost after a kill",) * 2 + ("emptied after a kill",)
ROUND: Final = (*AFTER_A_KILL, *("flip",) * 20, *("zeroed",) * 5, *("cut",) * 2)
ROUNDS: Final = 100
FILES: Final = tuple(f"{storage.JOURNAL}{suffix}" for suffix in ("", "-wal", "-shm"))
ROWS: Final = 150  # of a game at most: each damage rereads them all
TRIES: Final = 100  # How often to damage again if only unused bytes were hit, which happens about every second time.
PAGE: Final = 4096  # bytes
KIND: Final = 24  # bytes of the database by which SQLite recognises its log
HEADER, FRAME = 32, 24  # bytes of the log before all frames, and of each frame before its page
NOTHING, FOUND = "changed nothing", "found"
FOLDED: Final = set[int]()  # hashes of the rows from which this process has opened a table already


class Spoilt:
    """The files of a game, and ways to damage them."""

    def __init__(self, seed: int) -> None:
        rows = appended(evening(seed, ROWS))
        disk = Disk()
        with connected(disk, *shipped_settings(), checkpoint=random.Random(seed).choice((1000, 200))) as connection:
            journal = Journal(connection)
            for row in rows:
                journal.append(*row)
            self._pulled = disk.contents()  # The plug was pulled: a log beside the journal.
        self._shut = disk.contents()  # Closed cleanly: everything is in one file.
        self._killed = _killed(rows, seed % 2 * len(rows) // 2)
        self._rows = [Row(n, *row) for n, row in enumerate(rows, start=1)]
        self._raw = _plainly(self._shut, len(rows))
        self._generator = random.Random(f"damage {seed}")

    def fault(self, kind: str) -> tuple[str, str]:
        contents = self._killed if kind in AFTER_A_KILL else self._generator.choice((self._pulled, self._shut))
        spoilt, what = _damaged(dict(contents), kind, self._generator)
        with scratch() as name:
            folder = Path(name)
            put(spoilt, folder)
            storage.Newest(folder).write(len(self._rows), b"")  # In an earlier version's format: no journal is exchanged here.
            also = self._untouched(spoilt) if kind in AFTER_A_KILL else self._behind(spoilt, contents)
            noticed, wrong = self._opened(folder, _plainly(spoilt, len(self._rows)), also)
            if kind in AFTER_A_KILL and noticed == FOUND and not self._is_kept(spoilt, folder):
                wrong = wrong or "the files are not kept as they were"
        return noticed, f"{what}: {wrong}" if wrong else ""

    def _behind(self, spoilt: Contents, contents: Contents) -> set[Any]:
        """Return what a plain read finds in the *spoilt* files once the first page of *contents*, the schema, is restored."""
        mended = contents[storage.JOURNAL][:PAGE] + spoilt[storage.JOURNAL][PAGE:]
        return set() if mended == spoilt[storage.JOURNAL] else _plainly({**spoilt, storage.JOURNAL: mended}, len(self._rows))

    def _untouched(self, spoilt: Contents) -> set[Any]:
        """Return the rows found, byte for byte, in a page of the *spoilt* files that is still as the kill left it."""
        pages = [data for name, at, data in _pages(self._killed) if spoilt.get(name, b"")[at : at + len(data)] == data]
        return {row for row in self._raw if any(b"".join(filter(None, row[2:])) in page for page in pages)}

    def _is_kept(self, spoilt: Contents, folder: Path) -> bool:
        """Return whether database and log, unless empty, were set aside unchanged, or the whole log folded in, by SQLite."""
        database, log, _ = FILES
        aside = {file.read_bytes() for file in folder.glob("journal.damaged-*")}
        if {data for name, data in spoilt.items() if data and name in (database, log)} <= aside:
            return True
        return spoilt.get(log) == self._killed[log] and spoilt.get(database, b"")[:KIND] == self._killed[database][:KIND]

    def _opened(self, folder: Path, plain: set[Any], also: set[Any]) -> tuple[str, str]:
        """Open *folder* as the program does; *plain* are the rows that a plain read of it finds, *also* further intact ones."""
        whole = {n for n, *_ in (plain | also) & self._raw}
        try:
            found = _read(folder)
        except Damaged as damage:
            before = [row.game for row in self._rows if row.n < damage.n]
            right = damage.n in whole or damage.valid in (before.count(damage.game), len(before))
            wrong = self._mended(folder, damage, self._asked(whole)) if right else f"what is told is wrong: {damage}"
            return FOUND if plain != self._raw else "found in the index", wrong
        except Exception as error:
            return FOUND, f"nothing is offered: {type(error).__name__}: {error}"
        if found == self._rows:
            return (NOTHING if plain == self._raw else "mended"), ""  # The last row is recovered from a torn commit.
        return NOTHING, "a change that nobody notices"

    def _asked(self, whole: set[int]) -> list[Row]:
        """Return the rows that must be offered: those of each game before its first that is not *whole*."""
        ends: dict[int, int] = {}
        for row in self._rows:
            if row.n not in whole:
                ends.setdefault(row.game, row.n)
        end = ends.get(TABLE_ROWS, len(self._rows) + 1)  # After that, nobody knows which game was on the table.
        return [row for row in self._rows if row.n < min(end, ends.get(row.game, end))]

    def _mended(self, folder: Path, damage: Damaged, asked: list[Row]) -> str:
        """Set the damaged file aside, as --keep-valid does, as often as there is damage, and check what is left."""
        for _ in range(4):  # Every game may be damaged.
            if not storage.set_aside(folder, damage).exists():
                return "the file is not kept"
            try:
                found = _read(folder)
            except Damaged as again:
                damage = again
                continue
            missing = [row.n for row in asked if row not in found]
            strange = "" if set(found) <= set(self._rows) else "it goes on from other rows"
            return f"of {len(asked)} whole rows these are not offered: {missing} ({damage})" if missing else strange
        return "it is damaged for ever"


def _killed(rows: list[Any], folded: int) -> Contents:
    """Return the files of a killed table: all *rows* in the log, except those *folded* into the database."""
    with scratch() as name, closing(storage.open_journal(Path(name))) as connection:
        journal = Journal(connection)
        connection.execute("PRAGMA synchronous=OFF")
        for n, row in enumerate(rows):
            if n == folded:
                connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()
            journal.append(*row)
        return {file: Path(name, file).read_bytes() for file in FILES}


def _pages(contents: Contents) -> Iterator[tuple[str, int, bytes]]:
    """Yield each page with its file and place; pages of the log with their frames, leaving out those before its last reset."""
    database, log, _ = FILES
    for at in range(0, len(contents[database]), PAGE):
        yield database, at, contents[database][at : at + PAGE]
    for at in range(HEADER, len(contents[log]), FRAME + PAGE):
        if contents[log][at + 8 : at + 16] == contents[log][16:24]:  # The same salts.
            yield log, at, contents[log][at : at + FRAME + PAGE]


def _read(folder: Path) -> list[Row]:
    with closing(storage.open_journal(folder)) as connection:
        journal = Journal(connection, storage.Newest(folder))
        connection.execute("PRAGMA synchronous=OFF")  # For reading, no sync needs to be waited for.
        found = kept(journal)
        if (rows := hash(tuple(found))) not in FOLDED:  # Equal rows fold alike, which takes far longer than reading them.
            Table(journal, installed(), Pieces(), lambda ask: by_chance(ask, random.Random(0)))
            FOLDED.add(rows)
    return found


def _plainly(contents: Contents, last: int) -> set[Any]:
    """Return every row that SQLite itself finds, with its link: from the front, from the back, and by each number to *last*."""
    found: set[Any] = set()
    with scratch() as name:
        put(contents, Path(name))
        with closing(sqlite3.connect(Path(name) / storage.JOURNAL)) as connection:
            connection.text_factory = bytes
            for way in ("ORDER BY n", "ORDER BY n DESC", *(f"WHERE n = {n}" for n in range(1, last + 1))):
                if not {*range(1, last + 1)} <= {n for n, *_ in found}:
                    with suppress(sqlite3.DatabaseError, UnicodeDecodeError):  # UnicodeDecodeError is for SQLite's own message.
                        for row in connection.execute(f"SELECT * FROM rows NOT INDEXED {way}"):
                            found.add(row)
    return found


def _damaged(contents: Contents, kind: str, generator: random.Random) -> tuple[Contents, str]:
    sizes = [1 if kind in AFTER_A_KILL else len(data) for data in contents.values()]  # The log is far larger than the others.
    name = generator.choices(list(contents), sizes)[0]
    data, at = bytearray(contents[name]), generator.randrange(len(contents.pop(name)))
    match kind.split()[0]:
        case "lost":
            return contents, f"{name} {kind}"
        case "flip":
            data[at] ^= 1 << generator.randrange(8)
        case "zeroed":
            at -= at % SECTOR
            data[at : at + SECTOR] = bytes(len(data[at : at + SECTOR]))
        case "cut" | "emptied":
            del data[at if kind == "cut" else 0 :]
    return {**contents, name: bytes(data)}, f"{name} {kind} at {at}"


def walk(number: int, seed: int) -> Leg:
    broken, counts = [], Counter[str]()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wal, "checksum", lru_cache(10_000)(wal.checksum))  # Damaged logs are nearly the same.
        spoilt = Spoilt(seed + 1)  # Not evening 0: none of its cuts needs the defence against cuts.
        for index in range(number):
            kind = ROUND[(index + seed) % len(ROUND)]
            for _ in range(TRIES):
                noticed, wrong = spoilt.fault(kind)
                counts[f"{kind}: {noticed}"] += 1
                broken += [wrong] if wrong else []
                if wrong or noticed != NOTHING:
                    break
            else:
                raise Blind(f"{TRIES} times {kind}, and nothing changed")
    return Leg(number, tuple(broken), counts)


def control() -> str:
    number = {"no newest number": len(ROUND), "nothing offered": 6, "only seats offered": 6}
    return tried({name: (fault, lambda name=name: len(walk(number.get(name, 16), 0).broken)) for name, fault in FAULTS.items()})


def _let_in(patch: pytest.MonkeyPatch) -> None:
    """Let SQLite open the files before they are read: it repairs what it finds."""
    right = salvage.Files.__init__

    def read(self: salvage.Files, journal: Path) -> None:
        with suppress(sqlite3.DatabaseError), closing(sqlite3.connect(journal)) as connection:
            connection.execute("SELECT count(*) FROM rows").fetchall()
        right(self, journal)

    patch.setattr(salvage.Files, "__init__", read)


def _none_valid(damage: Damaged, game: int, n: int, valid: int, what: str) -> None:
    damage.game, damage.n, damage.valid, damage.what = game, n, 0, what


FAULTS: Final = {
    "no chain": instead(shipped, "next_link", lambda link, row: link),
    "no newest number": instead(storage.Newest, "read", lambda self: 0),
    "nothing offered": instead(salvage, "_kept", lambda found, damage: []),
    "only seats offered": instead(salvage, "_kept", lambda found, _: [one for one in found if one[0].game == TABLE_ROWS]),
    "opened before it is read": _let_in,
    "none called whole": instead(shipped.Damaged, "__init__", _none_valid),
}


def promises() -> tuple[Promise, ...]:
    blind = "an end cut off before the newest row's number was written down, both exchanged, and a bit in the index of keys"
    what = "bits, sectors, ends and files that are lost are found if anything changes, all whole rows offered, the files kept"
    return (Promise("D5", what, ROUNDS * len(ROUND), "damages", len(ROUND), walk, control, blind, brief=len(ROUND), light=50),)


DEFENCES: Final = (
    Defence("every row is linked to the one before", FAULTS["no chain"], "D5"),
    Defence("the newest row's number is kept beside", FAULTS["no newest number"], "D5"),
    Defence("what is whole before the damage is kept", FAULTS["nothing offered"], "D5"),
)
