"""A read-only root, so that a pulled plug can't damage it, and a separate partition for the games."""

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
# Without the partition the Pi still starts (nofail), but the table doesn't, because the unit requires the folder. It waits
# until the partition is there, however late: a start that systemd has given up is never tried again.
OPTIONS: Final = "defaults,noatime,nofail,x-systemd.device-timeout=infinity"
IMPATIENT: Final = "x-systemd.device-timeout=30s"  # Of earlier versions, too short for a slow stick.
CMDLINE: Final = ("/boot/firmware/cmdline.txt", "/boot/cmdline.txt")
OVERLAY: Final = "overlayroot=tmpfs:recurse=0"  # Without recurse=0 it would cover the games' partition, too.


def data_partition(pi: Pi, choices: Choices) -> Steps:
    """Yield the change that mounts the games' partition, which must exist and be formatted; the folder must be empty."""
    wanted = choices.data_partition
    yield from patience(pi, choices)
    if not wanted or _mounted_by(pi) == wanted:
        return
    if _mounted_by(pi):
        raise Failed(f"the games are on {_mounted_by(pi)} already: edit {FSTAB} yourself to move them")
    if pi.at(DATA).is_dir() and any(pi.at(DATA).iterdir()):
        raise Failed(f"there are games in {DATA} already: move them away, install with the partition, and move them onto it")
    yield Change(f"keep the games on {wanted}: a line in {FSTAB}", partial(_mount, pi, wanted))


def patience(pi: Pi, _: Choices) -> Steps:
    """Yield the change that lets a table installed by an earlier version wait longer for its games' partition."""
    text = pi.text(FSTAB) or ""
    marked = re.compile(rf"(?m)^({re.escape(MARK)}\n.*){re.escape(IMPATIENT)}")
    if marked.search(text):
        yield Change("wait for the games' partition as long as it takes", lambda: _write(pi, marked.sub(_patient, text)))


def _patient(found: re.Match[str]) -> str:
    return f"{found[1]}x-systemd.device-timeout=infinity"


def _write(pi: Pi, text: str) -> None:
    pi.write(FSTAB, text)
    if pi.systemd_runs:
        pi.run("systemctl", "daemon-reload")


def _mounted_by(pi: Pi) -> str:
    """Return the device that fstab mounts on the games' folder, or "" if there is none."""
    lines = [line.split() for line in (pi.text(FSTAB) or "").splitlines() if not line.lstrip().startswith("#")]
    return next((words[0] for words in lines if len(words) > 1 and words[1] == DATA), "")


def _mount(pi: Pi, wanted: str) -> None:
    line = f"{wanted}\t{DATA}\text4\t{OPTIONS}\t0\t2"
    pi.at(DATA).mkdir(mode=0o700, parents=True, exist_ok=True)
    _write(pi, f"{(pi.text(FSTAB) or '').rstrip()}\n{MARK}\n{line}\n")
    if pi.systemd_runs:
        pi.run("mount", DATA)
    pi.run("chown", "barkeep:barkeep", DATA)
    pi.run("chmod", "0700", DATA)


def read_only(pi: Pi, choices: Choices) -> Steps:
    """Yield the change that makes the root read-only from the next start. Must be the last step: later changes are lost."""
    if not choices.read_only:
        return
    if not _mounted_by(pi):
        raise Failed("a read-only root would forget every game: name a partition for them with --data-partition")
    if not pi.at("/usr/bin/raspi-config").exists():
        yield LeftOut("the root was not made read-only: there is no raspi-config here")
        return
    cmdline = _cmdline(pi)
    if OVERLAY not in (pi.text(cmdline) or "").split():
        says = f"make the root read-only (in {cmdline}); from the next start on, only games are kept"
        yield Change(says, lambda: _cover(pi, cmdline), restart=True)


def _cover(pi: Pi, cmdline: str) -> None:
    pi.run("raspi-config", "nonint", "enable_overlayfs")
    pi.write(cmdline, " ".join([OVERLAY, *_others(pi, cmdline)]) + "\n")


def writable(pi: Pi, _: Choices) -> Steps:
    """Yield the change that makes the root writable from the next start on.

    raspi-config can't do it: it looks for `overlayroot=tmpfs` and a blank, leaves OVERLAY as it is, and reports success.
    """
    if not (cmdline := _cmdline(pi)):
        yield LeftOut("the root was left as it is: there is no cmdline.txt here")
        return
    others = _others(pi, cmdline)
    if others != (pi.text(cmdline) or "").split():
        says = f"make the root writable again (in {cmdline}), from the next start on"
        yield Change(says, lambda: pi.write(cmdline, " ".join(others) + "\n"), restart=True)


def _cmdline(pi: Pi) -> str:
    """Return the path of the kernel's command line, on a partition of its own that is never covered; "" if there is none."""
    return next((path for path in CMDLINE if pi.at(path).is_file()), "")


def _others(pi: Pi, cmdline: str) -> list[str]:
    """Return the words of the kernel's command line that have nothing to do with a read-only root."""
    return [word for word in (pi.text(cmdline) or "").split() if not word.startswith("overlayroot=")]
