"""Print every figure, part by part; `python -m tests.bench taps` prints those of one part."""

import sys

from tests.bench import evenings, healthy_polls, hot_loop, resting, slips, taps

for part in (hot_loop, healthy_polls, taps, resting, slips, evenings):
    if part.__name__.rpartition(".")[2] in sys.argv or len(sys.argv) == 1:
        part.report()
