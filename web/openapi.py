"""Describe the app's requests and answers as OpenAPI.

Only tests use the description, to try requests that it allows and requests that it doesn't; no table serves it.

It is made from the app's routes and the commands' dataclasses. Only what neither contains is written by hand: a route's
answers, and whether it needs a seat. A route that isn't in OPERATIONS is left out, and a test fails.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.words import LANGUAGES
from web.http import guard
from web.pages import bench, enrolment
from web.schemas import Schemas, exactly
from web.seats import acts, session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from flask import Flask
    from werkzeug.routing import Rule

    from companion.kit.game import AnyGame

Schema: TypeAlias = dict[str, Any]

VERSION: Final = "1"  # Of this description, not of the program.
SILENT: Final = ("HEAD", "OPTIONS")  # Flask answers these by itself.
NOTHING: Final = ""
HTML: Final = "text/html"
JSON: Final = "application/json"
EITHER: Final = f"{JSON}, {HTML}"  # Whichever the caller accepts; see web.http.error_pages.
FORM: Final = "application/x-www-form-urlencoded"
EVENTS: Final = "text/event-stream"
ANY: Final = "*/*"
PNG: Final = "image/png"

ROW: Final[Schema] = {
    "type": "object",
    "properties": {"row": {"type": "integer", "minimum": 1}},
    "required": ["row"],
    "additionalProperties": False,
}
REFUSAL: Final[Schema] = {  # `rule` as the RULEBOOK numbers it.
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("code", "refusal", "sentence", "rule")},
    "required": ["code"],
    "additionalProperties": False,
}
EVERYBODY: Final = {421: EITHER}  # Under an unknown host name.
SEATED: Final = {403: EITHER}
NAMED: Final = {404: EITHER}  # The path names something that doesn't exist.
WRITES: Final = {400: EITHER, 403: EITHER, 413: ANY}
TEXT: Final[Schema] = {"type": "string"}
COUNT: Final[Schema] = {"type": "integer"}


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one route: the media type of each of its *answers* by status, "" for an empty body.

    *seat*: it requires a seat's cookie. *query* are its parameters in the address, *form* the fields of its form.
    """

    answers: Mapping[int, str] = field(default_factory=lambda: {200: HTML})
    seat: bool = False
    query: Mapping[str, Schema] = field(default_factory=dict)
    form: tuple[str, ...] = ()


LESSON: Final = Operation({204: NOTHING, 409: JSON, 422: JSON, 503: JSON}, seat=True)
HAND: Final = Operation({204: NOTHING, 404: EITHER})
OPERATIONS: Final[dict[str, Operation]] = {
    "home": Operation({200: HTML, 303: HTML}),
    "join_view": Operation(),
    "join": Operation({303: HTML, 422: HTML, 429: HTML, 503: HTML}, form=("pawn", "name", "also", "code")),
    "act": Operation({200: JSON, 409: EITHER, 422: JSON, 503: JSON}, seat=True),
    "at": Operation({204: NOTHING}, seat=True),
    "ticket": Operation({200: HTML, 303: HTML, 404: ANY}),
    "move": Operation({303: HTML, 409: HTML, 422: HTML, 503: HTML}, form=("code",)),
    "pin_page": Operation(),
    "pin": Operation({303: HTML, 409: HTML, 422: HTML, 429: HTML, 503: HTML}, form=("pawn", "pin")),
    "place_page": Operation({200: HTML, 404: EITHER}, seat=True, query={"game": COUNT, "of": COUNT}),
    "place": Operation({303: HTML, 404: EITHER, 422: HTML, 429: HTML, 503: HTML}, seat=True, form=("game", "of", "pin")),
    "new_pin": Operation({200: HTML, 503: EITHER}, seat=True),
    "menu": Operation(seat=True),
    "back": Operation(seat=True),
    "people": Operation(seat=True),
    "hand": Operation({303: HTML}, form=("pawn",)),
    "curtain": Operation({200: HTML, 303: HTML}),
    "seat_view": Operation(seat=True),
    "purse": Operation({200: HTML, 404: EITHER}, seat=True),
    "lobby": Operation(seat=True),
    "ask": Operation({200: HTML, 409: EITHER}, seat=True, query={"pick": TEXT, "notes": COUNT, "given": TEXT}),
    "public_stream": Operation({200: EVENTS, 503: EITHER}, query={"screen": TEXT}),
    "seat_stream": Operation({200: EVENTS}, seat=True, query={"key": TEXT}),
    "table_screen": Operation(),
    "table_view": Operation(),
    "sheet": Operation(),
    "static": Operation({200: ANY, 206: ANY, 304: NOTHING, 404: EITHER, 416: HTML}),
    "enrolment_page": Operation(),
    "enrolment_view": Operation(),
    "enrolment_export": Operation({200: JSON, 409: EITHER}, seat=True),
    **dict.fromkeys(enrolment.BODIES, LESSON),
    "game_file": Operation({200: ANY, 404: EITHER, 503: EITHER}, seat=True),
    "bring_page": Operation(seat=True),
    "bring": Operation({303: HTML, 422: HTML, 429: HTML, 503: HTML}, seat=True, form=("game",)),
    "box_page": Operation({200: HTML, 404: EITHER}, seat=True),
    "box": Operation({303: HTML, 404: EITHER, 422: HTML, 429: HTML, 503: HTML}, seat=True, form=("cell",)),
    "begin_page": Operation(seat=True),
    "begin": Operation({303: HTML, 409: EITHER, 422: HTML, 429: HTML, 503: EITHER}, seat=True, form=("game",)),
    "set_page": Operation({200: HTML, 409: EITHER}, seat=True, query={"begin": TEXT}),
    "set_table": Operation(
        {200: HTML, 303: HTML, 409: EITHER, 422: HTML, 429: HTML, 503: EITHER},
        seat=True,
        form=("ask", "begun", "mine", "from0", "to0", "sum0", "part0"),
    ),
    "recount": Operation({303: HTML, 409: EITHER, 429: HTML}, seat=True, form=("answer", "at")),
    "own_page": Operation({200: HTML, 409: EITHER}, seat=True),
    "own": Operation({303: HTML, 409: EITHER, 422: HTML, 429: HTML, 503: EITHER}, seat=True, form=("ask",)),
    "bench_page": Operation({200: HTML, 302: HTML, 404: EITHER}),
    "bench_view": Operation({200: HTML, 404: EITHER}),
    "bench_display": Operation({200: PNG, 404: EITHER}),
    "bench_stream": Operation({200: EVENTS, 404: EITHER, 503: EITHER}),
    **dict.fromkeys(bench.BODIES, HAND),
}
ASK: Final[Schema] = {
    "type": "array", "minItems": 2, "maxItems": 2, "items": False,
    "prefixItems": [{"type": "string", "maxLength": acts.LONGEST_ASK}, {"type": "integer"}],
}  # fmt: skip
PLACEHOLDER: Final = re.compile(r"<(?:[^<>]*:)?(\w+)>")
STREAMS: Final = ("public_stream", "seat_stream", "bench_stream")  # They never end.


def describe(app: Flask, games: Mapping[str, AnyGame]) -> Schema:
    """Return the description of those routes of *app* that are in OPERATIONS, with the commands of *games*."""
    schemas = Schemas()
    schemas.named |= {"row": ROW, "refusal": REFUSAL}
    bodies = {"act": _act(schemas, games), "at": {"type": "object", "properties": {"ask": {"oneOf": [ASK, {"type": "null"}]}}}}
    bodies |= {name: exactly(kinds, schemas) for name, kinds in (enrolment.BODIES | bench.BODIES).items()}
    paths: dict[str, Any] = {}
    for rule in app.url_map.iter_rules():
        for method in _methods(rule) if rule.endpoint in OPERATIONS else ():
            paths.setdefault(_path(rule), {})[method.lower()] = _operation(rule, method, bodies)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Barkeep", "version": VERSION},
        "paths": paths,
        "components": {
            "schemas": schemas.named,
            "securitySchemes": {"seat": {"type": "apiKey", "in": "cookie", "name": session.COOKIE}},
        },
    }


def _methods(rule: Rule) -> list[str]:
    return sorted(set(rule.methods or ()) - set(SILENT))


def _path(rule: Rule) -> str:
    """Return *rule*'s path in OpenAPI's notation: /seat/ask/{name}."""
    return PLACEHOLDER.sub(r"{\1}", rule.rule)


def _operation(rule: Rule, method: str, bodies: Mapping[str, Schema]) -> Schema:
    known, writes = OPERATIONS[rule.endpoint], method not in guard.SAFE
    always = EVERYBODY | (SEATED if known.seat else {}) | (NAMED if rule.arguments else {}) | (WRITES if writes else {})
    answers = always | dict(known.answers)
    parameters = [_parameter("path", name, TEXT, required=True) for name in sorted(rule.arguments)]
    parameters += [_parameter("query", name, schema) for name, schema in ({"lang": _language()} | dict(known.query)).items()]
    if writes:
        parameters.append(_parameter("header", "Origin", TEXT, required=True))
    return {
        "operationId": rule.endpoint,
        "parameters": parameters,
        "responses": {str(status): _answer(rule.endpoint, status, answers[status]) for status in sorted(answers)},
        **({"security": [{"seat": []}]} if known.seat else {}),
        **(_body(known, bodies.get(rule.endpoint)) if writes else {}),
    }


def _parameter(where: str, name: str, schema: Schema, *, required: bool = False) -> Schema:
    return {"in": where, "name": name, "schema": schema, "required": required}


def _language() -> Schema:
    return {"type": "string", "examples": list(LANGUAGES)}  # Others are ignored.


def _answer(endpoint: str, status: int, media: str) -> Schema:
    answer: Schema = {"description": endpoint if status < 300 else "refused"}
    if media:
        answer["content"] = {one: _content(endpoint, status) if one == JSON else {} for one in media.split(", ")}
    return answer


def _content(endpoint: str, status: int) -> Schema:
    name = {"act": "row"}.get(endpoint) if status == 200 else "refusal"
    return {"schema": {"$ref": f"#/components/schemas/{name}"} if name else {"type": "object"}}


def _body(known: Operation, schema: Schema | None) -> Schema:
    """Return the request body. Every field of a form is optional; a missing one counts as empty."""
    media = JSON if schema else FORM
    schema = schema or {"type": "object", "properties": dict.fromkeys(known.form, TEXT)}
    return {"requestBody": {"required": media == JSON, "content": {media: {"schema": schema}}}}


def _act(schemas: Schemas, games: Mapping[str, AnyGame]) -> Schema:
    """Return the schema of an act: one of the table's own commands, or an answer to a game's ask."""
    key: Schema = {"type": "string", "pattern": f"^{acts.KEY.pattern}$"}
    of_games = [kind for game in games.values() for kind in game.COMMANDS]
    return {
        "oneOf": [
            {"type": "object", "required": ["key", "command"],
             "properties": {"key": key, "seat": TEXT, "ask": {"type": "null"}, "command": schemas.one_of(acts.TABLE_COMMANDS)}},
            {"type": "object", "required": ["key", "ask", "command"],
             "properties": {"key": key, "seat": TEXT, "ask": ASK, "command": schemas.one_of(of_games)}},
        ],
    }  # fmt: skip
