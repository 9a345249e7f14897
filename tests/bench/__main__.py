"""Print every figure, one part after the other."""

from tests.bench import games, healthy_polls, hot_loop, resting, taps

for part in (hot_loop, healthy_polls, taps, games, resting):
    part.report()
