"""The tables of who learns what: a wrong one is found."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from companion.kit.disclosure import EVERYBODY, Only
from companion.lab.secrecy.disclosing import unlisted
from tests.proof import disclosure


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


def test_an_entry_that_tells_more_or_fewer_is_found() -> None:
    assert disclosure.control("negoces2")
