"""The leaks of each game, by the game's name. What a game in `GAMES` lacks, tests/proof/lacking.py names."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from companion.lab import leaking

if TYPE_CHECKING:
    from companion.lab.leaking import Leak


def leaks(game: str) -> dict[str, Leak]:
    """The leaks of *game* by their names: those of tests/secrecy/<game>_leaks.py, or what any game could have."""
    module = f"tests.secrecy.{game}_leaks"
    told = import_module(module).LEAKS if find_spec(module) else leaking.LEAKS
    return {leak.__name__: leak for leak in told}
