"""What is expensive to make is kept in a folder outside the checkout, under a name that changes with its recipe."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory, mkdtemp
from typing import TYPE_CHECKING, Final

from hardware.installing.sources import LOCK

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

ROOT: Final = Path(__file__).parents[2]


class Lacking(Exception):
    """This machine can't build or run what is asked for; the message says what is missing."""


def insist_on_tools(tools: Mapping[str, str]) -> None:
    """Raise Lacking unless each program of *tools*, which name its package, is there."""
    missing = sorted({package for tool, package in tools.items() if shutil.which(tool) is None})
    if missing:
        raise Lacking(f"the packages {' '.join(missing)} (apt install {' '.join(missing)})")


def insist_on_arm64() -> None:
    """Raise Lacking unless this machine can run arm64 programs. Register qemu with the kernel until the next boot."""
    formats = Path("/proc/sys/fs/binfmt_misc")
    if not (formats / "status").exists():
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", formats], check=False)
    if not (formats / "qemu-aarch64").exists():
        subprocess.run(["update-binfmts", "--enable", "qemu-aarch64"], check=False)
    if os.uname().machine != "aarch64" and not (formats / "qemu-aarch64").exists():
        raise Lacking("a kernel that hands arm64 programs to qemu (binfmt_misc)")


def cache() -> Path:
    """Return the folder that is kept from one check to the next; PI_CHECK_CACHE names another."""
    beside = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "barkeep"
    return Path(os.environ.get("PI_CHECK_CACHE") or beside)


def sum_of(*parts: object) -> str:
    """Return eight digits that stand for *parts*, for the name of what they make."""
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:8]


def sum_of_lock() -> str:
    """Return eight digits that stand for the packages that an installation fetches."""
    return hashlib.sha256((ROOT / LOCK).read_bytes()).hexdigest()[:8]


@contextmanager
def made(place: Path, what: str) -> Iterator[Path]:
    """Let a missing folder be made, and keep it as *place* only when complete. Two checks may do so at the same time."""
    start = time.monotonic()
    cache().mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=f"{place.name}.", dir=cache(), ignore_cleanup_errors=True) as beside:
        yield Path(beside, "new")
        Path(beside, "new").rename(place)
    print(f"{what}: made in {time.monotonic() - start:.0f} s, kept in {place}.", flush=True)


def fetch(place: Path, target: list[str]) -> None:
    """Fetch the packages that the program needs on the machine that *target* describes to pip."""
    pip = [sys.executable, "-m", "pip", "download", "-qq", "--disable-pip-version-check", "--only-binary=:all:", *target]
    with made(place, "The packages of Python") as fresh:
        run(*pip, "-d", str(fresh), "--require-hashes", "--no-deps", "-r", str(ROOT / LOCK))


@contextmanager
def debootstrap(place: Path, what: str, *words: str, release: str) -> Iterator[Path]:
    """Make a Debian by mmdebstrap, called with *words*; yield its folder, to finish it, before it is kept as *place*."""
    settings = subprocess.run(["apt-config", "dump"], capture_output=True, text=True, check=True).stdout.splitlines()
    way = [f"--aptopt={line}" for line in settings if line.startswith(("Acquire::http", "Acquire::Check", "Acquire::Retries"))]
    with made(place, what) as fresh:
        run("mmdebstrap", "--quiet", "--variant=minbase", *way, *words, release, str(fresh))
        yield fresh


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


def run(*words: str) -> None:
    """Run a command of this machine; raise CalledProcessError if it fails."""
    subprocess.run(words, check=True, stdin=subprocess.DEVNULL)
