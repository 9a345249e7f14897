"""How much a head start is worth among players of the house, measured by `barkeep simulate negoces2 --handicap --games 2000`.

Either won 81 % of 2,000 games (79 to 83): whoever has so many coins gets the contraband, sells first, and has coins left.
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 81), "large": (25, 81)}}
