"""Every refusal has its rule and its use, and the asks offer exactly what the rules allow."""

from __future__ import annotations

import ast
import random
from collections import Counter
from pathlib import Path

import pytest

from companion import shark, simulate
from companion.game import TABLE
from companion.probes import Prober
from companion.shark import legal
from companion.shark.legal import REFUSALS
from tests.companion.playing import asked


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    tree = ast.parse(Path(legal.__file__).read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_no"]
    used = {text.value for call in calls for text in ast.walk(call.args[0]) if isinstance(text, ast.Constant) and text.value}
    assert used == set(REFUSALS)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    """The prober raises where asks and rules disagree; it tries about ten commands on every state."""
    chance = random.Random(seed)
    prober = Prober(shark, random.Random(f"probes {seed}"))
    refused: Counter[str] = Counter()
    options = simulate.varied_options(shark, chance)
    seats = shark.SEATS[: 2 + seed % 5]
    simulate.play(shark, seats, options, chance, watch=lambda step: refused.update(prober.probe(step.before, 10)))
    assert prober.tried > 500
    assert {"not_asked", "wrong_zone", "limit"} <= set(refused) <= set(REFUSALS)


@pytest.mark.parametrize("seed", range(4))
def test_exactly_one_thing_is_waited_for(seed: int) -> None:
    """The table waits for the active player, for those who owe, or for chance, and never for nobody."""
    chance = random.Random(seed)

    def watch(step: simulate.Step) -> None:
        asked = {seat: asked(step.before, seat) for seat in (*step.before.seats, TABLE)}
        waited = {seat for seat, asks in asked.items() if any(ask.awaited and ask.is_open for ask in asks)}
        phase = step.before.phase
        if isinstance(phase, shark.model.Owing):
            assert waited == set(phase.debts)
        elif isinstance(phase, shark.model.Naming):
            assert waited in ({TABLE}, set())
        else:
            assert waited <= {phase.seat}
        for asks in asked.values():
            assert len({ask.name for ask in asks}) == len(asks)

    simulate.play(shark, ("A", "B", "D"), simulate.varied_options(shark, chance), chance, watch=watch)
