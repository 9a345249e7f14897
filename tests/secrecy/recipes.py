"""What the harness is told of each game, by the game's name: a game in `GAMES` without it fails by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.secrecy.leaking import Leak
    from tests.secrecy.two_worlds import Recipe
    from tests.secrecy.worlds import Moments


def recipe(game: str) -> Recipe:
    """Return how two worlds of *game* are made: `RECIPE` of tests/secrecy/<game>_worlds.py."""
    return _told(game, "worlds").RECIPE  # type: ignore[no-any-return]


def moments(game: str) -> Moments:
    """Return where in some random games of *game* each kind of event happened; played once in a process."""
    return _told(game, "worlds").moments()  # type: ignore[no-any-return]


def leaks(game: str) -> dict[str, Leak]:
    """Return the leaks of *game* by their names: `LEAKS` of tests/secrecy/<game>_leaks.py."""
    return {leak.__name__: leak for leak in _told(game, "leaks").LEAKS}


def _told(game: str, what: str) -> Any:
    return import_module(f"tests.secrecy.{game}_{what}")
