"""How fast the processors are just now: on a machine that others use it changes by the hour, and all figures with it."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Final

UNIT: Final = 300_000  # numbers to add up
USUAL: Final = 0.01  # seconds of a processor for a unit, on the machine that the promises are said of and left to itself
MEASURED: Final = 5  # units at once
COUNTS: Final = Path("/proc/stat")  # of Linux; the ninth word tells what was stolen from all processors together, see proc(5)


def slowness() -> float:
    """Return how many times the usual a processor takes for the same work just now; 1 where it is as fast, or faster."""
    return max(1.0, statistics.median(_unit() for _ in range(MEASURED)) / USUAL)


def stolen() -> int:
    """Return how long the host of a virtual machine has given its processors to others, in ticks; 0 where nobody tells."""
    return int(COUNTS.read_text().split(maxsplit=9)[8]) if COUNTS.exists() else 0


def _unit() -> float:
    """Do a unit of work; return the seconds of a processor that it took."""
    total, began = 0, time.thread_time()
    for number in range(UNIT):
        total += number
    return time.thread_time() - began
