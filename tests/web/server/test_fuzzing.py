"""Anything as a request (W1): no status is 500 or more, no invalid body changes anything, and the valid one still works.

Each route gets six random requests here, or thirty, and /act hundreds; with FUZZING_CASES=700 each gets 700.
"""

import json
import os
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import fields
from typing import Any, Final
from urllib.parse import quote

import pytest
from flask import Flask
from werkzeug.routing import Rule

from companion.games import installed
from companion.kit.viewers import TABLE
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.enrolment import LearnTag
from tests.markup import found, marks
from tests.web.fake_bench import sticker
from tests.web.phones import HOST, KEYS, Phone
from tests.web.server.test_bench import HANDS
from tests.web.server.test_enrolment import BODIES, TAG
from tests.web.server.test_headers import routes
from web.seats import acts

boxed = pytest.mark.parametrize("is_boxed", [True], ids=["boxed"])  # Every route is there beside a bench.
CASES: Final = int(os.environ.get("FUZZING_CASES", "6"))  # of each route and method
KINDS: Final = [*acts.TABLE_COMMANDS, *(kind for game in installed().values() for kind in game.COMMANDS)]
PRESSED: Final = {**BODIES, **HANDS}
PLAIN: Final = ["A", "B", "F", "draw", "open", "own_partner", "barracuda", "shark", "Octopus", "1", "2", "0", "on",
                "7K3F2M", "0042", "ok", "nl", "1.0.2", "put_away", "reader.noise", "ffffffff", 1, ["draw", 7],
                 "shared/tokens.css"]  # fmt: skip
NAMES: Final = {"pick", "notes", "given", "lang", "pawn", "code", "key", "of", "begin", "join", "screen", "at", "name", "pin",
                "uid", "beside", "button", "long", "on", "from0", "to0", "sum0", "part0", "ask"}  # fmt: skip


class Monkey:
    """Somebody who presses anything and types anything, on all of *phones*. *names* grows with the fields of the pages."""

    def __init__(self, phones: list[Phone], seed: int = 1) -> None:
        self.phones, self.chance = phones, random.Random(seed)
        self.names, self.buttons = {*NAMES, *(name for body in PRESSED.values() for name in body)}, list[str]()
        self.heard, self.acts = Counter[int](), Counter[int]()

    def anything(self) -> Any:
        return self.chance.choice(PLAIN if self.chance.random() < 0.7 else ODD)

    def some(self) -> dict[str, Any]:
        return {name: self.anything() for name in self.chance.sample(sorted(self.names), self.chance.randrange(6))}

    def act(self) -> dict[str, Any]:
        """Return what a button of a page sends, so that the game goes on, or a command of any kind with anything in it."""
        if self.buttons and self.chance.random() < 0.5:
            return {"key": next(KEYS), **json.loads(self.chance.choice(self.buttons[-40:]))}
        kind = self.chance.choice(KINDS)
        command = {"is": kind.__name__, **{field.name: self.anything() for field in fields(kind)}}
        ask = None if kind in acts.TABLE_COMMANDS else self.chance.choice([["draw", 7], ["open", 8], self.anything()])
        return {"key": next(KEYS), "ask": ask, "command": command}

    def body(self, rule: Rule) -> dict[str, Any]:
        if rule.rule == "/act":
            return {"json": self.act()}
        right = PRESSED.get(rule.rule.rpartition("/")[2], {})
        sent = {name: value if self.chance.random() < 0.8 else self.anything() for name, value in right.items()}
        if self.chance.random() < 0.5:
            return {"json": sent or self.chance.choice([self.some(), self.anything()])}
        return {"data": {name: str(value).encode("utf-8", "replace") for name, value in {**sent, **self.some()}.items()}}

    def send(self, method: str, rule: Rule) -> None:
        phone, host = self.chance.choice(self.phones), self.chance.choice([HOST, HOST, "localhost"])
        path = re.sub(r"<[^<>]*>", lambda _: quote(str(self.anything())[:99].encode("utf-8", "replace")), rule.rule)
        query = {name: str(value).encode("utf-8", "replace") for name, value in self.some().items()}
        how = {"base_url": f"http://{host}", "headers": {"Origin": f"http://{host}"}, "query_string": query}
        answer = phone.client.open(path, method=method, **how, **self.body(rule) if method == "POST" else {})
        self.heard[answer.status_code] += 1
        self.acts[answer.status_code] += rule.rule == "/act"
        if answer.mimetype == "text/html":
            self.names |= {one.get("name") for one in found(answer.text, "*[@name]")}
            self.buttons += [one["data-act"] for one in marks(answer.text, "act")]
        answer.close()


@boxed
@pytest.mark.parametrize("cases", [CASES, pytest.param(5 * CASES, marks=pytest.mark.broad)], ids=["few", "many"])
def test_no_answer_is_500(phones: dict[str, Phone], visitor: Phone, app: Flask, cases: int) -> None:
    """The app raises what would be a 500. There are more requests to act than others, because they reach the rules."""
    monkey, asked = Monkey([*phones.values(), visitor]), routes(app)
    for _ in range(cases):
        for method, rule in asked:
            for _ in range(20 if rule.rule == "/act" else 1):
                monkey.send(method, rule)
    print(f"answers {sorted(monkey.heard.items())}, of /act {sorted(monkey.acts.items())}")
    assert {200, 303, 400, 403, 404, 409, 422} <= set(monkey.heard)
    assert {200, 400, 422} <= {status for status, count in monkey.acts.items() if count}
    assert monkey.acts[200] >= 5, "it reached the rules, and the game went on"


@boxed
def test_a_fault_in_one_route_is_found(lobby: dict[str, Phone], app: Flask) -> None:
    app.view_functions["enrolment_step"] = lambda **_: 1 / 0
    with pytest.raises(ZeroDivisionError):
        test_no_answer_is_500(lobby, lobby["A"], app, 1)


JSON, FORM = "application/json", "application/x-www-form-urlencoded"
START = {"key": "12345678", "ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {"draw": "bag"}}}
RIGHT = {"/act": START, **{f"/enrolment/{route}": body for route, body in BODIES.items()}}
ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**30, "", "x" * 3000, "\ud800", "\x00", [], [[]], [None], [1, 2], {}, {"is": "Pile"},
    {"": 0},
]  # fmt: skip
DEEP = b'{"key":"12345678","ask":null,"command":{"is":"StartGame","game":"barracuda","options":{"deal":'
RAW: list[bytes] = [
    b"", b" ", b"null", b"true", b"-0", b"1e999", b"NaN", b"-Infinity", b'""', b'"{}"', b"[]", b"[{}]", b"{", b"{}{}", b"{} x",
    b"// x\n{}", b"{'a':1}", b'{"a":1,}', b"{a:1}", b"\x00", b"\xff\xfe", b"\xef\xbb\xbf{}", b'{"a":"\xed\xa0\x80"}',
    b'{"a":"\xc0\xaf"}', b'{"a":"\\ud800"}', b'{"a":"\x01"}', b'{"\\u0000":1}', b"[" * 4000, b"{" * 4000, b'{"a":' * 700,
    b"[" * 13 + b"]" * 13, b'{"a":' + b"9" * 4000 + b"}", b'{"a":1e' + b"9" * 4000 + b"}", b" " * 70_000, b"{}" * 2500,
    b"pawn=A&name=Noor", b"<xml/>", b"--x\r\n\r\n--x--", bytes(range(256)),
    *(DEEP + b"[" * deep + b"]" * deep + b"}}}" for deep in (20, 300, 900)),
]  # fmt: skip
CONTENT_TYPES = [
    "", "text/plain", "text/json", FORM, "multipart/form-data; boundary=x", "application/json; charset=utf-16", "application",
    "application/json; charset=latin-1", "application/jsonp", "application/json, text/plain", "\xff", "a" * 2000,
]  # fmt: skip
CHANGES: list[dict[str, Any]] = [  # of the valid body of /act that answers an ask
    {"seat": 1}, *({"ask": ask} for ask in (None, 0, {}, ["draw"], ["draw", "1"], ["draw", True], [1, 1], ["d" * 41, 1])),
    *({"key": key} for key in ("short", "k" * 65, "1234567\u0000", "1234 5678")),
    *({"command": {"is": name}} for name in ("Staking", "BarOpened", "StandUp", "PawnDrawn", "ShuffleBars", "Sealed")),
    *({"command": {"is": "Bid", "pile": pile}} for pile in ({"tens": -1}, {"tens": 1.5}, {"tens": 10**11}, [1, 2, 3])),
    *({"command": {"is": "DrawPawn", "pawn": pawn}} for pawn in ("F", "AA", "chance")),
    *({"ask": None, "command": command} for command in (
        {"is": "SitDown", "name": "x", "token": "y"}, {"is": "SetPin", "pin": "00.00"}, {"is": "MoveSeat", "token": "0" * 64},
    )),
]  # fmt: skip


def wrong_bodies(right: dict[str, Any]) -> Iterator[bytes]:
    """Yield every raw body, and *right* with each field missing, odd or doubled, in other encodings, or nested in something."""
    text = json.dumps(right)
    yield from RAW
    for name in right if right.get("ask", "") is not None else set(right) - {"ask"}:
        yield json.dumps({key: value for key, value in right.items() if key != name}).encode()
        yield from (json.dumps({**right, name: odd}).encode() for odd in ODD if type(odd) is not type(right[name]))
        yield (text[:-1] + f", {json.dumps(name)}: {json.dumps(right[name])}}}").encode()  # The same name twice.
    yield from (text.encode(encoding) for encoding in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig"))
    yield from (json.dumps(one).encode() for one in ([right], {"body": right}, text))
    yield from (text.encode() + b"x", text.encode()[:-1], text.encode() + b"\x00", text.replace('"', "'").encode() + b"'")


@pytest.mark.parametrize("path", RIGHT)
def test_no_invalid_body_causes_an_error_or_a_change_and_the_valid_one_works(phone: Phone, table: Table, path: str) -> None:
    all_refused(phone, path, wrong_bodies(RIGHT[path]), (400, 413))
    for kind in CONTENT_TYPES:
        all_refused(phone, path, [json.dumps(RIGHT[path]).encode()], (400,), kind)
    if path != "/act":  # Only its command has no superfluous field.
        all_refused(phone, path, [json.dumps({**RIGHT[path], "more": 1}).encode()], (400,))
    if path == "/enrolment/forget-all":
        table.act(TABLE, LearnTag(sticker(1).hex(), table.now.box[0]))
    before, status = unchanged(table), {"/act": 200, "/enrolment/forget": 422, "/enrolment/step": 409}.get(path, 204)
    assert phone.post(path, json=RIGHT[path]).status_code == status
    assert (unchanged(table) != before) == (status < 300)


@pytest.fixture
def phone(table: Table, lobby: dict[str, Phone]) -> Phone:
    """A phone at a table on whose reader an unknown tag lies; there a 500 is counted as a failure."""
    table.tap("reader 1", TAG)
    lobby["A"].client.application.testing = False
    return lobby["A"]


def unchanged(table: Table) -> tuple[Any, ...]:
    return table.now.revision, table.now.names, table.now.pieces.tags(), table.now.walk, table.now.waiting_tag


def all_refused(phone: Phone, path: str, bodies: Iterable[bytes], statuses: tuple[int, ...], kind: str = JSON) -> None:
    """Fail if one of *bodies* gets another status or changes anything."""
    before = unchanged(phone.table)
    for body in bodies:
        assert phone.post(path, data=body, content_type=kind).status_code in statuses, (body[:200], kind)
        assert unchanged(phone.table) == before, (body[:200], kind)


def test_no_wrong_answer_to_an_ask_changes_anything(phone: Phone, table: Table) -> None:
    phone.act(StartGame("barracuda", {"draw": "bag"}))
    command = {"is": "DrawPawn", "pawn": "A"}
    right = {"key": "12345678", "ask": ["draw", table.now.standing("A")["draw"].number], "command": command}
    changes = [json.dumps({**right, **change}).encode() for change in CHANGES]
    all_refused(phone, "/act", [*wrong_bodies(right), *changes], (400, 409, 413, 422))
    assert phone.post("/act", json=right).status_code == 200


FORMS = [
    b"=", b"&&&", b"pawn", b"pawn=A", b"name=Noor", b"pawn=&name=", b"pawn=%ff&name=%00", b"pawn=A&name=%ed%a0%80%00", b"code=",
    b"code=ABCDEF", b"code=%ff%fe", b"code=" + b"9" * 4000, b"pawn=A&name=" + b"x" * 4000, b"pawn=A&name=%0a",
    b"pawn=AB&name=x", b"pawn=a&name=x", b"&".join([b"name=x"] * 500), b"%" * 300, *RAW,
]  # fmt: skip


@pytest.mark.parametrize("path", ["/join", "/move"])
def test_no_invalid_form_causes_an_error_or_seats_anybody(app: Flask, stranger: Phone, path: str) -> None:
    app.testing = False
    right, refused = b"pawn=A&name=Noor", (400, 403, 404, 409, 413, 415, 422)
    for kind in (JSON, "multipart/form-data; boundary=x", "multipart/form-data", ""):
        all_refused(stranger, path, FORMS, refused, kind)
    for kind in (FORM, f"{FORM}; charset=utf-16"):
        all_refused(stranger, path, [form for form in FORMS if form != right], refused, kind)
    assert stranger.post("/join", data=right, content_type=FORM).status_code == 303
