"""Every game as mypy sees it: each name that `Game` asks for is there, with the right types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import barkeep_morra
from companion.games import barracuda, negoces2, shark

if TYPE_CHECKING:
    from companion.kit.game import Game

GAMES: Final[tuple[Game, ...]] = (barracuda, negoces2, shark, barkeep_morra)
