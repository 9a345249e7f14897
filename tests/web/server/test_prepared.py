"""Templates are compiled before anybody needs them."""

from typing import Any

import pytest
from flask import Flask

from companion.seats.starting import StartGame
from tests.web.phones import Phone, seated
from tests.web.tables import NAMES
from web.app import prepare


@pytest.fixture
def app(app: Flask) -> Flask:
    app.jinja_env.bytecode_cache = None  # Without what another test has compiled.
    return app


def evening(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Any) -> None:
    """Sit down, start a game and look at its first pages; any template that isn't compiled yet fails the test."""

    def compiled(_source: Any, name: str, *_: Any, **__: Any) -> None:
        raise AssertionError(f"{name} was compiled while somebody waited")

    monkeypatch.setattr(app.jinja_env, "compile", compiled)
    Phone(app, table).get("/")
    phone = seated(app, table, NAMES)["A"]
    phone.act(StartGame("barracuda", {}))
    for path in ("/", "/join/view", "/seat/view", "/seat/purse", "/seat/menu", "/table", "/table/view"):
        assert phone.get(path).status_code == 200, path


def test_once_prepared_nobody_waits_for_a_template(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Any) -> None:
    names = app.jinja_env.list_templates()
    assert sorted(prepare(app)) == sorted(name for name in names if not name.startswith("hub/")) != sorted(names)
    template = app.jinja_env.get_template("phone/lobby.html")
    assert (type(template.globals), template.globals.keys()) == (dict, app.jinja_env.globals.keys())  # One table for all.
    evening(monkeypatch, app, table)


def test_without_preparation_the_first_visitor_waits(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Any) -> None:
    with pytest.raises(AssertionError, match="was compiled while somebody waited"):
        evening(monkeypatch, app, table)
