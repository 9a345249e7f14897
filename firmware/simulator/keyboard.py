"""Simulate a keyboard reader at the kernel's edge: its entry in sysfs, and a file from which its events are read."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, Final

from firmware.reader.keyboard_reader import ENTER, EVENT, KEY, KEYS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from firmware.simulator.tags import Tag

CODES: Final = {digit: code for code, digit in reversed(KEYS.items())}
ALL_KEYS: Final = "1000000000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe\n"  # As keyboards on USB have them.


class SimulatedKeyboard:
    """A reader below *root* that types the UID of every tag that is laid on it, in hexadecimal digits.

    Give its `grab` to the KeyboardReader. *kiosk* is what it has typed into the program on the screen, while nobody held it.
    """

    def __init__(self, root: Path, name: str = "Sycreader-RFID", event: str = "event7") -> None:
        self.kiosk = ""
        self._name, self._about = name, root / "sys/class/input" / event / "device"
        self._file = root / "dev/input" / event
        self._wire: int | None = None
        self.plug()

    def lay(self, tag: Tag) -> None:
        """Type the number of *tag*."""
        self.type(tag.uid.hex())

    def lift(self, tag: Tag) -> None:
        """Do nothing."""

    def type(self, digits: str, end: int = ENTER) -> None:
        """Type *digits* and then the key *end*, each pressed and released; nothing if the reader is unplugged."""
        if self._file.exists() and not self._held(b"".join(_strokes([*(CODES[digit] for digit in digits), end]))):
            self.kiosk += f"{digits}\n"

    def _held(self, events: bytes) -> bool:
        """Return whether a program that has grabbed the keyboard got the *events*."""
        if self._wire is None:
            return False
        try:
            return bool(os.write(self._wire, events))
        except BrokenPipeError:
            self._let_go()
            return False

    def grab(self, _file: int) -> None:
        """Send what is typed from now on to the program that has opened the keyboard's file."""
        self._let_go()
        self._wire = os.open(self._file, os.O_WRONLY | os.O_NONBLOCK)

    def plug(self) -> None:
        """Plug the reader in."""
        (self._about / "capabilities").mkdir(parents=True)
        (self._about / "name").write_text(f"{self._name}\n")
        (self._about / "phys").write_text("usb-0000:01:00.0-1.2/input0\n")
        (self._about / "capabilities/key").write_text(ALL_KEYS)
        self._file.parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(self._file)

    def unplug(self) -> None:
        """Pull the reader out: its files are gone, and whoever reads them gets no more."""
        self._let_go()
        self._file.unlink()
        shutil.rmtree(self._about.parent)

    def _let_go(self) -> None:
        wire, self._wire = self._wire, None
        if wire is not None:
            os.close(wire)


def _strokes(codes: list[int]) -> Iterator[bytes]:
    for code in codes:
        for value in (1, 0):
            yield EVENT.pack(0, 0, KEY, code, value)
            yield EVENT.pack(0, 0, 0, 0, 0)
