"""The tables of who learns what: whole, right, and agreed with by those who make two worlds."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from companion import codec
from companion.disclosure import EVERYBODY, Only
from companion.games import GAMES
from companion.journal import text
from companion.sealed import Sealed, seen
from tests.proof.disclosure import control, learns, parts, unlisted, walk
from tests.proof.secrecy import played
from tests.secrecy.recipes import recipe, with_worlds
from tests.secrecy.two_worlds import seals
from tests.secrecy.worlds import viewers

EVENTS = 300


@pytest.mark.parametrize("name", GAMES)
def test_the_table_has_every_event_and_field_and_no_other(name: str) -> None:
    assert unlisted(GAMES[name]) == []


@pytest.mark.parametrize("name", GAMES)
def test_what_is_opened_in_play_is_what_the_table_says(name: str) -> None:
    leg = walk(name, EVENTS, 7)
    assert leg.broken == ()
    assert leg.reached >= EVENTS


def test_a_wrong_entry_is_found() -> None:
    """The proof's own control, here for one game only."""
    print(control(next(iter(GAMES))))


def test_what_is_not_listed_and_what_is_not_there_is_found() -> None:
    @dataclass(frozen=True)
    class Sold:
        seat: str
        price: int

    def wrong(**fields: Any) -> list[str]:
        return unlisted(SimpleNamespace(EVENTS=(Sold,), DISCLOSURE={Sold: fields}))

    assert wrong(seat=EVERYBODY, price=Only()) == []
    assert wrong(seat=EVERYBODY) == ["Sold.price is in only one of event and table"]
    assert wrong(seat=EVERYBODY, price=EVERYBODY, bar=EVERYBODY) == ["Sold.bar is in only one of event and table"]
    assert unlisted(SimpleNamespace(EVENTS=(Sold,), DISCLOSURE={})) == ["Sold is in only one of events and table"]
    assert unlisted(SimpleNamespace(EVENTS=(), DISCLOSURE={Sold: {}})) == ["Sold is in only one of events and table"]


def test_what_lies_unsealed_in_a_field_can_be_opened_by_everybody() -> None:
    (part,) = parts(17)
    assert part.open
    assert not learns(Only(("seat",)), None, SimpleNamespace(seat="A"), part, "B")
    assert list(parts(None)) == list(parts({})) == []


@pytest.mark.parametrize("name", with_worlds())
def test_two_worlds_take_the_same_for_a_secret_as_the_table(name: str) -> None:
    """The harness has its own word on who may know what (`Recipe.hidden`); where the two differ one of them is wrong."""
    compared = 0
    for steps in played(name)[:12]:
        for step in steps:
            for event in step.events:
                for viewer in viewers(step.before):
                    assert closed(event, viewer) == told(recipe(name).hidden(event, viewer)), (event, viewer)
                    compared += bool(closed(event, viewer))
    assert compared > 200


def closed(event: Any, viewer: str) -> list[str]:
    """Return the secrets that *viewer* can't open: those of the table, as long as the tests above hold."""
    inside, sight = list(seals(event)), list(seals(seen(event, viewer)))
    return told([seal.open() for seal, copy in zip(inside, sight, strict=True) if not copy.is_open])


def told(secrets: list[Any]) -> list[str]:
    return sorted(text(codec.kept(secret)) for secret in secrets)


def test_a_seal_opened_to_one_more_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Sealed.seen_by
    one_more = lambda seal, viewer: right(seal, "A" if viewer == "B" and "A" in seal.eyes else viewer)
    monkeypatch.setattr(Sealed, "seen_by", one_more)
    assert any("B can open" in sentence for sentence in walk("barracuda", EVENTS, 7).broken)
