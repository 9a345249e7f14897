"""Lanes: wires never lie on one another, and cross seldom."""

from __future__ import annotations

import random
from itertools import combinations

from hardware.lanes import APART, Run, crossings, lanes


def meet(runs: list[Run], lane: list[int]) -> list[tuple[int, int]]:
    """Return the wires in one lane whose runs come closer than they should."""
    pairs = [(a, b) for a, b in combinations(range(len(runs)), 2) if lane[a] == lane[b]]
    return [(a, b) for a, b in pairs if min(runs[a]) < max(runs[b]) + APART and min(runs[b]) < max(runs[a]) + APART]


def test_wires_in_one_order_do_not_cross_and_wires_far_apart_share_a_lane() -> None:
    down = [(10.0, 200.0), (40.0, 240.0), (70.0, 280.0)]
    up = [(b, a) for a, b in down]
    for runs in (down, up, [*up, (400.0, 380.0)]):
        assert crossings(runs, lanes(runs)) == 0
    assert lanes([(0.0, 50.0), (300.0, 350.0)]) == [0, 0]


def test_no_two_wires_of_any_tangle_lie_on_one_another() -> None:
    for seed in range(50):
        chance = random.Random(seed)
        starts, ends = chance.sample(range(40), 20), chance.sample(range(40), 20)
        runs = [(22.0 * a, 22.0 * b + 11) for a, b in zip(starts, ends, strict=True)]
        assert meet(runs, lanes(runs)) == []
        assert lanes(runs) == lanes(runs)
    swapped = [(10.0, 200.0), (40.0, 100.0)]  # The positive control.
    assert (crossings(swapped, [0, 1]), meet(swapped, [0, 0])) == (1, [(0, 1)])
