"""Every refusal has its use, the asks offer exactly what the rules allow, and one thing is waited for."""

from __future__ import annotations

import random

import pytest

from companion import shark, simulate
from companion.game import TABLE
from companion.shark import legal
from companion.shark.legal import REFUSALS
from companion.shark.model import Naming, Owing
from tests.companion.legality import refusals_used, refused_at_random
from tests.companion.playing import asked


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    assert refusals_used(legal) == set(REFUSALS)


@pytest.mark.parametrize("seed", range(4))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    refused = refused_at_random(shark, "ABCDEF"[: 2 + seed % 5], seed)
    assert {"not_asked", "wrong_zone", "limit"} <= set(refused) <= set(REFUSALS)


@pytest.mark.parametrize("seed", range(2))
def test_exactly_one_thing_is_waited_for(seed: int) -> None:
    """The table waits for the active player, for those who owe, or for chance, and never for nobody."""
    chance = random.Random(seed)

    def watch(step: simulate.Step) -> None:
        seats = (*step.before.seats, TABLE)
        waited = {seat for seat in seats if any(ask.awaited and ask.is_open for ask in asked(step.before, seat))}
        phase = step.before.phase
        if isinstance(phase, Owing):
            assert waited == set(phase.debts)
        elif isinstance(phase, Naming):
            assert waited in ({TABLE}, set())
        else:
            assert waited <= {phase.seat}

    simulate.play(shark, ("A", "B", "D"), simulate.varied_options(shark, chance), chance, watch=watch)
