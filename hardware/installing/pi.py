"""The machine being set up: its files, below a root that a test may choose, and the commands it runs."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATH: Final = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


class Failed(Exception):
    """Raised if something could not be done; the message says what, and the state that this leaves."""


@dataclass(frozen=True, slots=True)
class Done:
    """The result of a command: its exit code and, if captured, its standard output and error."""

    code: int
    text: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One change to make: *says* describes it to the owner, *do* makes it. *restart*: it takes effect when the Pi restarts."""

    says: str
    do: Callable[[], None]
    restart: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A step that can't be done here, and why. The rest goes on without it."""

    says: str


def call(words: tuple[str, ...], *, ask: bool) -> Done:
    """Run a command on this machine and return its result, 127 if it doesn't exist; *ask* captures its output."""
    env = {**os.environ, "PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}
    pipe = subprocess.PIPE if ask else None
    try:
        done = subprocess.run(words, env=env, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True, check=False)
    except FileNotFoundError as missing:
        if missing.filename != words[0]:  # A chroot without /dev lacks /dev/null, for example.
            raise Failed(f"{missing.filename} is missing") from missing
        return Done(127)
    return Done(done.returncode, (done.stdout or "").strip(), (done.stderr or "").strip())


@dataclass(frozen=True)
class Pi:
    """The machine. *root* is the root of its files; *call* runs commands, with the signature of the function `call`."""

    root: Path = Path("/")
    call: Callable[..., Done] = field(default=call)

    def at(self, path: str) -> Path:
        """Return the real path of the machine's absolute *path*."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str | None:
        """Return the content of the file at *path*, or None if there is none."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="surrogateescape")
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write *text* to the file at *path* atomically, so that a pulled plug leaves the old file or the new one."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        # Set the mode at creation: the boot partition is FAT, which refuses to change it later.
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
            out.write(text.encode("utf-8", errors="surrogateescape"))
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)

    def link(self, path: str, target: str) -> None:
        """Make *path* a symbolic link to *target*, atomically."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(file)

    def linked(self, path: str) -> str | None:
        """Return the target of the symbolic link at *path*, or None if there is none."""
        file = self.at(path)
        return os.readlink(file) if file.is_symlink() else None

    def run(self, *words: str) -> None:
        """Run a command with its output shown to the owner; raise Failed if it fails."""
        done = self.call(words, ask=False)
        if done.code:
            raise Failed(f"`{' '.join(words)}` failed ({done.code})")

    def trust(self, *words: str) -> None:
        """Run a command and show its output only if it fails; then raise Failed."""
        done = self.ask(*words)
        if done.code:
            print(done.text, done.error, sep="\n", file=sys.stderr)
            raise Failed(f"`{' '.join(words)}` failed ({done.code})")

    def ask(self, *words: str) -> Done:
        """Run a command and return its result, whether it fails or not."""
        return self.call(words, ask=True)

    @property
    def systemd_runs(self) -> bool:
        """Return whether services can be started; False in a chroot or while an image is being made."""
        return self.at("/run/systemd/system").is_dir()

    @property
    def is_read_only(self) -> bool:
        """Return whether writes to / go to memory and are lost at the next start."""
        mounts = (self.text("/proc/mounts") or "").splitlines()
        return any(line.startswith("overlayroot / ") for line in mounts)


def file(pi: Pi, path: str, text: str, what: str, *, mode: int = 0o644, restart: bool = False) -> Iterator[Change]:
    """Yield the change that writes *text* to the file at *path*, unless it is there already."""
    if pi.text(path) != text:
        yield Change(f"write {path}: {what}", lambda: pi.write(path, text, mode), restart=restart)


def gone(pi: Pi, path: str) -> Iterator[Change]:
    """Yield the change that removes the file or link at *path*, if it exists."""
    if pi.at(path).is_symlink() or pi.at(path).exists():
        yield Change(f"remove {path}", pi.at(path).unlink)
