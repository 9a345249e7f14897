"""What the harness is told of each game, by the game's name. What a game in `GAMES` lacks, tests/proof/lacking.py names."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from companion.games import GAMES
from tests.secrecy import leaking

if TYPE_CHECKING:
    from tests.secrecy.leaking import Leak
    from tests.secrecy.two_worlds import Recipe
    from tests.secrecy.worlds import Moments


def has_worlds(game: str) -> bool:
    """Return whether there is a tests/secrecy/<game>_worlds.py with all that two worlds are made of."""
    return _is_there(game, "worlds") and all(hasattr(_told(game, "worlds"), name) for name in ("RECIPE", "moments"))


def with_worlds() -> list[str]:
    """Return the games of which two worlds can be made."""
    return [game for game in GAMES if has_worlds(game)]


def recipe(game: str) -> Recipe:
    """Return how two worlds of *game* are made: `RECIPE` of tests/secrecy/<game>_worlds.py."""
    return _told(game, "worlds").RECIPE


def moments(game: str) -> Moments:
    """Return where in some random games of *game* each kind of event happened; played once in a process."""
    return _told(game, "worlds").moments()


def leaks(game: str) -> dict[str, Leak]:
    """Return the leaks of *game* by their names: those of tests/secrecy/<game>_leaks.py, or what any game could have."""
    told = _told(game, "leaks").LEAKS if _is_there(game, "leaks") else leaking.LEAKS
    return {leak.__name__: leak for leak in told}


def _is_there(game: str, what: str) -> bool:
    return find_spec(f"tests.secrecy.{game}_{what}") is not None


def _told(game: str, what: str) -> Any:
    return import_module(f"tests.secrecy.{game}_{what}")
