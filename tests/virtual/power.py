"""The plug is pulled in mid game, and the games' disk keeps no more than it was told to: nothing that was answered is lost."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from hardware.virtual.plug import Write, cut, raw, writes
from tests.virtual.pi import Pi, insist, red, rows

MOVES, FEWER = 40, 3  # answered
CUTS: Final = 200  # places, half of them with what wasn't flushed lost, reordered and torn
STORE: Final = "/opt/barkeep/current/lib/python3.13/site-packages/companion/journal/store.py"


class Power:
    """The steps in order, at a table that has just been resumed."""

    def __init__(self, disks: Path) -> None:
        self.disks, self.folder = disks, TemporaryDirectory(prefix="virtual-pi-power-")
        self.log, self.image = Path(self.folder.name, "log"), Path(self.folder.name, "games.img")
        self.pi = Pi(disks, self.log)
        self.played: list[tuple[int, int]] = []  # The rows answered until the plug was pulled, each with the log's length then.
        self.steps: tuple[Callable[[], str], ...] = (
            self.a_game, self.a_plug_pulled_in_mid_game, self.every_moment_before,
        )  # fmt: skip
        self.controls: tuple[Callable[[], str], ...] = (self.a_disk_that_forgets_flushes, self.without_fsync)

    def a_game(self) -> str:
        self.plain = raw(self.disks / "games.qcow2", self.image)
        self.pi.resume()
        self.pi.begin()
        self.played = [(row, self.log.stat().st_size) for row in self.pi.play(MOVES, Random(1))]
        return f"three have sat down, and {MOVES} moves were answered"

    def a_plug_pulled_in_mid_game(self) -> str:
        self.pi.kill()
        raw(self.pi.folder / "games.qcow2", self.image)
        insist(rows(self.image), (row for row, _ in self.played))
        return f"all {MOVES} are on the disk"

    def every_moment_before(self) -> str:
        log = writes(self.log)
        first = self._begin(log)
        assert len(log) - first >= CUTS, (first, len(log))
        for number in range(1, CUTS + 1):
            self._lose(log, first + (len(log) - first) * number // CUTS, torn=number % 2 == 1)
        flushes = sum(one.flush for one in log)
        return f"{CUTS} cuts of {len(log)} writes ({flushes} flushes), half reordered and torn: nothing answered is lost"

    def a_disk_that_forgets_flushes(self) -> str:
        """The same cuts, of a disk that may also lose what it was told to keep."""
        log = writes(self.log)
        first = self._begin(log)
        careless = [*log[:first], *(replace(one, flush=False) for one in log[first:])]
        for at in range(first + 1, len(log)):
            try:
                self._lose(careless, at, torn=True)
            except Exception as loss:  # Also a journal or a file system that nothing can mend.
                return f"after {at} of {len(log)} writes: {type(loss).__name__}, {loss}"
        raise AssertionError("nothing was lost")

    def without_fsync(self) -> str:
        """A journal that doesn't wait for the disk loses what it answered."""
        self.pi.stop_logging()
        self.pi.resume()
        self.pi.run("sed", "-i", 's/synchronous=FULL/synchronous=OFF/; s/("wal", 2)/("wal", 0)/', STORE)
        self.pi.run("systemctl", "restart", "barkeep")
        self.pi.begin()
        answered = list(self.pi.play(FEWER, Random(1)))
        self.pi.kill()
        raw(self.pi.folder / "games.qcow2", self.image)
        return red(lambda: insist(rows(self.image), answered), "answered moves are lost")

    def _begin(self, log: list[Write]) -> int:
        """Return how many writes there were when the first move was answered."""
        return next(n for n, one in enumerate(log) if one.size >= self.played[0][1])

    def _lose(self, log: list[Write], at: int, *, torn: bool) -> None:
        """Cut the disk after *at* writes, and insist on the rows that had been answered then."""
        data = bytearray(self.plain)
        cut(data, log, at, Random(at) if torn else None)
        self.image.write_bytes(data)
        insist(rows(self.image), (row for row, size in self.played if size <= log[at - 1].size))

    def close(self) -> None:
        self.pi.close()
        self.folder.cleanup()
