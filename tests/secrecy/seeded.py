"""The leaks of each game, by the game's name. What a game in `GAMES` lacks, tests/proof/lacking.py names."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from inspect import getfullargspec, isfunction
from typing import TYPE_CHECKING

from companion.lab import leaking

if TYPE_CHECKING:
    from companion.lab.leaking import Leak


def leaks(game: str) -> dict[str, Leak]:
    """The leaks that any game could have, and those of tests/secrecy/<game>_leaks.py: what needs nothing there but a patch."""
    module = f"tests.secrecy.{game}_leaks"
    there = vars(import_module(module)).values() if find_spec(module) else ()
    own = [one for one in there if isfunction(one) and one.__module__ != leaking.__name__]
    told = [*leaking.LEAKS, *(one for one in own if getfullargspec(one).args == ["patch"])]
    return {leak.__name__: leak for leak in told}
