"""Bodies made by hand (W1): hundreds that are wrong. None stumbles, none changes anything, and the right one still works."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.enrolment import LearnTag
from companion.game import TABLE
from companion.seating import StartGame
from companion.table import Table
from tests.web.enrolling import BODIES, TAG
from tests.web.fake_bench import sticker
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import NAMES, new_table

JSON, FORM = "application/json", "application/x-www-form-urlencoded"
START = {"key": "12345678", "ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {"draw": "bag"}}}
DRAW = {"key": "12345678", "ask": ["draw", 6], "command": {"is": "DrawPawn", "pawn": "A"}}
RIGHT = {"/act": START, **{f"/enrolment/{route}": body for route, body in BODIES.items()}}
ODD: list[Any] = [
    None, True, False, 0, -1, 1.5, 10**30, "", "x" * 3000, "\ud800", "\x00", [], [[]], [None], {}, {"is": "StartGame"},
    {"": 0},
]  # fmt: skip
RAW: list[bytes] = [
    b"", b" ", b"null", b"true", b"0", b"-0", b"-1", b"1.5", b"1e999", b"-1e999", b"NaN", b"Infinity", b"-Infinity", b'""',
    b'"{}"',
    b"[]", b"[{}]", b"{", b"}", b"{}{}", b"{} x", b"// x\n{}", b"{'a':1}", b'{"a":1,}', b'{"a" 1}', b'{a:1}', b"\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}", b'{"a":"\xed\xa0\x80"}', b'{"a":"\xc0\xaf"}', b'{"a":"\\ud800"}', b'{"a":"\\udc00\\ud800"}',
    b'{"a":"\x01"}',
    b'{"\\u0000":1}', b"[" * 4000, b"{" * 4000, b'{"a":' * 700, b"[" * 13 + b"]" * 13, b'{"a":' + b"9" * 4000 + b"}",
    b'{"a":-' + b"9" * 4000 + b"}", b'{"a":1e' + b"9" * 4000 + b"}", b'{"a":"' + b"x" * 4000 + b'"}', b" " * 70_000,
    b"pawn=A&name=Noor", b"key=12345678&command=StandUp", b"<xml/>", b"--x\r\n\r\n--x--", bytes(range(256)),
]  # fmt: skip
KINDS = [
    "", "text/plain", "text/json", FORM, "multipart/form-data; boundary=x", "application/json; charset=utf-16",
    "application/xml",
    "application/json; charset=latin-1", "application/jsonp", "application", "application/json, text/plain", "\xff",
    "a" * 2000,
]  # fmt: skip


def wrong_bodies(right: dict[str, Any]) -> Iterator[bytes]:
    """Every raw one, and *right* with each field gone, odd or doubled, in other encodings, or inside something."""
    text = json.dumps(right)
    yield from RAW
    for name in right if right.get("ask", "") is not None else set(right) - {"ask"}:
        yield json.dumps({key: value for key, value in right.items() if key != name}).encode()
        for odd in ODD:
            if type(odd) is not type(right[name]):
                yield json.dumps({**right, name: odd}).encode()
        yield (text[:-1] + f", {json.dumps(name)}: {json.dumps(right[name])}}}").encode()  # Twice the same.
    for encoding in ("utf-16", "utf-16-le", "utf-32", "utf-8-sig"):
        yield text.encode(encoding)
    yield from (json.dumps(one).encode() for one in ([right], {"body": right}, text))
    yield from (text.encode() + b"x", text.encode()[:-1], text.encode() + b"\x00", text.replace('"', "'").encode() + b"'")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = new_table(tmp_path)
    table.tap("reader 1", TAG)
    return table


@pytest.fixture
def phone(table: Table) -> Phone:
    phone = seated(new_app(table), table, NAMES)["A"]
    phone.client.application.testing = False  # A 500 is counted as one.
    return phone


def unchanged(table: Table) -> tuple[Any, ...]:
    return table.revision, table.names, table.pieces.tags(), table.walk, table.waiting_tag


def test_they_are_hundreds() -> None:
    assert sum(len(list(wrong_bodies(right))) for right in [*RIGHT.values(), DRAW]) >= 600


@pytest.mark.parametrize("path", RIGHT)
def test_no_wrong_body_stumbles_or_changes_anything(phone: Phone, table: Table, path: str) -> None:
    before, statuses = unchanged(table), set()
    for body in wrong_bodies(RIGHT[path]):
        answer = phone.post(path, data=body, content_type=JSON)
        statuses.add(answer.status_code)
        assert answer.status_code in (400, 413), body[:200]
        assert unchanged(table) == before, body[:200]
    for kind in KINDS:
        answer = phone.post(path, data=json.dumps(RIGHT[path]), content_type=kind)
        assert answer.status_code == 400, kind
        assert unchanged(table) == before, kind


@pytest.mark.parametrize(
    ("path", "status"),
    [("/act", 200), *((f"/enrolment/{route}", {"forget": 422, "step": 409}.get(route, 204)) for route in BODIES)],
)
def test_the_right_body_is_right(phone: Phone, table: Table, path: str, status: int) -> None:
    if path == "/enrolment/forget-all":
        table.act(TABLE, LearnTag(sticker(1).hex(), table.box[0]))
    before = unchanged(table)
    assert phone.post(path, json=RIGHT[path]).status_code == status
    assert (unchanged(table) != before) == (status < 300)


def test_no_wrong_answer_to_an_ask_changes_anything(phone: Phone, table: Table) -> None:
    phone.act(StartGame("barracuda", {"draw": "bag"}))
    right = {**DRAW, "ask": ["draw", table.standing("A")["draw"].number]}
    before = unchanged(table)
    bodies = list(wrong_bodies(right))
    bodies += [json.dumps({**right, "command": {**right["command"], **change}}).encode() for change in (
        *({"pawn": odd} for odd in ODD), *({"is": odd} for odd in ODD), {"pawn": "F"}, {"pawn": "AA"}, {"pawn": "chance"},
        {"pawn": "A", "extra": 1}, {"is": "PawnDrawn"}, {"is": "ShuffleBars"}, {"is": "SitDown"}, {"is": "Sealed"},
    )]  # fmt: skip
    for body in bodies:
        assert phone.post("/act", data=body, content_type=JSON).status_code in (400, 409, 413, 422), body[:200]
        assert unchanged(table) == before, body[:200]
    assert phone.post("/act", json=right).status_code == 200


@pytest.mark.parametrize("path", ["/join", "/move"])
def test_no_wrong_form_stumbles_or_seats_anybody(table: Table, path: str) -> None:
    app, before = new_app(table), unchanged(table)
    app.testing = False
    texts = [b"", b"=", b"&&&", b"pawn", b"pawn=A", b"name=Noor", b"pawn=&name=", b"pawn=%ff&name=%00",
             b"pawn=A&name=%ed%a0%80%00",
             b"code", b"code=", b"code=ABCDEF", b"code=%ff%fe", b"code=" + b"9" * 4000, b"pawn=A&name=" + b"x" * 4000,
             b"pawn=A&name=%0a", b"pawn=AB&name=x", b"pawn=a&name=x", b"&".join([b"name=x"] * 500), b"%" * 300,
             *RAW]  # fmt: skip
    for text in texts:
        for kind in (FORM, f"{FORM}; charset=utf-16", JSON, "multipart/form-data; boundary=x", "multipart/form-data", ""):
            if kind.startswith(FORM) and text == b"pawn=A&name=Noor":
                continue
            answer = Phone(app, table).post(path, data=text, content_type=kind)
            assert 400 <= answer.status_code < 500, (text[:200], kind)
            assert unchanged(table) == before, (text[:200], kind)
    assert Phone(app, table).post("/join", data=b"pawn=A&name=Noor", content_type=FORM).status_code == 303
