"""How much a head start is worth among players of the house.

Measured by `barkeep simulate barracuda --handicap --seats 4 --games 600`.
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 31), "large": (25, 46)}}
