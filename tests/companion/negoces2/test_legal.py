"""Every refusal has its rule and its use, and the asks offer exactly what the rules allow."""

from __future__ import annotations

import ast
import random
from pathlib import Path

import pytest

from companion import negoces2, simulate
from companion.game import CHANCE
from companion.negoces2 import legal
from companion.negoces2.legal import REFUSALS
from companion.probes import Prober
from tests.companion.playing import asked

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas", "D": "Sanne", "E": "Luc"}


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    tree = ast.parse(Path(legal.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no"]
    used = {text.value for call in calls for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant) and text.value}
    assert used == set(REFUSALS)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    """The prober raises when asks and rules disagree; here it looks at every state, many times."""
    generator = random.Random(seed)
    prober = Prober(negoces2, random.Random(seed))
    options = {**simulate.varied_options(negoces2, generator), "sale_limit": "6"}
    finished = simulate.play(negoces2, "ABCE", options, generator)
    refused = sum((prober.probe(step.before, 24) for step in finished.steps), start=prober.probe(finished.state, 24))
    assert len(refused) > 8


def test_chance_is_never_left_waiting() -> None:
    """Whoever deals for the table never has to choose between chance and a player."""

    def watch(step: simulate.Step) -> None:
        assert bool(asked(step.before, CHANCE)) == (step.seat == CHANCE)

    for seed in range(6):
        generator = random.Random(seed)
        simulate.play(negoces2, "ABCD", simulate.varied_options(negoces2, generator), generator, watch=watch)
