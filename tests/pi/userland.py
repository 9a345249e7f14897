"""An arm64 Debian 13 userland, built once and cached outside the checkout, and rooms in it that are thrown away after use."""

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hardware.installing.system import PACKAGES, PACKAGES_OF_THINGS, RASPBERRY
from hardware.lock import platforms
from hardware.virtual import cache
from hardware.virtual.cache import ROOT, Lacking, overlay, run

COPY: Final = "/opt/checkout"  # The place of the clone in a room.
RELEASE: Final = "trixie"
PYTHON: Final = "3.13"  # The release's version.

# The packages that matter here and come with Raspberry Pi OS Lite; the installation must fetch the rest.
FRESH: Final = (
    "avahi-daemon", "ca-certificates", "dbus", "iproute2", "libnss-mdns", "python3", "python3-gpiozero", "python3-spidev",
    "python3-venv", "sudo", "systemd", "systemd-sysv", "udev",
)  # fmt: skip
WANTED: Final = tuple(name for name in (*PACKAGES, *PACKAGES_OF_THINGS) if name not in RASPBERRY)
TOOLS: Final = {"mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "update-binfmts": "binfmt-support"}

INSTALLATION: Final = (
    "hardware/install", "hardware/installing/*.py", "hardware/barkeep.service", "hardware/lock.txt", "tests/pi/*.py",
    "firmware/boot.py", "firmware/building.py", "firmware/command/*.py", "firmware/service.py", "firmware/storage.py",
    "firmware/watchdog.py",
)  # fmt: skip

CONFIG_TXT: Final = """\
# For more options and information see http://rptl.io/configtxt
#dtparam=i2c_arm=on
#dtparam=spi=on
dtparam=audio=on
[cm5]
dtoverlay=dwc2,dr_mode=host
[all]
"""  # As on Raspberry Pi OS, shortened.

ALONE: Final = (  # Runs a command with none of this machine's settings.
    "/usr/bin/env", "-i", "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=/root", "LANG=C.UTF-8",
    "TERM=dumb", "DEBIAN_FRONTEND=noninteractive", "PIP_NO_INDEX=1", "PIP_FIND_LINKS=/wheels", "PIP_ROOT_USER_ACTION=ignore",
    "PYTHONDONTWRITEBYTECODE=1",
)  # fmt: skip


def userland() -> Path:
    """Return the userland's folder, whether it is built yet or not: another recipe gets another folder."""
    return cache.cache() / f"{RELEASE}-arm64-{cache.sum_of(RELEASE, FRESH, sorted(WANTED))}"


def wheels() -> Path:
    return cache.cache() / f"wheels-arm64-{cache.sum_of_lock()}"


def native_wheels() -> Path:
    return cache.cache() / f"wheels-native-{cache.sum_of_lock()}"


def is_cached() -> bool:
    return all(folder.is_dir() for folder in (userland() / "usr", wheels(), native_wheels()))


def walked() -> Path:
    """Return the file that marks a successful walk through this installation. Changes to the games don't count."""
    total = hashlib.sha256(userland().name.encode())
    for path in [path for name in INSTALLATION for path in sorted(ROOT.glob(name))]:
        total.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return cache.cache() / f"walked-{total.hexdigest()[:16]}"


def is_dirty() -> bool:
    """Return whether there are uncommitted changes, which a clone doesn't contain."""
    return bool(subprocess.run(["git", "status", "--short"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def insist() -> None:
    """Raise Lacking unless this machine can run the userland. Register qemu with the kernel until the next boot."""
    if os.geteuid() != 0:
        raise Lacking("root's rights")
    cache.insist_on_tools(TOOLS)
    cache.insist_on_arm64()


def prepare() -> None:
    """Build the userland and fetch the packages, unless they are cached already: takes minutes, once."""
    if not native_wheels().is_dir():
        here = output(["/usr/bin/python3", "-c", "import sys; print(*sys.version_info[:2], sep='.')"]).strip()
        cache.fetch(native_wheels(), [f"--python-version={here}"])
    if not userland().is_dir():
        _build()
    foreign = ["--implementation=cp", *(f"--platform={name}" for name in platforms(PYTHON, "aarch64"))]
    if not wheels().is_dir():
        cache.fetch(wheels(), [f"--python-version={PYTHON}", *foreign])


def _build() -> None:
    words = ("--skip=check/qemu", "--arch=arm64", f"--include={','.join(FRESH)}")
    with cache.debootstrap(userland(), "The userland", *words, release=RELEASE) as fresh:
        if (names := Path("/etc/resolv.conf")).exists():
            (fresh / "etc/resolv.conf").unlink(missing_ok=True)
            shutil.copyfile(names, fresh / "etc/resolv.conf")
        inside(fresh, "apt-get", "update", "-qq")
        inside(fresh, "apt-get", "install", "-qq", "--download-only", "--no-install-recommends", *WANTED)


@contextmanager
def room() -> Iterator[Path]:
    """Open a copy of the userland for as long as the context lasts, with a Pi's config.txt and names."""
    with overlay(userland(), wheels()) as root:
        run("mount", "-t", "proc", "proc", str(root / "proc"))
        run("mount", "-t", "tmpfs", "tmpfs", str(root / "run"))
        (root / "boot/firmware").mkdir(parents=True, exist_ok=True)
        (root / "boot/firmware/config.txt").write_text(CONFIG_TXT, encoding="utf-8")
        (root / "etc/hostname").write_text("raspberrypi\n", encoding="utf-8")
        (root / "etc/hosts").write_text("127.0.0.1\tlocalhost\n127.0.1.1\traspberrypi\n", encoding="utf-8")
        yield root


def within(root: Path, *words: str) -> list[str]:
    """Return the command that runs *words* in the userland at *root*, with none of this machine's settings."""
    return ["chroot", str(root), *ALONE, *words]


def inside(root: Path, *words: str) -> str:
    return output(within(root, *words))


def output(words: list[str]) -> str:
    """Return the output of the command *words*; raise AssertionError with it if the command fails."""
    quiet, pipe = subprocess.DEVNULL, subprocess.PIPE
    done = subprocess.run(words, stdin=quiet, stdout=pipe, stderr=subprocess.STDOUT, text=True, check=False)
    assert done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout
