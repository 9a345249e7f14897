"""The games that can be played here: each folder is a whole game, and further ones come with distributions of their own.

A distribution tells of a game by an entry point in the group `barkeep.games`: its name is the game's NAME, and its object the
game's package, which satisfies `companion.kit.game.Game`. In the package's folder lie RULEBOOK.md, `words`, and where the game
has its own look, `pages` and `static`.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.kit.game import Game

GROUP: Final = "barkeep.games"


@cache
def installed() -> dict[str, Game]:
    """Return the games by name, in alphabetical order.

    One that can't be imported is left out, and the log says so: the others can be played.
    """
    games: dict[str, Game] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            games[entry.name] = entry.load()
        except (ImportError, AttributeError) as wrong:
            logging.getLogger(__name__).error("the game %s is left out, it can't be imported: %s", entry.name, wrong)
    return games


def folder(game: Game) -> Path:
    """Return the folder of *game*'s package."""
    return Path(str(game.__file__)).parent
