"""How much a head start is worth among players of the house.

Measured by `barkeep simulate barracuda --handicap --seats 4 --games 2000`: a small one won 33.3 % of 2,000 games
(31.2 to 35.4), a large one 44.3 % (42.1 to 46.5).
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"small": (25, 33), "large": (25, 44)}}
