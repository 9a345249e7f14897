"""Set up the service and start it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

from .pi import Change, LeftOut
from .program import is_running, look_through
from .sources import CURRENT, UNIT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .choices import Choices
    from .pi import Pi

    Steps = Iterator[Change | LeftOut]

ETC: Final = "/etc/systemd/system"
WANTED: Final = f"{ETC}/multi-user.target.wants/{UNIT}"


def service(pi: Pi, _: Choices) -> Steps:
    """Yield the changes that start the table with the Pi, and start it now if services can be started."""
    link = f"{CURRENT}/{UNIT}"  # The unit belongs to the version in use.
    if pi.linked(f"{ETC}/{UNIT}") != link:
        yield Change(f"make the service {UNIT}", lambda: _announce(pi, link))
    if not pi.at(WANTED).is_symlink():
        yield Change("let the table start with the Pi", partial(pi.link, WANTED, f"{ETC}/{UNIT}"))
    if not pi.systemd_runs:
        yield LeftOut("the table was not started: systemd isn't running here. It will start with the machine")
    elif not is_running(pi):
        yield Change("examine the kept games, and start the table", lambda: _start(pi))


def _announce(pi: Pi, link: str) -> None:
    pi.link(f"{ETC}/{UNIT}", link)
    if pi.systemd_runs:
        pi.run("systemctl", "daemon-reload")


def _start(pi: Pi) -> None:
    look_through(pi)
    pi.run("systemctl", "start", UNIT)
