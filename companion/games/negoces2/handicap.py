"""How much a head start is worth among players of the house, measured by `barkeep simulate negoces2 --handicap --games 293`.

A large one won 36.9 % of 293 games (31.5 to 42.5). A small one won 29.1 % of 220 (23.5 to 35.4), which may be chance, so the
lobby names no number for it.
"""

from __future__ import annotations

from typing import Final

# By number of players and by size: how often a player wins without a head start and with it, in percent.
HANDICAP: Final = {4: {"large": (25, 37)}}
