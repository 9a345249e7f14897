"""An arm64 Debian 13 userland, built once and cached outside the checkout, and rooms in it that are thrown away after use."""

import hashlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import Final

from hardware.installing.sources import LOCK
from hardware.installing.system import PACKAGES, PACKAGES_OF_THINGS, RASPBERRY
from hardware.lock import platforms

ROOT: Final = Path(__file__).parents[2]
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
    "firmware/boot.py", "firmware/command/*.py", "firmware/service.py", "firmware/storage.py", "firmware/watchdog.py",
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


class Lacking(Exception):
    """This machine can't run an arm64 userland; the message says what is missing."""


def cache() -> Path:
    """Return the folder that is kept from one check to the next; PI_CHECK_CACHE names another."""
    beside = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "barkeep"
    return Path(os.environ.get("PI_CHECK_CACHE") or beside)


def userland() -> Path:
    """Return the userland's folder, whether it is built yet or not: another recipe gets another folder."""
    recipe = hashlib.sha256(repr((RELEASE, FRESH, sorted(WANTED))).encode()).hexdigest()[:8]
    return cache() / f"{RELEASE}-arm64-{recipe}"


def wheels() -> Path:
    return cache() / f"wheels-arm64-{_sum()}"


def native_wheels() -> Path:
    return cache() / f"wheels-native-{_sum()}"


def _sum() -> str:
    return hashlib.sha256((ROOT / LOCK).read_bytes()).hexdigest()[:8]


def is_cached() -> bool:
    return all(folder.is_dir() for folder in (userland() / "usr", wheels(), native_wheels()))


def walked() -> Path:
    """Return the file that marks a successful walk through this installation. Changes to the games don't count."""
    files = [path for name in INSTALLATION for path in sorted(ROOT.glob(name))]
    total = hashlib.sha256(userland().name.encode())
    for path in files:
        total.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return cache() / f"walked-{total.hexdigest()[:16]}"


def is_dirty() -> bool:
    """Return whether there are uncommitted changes, which a clone doesn't contain."""
    return bool(subprocess.run(["git", "status", "--short"], cwd=ROOT, capture_output=True, text=True, check=True).stdout)


def insist() -> None:
    """Raise Lacking unless this machine can run the userland. Register qemu with the kernel until the next boot."""
    if os.geteuid() != 0:
        raise Lacking("root's rights")
    missing = sorted(package for tool, package in TOOLS.items() if shutil.which(tool) is None)
    if missing:
        raise Lacking(f"the packages {' '.join(missing)} (apt install {' '.join(missing)})")
    formats = Path("/proc/sys/fs/binfmt_misc")
    if not (formats / "status").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", formats], check=False)
    if not (formats / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    if os.uname().machine != "aarch64" and not (formats / "qemu-aarch64").exists():
        raise Lacking("a kernel that hands arm64 programs to qemu (binfmt_misc)")


def prepare() -> None:
    """Build the userland and fetch the packages, unless they are cached already: takes minutes, once."""
    cache().mkdir(parents=True, exist_ok=True)
    if not native_wheels().is_dir():
        _fetch(native_wheels(), [f"--python-version={_python_here()}"])
    if not userland().is_dir():
        _build(userland())
    foreign = ["--implementation=cp", *(f"--platform={name}" for name in platforms(PYTHON, "aarch64"))]
    if not wheels().is_dir():
        _fetch(wheels(), [f"--python-version={PYTHON}", *foreign])


@contextmanager
def _made(place: Path, what: str) -> Iterator[Path]:
    """Let a missing folder be made, and keep it as *place* only when complete. Two checks may do so at the same time."""
    start = time.monotonic()
    with TemporaryDirectory(prefix=f"{place.name}.", dir=cache(), ignore_cleanup_errors=True) as beside:
        yield Path(beside, "new")
        Path(beside, "new").rename(place)
    print(f"{what}: made in {time.monotonic() - start:.0f} s, kept in {place}.")


def _build(place: Path) -> None:
    settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout.splitlines()
    way = [f"--aptopt={line}" for line in settings if line.startswith(("Acquire::http", "Acquire::Check", "Acquire::Retries"))]
    words = ["mmdebstrap", "--quiet", "--skip=check/qemu", "--arch=arm64", "--variant=minbase", *way]
    with _made(place, "The userland") as fresh:
        run(*words, f"--include={','.join(FRESH)}", RELEASE, str(fresh))
        _copy_names(fresh)
        inside(fresh, "apt-get", "update", "-qq")
        inside(fresh, "apt-get", "install", "-qq", "--download-only", "--no-install-recommends", *WANTED)


def _copy_names(place: Path) -> None:
    if Path("/etc/resolv.conf").exists():
        (place / "etc/resolv.conf").unlink(missing_ok=True)
        shutil.copyfile("/etc/resolv.conf", place / "etc/resolv.conf")


def _python_here() -> str:
    words = ["/usr/bin/python3", "-c", "import sys; print(*sys.version_info[:2], sep='.')"]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def _fetch(place: Path, target: list[str]) -> None:
    """Fetch the packages that the program needs on the machine that *target* describes to pip."""
    pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--only-binary=:all:", *target]
    with _made(place, "The packages of Python") as fresh:
        run(*pip, "-d", str(fresh), "--require-hashes", "--no-deps", "-r", str(ROOT / LOCK))


@contextmanager
def overlay(lower: Path, packages: Path) -> Iterator[Path]:
    """Mount a copy of *lower* for as long as the context lasts, in memory, with *packages* at /wheels.

    Its mounts are this process's own, which must have been started in a mount namespace of its own: they end with it.
    """
    folder = mkdtemp()
    root, upper, work = (Path(folder, name) for name in ("root", "upper", "work"))
    run("mount", "-t", "tmpfs", "tmpfs", folder)
    try:
        for one in (root, upper, work):
            one.mkdir()
        run("mount", "-t", "overlay", "overlay", "-o", f"lowerdir={lower},upperdir={upper},workdir={work}", str(root))
        (root / "wheels").mkdir(exist_ok=True)
        run("mount", "--bind", str(packages), str(root / "wheels"))
        yield root
    finally:
        subprocess.run(["umount", "--recursive", "--lazy", folder], check=False, stderr=subprocess.DEVNULL)
        with suppress(OSError):  # Never with its contents: if a mount is left, they might be the machine's.
            Path(folder).rmdir()


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


def run(*words: str) -> None:
    """Run a command of this machine; raise CalledProcessError if it fails."""
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)


def within(root: Path, *words: str) -> list[str]:
    """Return the command that runs *words* in the userland at *root*, with none of this machine's settings."""
    return ["chroot", str(root), *ALONE, *words]


def inside(root: Path, *words: str) -> str:
    return output(within(root, *words))


def output(words: list[str]) -> str:
    """Return the output of the command *words*; raise AssertionError with it if the command fails."""
    done = subprocess.run(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(words)} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout
