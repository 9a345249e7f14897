"""A long OK switches the whole machine off, and a short one doesn't."""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from firmware.panel.keys import LONG
from tests.virtual.pi import LOBBY, SOON, Pi, red

HELD: Final = 4 * LONG  # Seconds; an emulated processor may hear a key late.


class Off:
    """The steps in order, at a table that has just been resumed; for the controls it is resumed anew."""

    def __init__(self, disks: Path) -> None:
        self.pi = Pi(disks)
        self.steps: tuple[Callable[[], str], ...] = (self.a_long_ok,)
        self.controls: tuple[Callable[[], str], ...] = (self.a_short_ok, self.without_the_units_line)

    def a_long_ok(self) -> str:
        self._resume()
        self.pi.hand("press", "ok", HELD)
        self.pi.wait_until_off()
        console = self.pi.console()
        assert "Reached target" in console, console[-2000:]
        assert "poweroff.target" in console or "Power Off" in console, console[-2000:]
        return "systemd ended every service and switched the machine off"

    def a_short_ok(self) -> str:
        self._resume()
        self.pi.hand("press", "ok")
        return red(lambda: self.pi.wait_until_off(SOON / 2), "it stays on")

    def without_the_units_line(self) -> str:
        """The program ends as before, but the only line that runs as root is missing."""
        self.pi.restart("ExecStopPost=")
        self.pi.shows(LOBBY)
        self.pi.hand("press", "ok", HELD)
        self.pi.until(lambda: self.pi.service("ActiveState") == "inactive", "the program's end")
        return red(lambda: self.pi.wait_until_off(SOON / 2), "the table is closed, and the machine stays on")

    def _resume(self) -> None:
        self.pi.resume()
        self.pi.until_open()
        self.pi.shows(LOBBY)

    def close(self) -> None:
        self.pi.close()
