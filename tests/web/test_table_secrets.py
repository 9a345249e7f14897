"""The table screen shows nothing that somebody alone may know: two worlds that differ only in that look the same on it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jinja2 import ChoiceLoader, DictLoader

from companion.asks import LayPile, answers
from companion.barracuda.moves import Bid, CallLastOrder, RefuseOffer, SellTo, Stake
from companion.game import TABLE
from companion.money import Pile
from companion.table import Table
from tests.web.tables import (
    ADDRESS,
    auction,
    open_asks,
    round_three,
    screen,
    some_answer,
    some_pile,
)
from web import table_pages
from web.app import create_app


def test_screen_is_the_same_in_two_worlds_with_other_purses(tmp_path: Path) -> None:
    differing = sum(_steps_until_unlike(tmp_path / str(seed), seed, lambda app: None) for seed in range(4))
    assert differing >= 100  # so many times purses differed, and the screens did not


def test_screen_is_the_same_whatever_is_bid(tmp_path: Path) -> None:
    poor, rich = (round_three(tmp_path / world) for world in ("poor", "rich"))
    auction(poor)
    auction(rich)
    for bidder in "BCDE":
        poor.act(bidder, Bid(Pile(fakes=2)))
        rich.act(bidder, Bid(Pile(tens=2)))
        assert screen(poor) == screen(rich)
    poor.act("A", SellTo("C"))
    rich.act("A", SellTo("C"))
    assert screen(poor) == screen(rich)


def test_screen_is_the_same_whatever_is_staked_until_all_is_turned_over(tmp_path: Path) -> None:
    poor, rich = (round_three(tmp_path / world) for world in ("poor", "rich"))
    poor.act("E", CallLastOrder())
    rich.act("E", CallLastOrder())
    for letter in "ABCDE":
        assert screen(poor) == screen(rich)
        poor.act(letter, Stake(Pile(fakes=1)))
        rich.act(letter, Stake(Pile(tens=1)))
    assert screen(poor) != screen(rich)


@pytest.mark.parametrize(
    "leak", ["{{ view.purse }}", "{% if view.purse.real > 40 %}.{% endif %}"], ids=["a purse", "a full stop for the rich"]
)
def test_two_worlds_find_a_leak(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leak: str) -> None:
    monkeypatch.setattr(table_pages, "TABLE", "A")

    def spoil(app: Flask) -> None:
        assert app.jinja_loader is not None
        source = app.jinja_loader.get_source(app.jinja_env, "barracuda/table_street.html")[0]
        spoiled = DictLoader({"barracuda/table_street.html": source + leak})
        app.jinja_env.loader = ChoiceLoader([spoiled, app.jinja_loader])

    with pytest.raises(AssertionError, match="the screens differ"):
        sum(_steps_until_unlike(tmp_path / str(seed), seed, spoil) for seed in range(4))


def _steps_until_unlike(folder: Path, seed: int, spoil: Callable[[Flask], None]) -> int:
    """Play two tables in lock-step, with other notes in every pile; return at how many steps purses differed.

    Offers for a place are not refused, and nobody calls last order: those open piles to everybody.
    """
    generator = random.Random(seed)
    tables = [round_three(folder / world) for world in ("one", "two")]
    clients = []
    for table in tables:
        app = create_app(table, hosts=[], address=ADDRESS)
        spoil(app)
        clients.append(app.test_client())
    differing = 0
    while all(table.playing for table in tables) and differing < 120:
        if not _same_step(tables, generator):
            break
        if all(table.playing for table in tables):  # Who can't pay is no secret any more.
            one, two = (client.get("/table/view").data for client in clients)
            assert one == two, "the screens differ"
            differing += tables[0].view("A").purse != tables[1].view("A").purse
    return differing


def _same_step(tables: list[Table], generator: random.Random) -> bool:
    """Do what looks the same at both tables; return whether anything could be done."""
    for _ in range(40):
        letter = generator.choice(tables[0].awaited())
        command = some_answer(tables[0], letter, generator)
        other = command and _twin(tables[1], letter, command, generator)
        if other is not None and not (isinstance(command, RefuseOffer) and not tables[0].view(TABLE).offer.takeover):
            tables[0].act(letter, command)
            tables[1].act(letter, other)
            return True
    return False


def _twin(table: Table, letter: str, command: Any, generator: random.Random) -> Any:
    """Return *command* with as many other notes, or None where this table doesn't ask for it."""
    for ask in open_asks(table, letter):
        if isinstance(ask, LayPile):
            for lay in ask.lays:
                if answers(replace(ask, lays=(lay,)), command):
                    pile = some_pile(lay, ask.purse, generator, command.pile.notes)
                    return None if pile is None else replace(lay.command, pile=pile)
        elif command in ask.options:
            return command
    return None
