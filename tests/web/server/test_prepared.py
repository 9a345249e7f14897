"""Templates are made ready before anybody needs them: the first page of a kind comes as soon as the next."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.seating import SitDown, StartGame
from companion.table import Table
from tests.web.phones import Phone, new_app
from tests.web.tables import NAMES, new_table
from web.app import prepare


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return new_app(table)


def no_more(monkeypatch: pytest.MonkeyPatch, app: Flask) -> None:
    """Let every template that isn't ready fail whoever asks for it."""

    def compiled(_source: Any, name: str, *_: Any, **__: Any) -> None:
        raise AssertionError(f"{name} was made while somebody waited")

    monkeypatch.setattr(app.jinja_env, "compile", compiled)


def evening(app: Flask, table: Table) -> None:
    """Sit down, start a game and look at its first page, its purse and the table screen."""
    phone = Phone(app, table)
    phone.get("/")
    phone.join("A", NAMES["A"])
    for seat in "BCD":
        table.act(seat, SitDown(NAMES[seat], seat * 64))
    table.act("A", StartGame("barracuda", {}))
    for path in ("/", "/seat/view", "/seat/purse", "/seat/menu", "/table", "/table/view"):
        assert phone.get(path).status_code == 200, path


def test_once_prepared_nobody_waits_for_a_template(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Table) -> None:
    assert sorted(prepare(app)) == sorted(app.jinja_env.list_templates())
    no_more(monkeypatch, app)
    evening(app, table)


def test_else_the_first_one_does(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Table) -> None:
    no_more(monkeypatch, app)
    with pytest.raises(AssertionError, match="was made while somebody waited"):
        evening(app, table)


def test_a_template_keeps_its_globals_in_one_table(app: Flask) -> None:
    template = app.jinja_env.get_template("lobby.html")
    assert type(template.globals) is dict
    assert template.globals.keys() == app.jinja_env.globals.keys()
