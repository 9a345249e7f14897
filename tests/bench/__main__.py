"""Print every figure, one part after the other; `python -m tests.bench taps` those of one part."""

import sys

from tests.bench import healthy_polls, hot_loop, resting, taps

for part in (hot_loop, healthy_polls, taps, resting):
    if part.__name__.rpartition(".")[2] in sys.argv or len(sys.argv) == 1:
        part.report()
