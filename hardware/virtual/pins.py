"""The other end of the header: the kernel's own simulated GPIO chip, whose levels are files."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from firmware.wiring import BUZZER, KEYS, LED, READER_RESET

if TYPE_CHECKING:
    from collections.abc import Callable

CHIP: Final = Path("/sys/kernel/config/gpio-sim/pi")
LINES: Final = 54  # As on a Pi.
LOOK: Final = 0.02  # Seconds between two looks at the reset pin, which is low for 0.05.


def create() -> Path:
    """Create the chip as /dev/gpiochip0, its keys open, and return the folder of its lines."""
    bank = CHIP / "bank"
    bank.mkdir(parents=True)
    (bank / "num_lines").write_text(str(LINES), encoding="ascii")
    (bank / "label").write_text("pinctrl-bcm2835", encoding="ascii")
    (CHIP / "live").write_text("1", encoding="ascii")
    device, chip = ((CHIP / "dev_name"), (bank / "chip_name"))
    lines = Path("/sys/devices/platform", *(one.read_text(encoding="ascii").strip() for one in (device, chip)))
    for pin in KEYS.values():
        (lines / f"sim_gpio{pin.bcm}" / "pull").write_text("pull-up", encoding="ascii")
    return lines


class Header:
    """The chip's *lines* as hands and eyes on the table meet them."""

    def __init__(self, lines: Path) -> None:
        self._lines = lines

    def pull(self, pin: int, seconds: float) -> None:
        """Connect *pin* (BCM) to ground for so many *seconds*, as a key's contact does."""
        pull = self._lines / f"sim_gpio{pin}" / "pull"
        pull.write_text("pull-down", encoding="ascii")
        time.sleep(seconds)
        pull.write_text("pull-up", encoding="ascii")

    def watch(self, seconds: float) -> dict[str, float]:
        """Return for how large a part of so many *seconds* the buzzer sounds and each colour of the LED is on."""
        names = ("buzzer", "red", "green", "blue")
        # Opening a file takes an emulated processor longer than a beat of the buzzer may last.
        files = [os.open(self._value(pin.bcm), os.O_RDONLY) for pin in (BUZZER, *LED)]
        seen, looks, end = [0, 0, 0, 0], 0, time.monotonic() + seconds
        while time.monotonic() < end:
            seen = [have + (os.pread(file, 1, 0) == b"1") for have, file in zip(seen, files, strict=True)]
            looks += 1
            time.sleep(0.005)
        for file in files:
            os.close(file)
        return {name: have / looks for name, have in zip(names, seen, strict=True)}

    def follow_reset(self, tell: Callable[[bool], None]) -> None:
        """Call *tell* with each new level of the reader's reset pin, for ever."""
        file, before = self._value(READER_RESET.bcm), True
        while True:
            if (now := file.read_text(encoding="ascii").strip() == "1") != before:
                tell(now)
                before = now
            time.sleep(LOOK)

    def _value(self, pin: int) -> Path:
        return self._lines / f"sim_gpio{pin}" / "value"
