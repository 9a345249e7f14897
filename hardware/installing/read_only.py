"""A root that is never written to, so that no pulled plug can hurt it; the games lie on a partition of their own."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Final

from .pi import Change, Failed, LeftOut
from .system import DATA

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

FSTAB: Final = "/etc/fstab"
MARK: Final = "# Barkeep's games"
CMDLINE: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
OVERLAY: Final = "overlayroot=tmpfs:recurse=0"  # Of the root alone: by itself it would cover the games' partition, too.


def data_partition(pi: Pi, choices: Choices) -> Steps:
    """Yield what keeps the games on a partition of their own. It must be there, formatted, and the folder empty."""
    wanted = choices.data_partition
    if not wanted or _mounted_by(pi) == wanted:
        return
    if _mounted_by(pi):
        raise Failed(f"the games lie on {_mounted_by(pi)} already: edit {FSTAB} yourself to move them")
    if pi.at(DATA).is_dir() and any(pi.at(DATA).iterdir()):
        raise Failed(f"there are games in {DATA} already: move them away, install with the partition, and move them onto it")
    yield Change(f"keep the games on {wanted}: a line in {FSTAB}", partial(_mount, pi, wanted))


def _mounted_by(pi: Pi) -> str:
    """Return what fstab mounts where the games are kept; empty where it mounts nothing there."""
    lines = [line.split() for line in (pi.text(FSTAB) or "").splitlines() if not line.lstrip().startswith("#")]
    return next((words[0] for words in lines if len(words) > 1 and words[1] == DATA), "")


def _mount(pi: Pi, wanted: str) -> None:
    # Without the partition the Pi starts all the same (nofail), but the table doesn't: the unit names the folder.
    line = f"{wanted}\t{DATA}\text4\tdefaults,noatime,nofail,x-systemd.device-timeout=30s\t0\t2"
    pi.at(DATA).mkdir(mode=0o700, parents=True, exist_ok=True)
    pi.write(FSTAB, f"{(pi.text(FSTAB) or '').rstrip()}\n{MARK}\n{line}\n")
    if pi.systemd_runs:
        pi.run("systemctl", "daemon-reload")
        pi.run("mount", DATA)
    pi.run("chown", "barkeep:barkeep", DATA)
    pi.run("chmod", "0700", DATA)


def read_only(pi: Pi, choices: Choices) -> Steps:
    """Yield what makes the root read-only from the next start on. Comes last: nothing can be changed after it."""
    if not choices.read_only:
        return
    if not _mounted_by(pi):
        raise Failed("a read-only root would forget every game: name a partition for them with --data-partition")
    if not pi.at("/usr/bin/raspi-config").exists():
        yield LeftOut("the root was not made read-only: there is no raspi-config here")
        return
    cmdline = next((path for path in CMDLINE if pi.at(path).is_file()), "")
    if OVERLAY not in (pi.text(cmdline) or "").split():
        says = f"make the root read-only (in {cmdline}); from the next start on, nothing but games is kept"
        yield Change(says, lambda: _cover(pi, cmdline), restart=True)


def _cover(pi: Pi, cmdline: str) -> None:
    pi.run("raspi-config", "nonint", "enable_overlayfs")
    words = [word for word in (pi.text(cmdline) or "").split() if not re.match(r"overlayroot=", word)]
    pi.write(cmdline, " ".join([OVERLAY, *words]) + "\n")
