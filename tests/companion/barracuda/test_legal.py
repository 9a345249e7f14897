"""Every refusal has its use, the asks offer exactly what the rules allow, and every event is told."""

from __future__ import annotations

import pytest

from companion import barracuda
from companion.barracuda import legal
from companion.barracuda.legal import REFUSALS
from companion.barracuda.moves import EVENTS, BankCounted
from companion.barracuda.telling import TOLD
from tests.companion.legality import refusals_used, refused_at_random


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    assert refusals_used(legal) == set(REFUSALS)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    assert {"not_asked", "wrong_draw"} <= set(refused_at_random(barracuda, "ABCD", seed)) <= set(REFUSALS)


def test_every_event_has_its_row() -> None:
    assert {*TOLD, BankCounted} == set(EVENTS)
