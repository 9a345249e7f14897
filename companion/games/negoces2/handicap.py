"""How much a head start is worth among players of the house, measured by `barkeep simulate negoces2 --handicap --games 800`."""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 27), "large": (25, 28)}}
