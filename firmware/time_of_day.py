"""The machine's time of day, for what is written down of a finished game. Nothing else in the program may depend on it."""

from __future__ import annotations

from datetime import datetime
from typing import Final

BUILT: Final = 2026  # A Pi without a battery starts in an earlier year, until the network has told it the time.


def time_of_day() -> str:
    """Return the local time to the second, as `companion.agreeing.evening.dates` reads it; "" if the clock isn't set yet."""
    now = datetime.now().astimezone()
    return now.isoformat(timespec="seconds") if now.year >= BUILT else ""
