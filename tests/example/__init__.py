"""Games that aren't Barkeep's own: Morra, a whole distribution that docs/adding-a-game.md walks through, and a pawnshop.

The pawnshop asks for what Morra doesn't.
"""

import barkeep_morra
from companion.games import barracuda, negoces2, shark
from companion.kit.game import Game

TYPED: tuple[Game, ...] = (barracuda, negoces2, shark, barkeep_morra)  # For mypy: each has all that `Game` asks for.
