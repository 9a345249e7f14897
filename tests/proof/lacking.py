"""What a game in `GAMES` is proved with, and can be played without: each with the file to write."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

from companion.games import GAMES
from companion.lab import leaking
from companion.lab.recipe import has_worlds, recipe
from tests.proof import agreement, minting, mutants, refusing
from tests.proof.promise import Blind, Leg, Promise
from tests.secrecy import seeded

ENOUGH: Final = 12  # leaks of a game's own
MORE: Final = {"barracuda": 15}


class Part(NamedTuple):
    """Something to write about a game, without which the *promises* about it can't be put to the test."""

    write: str
    promises: tuple[str, ...]
    is_there: Callable[[str], bool]


def _leaks_enough(game: str) -> bool:
    shared = {leak.__name__ for leak in leaking.LEAKS}
    return len(seeded.leaks(game).keys() - shared) >= MORE.get(game, ENOUGH)


PARTS: Final = {
    "worlds": Part(
        "companion/{game}/worlds.py: a RECIPE with the number of its cells",
        ("S1 {game}", "S1 {game} outside", "S3 {game}", "S4 {game}", "S2 {game}"),
        lambda game: has_worlds(GAMES[game]) and recipe(GAMES[game]).cells > 0,
    ),
    "leaks": Part("tests/secrecy/{game}_leaks.py: LEAKS, a dozen of its own among them", ("S2 {game}",), _leaks_enough),
    "faults": Part(
        "a row of FAULTS in tests/proof/minting.py: what would be made or lost if a rule were wrong",
        ("C1 {game}",),
        lambda game: bool(minting.FAULTS.get(game)),
    ),
    "referee": Part(
        "tests/proof/referees/{game}.py, which knows the rules and not the program, and its row of REFEREES in "
        "tests/proof/agreement.py",
        ("C2 {game}", "C2 {game} refused"),
        lambda game: game in agreement.REFEREES,
    ),
    "misrules": Part(
        "tests/proof/misruling/{game}.py: MISRULES, wrong rules for the referee to find, and its row of them in "
        "tests/proof/agreement.py",
        ("C2 {game}",),
        lambda game: bool(agreement.MISRULES.get(game)),
    ),
    "stricter": Part(
        "a row of STRICTER in tests/proof/refusing.py: rules that refuse too much, for the referee to find",
        ("C2 {game} refused",),
        lambda game: bool(refusing.STRICTER.get(game)),
    ),
    "rules": Part(
        "companion/{game}/rules.py: what is changed to see whether a test notices; an __init__.py is left alone",
        ("C3 {game}",),
        lambda game: bool(mutants.benches()[game].modules),
    ),
}  # fmt: skip


def lacks(game: str, part: str) -> str:
    """Return what is to be written for that *part* of the proof of *game*; empty where it is there."""
    return "" if PARTS[part].is_there(game) else f"{game} is not proved without {PARTS[part].write.format(game=game)}"


def missing() -> dict[str, str]:
    found: dict[str, str] = {}
    for game, part in ((game, part) for game in GAMES for part in PARTS):
        if what := lacks(game, part):
            found = {**{name.format(game=game): what for name in PARTS[part].promises}, **found}
    return found


def whole(made: Iterable[Promise]) -> tuple[Promise, ...]:
    """Return *made*, and what couldn't be made; those about a game that lacks something say what, and are not kept."""
    there = {one.name: one for one in made}
    for name, what in missing().items():
        told = there[name].what if name in there else "what can't be tried yet"
        walk = partial(_untried, what)
        there[name] = Promise(name, told, 1, "tries", 1, walk, walk)
    return tuple(there.values())


def _untried(what: str, *_: int) -> Leg:
    raise Blind(what)
