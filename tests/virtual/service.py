"""The service under the systemd that boots: what it may, what it may not, and how it comes back."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from tests.virtual.pi import ADDRESS, LOBBY, SOON, Pi, red

CAN_BIND_80: Final = 0x400  # CAP_NET_BIND_SERVICE, as in /proc.
OWN, FOREIGN = (
    ("/dev/spidev0.0", "/dev/i2c-1", "/dev/gpiochip0", "/dev/null"),
    ("/dev/vda", "/dev/vdb", "/dev/ttyS0", "/dev/fuse"),
)
WATCHDOG: Final = 30  # Seconds, as where the processor isn't emulated.
MEGABYTES, TOO_FEW = 200, 16  # What the smallest Pi can spare, and too little to start.
# Join the service's control group, see its files, and print what not even root may open there.
TRY: Final = """\
echo $$ > /sys/fs/cgroup/system.slice/barkeep.service/cgroup.procs
exec nsenter --mount --target "$(systemctl show -P MainPID barkeep)" python3 -c '
import os, sys
for path in sys.argv[2:]:
    try:
        os.close(os.open(path, os.O_RDWR | (os.O_CREAT if sys.argv[1] == "file" else 0)))
    except OSError as refused:
        print(path, refused.strerror)
' "$@"
"""


class Service:
    """The steps in order, at a table that has just been resumed."""

    def __init__(self, disks: Path) -> None:
        self.pi = Pi(disks)
        self.steps: tuple[Callable[[], str], ...] = (
            self.its_rights, self.its_devices, self.its_files, self.its_memory, self.a_kill, self.a_hang,
        )  # fmt: skip
        self.controls: tuple[Callable[[], str], ...] = (
            self.without_walls, self.without_the_watchdog, self.without_a_capability, self.with_too_little_memory,
        )  # fmt: skip

    def its_rights(self) -> str:
        """Port 80 answers, by a process that is nobody, filtered, and can do one thing that others can't."""
        self.pi.resume()
        self.pi.until_open()
        status = dict(re.findall(r"^(\w+):\t(\w+)", self.pi.run("cat", f"/proc/{self.pi.service('MainPID')}/status"), re.M))
        assert status["Uid"] != "0", status
        assert (status["NoNewPrivs"], status["Seccomp"], int(status["CapEff"], 16)) == ("1", "2", CAN_BIND_80), status
        return "port 80 answers, as a user without rights but that; system calls filtered (seccomp)"

    def its_devices(self) -> str:
        assert self._refused("device", *OWN) == []
        refused = self._refused("device", *FOREIGN)
        assert len(refused) == len(FOREIGN), refused
        assert all("not permitted" in one for one in refused), refused
        return f"root itself may open {' '.join(OWN)} there, and nothing else: {'; '.join(refused)}"

    def its_files(self) -> str:
        refused = self._refused("file", "/etc/barkeep.toml", "/usr/x", "/home/x", "/opt/barkeep/x", "/var/lib/barkeep/x")
        assert [one.split()[0] for one in refused] == ["/etc/barkeep.toml", "/usr/x", "/home/x", "/opt/barkeep/x"], refused
        self.pi.run("rm", "/var/lib/barkeep/x")
        return f"only the games' folder can be written; {'; '.join(refused)}"

    def its_memory(self) -> str:
        peak = int(self.pi.service("MemoryPeak")) >> 20
        assert peak < MEGABYTES, peak
        return f"{peak} MB at the most"

    def a_kill(self) -> str:
        self.pi.set(f"WatchdogSec={WATCHDOG}")  # For the process that comes after this one, which is left hanging below.
        return self._again("KILL")

    def a_hang(self) -> str:
        return self._again("STOP")

    def without_walls(self) -> str:
        self.pi.restart("DeviceAllow=", "ProtectSystem=no", "WatchdogSec=0")
        red(self.its_files, "files")
        red(lambda: self.pi.shows(LOBBY, SOON / 4), "the display")
        said = red(lambda: self._may(*OWN), "without DeviceAllow the display stays dark and no device opens")
        return f"{said}; without ProtectSystem /etc can be written"

    def without_the_watchdog(self) -> str:
        self.pi.run("kill", "-STOP", self.pi.service("MainPID"))
        time.sleep(2 * WATCHDOG)
        said = red(lambda: fetch_soon(self.pi), "a hang stays one")
        self.pi.run("kill", "-CONT", self.pi.service("MainPID"))
        return said

    def without_a_capability(self) -> str:
        return self._not_up("AmbientCapabilities=", "CapabilityBoundingSet=", says="port 80 stays closed")

    def with_too_little_memory(self) -> str:
        return self._not_up(f"MemoryMax={TOO_FEW}M", "MemorySwapMax=0", says=f"{TOO_FEW} MB are too little")

    def _refused(self, kind: str, *paths: str) -> list[str]:
        return self.pi.run("sh", "-c", TRY, "sh", kind, *paths).splitlines()

    def _may(self, *paths: str) -> None:
        assert self._refused("device", *paths) == []

    def _again(self, signal: str) -> str:
        start, before = time.monotonic(), self.pi.service("MainPID")
        self.pi.run("kill", f"-{signal}", before)
        self.pi.until(
            lambda: self.pi.service("ActiveState") == "active" and self.pi.service("MainPID") not in (before, "0"), "it"
        )
        self.pi.until_open()
        return f"up again after {time.monotonic() - start:.0f} s"

    def _not_up(self, *settings: str, says: str) -> str:
        """Start the service with *settings* that it can't do with: it must fail, at least once, and never open."""
        self.pi.run("systemctl", "reset-failed", "barkeep")
        self.pi.set(*settings)
        self.pi.run("systemctl", "restart", "--no-block", "barkeep")
        self.pi.until(lambda: int(self.pi.service("NRestarts")) > 0, "a failed start")
        return red(lambda: fetch_soon(self.pi), says)

    def close(self) -> None:
        self.pi.close()


def fetch_soon(pi: Pi) -> None:
    """Fetch the table's page from the machine itself; raise Dead if it doesn't come within half a minute."""
    pi.run("python3", "-c", f"import urllib.request as web; web.urlopen('http://{ADDRESS}/table', timeout=30).read()")
