"""Every refusal has its use, and the asks offer exactly what the rules allow."""

from __future__ import annotations

import pytest

from companion import negoces2
from companion.negoces2 import legal
from companion.negoces2.legal import REFUSALS
from tests.companion.legality import refusals_used, refused_at_random


def test_every_refusal_listed_is_used_and_every_one_used_is_listed() -> None:
    assert refusals_used(legal) == set(REFUSALS)


@pytest.mark.parametrize("seed", range(5))
def test_what_is_asked_is_allowed_and_what_is_not_asked_is_refused(seed: int) -> None:
    assert len(refused_at_random(negoces2, "ABCE", seed, sale_limit="8")) > 8
