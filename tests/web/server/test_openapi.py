"""The description is correct: it has every route and every command of every game, and accepts what the codec accepts."""

import itertools
import random
from dataclasses import fields
from typing import Any

import jsonschema_rs
import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.games import installed
from companion.journal import codec
from companion.table.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.phones import new_app
from web import openapi
from web.pages import bench, enrolment
from web.seats import acts

BOXED = True
MOST = 5_000  # bodies of each kind
KINDS = [*acts.TABLE_COMMANDS, *(kind for game in installed().values() for kind in game.COMMANDS)]
VALUES = [
    None, True, False, 0, 1, -1, 35, 10**6, 10**6 + 1, -(10**6) - 1, "", "A", "Octopus", "x" * 80, "x" * 81, [], ["A"], [1],
    [[]], [[[[]]]], [[[1]]], {}, {"a": 1}, {"a": "x" * 81}, {"a": [[["deep"]]]}, {"a": [[[["too deep"]]]]}, {"x" * 81: 1},
    {"tens": 1}, {"tens": -1}, {"tens": "1"}, {"is": "Pile"}, {"is": "Purse"}, {"is": "Pile", "tens": True}, {"real": 1},
    {"kind": "put_away"}, {"kind": "none"},
]  # fmt: skip


@pytest.fixture(scope="module")
def description(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    table = boxed_table(tmp_path_factory.mktemp("described"))
    return openapi.describe(new_app(table, bench=FakeBench(table.now.pieces)), installed())


def operations(description: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    return {(method.upper(), path): one for path, methods in description["paths"].items() for method, one in methods.items()}


def taker(description: dict[str, Any], path: str) -> Any:
    """Return a function that says whether *path* accepts a body."""
    schema = operations(description)["POST", path]["requestBody"]["content"]["application/json"]["schema"]
    return jsonschema_rs.validator_for({**schema, "components": description["components"]}).is_valid


def routes(app: Flask) -> dict[tuple[str, str], Rule]:
    rules = [(method, rule) for rule in app.url_map.iter_rules() for method in rule.methods or ()]
    return {(method, openapi._path(rule)): rule for method, rule in rules if method not in ("HEAD", "OPTIONS")}


def test_it_has_every_route_with_its_body_and_nothing_else(app: Flask, description: dict[str, Any]) -> None:
    described, there = operations(description), routes(app)
    assert set(described) == set(there)
    for route, one in described.items():
        assert one["operationId"] == there[route].endpoint
        assert {parameter["name"] for parameter in one["parameters"] if parameter["in"] == "path"} == there[route].arguments
    assert {rule.endpoint for rule in app.url_map.iter_rules()} == set(openapi.OPERATIONS)
    writing = {rule.endpoint for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())}
    forms = {name for name, one in openapi.OPERATIONS.items() if one.form}
    assert writing == forms | {"act", "at", "new_pin"} | set(enrolment.BODIES) | set(bench.BODIES)


def test_a_route_that_nobody_described_is_found(table: Table) -> None:
    app = new_app(table)
    app.add_url_rule("/new", "new", lambda: "")
    assert set(routes(app)) - set(operations(openapi.describe(app, installed()))) == {("GET", "/new")}


def sent(kind: type) -> list[dict[str, Any]]:
    """Yield bodies of *kind*: every field with every value (beside some of the many for the others), and a superfluous one."""
    names = [field.name for field in fields(kind) if field.name != "own"]  # That is a list of objects.
    empty = {"is": kind.__name__}
    if len(names) <= 3:
        mixed = list(itertools.product(VALUES, repeat=len(names)))
        each = [dict(zip(names, one, strict=True)) for one in random.Random(1).sample(mixed, min(len(mixed), MOST))]
    else:
        each = [{**dict.fromkeys(names, other), name: value} for name, value, other in itertools.product(names, VALUES, VALUES)]
    return [empty, *({**empty, **one} for one in each), *({**empty, **one, "extra": 1} for one in ({}, *each[:5]))]


def takes(kind: type, command: dict[str, Any]) -> bool:
    try:
        codec.read([kind], command)
    except codec.Malformed:
        return False
    return True


@pytest.mark.parametrize("kind", KINDS)
def test_what_fits_the_schema_of_a_command_is_what_the_codec_takes(description: dict[str, Any], kind: type) -> None:
    [schema] = [one for name, one in description["components"]["schemas"].items() if name.endswith(f".{kind.__name__}")]
    assert set(schema["properties"]) == {"is", *(field.name for field in fields(kind))}
    fits, ask = taker(description, "/act"), None if kind in acts.TABLE_COMMANDS else ["draw", 1]
    answers = [(takes(kind, one), fits({"key": "12345678", "ask": ask, "command": one}), one) for one in sent(kind)]
    assert [one for taken, fitting, one in answers if taken != fitting] == []
    assert {taken for taken, *_ in answers} == {True, False}
