"""The plug is pulled in mid game, also where the root is read-only: nothing that was answered is lost.

The games' disk keeps no more than it was told to.
"""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from hardware.installing.read_only import CMDLINE, OVERLAY
from hardware.virtual.plug import Write, cut, raw, writes
from tests.virtual.pi import INSTALL, Suite, insist, red, rows

MOVES, FEWER, AN_EVENING = 40, 3, 10  # answered
CUTS: Final = 200  # places, half of them with what wasn't flushed lost, reordered and torn
STORE: Final = "/opt/barkeep/current/lib/python3.13/site-packages/companion/journal/store.py"


class Power(Suite):
    steps = ("a_game", "a_plug_pulled_in_mid_game", "every_moment_before")
    controls = ("a_disk_that_forgets_flushes", "without_fsync")

    def __init__(self, disks: Path) -> None:
        self.folder = TemporaryDirectory(prefix="virtual-pi-power-")
        self.log, self.image = Path(self.folder.name, "log"), Path(self.folder.name, "games.img")
        super().__init__(disks, self.log)

    def a_game(self) -> str:
        self.plain = raw(self.disks / "games.qcow2", self.image)
        self.pi.resume()
        self.pi.begin()
        # The rows answered until the plug was pulled, each with the log's length then.
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
        super().close()
        self.folder.cleanup()


class Root(Suite):
    """The read-only root keeps an evening's games, and of everything else nothing; the table is switched off and on again."""

    steps = ("an_installation", "an_evening", "a_plug_pulled")
    controls = ("without_recurse",)

    def an_installation(self) -> str:
        self.pi.resume()
        said = self.pi.run(INSTALL, "--read-only")
        assert (
            f"-> make the root read-only (in {CMDLINE[0]}); from the next start on, only games are kept" in said.splitlines()
        ), said
        self.pi.cmdline = self.pi.run("cat", CMDLINE[0]).strip()
        assert OVERLAY in self.pi.cmdline.split(), self.pi.cmdline
        self.pi.run("systemctl", "--no-block", "poweroff")
        self.pi.wait_until_off()
        return f"the kernel now gets {OVERLAY}"

    def an_evening(self) -> str:
        self.before = self._system()
        said = self._evening()
        refused = self.pi.run(INSTALL, check=False)
        assert "the root is read-only" in refused, refused
        return f"{said}; what is installed now would be lost, and the installation says so"

    def a_plug_pulled(self) -> str:
        self.pi.kill()
        insist(self._rows(), self.answered)
        assert self._system() == self.before, "the system's disk has changed"
        return f"all {AN_EVENING} answered moves are on the games' disk, and not a byte of the system's has changed"

    def without_recurse(self) -> str:
        self.pi.cmdline = self.pi.cmdline.replace(OVERLAY, OVERLAY.partition(":")[0])
        self._evening(fresh=True)
        self.pi.kill()
        return red(lambda: insist(self._rows(), self.answered), "a plain overlay covers the games' disk, and they are lost")

    def _evening(self, *, fresh: bool = False) -> str:
        self.pi.start(fresh=fresh)
        self.pi.begin()
        root = self.pi.run("findmnt", "--noheadings", "--output", "SOURCE,FSTYPE", "/").split()
        assert root == ["overlayroot", "overlay"], root
        self.answered = list(self.pi.play(AN_EVENING, Random(1)))
        return f"{AN_EVENING} moves on a root in memory"

    def _rows(self) -> set[int]:
        image = self.pi.folder / "games.img"
        raw(self.pi.folder / "games.qcow2", image)
        return rows(image)

    def _system(self) -> str:
        return sha256((self.pi.folder / "system.qcow2").read_bytes()).hexdigest()
