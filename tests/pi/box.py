"""Try the service under a real systemd, on this machine's processor, in a copy of its system that is thrown away afterwards.

qemu can't start systemd, so the arm64 userland covers everything but this. The virtual Pi tries the service's rights and how it
comes back. Nothing leaves the box: it has a network, processes and control groups of its own, and can change neither the
kernel's settings nor a file of the machine.
"""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from hardware.installing import system
from hardware.installing.pi import Pi
from hardware.installing.sources import UNIT
from tests.evenings.house import until
from tests.pi.userland import ALONE, COPY, ROOT, Lacking, output

INSTALL: Final = f"{COPY}/hardware/install"
SYSTEMD: Final = "/lib/systemd/systemd"
SPACE: Final = ("unshare", "--mount", "--pid", "--fork", "--kill-child")
PATIENCE: Final = 180.0  # seconds

# Run as the first process of the box, with its root as $1. The kernel's settings are mounted read-only.
FURNISH: Final = """\
set -e
ip link set lo up
mount -t proc proc "$1/proc"
mount --bind "$1/proc/sys" "$1/proc/sys"
mount -o remount,ro,bind "$1/proc/sys"
mount -t sysfs -o ro sysfs "$1/sys"
mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
for folder in run tmp dev; do mount -t tmpfs tmpfs "$1/$folder"; done
for node in null zero full random urandom tty; do
    touch "$1/dev/$node"
    mount --bind "/dev/$node" "$1/dev/$node"
done
mkdir "$1/dev/shm" "$1/dev/pts"
exec chroot "$@"
"""
TARGET: Final = """\
[Unit]
Requires=basic.target dbus.service
After=basic.target dbus.service
Wants=barkeep.service
"""
BROKEN: Final = "\n\ndef open_table(settings: Settings) -> RunningTable:\n    raise OSError('broken on purpose')\n"
PRESS: Final = """
import http.client, json
connection = http.client.HTTPConnection("127.0.0.1", 80, timeout=30)
headers = {"Host": "localhost", "Origin": "http://localhost", "Content-Type": "application/json"}
connection.request("POST", "/bench/press", json.dumps({"button": "ok", "long": True}), headers)
assert connection.getresponse().status == 204
"""
PAGE: Final = "import urllib.request as web; print(web.urlopen('http://localhost/table', timeout=30).read().decode())"


def insist() -> None:
    """Raise Lacking unless systemd can be tried on this kind of machine."""
    if system.codename(Pi()) not in system.KNOWN or not Path(SYSTEMD).exists():
        raise Lacking("a Debian or Raspberry Pi OS with systemd for the box in which the service is started")
    missing = [name for name in system.PACKAGES if not system.is_installed(Pi(), name)]
    if missing:
        raise Lacking(f"{' '.join(missing)}, for the box in which the service is started")


class Box:
    """The steps in order; each raises AssertionError if something is wrong."""

    def __init__(self, root: Path) -> None:
        self.root, self.first = root, 0
        self.steps: tuple[Callable[[], str], ...] = (
            self.an_installation_without_systemd, self.a_start_with_the_machine, self.a_version_that_does_not_start,
            self.another_version, self.a_long_ok,
        )  # fmt: skip

    def an_installation_without_systemd(self) -> str:
        """Install as in a chroot: the service waits for the first start."""
        subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, self.root / COPY.lstrip("/")], check=True)
        (self.root / "etc/pip.conf").write_text("", encoding="utf-8")
        (self.root / "etc/systemd/system/barkeep-box.target").write_text(TARGET, encoding="utf-8")
        said = output(self._furnished(*ALONE, INSTALL, "--hardware", "simulated"))
        assert "LEFT OUT: the table was not started" in said, said
        return "done"

    def a_start_with_the_machine(self) -> str:
        systemd = (SYSTEMD, "--unit=barkeep-box.target", "--show-status=0", "--log-target=null")
        words = self._furnished(*ALONE, "container=other", *systemd, apart=("--net", "--cgroup"))
        quiet = subprocess.DEVNULL
        self.outer = subprocess.Popen(words, stdin=quiet, stdout=quiet, stderr=quiet)
        self.until(self._find_first, "the box")
        self.until(lambda: self.state("ActiveState") == "active", "the service")
        assert "<html" in self.inside("python3", "-c", PAGE)
        said = self.inside(INSTALL)
        assert "Nothing to change" in said, said
        return "port 80 answers; installing once more changes nothing"

    def a_version_that_does_not_start(self) -> str:
        before = self.current()
        with self.edited("firmware/boot.py", BROKEN):
            done = subprocess.run(self._within(INSTALL, "update", "--no-sums"), capture_output=True, text=True, check=False)
        assert done.returncode == 1, done.stdout + done.stderr
        assert "is in use again" in done.stderr, done.stderr
        assert (self.current(), self.state("ActiveState")) == (before, "active")
        assert list((self.root / "var/backups/barkeep").iterdir())
        return "the one before is back, and runs"

    def another_version(self) -> str:
        before = self.current()
        with self.edited("web/__init__.py", "\n# Another version.\n"):
            self.inside(INSTALL, "update", "--no-sums")
        assert (self.current() != before, self.state("ActiveState")) == (True, "active")
        self.inside(INSTALL, "back")
        assert (self.current(), self.state("ActiveState")) == (before, "active")
        return "in its place, and back by hand"

    def current(self) -> str:
        return os.readlink(self.root / "opt/barkeep/current")

    @contextmanager
    def edited(self, name: str, more: str) -> Iterator[None]:
        """Append *more* to the file *name* of the clone for as long as the context lasts."""
        file = self.root / COPY.lstrip("/") / name
        text = file.read_text(encoding="utf-8")
        file.write_text(text + more, encoding="utf-8")
        yield
        file.write_text(text, encoding="utf-8")

    def a_long_ok(self) -> str:
        """A long OK switches the whole box off."""
        start = time.monotonic()
        self.inside("python3", "-c", PRESS)
        self.until(lambda: self.outer.poll() is not None, "the power-off")
        return f"off after {time.monotonic() - start:.0f} s"

    # Access from outside

    def _furnished(self, *words: str, apart: tuple[str, ...] = ()) -> list[str]:
        """Return the command that runs *words* as the box's first process; *apart* adds options for further namespaces."""
        return [*SPACE, *apart, "sh", "-c", FURNISH, "sh", str(self.root), *words]

    def _find_first(self) -> int:
        """Return the box's first process once it is systemd, or 0: the child of the one that we started."""
        assert self.outer.poll() is None, "the box did not open"
        for number in Path(f"/proc/{self.outer.pid}/task/{self.outer.pid}/children").read_text(encoding="utf-8").split():
            with suppress(FileNotFoundError):
                if "systemd" in Path(f"/proc/{number}/comm").read_text(encoding="utf-8"):
                    self.first = int(number)
        return self.first

    def _within(self, *words: str) -> list[str]:
        enter = ["nsenter", "-t", str(self.first), "--mount", "--pid", "--net", "--cgroup", "--root", "--wd"]
        return [*enter, *ALONE, *words]

    def inside(self, *words: str) -> str:
        return output(self._within(*words))

    def state(self, name: str) -> str:
        return self._said("systemctl", "show", UNIT, "--value", f"--property={name}")

    def _said(self, *words: str) -> str:
        return subprocess.run(self._within(*words), capture_output=True, text=True, check=False).stdout.strip()

    def until(self, true: Callable[[], object], what: str) -> None:
        """Wait until *true* returns something; raise AssertionError saying *what* was awaited, and the service's status."""
        try:
            until(true, what, PATIENCE, look=0.2)
        except AssertionError as late:
            raise AssertionError(f"{late}\n{self._said('systemctl', 'status', UNIT, '--no-pager')}") from late
