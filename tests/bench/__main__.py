"""Print every figure, one part after the other."""

from tests.bench import faults, games, healthy_polls, hot_loop, pages, start, taps, zones

hot_loop.report()
healthy_polls.report()
taps.report()
pages.report()
faults.report()
games.report()
zones.report()
start.report()
