"""The service under the systemd that boots: what it may, what it may not, how it comes back and switches all off."""

import re
import time
from typing import Final

from firmware.panel.keys import LONG
from tests.virtual.pi import ADDRESS, LOBBY, SOON, Pi, Suite, red

CAN_BIND_80: Final = 0x400  # CAP_NET_BIND_SERVICE, as in /proc.
OWN, FOREIGN = (
    ("/dev/spidev0.0", "/dev/i2c-1", "/dev/gpiochip0", "/dev/null"),
    ("/dev/vda", "/dev/vdb", "/dev/ttyS0", "/dev/fuse"),
)
WATCHDOG: Final = 30  # Seconds, as where the processor isn't emulated.
HELD: Final = 4 * LONG  # Seconds of a long OK; an emulated processor may hear a key late.
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


class Service(Suite):
    steps = ("its_rights", "its_devices", "its_files", "its_memory", "a_kill", "a_hang")
    controls = ("without_walls", "without_the_watchdog", "without_a_capability", "with_too_little_memory")

    def its_rights(self) -> str:
        """Port 80 answers, by a process that is nobody, filtered, and can do one thing that others can't."""
        self.resume()
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


class Off(Suite):
    """A long OK switches the whole machine off, and a short one doesn't. For the controls, the table is resumed anew."""

    steps = ("a_long_ok",)
    controls = ("a_short_ok", "without_the_units_line")

    def a_long_ok(self) -> str:
        self._show()
        self.pi.hand("press", "ok", HELD)
        self.pi.wait_until_off()
        console = self.pi.console()
        assert "Reached target" in console, console[-2000:]
        assert "poweroff.target" in console or "Power Off" in console, console[-2000:]
        return "systemd ended every service and switched the machine off"

    def a_short_ok(self) -> str:
        self._show()
        self.pi.hand("press", "ok")
        return red(lambda: self.pi.wait_until_off(SOON / 2), "it stays on")

    def without_the_units_line(self) -> str:
        """The program ends as before, but the only line that runs as root is missing."""
        self.pi.restart("ExecStopPost=")
        self.pi.shows(LOBBY)
        self.pi.hand("press", "ok", HELD)
        self.pi.until(lambda: self.pi.service("ActiveState") == "inactive", "the program's end")
        return red(lambda: self.pi.wait_until_off(SOON / 2), "the table is closed, and the machine stays on")

    def _show(self) -> None:
        self.resume()
        self.pi.shows(LOBBY)


def fetch_soon(pi: Pi) -> None:
    """Fetch the table's page from the machine itself; raise Dead if it doesn't come within half a minute."""
    pi.run("python3", "-c", f"import urllib.request as web; web.urlopen('http://{ADDRESS}/table', timeout=30).read()")
