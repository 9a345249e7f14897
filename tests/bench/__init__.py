"""Measure and print figures. Nothing is asserted, since a slow day isn't a fault. Run by `make bench`."""

import os
from collections.abc import Sequence
from pathlib import Path


def spread(took: Sequence[float], unit: str = "ms") -> str:
    """Return the median of *took*, and its 99th percentile."""
    ordered = sorted(took)
    median, seldom = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"{len(ordered)} times, median {median:.2f} {unit}, p99 {seldom:.2f} {unit}"


def busy(pid: int) -> float:
    """Return the processor time that the process has used, in seconds; see proc(5)."""
    words = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """Return the memory of the process, in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
