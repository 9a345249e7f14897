"""How much a head start is worth among players of the house, measured by `barkeep simulate negoces2 --handicap --games 2000`.

A small one won 27.8 % of 2,000 games (25.8 to 29.8), a large one 33.2 % (31.2 to 35.3).
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 28), "large": (25, 33)}}
