"""Copies of all games, taken before a new version may change how they are kept. No table runs meanwhile.

They lie where only root may look and write. The table's own folder is another's: a link there may have been laid by whoever
broke into the table, and root neither reads nor writes through one. Every file is opened by its name within the folder, and
written as a new one.
"""

from __future__ import annotations

import os
import shutil
import stat
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from .pi import Failed
from .system import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .pi import Pi

BACKUPS: Final = "/var/backups/barkeep"
KEPT: Final = 3  # An SD card is small.

READING: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # A pipe that lies there is not waited for.
WRITING: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def back_up(pi: Pi, version: str) -> str | None:
    """Copy all games, kept by *version* so far, and return the copy's name; None where there are none yet."""
    if not pi.at(DATA).is_dir():
        return None
    with _opened(pi.at(DATA)) as data:
        if not _files(data):
            return None
        taken = backups(pi)
        number = int(taken[-1].partition("-")[0]) + 1 if taken else 1  # No date: a Pi's clock may be wrong.
        name = f"{number:04}-of-{version}"
        folder = pi.at(f"{BACKUPS}/{name}")
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
        try:
            _copy(data, folder)
        except BaseException:
            shutil.rmtree(folder)
            raise
    for old in [*taken, name][:-KEPT]:
        shutil.rmtree(pi.at(f"{BACKUPS}/{old}"))
    return name


def put_back(pi: Pi, name: str | None) -> None:
    """Let the games be those of the copy *name*, or none where it is None."""
    if not pi.at(DATA).is_dir():
        return
    with _opened(pi.at(DATA)) as data:
        for file in _files(data):
            os.unlink(file, dir_fd=data)
    if name is not None:
        with _opened(pi.at(f"{BACKUPS}/{name}")) as copy:
            _copy(copy, pi.at(DATA))


def backups(pi: Pi) -> list[str]:
    """Return the names of all copies, the oldest first."""
    folder = pi.at(BACKUPS)
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Hold *folder* open. What is above it belongs to root."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield number
    finally:
        os.close(number)


def _files(folder: int) -> list[str]:
    """Return the names of the files in a *folder* that is open; neither links nor folders."""
    return sorted(
        name for name in os.listdir(folder) if stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    )


def _copy(source: int, folder: Path) -> None:
    with _opened(folder) as target:
        for name in _files(source):
            _copy_file(name, source, target)
    os.sync()


def _copy_file(name: str, source: int, target: int) -> None:
    with open(os.open(name, READING, dir_fd=source), "rb") as file:
        told = os.fstat(file.fileno())
        if not stat.S_ISREG(told.st_mode) or told.st_nlink > 1:
            raise Failed(
                f"{DATA}/{name} lies elsewhere as well (a hard link), and is not copied: put a copy of it in its place"
            )
        _clear(name, target)
        with open(os.open(name, WRITING, 0o600, dir_fd=target), "wb") as copy:
            shutil.copyfileobj(file, copy)
            os.fchown(copy.fileno(), told.st_uid, told.st_gid)
            os.fchmod(copy.fileno(), told.st_mode & 0o777)
            os.utime(copy.fileno(), ns=(told.st_atime_ns, told.st_mtime_ns))


def _clear(name: str, folder: int) -> None:
    """Remove whatever has the place of a game's file: a link itself, never what it leads to."""
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except IsADirectoryError:
        shutil.rmtree(name, dir_fd=folder)
