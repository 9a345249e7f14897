"""The machine that is set up: its files, below a root that a test may choose, and the commands it is given."""

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


class Failed(Exception):  # noqa: N818  # A fact about the machine, told to its owner.
    """Something could not be done; the message says what, and what that leaves."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a command ended: its exit code, and what it printed, to both its outputs, where that was asked for."""

    code: int
    text: str = ""
    error: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing to do: *says* tells it to the owner, *do* does it. *restart*: it shows after the Pi's next start only."""

    says: str
    do: Callable[[], None]
    restart: bool = False


@dataclass(frozen=True, slots=True)
class LeftOut:
    """One thing that can't be done here, and why. The rest goes on without it."""

    says: str


def call(words: tuple[str, ...], *, ask: bool) -> Done:
    """Run a command on this machine; *ask* keeps what it prints, else the owner sees it. 127 where there is none."""
    env = {**os.environ, "PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}
    pipe = subprocess.PIPE if ask else None
    try:
        done = subprocess.run(words, env=env, stdout=pipe, stderr=pipe, stdin=subprocess.DEVNULL, text=True, check=False)
    except FileNotFoundError as missing:
        if missing.filename != words[0]:  # A chroot without its /dev has no /dev/null, for one.
            raise Failed(f"{missing.filename} is missing") from missing
        return Done(127)
    return Done(done.returncode, (done.stdout or "").strip(), (done.stderr or "").strip())


@dataclass(frozen=True)
class Pi:
    """The machine. *root* is where its files begin; *call* runs commands, as the function of that name does."""

    root: Path = Path("/")
    call: Callable[..., Done] = field(default=call)

    def at(self, path: str) -> Path:
        """Return where the machine's absolute *path* lies."""
        return self.root / path.lstrip("/")

    def text(self, path: str) -> str | None:
        """Return what the file at *path* says, None where there is none."""
        try:
            return self.at(path).read_text(encoding="utf-8", errors="surrogateescape")
        except (FileNotFoundError, NotADirectoryError):
            return None

    def write(self, path: str, text: str, mode: int = 0o644) -> None:
        """Put *text* into the file at *path*, all of it or nothing, whenever the plug is pulled."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        # The mode is given at birth: the boot partition is FAT, which refuses to be told later.
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
            out.write(text.encode("utf-8", errors="surrogateescape"))
            out.flush()
            os.fsync(out.fileno())
        fresh.replace(file)

    def link(self, path: str, target: str) -> None:
        """Let *path* be a symbolic link to *target*, from one moment to the next."""
        file = self.at(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        fresh.symlink_to(target)
        fresh.replace(file)

    def linked(self, path: str) -> str | None:
        """Return where the symbolic link at *path* leads, None where there is none."""
        file = self.at(path)
        return os.readlink(file) if file.is_symlink() else None

    def run(self, *words: str) -> None:
        """Run a command before the owner's eyes; raise Failed when it fails."""
        done = self.call(words, ask=False)
        if done.code:
            raise Failed(f"`{' '.join(words)}` failed ({done.code})")

    def trust(self, *words: str) -> None:
        """Run a command whose words matter only when it fails; raise Failed with them then."""
        done = self.ask(*words)
        if done.code:
            print(done.text, done.error, sep="\n", file=sys.stderr)
            raise Failed(f"`{' '.join(words)}` failed ({done.code})")

    def ask(self, *words: str) -> Done:
        """Run a command and return what it says, whether it fails or not."""
        return self.call(words, ask=True)

    @property
    def systemd_runs(self) -> bool:
        """Whether services can be started: not in a chroot, nor while an image is made."""
        return self.at("/run/systemd/system").is_dir()

    @property
    def is_read_only(self) -> bool:
        """Whether what is written to / lives in memory and is gone after the next start."""
        mounts = (self.text("/proc/mounts") or "").splitlines()
        return any(line.startswith("overlayroot / ") for line in mounts)


def file(pi: Pi, path: str, text: str, what: str, *, mode: int = 0o644, restart: bool = False) -> Iterator[Change]:
    """Yield the change that gives the file at *path* this *text*, unless it has it."""
    if pi.text(path) != text:
        yield Change(f"write {path}: {what}", lambda: pi.write(path, text, mode), restart=restart)


def gone(pi: Pi, path: str) -> Iterator[Change]:
    """Yield the change that removes the file or link at *path*, where it is."""
    if pi.at(path).is_symlink() or pi.at(path).exists():
        yield Change(f"remove {path}", pi.at(path).unlink)
