"""Copies of all games, taken before a new version may change how they are kept. No table runs meanwhile.

They lie where only root may look and write. What lies in the table's own folder is taken for what it is: a link there may
have been laid by whoever broke into the table, and is not followed.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

from .system import DATA

if TYPE_CHECKING:
    from pathlib import Path

    from .pi import Pi

BACKUPS: Final = "/var/backups/barkeep"
KEPT: Final = 3  # An SD card is small.


def back_up(pi: Pi, version: str) -> str | None:
    """Copy all games, kept by *version* so far, and return the copy's name; None where there are none yet."""
    games = _files(pi.at(DATA))
    if not games:
        return None
    taken = backups(pi)
    number = int(taken[-1].partition("-")[0]) + 1 if taken else 1  # No date: a Pi's clock may be wrong.
    name = f"{number:04}-of-{version}"
    folder = pi.at(f"{BACKUPS}/{name}")
    folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    folder.mkdir(mode=0o700)
    _copy(games, folder)
    for old in [*taken, name][:-KEPT]:
        shutil.rmtree(pi.at(f"{BACKUPS}/{old}"))
    return name


def put_back(pi: Pi, name: str | None) -> None:
    """Let the games be those of the copy *name*, or none where it is None."""
    for file in _files(pi.at(DATA)):
        file.unlink()
    if name is not None:
        _copy(_files(pi.at(f"{BACKUPS}/{name}")), pi.at(DATA))


def backups(pi: Pi) -> list[str]:
    """Return the names of all copies, the oldest first."""
    folder = pi.at(BACKUPS)
    return sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []


def _files(folder: Path) -> list[Path]:
    found = sorted(folder.iterdir()) if folder.is_dir() else []
    return [path for path in found if path.is_file() and not path.is_symlink()]


def _copy(files: list[Path], folder: Path) -> None:
    for file in files:
        copy = folder / file.name
        shutil.copy2(file, copy, follow_symlinks=False)
        owner = file.stat(follow_symlinks=False)
        os.chown(copy, owner.st_uid, owner.st_gid)
    os.sync()
