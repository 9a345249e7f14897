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

from companion.kit.game import Game
from companion.kit.options import Option

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from companion.kit.game import AnyGame

GROUP: Final = "barkeep.games"


@cache
def installed() -> dict[str, AnyGame]:
    """Return the games by name, in alphabetical order.

    Leave out a game that can't be used and log the reason in one line, so that the others can still be played.
    """
    games: dict[str, AnyGame] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            games[entry.name] = _loaded(entry)
        except Exception as wrong:  # Importing a game runs its code, which may raise anything.
            reason = " ".join(f"{type(wrong).__name__}: {wrong}".split())
            said = "the game %s is left out; correct it or install it again: %s"
            logging.getLogger(__name__).error(said, entry.name, reason)
    return games


def _loaded(entry: EntryPoint) -> AnyGame:
    """Return the game of *entry*; raise TypeError if it lacks a name of the Protocol, or has another NAME than the entry."""
    game: AnyGame = entry.load()
    missing = [name for name in vars(Game) if not name.startswith("_") and not hasattr(game, name)]
    if missing:
        raise TypeError(f"it lacks {', '.join(missing)}")
    if entry.name != game.NAME:
        raise TypeError(f"its NAME is {game.NAME}")
    return game


def folder(game: AnyGame) -> Path:
    """Return the folder of *game*'s package."""
    return Path(str(game.__file__)).parent


def worded(game: AnyGame) -> dict[str, Option]:
    """Return the options of *game* that are plain choices."""
    return {name: option for name, option in game.OPTIONS.items() if isinstance(option, Option)}
