"""D1: the power is cut at every step of the disk, throughout whole games; D6: what a journal row costs the disk."""

import random
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import pytest

from companion.games import installed
from companion.journal import store as shipped
from companion.journal import wal
from companion.journal.store import Journal, Row
from companion.keeping.replaying import loaded, replayed_room
from companion.tags.pieces import Pieces
from firmware import storage
from tests.proof.durability.disk import Contents, Disk, File, Noted, connected, power_cut, put, scratch, shipped_settings
from tests.proof.durability.evenings import Appended, Evening, appended, evening, kept
from tests.proof.faults import reads
from tests.proof.promise import Defence, Fault, Leg, Promise, instead, tried

CHANGES: Final = ("open", "write", "cut", "sync", "delete")
FOLDS: Final = 8  # How often in a leg the found rows are folded into a game: equal rows fold alike.
CHECKPOINTS: Final = (60, 1000)  # Pages after which the log is checkpointed: an often reached number, and SQLite's own.
COSTLY: Final = 1.1  # Syncs per row, whether it is a seat's command or one of chance.
TWICE: Final = 4  # One cut in so many is during a start.
NORMAL: Final = ("journal_mode=wal", "synchronous=1")
DELETE: Final = ("journal_mode=delete", "synchronous=2")


class Cuts:
    """Cut the power *number* times while the journal waits for syncs, and every TWICE-th time during the start after that."""

    def __init__(self, played: Evening, rows: list[Appended], number: int, seed: int, settings: tuple[str, ...]) -> None:
        self._played, self._rows, self._settings = played, rows, settings
        self._expected = [Row(n, *row) for n, row in enumerate(rows, start=1)]
        self._generator = random.Random(seed)
        self._checkpoint = CHECKPOINTS[seed % 2]
        self.twice = TWICE if settings == shipped_settings() else number + 1
        self.steps = self._play(lambda disk, done: None)
        self.number, self._step, self.reached = number, 0, 0
        self.broken: list[str] = []
        self.counts: Counter[str] = Counter()

    def go(self) -> "Cuts":
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(wal, "checksum", lru_cache(10_000)(wal.checksum))  # Successive cuts leave nearly the same log.
            self._play(self._cut)
        return self

    def _play(self, look: Callable[[Disk, int], None]) -> int:
        """Append all rows to a journal; call *look* before each step during which that waits for a sync; return how often."""
        steps = done = 0

        def step(kind: str) -> None:
            nonlocal steps
            if kind in CHANGES and disk.waiting() - {storage.NEWEST}:
                steps += 1
                look(disk, done)

        disk = Disk(step)
        with scratch() as folder, connected(disk, *self._settings, checkpoint=self._checkpoint) as connection:
            journal = Journal(connection, Noted(Path(folder), disk))
            for row in self._rows:
                journal.append(*row)
                done += 1
            step("write")
        return steps

    def _cut(self, disk: Disk, done: int) -> None:
        self._step += 1
        while self.reached < self.number * self._step // self.steps:
            self.reached += 1
            self.counts["power cuts of a journal that waited for the disk"] += 1
            try:
                if self.reached % self.twice:
                    fault = self._look(disk.left(power_cut(self._generator)), done)
                else:
                    fault = self._look(*self._cut_again(disk, done, kill=self.reached // self.twice % 2 == 0))
            except Exception as error:
                fault = f"can't be opened: {type(error).__name__}: {error}"
            if fault:
                self.broken.append(f"{self._played.game}, step {self._step}: {fault}")

    def _cut_again(self, disk: Disk, done: int, *, kill: bool) -> tuple[Contents, int]:
        """Start again after a *kill* or a power cut, count the rows found, go on, and cut the power at any step of that."""
        self.counts["of them in a start after a kill" if kill else "of them in a start after a power cut"] += 1
        steps, told, left = 0, done, Contents()

        def step(kind: str) -> None:
            nonlocal steps, left, done
            if kind in CHANGES:
                steps += 1
                if self._generator.random() * steps < 1:  # All steps are equally likely.
                    left, done = again.left(power_cut(self._generator)), told

        again = disk.after_kill() if kill else Disk(contents=disk.left(power_cut(self._generator)))
        again.step = step
        with scratch() as folder, connected(again, checkpoint=self._checkpoint, prepare=shipped.prepare) as connection:
            journal = Journal(connection, Noted(Path(folder), again))
            told = len(kept(journal))
            step("write")
            for row in self._rows[told : told + self._generator.choice((0, 3))]:
                journal.append(*row)
                told += 1
                step("write")
        return left, done

    def _look(self, left: Contents, done: int) -> str:
        with scratch() as name:
            put(left, Path(name))
            with closing(storage.open_journal(Path(name))) as connection:
                return self._fault(Journal(connection, storage.Newest(Path(name))), done)

    def _fault(self, journal: Journal, done: int) -> str:
        found = kept(journal)
        if found != self._expected[: len(found)]:
            return "other rows"
        if not done <= len(found) <= done + 1:
            return f"{len(found)} rows, and {done} were acknowledged"
        if self.reached % -(-self.number // FOLDS):
            return ""
        replayed = replayed_room(journal, Pieces())
        play = loaded(journal, installed(), replayed.room, replayed.since)
        self.counts["folded"] += 1
        return "" if getattr(play, "state", None) == self._played.state_after(len(found)) else "another state"


def walk(number: int, seed: int) -> Leg:
    played = evening(seed)
    cuts = Cuts(played, appended(played), number, seed, shipped_settings()).go()
    return Leg(cuts.reached, tuple(cuts.broken), cuts.counts)


def control() -> str:
    played = evening(0, 60)
    rows = appended(played)

    def lost(number: int = 200, *settings: str, twice: int = 0) -> int:
        cuts = Cuts(played, rows, number, 3, settings or shipped_settings())
        cuts.twice = twice or cuts.twice
        return len(cuts.go().broken)

    return tried({
        "WAL with NORMAL": (CARELESS, lambda: lost(60, *NORMAL)),
        "DELETE with FULL": (CARELESS, lambda: lost(100, *DELETE)),
        "a disk that lies": (instead(File, "sync", lambda file: None), lambda: lost(40)),
        "a start that leaves the log to the system": (LOG_LEFT, lambda: lost(twice=1)),
        "a number noted before its row": (NOTED_FIRST, lambda: lost(twice=1)),
    })  # fmt: skip


def _set(connection: Any, *settings: str) -> Any:
    for setting in settings:
        connection.execute(f"PRAGMA {setting}").fetchall()
    return connection


def _with(*settings: str) -> Fault:
    def turn_off(patch: pytest.MonkeyPatch) -> None:
        right = shipped.connect
        patch.setattr(shipped, "connect", lambda path: _set(right(path), *settings))
        CARELESS(patch)

    return turn_off


CARELESS: Final = instead(shipped, "_insist", lambda connection: None)
LOG_LEFT: Final = instead(shipped, "prepare", lambda connection: _set(connection, "journal_mode=wal", "synchronous=2"))
NOTED: Final = '        if self._newest is not None:\n            self._newest.write(row.n, b"")\n'
APPEND: Final = "        execute = self._connection.execute\n"
NOTED_FIRST: Final = reads(("journal.store", APPEND, NOTED + APPEND))


def walk_costs(number: int, seed: int) -> Leg:
    """Count the syncs of at least *number* rows, in whole games; rows of chance have no key."""
    rows: list[Appended] = []
    syncs = 0
    while len(rows) < number:
        fresh = appended(evening(seed))
        syncs += syncs_of(fresh, shipped_settings())
        rows += fresh
        seed += 1000 * len(installed())
    broken = (f"{syncs} syncs for {len(rows)} rows",) if syncs > COSTLY * len(rows) else ()
    by_hand = sum(key is not None for _, _, _, key, *_ in rows)
    return Leg(len(rows), broken, {"syncs": syncs, "of seats": by_hand, "of chance": len(rows) - by_hand})


def syncs_of(rows: list[Appended], settings: tuple[str, ...]) -> int:
    disk = Disk()
    with connected(disk, *settings) as connection:
        journal = Journal(connection)
        disk.counts.clear()
        for row in rows:
            journal.append(*row)
        return disk.counts["sync"] + disk.counts["directory"]


def control_costs() -> str:
    rows = appended(evening(0, 30))
    cost = lambda: round(syncs_of(rows, DELETE) / len(rows) / COSTLY)
    return tried({"what DELETE with FULL costs more": (CARELESS, cost)})


def promises() -> tuple[Promise, ...]:
    lies = "a disk that says it has synced and has not, nor one that spoils what it synced long ago"
    return (
        Promise("D1", "what was acknowledged outlives a power cut at any step, and at any step of the start after it",
                50_000, "power cuts", 500, walk, control, lies, brief=600, light=40),
        Promise("D6", f"a row, of a seat or of chance, costs at most {COSTLY} syncs", 6_000, "rows", 100, walk_costs,
                control_costs, brief=60),
    )  # fmt: skip


DEFENCES: Final = (
    Defence("the journal waits for the disk", _with(*NORMAL), "D1"),
    Defence("a start brings the log to the disk", LOG_LEFT, "D1"),
    Defence("a row's number is noted behind it", NOTED_FIRST, "D1"),
    Defence("the journal writes ahead", _with(*DELETE), "D1", {"D6": "a rollback journal syncs several times"}),
)
