"""D5: bits flip in the journal's files, sectors are zeroed, ends cut off: what changed is found, what is whole offered."""

from __future__ import annotations

import random
import tempfile
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from companion import journal as shipped
from companion.chance import by_chance
from companion.games import GAMES
from companion.journal import TABLE_ROWS, Damaged, Journal, Row
from companion.pieces import Pieces
from companion.table import Table
from firmware import storage
from tests.proof.disk import SECTOR, Contents, Disk, connected, put, shipped_settings
from tests.proof.evenings import appended, evening
from tests.proof.promise import Blind, Defence, Leg, Promise

FLIPS, ZEROED, CUTS = 2_000, 500, 200
ROUND: Final = ("flip",) * 20 + ("zeroed",) * 5 + ("cut",) * 2  # In the proportion of their numbers.

Found = dict[int, list[Row]]


class Spoilt:
    """The files of a whole game, and what becomes of them."""

    def __init__(self, seed: int) -> None:
        played = evening(seed)
        rows = appended(played)
        disk = Disk()
        with connected(disk, *shipped_settings(), checkpoint=random.Random(seed).choice((1000, 200))) as connection:
            journal = Journal(connection)
            for row in rows:
                journal.append(*row)
            self._pulled = disk.contents()  # The plug: a log beside the journal.
        self._shut = disk.contents()  # In good order: everything is in one file.
        self._rows: Found = {TABLE_ROWS: [], 1: []}
        for n, row in enumerate(rows, start=1):
            self._rows[row[0]].append(Row(n, *row))
        self._last, self._generator = len(rows), random.Random(f"damage {seed}")

    def fault(self, kind: str) -> tuple[str, str]:
        """Damage the files once; return what was noticed, and what is wrong with that, empty where nothing is."""
        contents = self._generator.choice((self._pulled, self._shut))
        spoilt, what = _damaged(dict(contents), kind, self._generator)
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            put(spoilt, folder)
            storage.Newest(folder).write(self._last)
            noticed, wrong = self._opened(folder)
        return noticed, f"{what}: {wrong}" if wrong else ""

    def _opened(self, folder: Path) -> tuple[str, str]:
        """Open *folder* as the program does."""
        try:
            found = _read(folder)
        except Damaged as damage:
            return "found", self._kept(folder, damage)
        except Exception as error:
            return "found", f"nothing is offered: {type(error).__name__}: {error}"
        return "nothing changed", "" if found == self._rows else "a change that nobody notices"

    def _kept(self, folder: Path, damage: Damaged) -> str:
        """Set the damaged file aside, as --keep-valid does, and look at what is left."""
        kept = storage.set_aside(folder, damage)
        if not kept.exists():
            return "the file is not kept"
        found = _read(folder)
        for game, rows in found.items():
            if rows != self._rows[game][: len(rows)]:
                return f"game {game} goes on from other rows"
        if len(found[damage.game]) < min(damage.valid, len(self._rows[damage.game])) and damage.game != TABLE_ROWS:
            return f"{len(found[damage.game])} of {damage.valid} valid rows are offered"
        return ""


def _read(folder: Path) -> Found:
    with closing(storage.open_journal(folder)) as connection:
        connection.execute("PRAGMA synchronous=FULL")
        journal = Journal(connection, storage.Newest(folder))
        found = {game: list(journal.rows(game)) for game in (TABLE_ROWS, 1)}
        Table(journal, GAMES, Pieces(), lambda ask: by_chance(ask, random.Random(0)))
    return found


def _damaged(contents: Contents, kind: str, generator: random.Random) -> tuple[Contents, str]:
    name = generator.choices(list(contents), [len(data) for data in contents.values()])[0]
    data, at = bytearray(contents[name]), generator.randrange(len(contents[name]))
    if kind == "flip":
        data[at] ^= 1 << generator.randrange(8)
    elif kind == "zeroed":
        at -= at % SECTOR
        data[at : at + SECTOR] = bytes(len(data[at : at + SECTOR]))
    else:
        del data[at:]
    return {**contents, name: bytes(data)}, f"{name} {kind} at {at} of {len(contents[name])}"


def walk(number: int, seed: int) -> Leg:
    """Damage the files of one game *number* times."""
    spoilt = Spoilt(seed)
    broken, counts = [], Counter[str]()
    for index in range(number):
        kind = ROUND[(index + seed) % len(ROUND)]
        noticed, wrong = spoilt.fault(kind)
        counts[f"{kind}: {noticed}"] += 1
        if wrong:
            broken.append(wrong)
    return Leg(number, tuple(broken), counts)


def control() -> str:
    """Find a journal without its chain, and one whose end nobody knows."""
    found = {}
    with patch.object(shipped, "_next_link", lambda link, row: link):
        found["no chain"] = len(walk(60, 0).broken)
    with patch.object(storage.Newest, "read", lambda self: 0):
        found["no newest number"] = len(walk(60, 0).broken)
    told = ", ".join(f"{name} left {count} unnoticed" for name, count in found.items())
    if not all(found.values()):
        raise Blind(told)
    return told


def promises() -> tuple[Promise, ...]:
    """Return D5."""
    blind = (
        "an end that was cut off before the system wrote down the newest row's number (some seconds after the row), "
        "a journal and a number that were both exchanged, and a flipped bit in the index of keys"
    )
    what = "flipped bits, zeroed sectors and cut-off ends are found, the whole rows offered, the file kept"
    return (Promise("D5", what, FLIPS + ZEROED + CUTS, "damages", len(ROUND), walk, control, blind, brief=54),)


def _nothing_noted(patches: Any) -> None:
    patches.setattr(storage.Newest, "read", lambda self: 0)


def _no_chain(patches: Any) -> None:
    patches.setattr(shipped, "_next_link", lambda link, row: link)


DEFENCES: Final = (
    Defence("every row is linked to the one before", _no_chain, "D5"),
    Defence("the newest row's number is kept beside", _nothing_noted, "D5"),
)
