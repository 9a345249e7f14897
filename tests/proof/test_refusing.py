"""A referee is asked about what was refused, and finds a refusal that the rules don't know."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.proof import refusing
from tests.proof.agreement import REFEREES


@pytest.mark.parametrize("name", GAMES)
def test_a_referee_refuses_what_is_refused(name: str) -> None:
    leg = refusing.walk(name, 300, 1)
    assert leg.broken == ()
    assert leg.reached >= 300


@pytest.mark.parametrize("name", GAMES)
def test_a_rule_that_is_too_strict_is_found(name: str) -> None:
    assert refusing.control(name)


def test_an_objection_to_the_events_alone_is_no_refusal() -> None:
    referee = REFEREES["negoces2"]("ABCD", {"deal": "cards"})
    assert not refusing.refuses(referee, "B", {"is": "DealGoods", "seat": "B", "first": "wine", "second": "tea"})
    assert refusing.refuses(referee, "A", {"is": "DealGoods", "seat": "B", "first": "wine", "second": "tea"})
    assert refusing.refuses(referee, "B", {"is": "DealGoods", "seat": "B", "first": "tea", "second": "wine"})
