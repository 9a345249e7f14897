"""Others' games: Morra, a distribution that docs/adding-a-game.md walks through, and a pawnshop that asks for other things."""

import barkeep_morra
from companion.games import barracuda, negoces2, shark
from companion.kit.game import Game

TYPED: tuple[Game, ...] = (barracuda, negoces2, shark, barkeep_morra)  # For mypy: each has all that `Game` asks for.
