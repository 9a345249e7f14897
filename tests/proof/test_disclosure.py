"""The tables of who learns what list every field; S5 holds them against the rules."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from companion.kit.disclosure import EVERYBODY, Only
from companion.lab.secrecy.disclosing import unlisted


@dataclass(frozen=True)
class Sold:
    seat: str
    price: int


@pytest.mark.parametrize(("events", "table", "wrong"), [
    ((Sold,), {Sold: {"seat": EVERYBODY, "price": Only()}}, ""),
    ((Sold,), {Sold: {"seat": EVERYBODY}}, "Sold.price is in only one of event and table"),
    ((Sold,), {Sold: {"seat": EVERYBODY, "price": Only(), "bar": Only()}}, "Sold.bar is in only one of event and table"),
    ((Sold,), {}, "Sold is in only one of events and table"), ((), {Sold: {}}, "Sold is in only one of events and table"),
])  # fmt: skip
def test_what_is_not_listed_and_what_is_not_there_is_found(events: Any, table: Any, wrong: str) -> None:
    assert unlisted(SimpleNamespace(EVENTS=events, DISCLOSURE=table)) == ([wrong] if wrong else [])
