"""What every game's refusals and asks are held to: each refusal has its use, and exactly what is asked is allowed."""

from __future__ import annotations

import ast
import random
from collections import Counter
from pathlib import Path
from types import ModuleType
from typing import Any

from companion import simulate
from companion.game import CHANCE, TABLE, Game
from companion.probes import Prober
from tests.companion.playing import asked


def refusals_used(legal: ModuleType) -> set[str]:
    """The codes that *legal* passes to its `_no`."""
    assert legal.__file__ is not None
    tree = ast.parse(Path(legal.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no"]
    return {text.value for call in calls for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant) and text.value}


def refused_at_random(game: Game, seats: str, seed: int, **options: Any) -> Counter[str]:
    """Play one game at random and try about twelve commands on every state; the prober raises where asks and rules disagree.

    Return how often each refusal was met.
    """
    chance, prober = random.Random(seed), Prober(game, random.Random(f"probes {seed}"))
    refused: Counter[str] = Counter()

    def watch(step: simulate.Step) -> None:
        refused.update(prober.probe(step.before, 12))
        asks_are_apart(step)

    finished = simulate.play(game, tuple(seats), {**simulate.varied_options(game, chance), **options}, chance, watch=watch)
    refused.update(prober.probe(finished.state, 12))
    assert prober.tried > 200
    return refused


def asks_are_apart(step: simulate.Step) -> None:
    """Assert that nobody is asked two things of one name, and that nothing is asked of chance and of a player at once."""
    for seat in (*step.before.seats, TABLE):
        names = [ask.name for ask in asked(step.before, seat)]
        assert len(names) == len(set(names))
    assert bool(asked(step.before, CHANCE)) == (step.seat == CHANCE)
