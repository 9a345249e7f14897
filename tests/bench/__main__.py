"""Print every figure, one part after the other."""

from tests.bench import games, taps

taps.report()
games.report()
