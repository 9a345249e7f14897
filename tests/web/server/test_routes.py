"""Every route for everybody (W3); a route without a row in routes.txt fails. And templates are compiled before anybody asks."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.games.barracuda.moves import DrawPawn
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.web.enrolling import BODIES
from tests.web.phones import Phone, seated
from tests.web.tables import NAMES
from web.app import prepare
from web.seats.session import stream_path

LINES = (Path(__file__).parent / "routes.txt").read_text(encoding="utf-8").splitlines()
MATRIX = [line.split() for line in LINES if line.startswith(("GET", "POST"))]
OPEN = {"key": "12345678", "command": {"is": "OpenBar", "bar": "Octopus"}}


@pytest.fixture
def everybody(app: Flask, table: Table, phones: dict[str, Phone], visitor: Phone) -> dict[str, Phone]:
    """Nobody, a visitor, another seat, and the seat that is asked."""
    phones["A"].answer("draw", DrawPawn("A"))
    return {"nobody": Phone(app, table), "visitor": visitor, "other": phones["B"], "own": phones["A"]}


def ask(phone: Phone, table: Table, method: str, path: str) -> int:
    if path == "/seat/stream":
        answer = phone.get(stream_path(phone.cookie()))
    elif method == "GET":
        answer = phone.get(path)
    elif path == "/act":
        answer = phone.post(path, json={**OPEN, "ask": ["open", table.now.standing("A")["open"].number]})
    elif path == "/seat/at":
        answer = phone.post(path, json={"ask": ["open", 1]})
    elif path.startswith("/enrolment/"):
        answer = phone.post(path, json=BODIES[path.removeprefix("/enrolment/")])
    else:
        answer = phone.post(path, data={"pawn": "A", "name": "Late"})
    answer.close()
    return answer.status_code


# What is fetched changes nothing, so one table will do for all of that.
ROWS = [[row for row in MATRIX if row[0] == "GET"], *([row] for row in MATRIX if row[0] == "POST")]


@pytest.mark.parametrize("rows", ROWS, ids=lambda rows: rows[0][1])
def test_every_route_for_everybody(everybody: dict[str, Phone], table: Table, rows: list[list[str]]) -> None:
    for method, path, *expected in rows:
        nobody, other, own = map(int, expected)
        statuses = {who: ask(phone, table, method, path) for who, phone in everybody.items()}
        assert statuses == {"nobody": nobody, "visitor": nobody, "other": other, "own": own}, path


def test_every_route_has_a_row(app: Flask) -> None:
    routes = app.url_map
    asked = routes.bind("barkeep.test")
    rows = {(method, asked.match(path, method)[0]) for method, path, *_ in MATRIX}
    all_of_them = {(method, rule.endpoint) for rule in routes.iter_rules() for method in rule.methods or ()}
    assert {route for route in all_of_them if route[0] not in ("HEAD", "OPTIONS")} == rows


def evening(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Table) -> None:
    """Sit down, start a game and look at its first pages; any template that isn't compiled yet fails the test."""

    def compiled(_source: Any, name: str, *_: Any, **__: Any) -> None:
        raise AssertionError(f"{name} was compiled while somebody waited")

    monkeypatch.setattr(app.jinja_env, "bytecode_cache", None)  # Without what another test has compiled.
    monkeypatch.setattr(app.jinja_env, "compile", compiled)
    Phone(app, table).get("/")
    phone = seated(app, table, NAMES)["A"]
    phone.act(StartGame("barracuda", {}))
    for path in ("/", "/join/view", "/seat/view", "/seat/purse", "/seat/menu", "/table", "/table/view"):
        assert phone.get(path).status_code == 200, path


def test_once_prepared_nobody_waits_for_a_template(monkeypatch: pytest.MonkeyPatch, app: Flask, table: Table) -> None:
    with monkeypatch.context() as unprepared, pytest.raises(AssertionError, match="was compiled while somebody waited"):
        evening(unprepared, app, table)
    names = app.jinja_env.list_templates()
    assert sorted(prepare(app)) == sorted(name for name in names if not name.startswith("hub/")) != sorted(names)
    template = app.jinja_env.get_template("phone/lobby.html")
    assert (type(template.globals), template.globals.keys()) == (dict, app.jinja_env.globals.keys())  # One table for all.
    evening(monkeypatch, app, table)
