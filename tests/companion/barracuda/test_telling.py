from __future__ import annotations

from companion.barracuda.moves import EVENTS, BankCounted
from companion.barracuda.telling import TOLD


def test_every_event_has_its_row() -> None:
    assert {*TOLD, BankCounted} == set(EVENTS)
