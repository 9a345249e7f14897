"""Measure and print figures. Nothing is asserted, since a slow day isn't a fault. Run by `make bench`."""

import time
from collections.abc import Callable, Sequence


def spread(took: Sequence[float], unit: str = "ms") -> str:
    """Return the median of *took*, and its 99th percentile."""
    ordered = sorted(took)
    median, seldom = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"{len(ordered)} times, median {median:.2f} {unit}, p99 {seldom:.2f} {unit}"


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began
