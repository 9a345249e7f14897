"""Have a picture looked at by a process of its own, one picture at a time."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from companion.sighting.standing import Picture, Sighting
from firmware.doctor.installed import is_installed
from firmware.photo.finding import is_taken

if TYPE_CHECKING:
    from companion.sighting.plane import Pixel

COMMAND: Final = ("-m", "firmware.photo.finding")
INSTALLED: Final = "sudo /opt/barkeep/current/bin/python -m pip install 'opencv-python-headless>=4.10,<6'"  # The extra `photo`.
CHECKOUT: Final = ".venv/bin/python -m pip install --editable '.[photo]'"  # Otherwise it would run a copy from then on.
SECONDS: Final = 30.0  # By the clock, after which the process is killed.
LONGEST_ANSWER: Final = 1_000_000  # Bytes.
MOST: Final = 400  # Glyphs in a picture; more aren't a table.


class Finder:
    """Find glyphs in pictures. Thread-safe."""

    def __init__(self) -> None:
        self._busy = threading.Lock()
        self._installed = find_spec("cv2") is not None  # Without loading it.

    @property
    def installed(self) -> bool:
        """Return whether OpenCV was installed when the table was opened."""
        return self._installed

    @property
    def install(self) -> str:
        """Return the command that installs OpenCV for the program that runs."""
        return INSTALLED if is_installed() else CHECKOUT

    def find(self, data: bytes) -> Picture | None:
        """Return what is in the picture *data*, None if it is no picture that can be read.

        No process is begun for what doesn't begin like one. Raise BlockingIOError while another picture is being looked at.
        """
        if not is_taken(data):
            return None
        if not self._busy.acquire(blocking=False):
            raise BlockingIOError("one picture at a time")
        try:
            return _found(data)
        finally:
            self._busy.release()


def _found(data: bytes) -> Picture | None:
    try:
        done = subprocess.run(
            [sys.executable, *COMMAND],
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            timeout=SECONDS,
            check=False,
        )
        return _read(done.stdout) if done.returncode == 0 else None
    except (subprocess.TimeoutExpired, ValueError, KeyError, TypeError, RecursionError, OverflowError):
        return None


def _read(answer: bytes) -> Picture:
    """Return the picture of *answer*, which a process wrote that might have been taken over; raise what bad JSON raises."""
    if len(answer) > LONGEST_ANSWER:
        raise ValueError("too long")
    data = json.loads(answer)
    found = tuple(Sighting(int(number), _corners(four)) for number, four in data["found"][:MOST])
    return Picture(int(data["width"]), int(data["high"]), found)


def _corners(four: list[list[float]]) -> tuple[Pixel, Pixel, Pixel, Pixel]:
    a, b, c, d = ((float(x), float(y)) for x, y in four)
    return a, b, c, d
