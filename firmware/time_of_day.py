"""The machine's time of day, for what is written down of a finished game. Nothing else in the program may depend on it."""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import Final

OLDEST: Final = 2026  # The first year that a clock can show which somebody has set.
SYNCHRONISED: Final = "run/systemd/timesync/synchronized"  # Its folder is there while timesyncd keeps the clock.
BATTERY_CLOCK: Final = "sys/class/rtc/rtc0/since_epoch"
DAY: Final = 86_400.0  # Seconds. A battery clock may keep local time.


def time_of_day(root: Path = Path("/")) -> str:
    """Return the local time to the second, as `companion.agreeing.evening.dates` reads it; "" if the clock isn't set yet.

    *root* is the root of the machine's files.
    """
    now = datetime.now().astimezone()
    return now.isoformat(timespec="seconds") if now.year >= OLDEST and is_set(root, now.timestamp()) else ""


def is_set(root: Path, now: float | None = None) -> bool:
    """Return whether the clock, at *now* in seconds since 1970, has been set since the machine started.

    Where timesyncd keeps it, a Pi without a battery starts at the time that was last saved, which looks right and may be weeks
    old. So the network must have told the time, or a battery clock must agree. A clock that something else keeps is trusted.
    """
    if not (root / SYNCHRONISED).parent.is_dir() or (root / SYNCHRONISED).exists():
        return True
    try:
        kept = float((root / BATTERY_CLOCK).read_text(encoding="ascii"))
    except (OSError, ValueError):
        return False
    return abs((time.time() if now is None else now) - kept) <= DAY
