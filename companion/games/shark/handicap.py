"""How much a head start is worth among players of the house, measured by `barkeep simulate shark --handicap --games 500`.

A small one won 32.2 % of 500 games (28.3 to 36.4), a large one 42.8 % of 180 (35.8 to 50.1).
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 32), "large": (25, 43)}}
