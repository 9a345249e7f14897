"""A referee is asked about what was refused, and finds a refusal that the rules don't know."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import GAMES
from tests.proof import refusing
from tests.proof.agreement import REFEREES
from tests.proof.referees.records import Referee


@pytest.mark.parametrize("name", REFEREES)
def test_a_referee_refuses_what_is_refused(name: str) -> None:
    leg = refusing.walk(name, 100, 1)
    assert leg.broken == ()
    assert leg.reached >= 100


@pytest.mark.parametrize("name", [pytest.param(one, marks=[pytest.mark.broad] * (one != "shark")) for one in refusing.STRICTER])
def test_a_rule_that_is_too_strict_is_found(name: str) -> None:
    assert refusing.control(name)


class FallsOver(Referee):
    """A referee who knows no rule, and falls over whatever is done."""

    def follow(self, seat: str, command: Any, events: Any) -> None:
        raise KeyError(command["is"])


def test_who_falls_over_has_refused_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    right = refusing.refuses
    monkeypatch.setattr(refusing, "refuses", lambda _, *asked: right(FallsOver("AB", {}), *asked))
    leg = refusing.walk("shark", 20, 1)
    assert len(leg.broken) == leg.reached
    assert all("the referee can't follow: KeyError(" in told for told in leg.broken)


@pytest.mark.parametrize("name", REFEREES)
def test_a_referee_objects_to_what_is_no_command(name: str) -> None:
    referee = REFEREES[name](GAMES[name].SEATS[:4], {"deal": "cards"})
    assert refusing.refuses(referee, "A", {"is": "Steal"})


def test_an_objection_to_the_events_alone_is_no_refusal() -> None:
    referee = REFEREES["negoces2"]("ABCD", {"deal": "cards"})
    assert not refusing.refuses(referee, "B", {"is": "DealGoods", "seat": "B", "first": "wine", "second": "tea"})
    assert refusing.refuses(referee, "A", {"is": "DealGoods", "seat": "B", "first": "wine", "second": "tea"})
    assert refusing.refuses(referee, "B", {"is": "DealGoods", "seat": "B", "first": "tea", "second": "wine"})
