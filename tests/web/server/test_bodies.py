"""Handmade bodies (W1): hundreds of invalid ones. None causes an error or a change, and the valid one still works."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from flask import Flask

from companion.kit.viewers import TABLE
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.tags.enrolment import LearnTag
from tests.web.enrolling import BODIES, TAG
from tests.web.fake_bench import sticker
from tests.web.phones import Phone

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
KINDS = [
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
    for kind in KINDS:
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
