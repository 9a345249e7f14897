"""Third-party games: Morra, the distribution that docs/adding-a-game.md walks through, and a pawnshop with other asks."""

import barkeep_morra
from companion.games import barracuda, negoces2, shark
from companion.kit.game import Game

TYPED: tuple[Game, ...] = (barracuda, negoces2, shark, barkeep_morra)  # For mypy: each has everything that `Game` requires.
