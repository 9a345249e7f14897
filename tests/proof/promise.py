"""A promise that Barkeep makes, and how it is tested."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import pytest

Fault = Callable[[pytest.MonkeyPatch], None]  # Puts a fault into the program.


class Blind(Exception):
    """A deliberate fault was not found, so the tests so far prove nothing."""


@dataclass(frozen=True, slots=True)
class Leg:
    """How much a stretch of testing *reached*, a sentence each time it was *broken*, and *counts*: all legs' are added up."""

    reached: int
    broken: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Promise:
    """One line of the proof.

    *asked* is the full number, in *unit*; a light run reaches a *light*th of it. `walk(number, seed)` tests at least *number*
    of them, another seed others; a leg of the deep run is *leg* long, less than two minutes. `control()` puts in deliberate
    faults and returns a short description of what it found; it raises Blind if one was not found. `judge(counts)` says what is
    broken once all legs are done, for a promise about their sum. *blind* says what the test can't see, if anything is known.
    Tests that watch the clock run *alone*, when all others are done. *needs* names what a process prepares once for all
    promises that need the same, such as the random games of a game. *brief* units show in a second that a defence is missing.
    """

    name: str
    what: str
    asked: int
    unit: str
    leg: int
    walk: Callable[[int, int], Leg]
    control: Callable[[], str]
    blind: str = ""
    brief: int = 1
    light: int = 20
    alone: bool = False
    needs: str = ""
    judge: Callable[[Mapping[str, int]], tuple[str, ...]] = lambda counts: ()


@dataclass(frozen=True, slots=True)
class Defence:
    """Something without which the promise *keeps* is broken, and no others except *also*, each with its reason."""

    name: str
    turn_off: Fault
    keeps: str
    also: Mapping[str, str] = field(default_factory=dict)


def of_each_game(
    name: str, what: str, asked: int, unit: str, leg: int, walk: Any, control: Any, games: Collection[str] = (), **more: Any
) -> list[Promise]:
    """Return a promise for each game, or those among *games*: its name replaces {game}, and is the first thing that's given."""
    from companion.games import installed  # Not above: a run of mutants must not have imported any game before it watches them.

    chosen = [game for game in installed() if not games or game in games]
    told = [(name.format(game=game), what.format(game=game), partial(walk, game), partial(control, game)) for game in chosen]
    return [Promise(name, what, asked, unit, leg, walk, control, **more) for name, what, walk, control in told]


def instead(where: object, name: str, other: object) -> Fault:
    return lambda patch: patch.setattr(where, name, other)


def tried(faults: Mapping[str, tuple[Fault, Callable[[], int]]]) -> str:
    """Put in one fault after the other; return how often each was found, and raise Blind if one never was."""
    counts = {}
    for name, (fault, count) in faults.items():
        with pytest.MonkeyPatch.context() as patch:
            fault(patch)
            counts[name] = count()
    if not counts:
        raise Blind("nothing was tried")
    if unseen := [name for name, count in counts.items() if not count]:
        raise Blind(f"went unseen: {', '.join(unseen)}")
    return ", ".join(f"{name} ({count})" if count > 1 else name for name, count in counts.items())
