"""D4: each step of the disk fails in turn, in every command of a long evening: nothing is lost, and nothing done twice."""

import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

import apsw

from companion.games import installed
from companion.journal import store as shipped
from companion.journal.store import Journal
from companion.table.table import Table, Unknown
from companion.tags.pieces import Pieces
from tests.proof.durability.disk import Contents, Disk, Watched, connected, power_cut, put, scratch, shipped_settings
from tests.proof.durability.evenings import Command, Evening, evening, kept
from tests.proof.promise import Defence, Leg, Promise, instead, tried

FAILING: Final = {  # The steps that can fail in each way, and the error; the first one is raised although the step was done.
    "error all the same": (("after a statement",), partial(sqlite3.OperationalError, "disk I/O error")),
    "I/O error": (("open", "write", "cut", "sync", "delete", "read"), partial(apsw.IOError, "seeded")),
    "full disk": (("write", "open"), partial(apsw.FullError, "seeded")),
    "locked": (("before a statement",), partial(sqlite3.OperationalError, "database is locked")),
}
KINDS: Final = tuple(FAILING)
ROWS: Final = 80  # Of a game: each failure rereads them all.
PARTS: Final = 20  # A leg takes every twentieth step of each command.
LEG: Final = 60
LONG: Final = (1, 1, 1, 4, 12)  # How many steps in a row fail.
PATIENCE: Final = 16  # How often a command is repeated.
DOUBT: Final = "never settled"
BRIEF: Final = 25


class FailingConnection(Watched):
    """A connection whose executes *first* to *last* (counted from 1) fail, either before or *after* taking effect."""

    def __init__(self, connection: Any) -> None:
        super().__init__(connection, self._fail_there)
        self.fail(0, -1, after=False)

    def fail(self, first: int, last: int, *, after: bool) -> None:
        self._count, self._failing, self._when = 0, range(first, last + 1), "after" if after else "before"

    def _fail_there(self, when: str, statement: str) -> None:
        self._count += when == "before"
        if self._count in self._failing and when == self._when:
            raise sqlite3.OperationalError("disk I/O error")


class Trouble:
    """Steps of a disk, or of a connection to it, that fail with an error of one *kind*; *count* is the number of such steps."""

    def __init__(self, kind: str) -> None:
        self.kind, self.failed = kind, 0
        self.begin(range(0))

    def begin(self, failing: range) -> None:
        self._failing, self.count = failing, 0

    def step(self, what: str) -> None:
        steps, error = FAILING[self.kind]
        if what in steps:
            self.count += 1
            if self.count - 1 in self._failing:
                self.failed += 1
                raise error()


class World(NamedTuple):
    """A table on a disk that may fail."""

    disk: Disk
    trouble: Trouble
    table: Table
    journal: Journal


@contextmanager
def opened(played: Evening, contents: Contents, kind: str) -> Iterator[World]:
    trouble = Trouble(kind)
    disk = Disk(trouble.step, contents)
    with connected(disk, *shipped_settings(), checkpoint=60) as connection:  # So few pages that its steps fail, too.
        journal = Journal(Watched(connection, lambda when, _: trouble.step(f"{when} a statement")))
        draw = lambda ask: played.steps[journal.last - len(played.opening)].command
        yield World(disk, trouble, Table(journal, installed(), Pieces(), draw), journal)


class Failures:
    """Make steps fail in every command of an evening, each time in a world of its own that begins just before that command."""

    def __init__(self, seed: int, most: int) -> None:
        turn, game = divmod(seed, len(installed()))
        self.played = evening(game, ROWS)
        self.kind = KINDS[(game - turn) % len(KINDS)]  # The first seeds are of each kind and of each game.
        self._part, self._most = turn // len(KINDS), most
        self.reached = self.unknowns = self.plugs = 0
        self.broken: list[str] = []

    def go(self) -> None:
        with opened(self.played, {}, self.kind) as world:
            commands = self.played.commands()
            pace = -(-len(commands) // self._most)  # A brief test takes only some of the commands.
            for number, (command, by_chance) in enumerate(commands):
                before, first = world.disk.contents() if number % pace == 0 else None, world.journal.last
                world.trouble.begin(range(0))
                world.table.act(command[0], command[1], key=command[2])
                over = getattr(world.table.now.match, "is_over", False)  # Its result is a row of the table's.
                rows, steps = first + 1 + len(by_chance) + over, world.trouble.count if before is not None else 0
                for step in range((self._part + number) % min(PARTS, max(steps, 1)), steps, PARTS):
                    failing = range(step, step + LONG[(number + step) % len(LONG)])
                    if fault := self._fault_after(before or {}, command, rows, failing, plug=(number + step) % 3 == 0):
                        self.broken.append(f"{self.played.game}, {self.kind} at step {step} of command {number}: {fault}")

    def _fault_after(self, before: Contents, command: Command, rows: int, failing: range, *, plug: bool) -> str:
        """Do *command* with trouble; return what is wrong. With *plug* the first unknown is followed by a power cut."""
        try:
            with opened(self.played, before, self.kind) as world:
                world.trouble.begin(failing)
                fault = self._fault(world, command, rows, tries=1 if plug else PATIENCE)
                left = world.disk.left(power_cut(random.Random(failing.start)))
                self.reached += world.trouble.failed > 0
            if fault is not DOUBT or not plug:  # Enough repetitions outlast the trouble, without a restart.
                return fault
            self.plugs += 1
            with opened(self.played, left, self.kind) as world:
                return self._fault(world, command, rows, tries=1)
        except Exception as error:
            return f"{type(error).__name__}: {error}"

    def _fault(self, world: World, command: Command, rows: int, tries: int) -> str:
        for _ in range(tries):
            try:
                world.table.act(command[0], command[1], key=command[2])
                break
            except Unknown:
                self.unknowns += 1
                if not world.table.now.read_only:
                    return "an unknown, and the others aren't told"
        else:
            return DOUBT
        world.trouble.begin(range(0))
        if world.table.now.read_only:
            return "it is settled, and everybody is still told that the disk takes nothing"
        if world.journal.last != rows:
            return f"{world.journal.last} rows, not {rows}"
        if getattr(world.table.now.match, "state", None) != self.played.state_after(rows):
            return "another state in memory"
        with scratch() as folder:
            put(world.disk.contents(), Path(folder))
            with closing(shipped.connect(Path(folder) / "journal.sqlite")) as connection:
                found = [row.key for row in kept(Journal(connection))]
        doubled = [key for key in found if key is not None and found.count(key) > 1]
        return f"{len(found)} rows on the disk, not {rows}, {doubled} twice" if len(found) != rows or doubled else ""


def walk(number: int, seed: int) -> Leg:
    failures = Failures(seed, 1_000 if number >= LEG else number)
    failures.go()
    told = {"unknown answers": failures.unknowns, "of them cut off from power": failures.plugs, failures.kind: failures.reached}
    return Leg(failures.reached, tuple(failures.broken), told)


def control() -> str:
    return tried({name: (fault, lambda: len(walk(BRIEF, 0).broken)) for name, fault in FAULTS.items()})


def _forget_the_doubt(table: Table, cause: Any = None) -> None:
    if table._doubtful and table._journal._connection.in_transaction:
        table._journal._connection.execute("ROLLBACK")
    table._doubtful = False


def _stay_in_doubt(table: Table, cause: Any = None) -> None:
    if table._doubtful:  # Until the program is restarted.
        raise Unknown("the disk does not answer")


FAULTS: Final = {
    "trusting memory": instead(Table, "_settle", _forget_the_doubt),
    "forgetting answers": instead(Table, "_find", lambda *_: None),
    "telling nobody": instead(Table, "_stop_writing", lambda _: None),
    "doubting for ever": instead(Table, "_settle", _stay_in_doubt),
    "telling for ever": instead(Table, "_go_on_writing", lambda _: None),
}


def promises() -> tuple[Promise, ...]:
    what = "a step of the disk fails: nothing lost, nothing done twice, everybody told, settled by the same key"
    asked = LEG * PARTS * len(KINDS) * len(installed())
    return (Promise("D4", what, asked, "failed steps", LEG, walk, control, brief=BRIEF, light=60),)


DEFENCES: Final = (
    Defence("memory is dropped after an error", FAULTS["trusting memory"], "D4"),
    Defence("everybody is told that the disk takes nothing", FAULTS["telling nobody"], "D4"),
    Defence("everybody is told that the disk takes commands again", FAULTS["telling for ever"], "D4"),
    Defence("a doubt ends once the disk answers", FAULTS["doubting for ever"], "D4"),
)
