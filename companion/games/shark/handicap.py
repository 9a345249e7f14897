"""How much a head start is worth among players of the house.

Measured by `barkeep simulate shark --handicap --seats 4 --games 2000`: a small one won 34.7 % of 2,000 games (32.7 to 36.8),
a large one 41.5 % (39.3 to 43.6).
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 35), "large": (25, 41)}}
