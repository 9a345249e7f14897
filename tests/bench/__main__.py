"""Print every figure, part by part; `python -m tests.bench taps` prints those of one part."""

import sys

from tests.bench import healthy_polls, resting, taps

for part in (healthy_polls, taps, resting):
    if part.__name__.rpartition(".")[2] in sys.argv or len(sys.argv) == 1:
        part.report()
