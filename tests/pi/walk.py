"""The walk through an installation: the actions in the userland, and what each must result in."""

import re
import subprocess
import time
from pathlib import Path
from typing import Final

from companion.kit.pieces import Piece
from hardware.installing.sources import UNIT
from tests.evenings.house import House, fetch
from tests.pi.userland import COPY, ROOT, inside, is_dirty, within

INSTALL: Final = f"{COPY}/hardware/install"
AS_TABLE: Final = ("runuser", "-u", "barkeep", "--")
DATA: Final = "/var/lib/barkeep"
EXPOSURE: Final = 15  # Tenths, the unit of `systemd-analyze` for its threshold.

NEEDS_A_PI: Final = (
    "tags on a real reader: range, stickers, stacked cards, copies of the chip",
    "the display's brightness and legibility, keys, LED and buzzer in the hand",
    "SPI and I2C after the restart: that config.txt's lines make the devices",
    "the service under systemd on arm64, with the Pi's own devices in its reach",
    "the packages that only Raspberry Pi OS has: python3-lgpio, python3-rpi-lgpio",
    "barkeep.local from a phone, the Wi-Fi of its own and the way back to the house's",
    "the read-only root, and the games' partition under it",
    "the Pi's own watchdog; how long a start takes; the speed of its SD card",
)


class Walk:
    """The steps in order, through the userland at *root*; each raises AssertionError if something is wrong."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.steps = (
            self.a_clean_clone, self.a_dry_run_touches_nothing, self.the_installation, self.once_more_changes_nothing,
            self.the_unit, self.the_doctor, self.a_table_takes_a_tap, self.the_removal,
        )  # fmt: skip

    def a_clean_clone(self) -> str:
        """It has the committed files, and nothing else."""
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.root / COPY.lstrip("/")], check=True)
        return "WITHOUT what isn't committed" if is_dirty() else "what is checked out"

    def a_dry_run_touches_nothing(self) -> str:
        before = stamps(self.root)
        said = inside(self.root, INSTALL, "--dry-run")
        assert "Nothing was touched" in said, said
        changed = [path for path in before ^ stamps(self.root) if "/wheels/" not in path]
        assert not changed, changed
        return f"tells of {said.count('would ')} steps"

    def the_installation(self) -> str:
        said = inside(self.root, INSTALL)
        assert "LEFT OUT: the table was not started" in said, said
        assert "dtparam=spi=on" in (self.root / "boot/firmware/config.txt").read_text(encoding="utf-8")
        assert "barkeep" in inside(self.root, "id", "barkeep")
        return f"{said.count('-> ')} changes; " + "; ".join(re.findall(r"LEFT OUT: (.+)\.", said))

    def once_more_changes_nothing(self) -> str:
        said = inside(self.root, INSTALL)
        assert "Nothing to change" in said, said
        assert "-> " not in said, said
        return "it says so"

    def the_unit(self) -> str:
        """The userland's own systemd finds nothing wrong with it, and little to attack."""
        inside(self.root, "systemd-analyze", "verify", "--man=no", f"/etc/systemd/system/{UNIT}")
        said = inside(self.root, "systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE}", UNIT)
        return said.strip().splitlines()[-1].lstrip("→ ")

    def the_doctor(self) -> str:
        said = inside(self.root, *AS_TABLE, "barkeep", "doctor", "--hardware", "simulated", "--yes", "--port", "0")
        assert f"Options of the installed table: --port 80 --data {DATA} --hardware" in said, said
        return said.strip().splitlines()[-1]

    def a_table_takes_a_tap(self) -> str:
        """A page is served, a pawn on the simulated reader changes the display's picture, and a long OK ends it with 64.

        It is started as by its service: as its user, on its data, from the version in use.
        """
        house, start = House(Path(DATA)), time.monotonic()
        options = ("--hardware", "simulated", "--host", "127.0.0.1", "--port", "0", "--data", DATA, "--off-status", "64")
        words = within(self.root, *AS_TABLE, "barkeep", "run", *options)
        house.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        house.until_open()
        ready = time.monotonic() - start
        assert b"<html" in fetch(house.port, "localhost", "/table")
        before = house.still()
        house.tap(Piece("bag", "A"), lambda: house.display() != before)
        house.bench("press", button="ok", long=True)
        code = house.process.wait(300)
        assert code == 64, code
        assert (self.root / "var/lib/barkeep/journal.sqlite").exists()
        return f"ready after {ready:.0f} s under qemu; page, tap and long OK answered"

    def the_removal(self) -> str:
        said = inside(self.root, INSTALL, "uninstall")
        assert "with its games stays" in said, said
        assert (self.root / "var/lib/barkeep/journal.sqlite").exists()
        assert not (self.root / "opt/barkeep").exists()
        assert "Barkeep" not in (self.root / "boot/firmware/config.txt").read_text(encoding="utf-8")
        inside(self.root, INSTALL, "uninstall", "--delete-games")
        assert not (self.root / "var/lib/barkeep").exists()
        return "the games stay until they are told to go"


def stamps(root: Path) -> set[str]:
    """Return each file below *root* with its size and time of change, as one text: any change shows up."""
    listed = ["find", root, "-xdev", "-not", "-type", "d", "-printf", "%p %s %T@\\n"]
    return set(subprocess.run(listed, capture_output=True, text=True, check=True).stdout.splitlines())
