"""The tables of who learns what: a wrong one, and a seal that tells more than its table, are found."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from companion.disclosure import EVERYBODY, Only
from companion.lab.disclosing import unlisted
from companion.sealed import Sealed
from tests.proof.disclosure import walk

EVENTS = 300


@dataclass(frozen=True)
class Sold:
    seat: str
    price: int


@pytest.mark.parametrize(
    ("events", "table", "wrong"),
    [
        ((Sold,), {Sold: {"seat": EVERYBODY, "price": Only()}}, ""),
        ((Sold,), {Sold: {"seat": EVERYBODY}}, "Sold.price is in only one of event and table"),
        ((Sold,), {Sold: {"seat": EVERYBODY, "price": Only(), "bar": Only()}}, "Sold.bar is in only one of event and table"),
        ((Sold,), {}, "Sold is in only one of events and table"),
        ((), {Sold: {}}, "Sold is in only one of events and table"),
    ],
)
def test_what_is_not_listed_and_what_is_not_there_is_found(events: Any, table: Any, wrong: str) -> None:
    assert unlisted(SimpleNamespace(EVENTS=events, DISCLOSURE=table)) == ([wrong] if wrong else [])


def test_a_seal_opened_to_one_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Sealed.seen_by
    one_more = lambda seal, viewer: right(seal, "A" if viewer == "B" and "A" in seal.eyes else viewer)
    assert walk("negoces2", EVENTS, 7).broken == ()
    monkeypatch.setattr(Sealed, "seen_by", one_more)
    assert any("B can open" in sentence for sentence in walk("negoces2", EVENTS, 7).broken)
