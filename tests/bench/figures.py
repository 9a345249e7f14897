"""How figures are printed."""

from __future__ import annotations

from collections.abc import Sequence


def spread(took: Sequence[float], unit: str = "ms") -> str:
    """Return the median of *took*, and what only one in a hundred exceeds."""
    ordered = sorted(took)
    median, seldom = ordered[len(ordered) // 2], ordered[int(0.99 * len(ordered))]
    return f"{len(ordered)} times, median {median:.2f} {unit}, p99 {seldom:.2f} {unit}"
