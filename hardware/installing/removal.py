"""Uninstall Barkeep. The games stay, unless their owner says otherwise."""

from __future__ import annotations

import shutil
from functools import partial
from typing import TYPE_CHECKING

from . import network, readers, service, settings, system
from .backups import BACKUPS
from .pi import Change, LeftOut, gone
from .program import COMMAND, OPT, is_running
from .sources import UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]


def removal(pi: Pi, choices: Choices) -> Steps:
    """Yield the changes that remove everything installed, except packages, the Pi's name and a read-only root."""
    known = pi.systemd_runs and pi.ask("systemctl", "cat", UNIT).code == 0  # Asked now, because cat reads the files that go.
    if is_running(pi):
        yield Change("stop the table", partial(pi.run, "systemctl", "stop", UNIT))
    for path in (
        service.WANTED,
        f"{service.ETC}/{UNIT}",
        COMMAND,
        network.PROFILE,
        network.RESTARTING,
        system.WATCHDOG,
        system.MODULES,
        readers.RULE,
        readers.MODULES,
    ):
        yield from gone(pi, path)
    if known:
        yield Change("let systemd forget the table", partial(pi.run, "systemctl", "daemon-reload"))
    yield from _config(pi)
    yield from _folder(pi, OPT)
    if choices.delete_games:
        yield from gone(pi, settings.SETTINGS)
        yield from gone(pi, settings.EARLIER)
        yield from _folder(pi, system.DATA)
        yield from _folder(pi, BACKUPS)
        if pi.ask("id", "-u", system.USER).code == 0:
            yield Change(f"remove the user {system.USER}", partial(pi.run, "userdel", system.USER))
    elif pi.at(system.DATA).is_dir():
        yield LeftOut(f"{system.DATA} with its games stays, as do the copies in {BACKUPS}: --delete-games removes them")


def _config(pi: Pi) -> Steps:
    config = system.config_txt(pi)
    text = pi.text(config) if config else None
    if config and text is not None and system.without_buses(text) != text:
        says = f"remove our lines from {config}"
        yield Change(says, lambda: pi.write(config, system.without_buses(text)), restart=True)


def _folder(pi: Pi, path: str) -> Steps:
    folder = pi.at(path)
    if folder.is_dir() and not (folder.is_mount() and _is_bare(folder)):
        yield Change(f"remove {path} and everything in it", partial(_empty, folder))


def _is_bare(partition: Path) -> bool:
    """Return whether nothing is to be removed from *partition*, as far as its user's rights let one see."""
    try:
        return not _contents(partition)
    except PermissionError:
        return False


def _contents(folder: Path) -> list[Path]:
    """Return what is to be removed from *folder*: everything but the lost+found of a partition."""
    return [inner for inner in folder.iterdir() if not (folder.is_mount() and inner.name == "lost+found")]


def _empty(folder: Path) -> None:
    for inner in _contents(folder):  # Keep the folder itself for now, since it may be a mount point.
        if inner.is_dir() and not inner.is_symlink():
            shutil.rmtree(inner)
        else:
            inner.unlink()
    if not folder.is_mount():
        folder.rmdir()
