"""The installed games. Each folder here is a whole game; other distributions can add more.

A distribution registers a game with an entry point in the group `barkeep.games`. The entry point's name is the game's NAME, and
its object is the game's package, which satisfies `companion.kit.game.Game`. The package's folder holds RULEBOOK.md and `words`,
and `pages` and `static` if the game has pages of its own.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.kit.options import Option

if TYPE_CHECKING:
    from companion.kit.game import AnyGame

GROUP: Final = "barkeep.games"


@cache
def installed() -> dict[str, AnyGame]:
    """Return the games by name, in alphabetical order.

    Leave out a game that can't be imported and log the error, so that the others can still be played.
    """
    games: dict[str, AnyGame] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            games[entry.name] = entry.load()
        except (ImportError, AttributeError) as wrong:
            logging.getLogger(__name__).error(
                "the game %s can't be imported and is left out; install it again: %s", entry.name, wrong
            )
    return games


def folder(game: AnyGame) -> Path:
    """Return the folder of *game*'s package."""
    return Path(str(game.__file__)).parent


def worded(game: AnyGame) -> dict[str, Option]:
    """Return the options of *game* that are plain choices."""
    return {name: option for name, option in game.OPTIONS.items() if isinstance(option, Option)}
