"""The read-only root that the installation offers: an evening's games are kept, and of everything else nothing."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from hardware.installing.read_only import CMDLINE, OVERLAY
from hardware.virtual.plug import raw
from tests.virtual.pi import INSTALL, Pi, insist, red, rows

MOVES: Final = 10


class Root:
    """The steps in order, at a table that has just been resumed, and is switched off and on again."""

    def __init__(self, disks: Path) -> None:
        self.folder = TemporaryDirectory(prefix="virtual-pi-root-")
        self.image = Path(self.folder.name, "games.img")
        self.pi = Pi(disks)
        self.steps: tuple[Callable[[], str], ...] = (self.an_installation, self.an_evening, self.a_plug_pulled)
        self.controls: tuple[Callable[[], str], ...] = (self.without_recurse,)

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
        return f"all {MOVES} answered moves are on the games' disk, and not a byte of the system's has changed"

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
        self.answered = list(self.pi.play(MOVES, Random(1)))
        return f"{MOVES} moves on a root in memory"

    def _rows(self) -> set[int]:
        raw(self.pi.folder / "games.qcow2", self.image)
        return rows(self.image)

    def _system(self) -> str:
        return sha256((self.pi.folder / "system.qcow2").read_bytes()).hexdigest()

    def close(self) -> None:
        self.pi.close()
        self.folder.cleanup()
