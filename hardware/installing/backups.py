"""Back up all games before a new version may change their format. No table runs meanwhile.

Only root can read and write the copies. The table's own folder belongs to another user: whoever broke into the table
could have put a link there, so root never reads or writes through a link. Every file is opened by its name within the
folder, and written as a new file.
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
KEPT: Final = 3  # Only a few, because SD cards are small.

READING: Final = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK  # O_NONBLOCK, so as not to wait for a pipe.
WRITING: Final = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW


def back_up(pi: Pi, version: str) -> str | None:
    """Copy all games that *version* has kept and return the copy's name, or None if there are no games yet."""
    if not pi.at(DATA).is_dir():
        return None
    with _opened(pi.at(DATA)) as data:
        if not _files(data):
            return None
        taken = backups(pi)
        number = int(taken[-1].partition("-")[0]) + 1 if taken else 1  # No date, because a Pi's clock may be wrong.
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
    """Restore the games from the copy *name*, or remove all games if it is None."""
    if not pi.at(DATA).is_dir():
        return
    with _opened(pi.at(DATA)) as data:
        for file in _files(data):
            os.unlink(file, dir_fd=data)
    if name is not None:
        with _opened(pi.at(f"{BACKUPS}/{name}")) as copy:
            _copy(copy, pi.at(DATA))


def backups(pi: Pi) -> list[str]:
    """Return the names of all copies, oldest first."""
    folder = pi.at(BACKUPS)
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    """Hold *folder* open. Its parents belong to root, so only the folder's contents can't be trusted."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        yield number
    finally:
        os.close(number)


def _files(folder: int) -> list[str]:
    """Return the names of the regular files in the open *folder*, without links or folders."""
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
        status = os.fstat(file.fileno())
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1:
            raise Failed(
                f"{DATA}/{name} has a second name elsewhere (a hard link), so it isn't copied: put a copy of it in its place"
            )
        _clear(name, target)
        with open(os.open(name, WRITING, 0o600, dir_fd=target), "wb") as copy:
            shutil.copyfileobj(file, copy)
            os.fchown(copy.fileno(), status.st_uid, status.st_gid)
            os.fchmod(copy.fileno(), status.st_mode & 0o777)
            os.utime(copy.fileno(), ns=(status.st_atime_ns, status.st_mtime_ns))


def _clear(name: str, folder: int) -> None:
    """Remove whatever stands in the way of a game's file; of a link, the link itself and never its target."""
    try:
        os.unlink(name, dir_fd=folder)
    except FileNotFoundError:
        return
    except IsADirectoryError:
        shutil.rmtree(name, dir_fd=folder)
