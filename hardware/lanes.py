"""Assign a lane to each wire: a wire leaves the header in a row, runs up or down in its lane, and ends at a contact.

Lanes are numbered from 0, the one nearest the header. Two wires whose runs touch never share a lane.
"""

from __future__ import annotations

from typing import TypeAlias

Run: TypeAlias = tuple[float, float]  # The heights at which a wire leaves the header and ends.

APART = 16  # Minimum distance of two runs in one lane.


def lanes(runs: list[Run]) -> list[int]:
    """Return a lane for each of *runs*, with as few crossings as swapping neighbours can reach. Deterministic."""
    order = _ordered(runs)
    lane = [0] * len(runs)
    for at, one in enumerate(order):
        lane[one] = max((lane[before] + 1 for before in order[:at] if _touch(runs[before], runs[one])), default=0)
    return lane


def _ordered(runs: list[Run]) -> list[int]:
    """Return the wires in order of distance from the header: first those that go up, from the top, then the others."""
    order = sorted(range(len(runs)), key=lambda one: runs[one][0] if runs[one][1] < runs[one][0] else -runs[one][0])
    swapped = True
    while swapped:
        swapped = False
        for at in range(len(order) - 1):
            near, far = runs[order[at]], runs[order[at + 1]]
            if _crosses(far, near) < _crosses(near, far):
                order[at], order[at + 1] = order[at + 1], order[at]
                swapped = True
    return order


def _crosses(near: Run, far: Run) -> int:
    """Return how often two wires cross if *near* has the lane nearer the header."""
    return int(_within(far[0], near)) + int(_within(near[1], far))


def _within(height: float, run: Run) -> bool:
    return min(run) < height < max(run)


def _touch(one: Run, other: Run) -> bool:
    return min(one) < max(other) + APART and min(other) < max(one) + APART
