"""Every route for nobody, a visitor, another seat and the own seat (W3); a route without a row fails."""

from typing import Any

import pytest
from flask import Flask

from companion.games.barracuda.moves import DrawPawn
from companion.table.table import Table
from tests.web.enrolling import BODIES
from tests.web.phones import Phone
from web.seats.session import stream_path

# method, path, status for: nobody (and a visitor, whose cookie has no seat: the same), a seat that is not asked, the
# seat that is asked (A is to open a bar).
MATRIX = [
    *[("GET", path, 200, 200, 200) for path in (
        "/", "/join/view", "/stream", "/table", "/table/view", "/sheet", "/static/shared/tokens.css", "/enrolment",
        "/enrolment/view", "/pin", "/rules/barracuda", "/evenings", "/evenings/file/csv",
    )],
    *[("GET", path, 403, 200, 200) for path in (
        "/seat/view", "/seat/purse", "/seat/lobby", "/seat/stream", "/seat/menu", "/seat/back", "/seat/people",
        "/seat/reasons",
        "/box/barracuda", "/set", "/begin",
    )],
    ("GET", "/seat/ask/open", 403, 409, 200), ("GET", "/seat/ask/nonsense", 403, 409, 409),
    ("GET", "/enrolment/tags.json", 403, 409, 409), ("GET", "/7K3F2M", 404, 404, 404),
    *[("GET", path, 404, 404, 404) for path in ("/books", "/books/view", "/books/turning", "/books/file")],  # Before the end.
    ("GET", "/curtain", 303, 200, 200), ("POST", "/evenings", 403, 400, 400),
    ("GET", "/bring", 403, 200, 200), ("POST", "/bring", 403, 422, 422), ("GET", "/game/1", 403, 404, 404),
    ("GET", "/place", 403, 404, 404), ("POST", "/place", 403, 404, 404),
    *[("POST", f"/enrolment/{path}", 403, *statuses) for path, *statuses in (
        ("teach", 409, 409), ("aside", 409, 409), ("forget", 422, 422), ("forget-all", 422, 422), ("import", 422, 422),
        ("walk", 204, 409), ("step", 409, 409),
    )],
    ("POST", "/box/barracuda", 403, 422, 422), ("POST", "/join", 422, 303, 303), ("POST", "/move", 409, 409, 409),
    ("POST", "/pin", 422, 422, 422), ("POST", "/seat/pin", 403, 200, 200), ("POST", "/hand", 403, 403, 403),
    ("POST", "/act", 403, 409, 200), ("POST", "/seat/at", 403, 204, 204), ("POST", "/set", 403, 422, 422),
    ("POST", "/begin", 403, 409, 409), ("POST", "/recount", 403, 303, 303), ("GET", "/set/own", 403, 409, 409),
    ("POST", "/set/own", 403, 409, 409),
]  # fmt: skip
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
def test_every_route_for_everybody(everybody: dict[str, Phone], table: Table, rows: list[tuple[Any, ...]]) -> None:
    for method, path, nobody, other, own in rows:
        statuses = {who: ask(phone, table, method, path) for who, phone in everybody.items()}
        assert statuses == {"nobody": nobody, "visitor": nobody, "other": other, "own": own}, path


def test_every_route_has_a_row(app: Flask) -> None:
    routes = app.url_map
    asked = routes.bind("barkeep.test")
    rows = {(method, asked.match(path, method)[0]) for method, path, *_ in MATRIX}
    all_of_them = {(method, rule.endpoint) for rule in routes.iter_rules() for method in rule.methods or ()}
    assert {route for route in all_of_them if route[0] not in ("HEAD", "OPTIONS")} == rows
