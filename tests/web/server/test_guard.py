from __future__ import annotations

import itertools
import json
import re
from pathlib import Path

import pytest

from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import HOST, ORIGIN, Phone, new_app, seated
from tests.web.tables import new_table

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def phone(table: Table) -> Phone:
    phone = seated(new_app(table), table, NAMES)["A"]
    assert phone.act(StartGame("barracuda", {})).status_code == 200
    return phone


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (HOST, 200), (f"{HOST}:8080", 200), (HOST.upper(), 200), (f"{HOST}.", 200), ("localhost", 200), ("127.0.0.1:80", 200),
        ("a.localhost", 200), ("a.barkeep.localhost:99", 200), ("evil.example", 421), (f"{HOST}.evil.example", 421),
        (f"evil{HOST}", 421), ("localhost.evil.example", 421), ("10.0.0.9", 421), ("evillocalhost", 421),
        ("a@evil.example", 421), ("[::1", 400),
    ],
)  # fmt: skip
def test_only_our_own_hosts_are_answered(table: Table, host: str, status: int) -> None:
    answer = new_app(table).test_client().get("/", headers={"Host": host, "X-Forwarded-Host": HOST})
    assert answer.status_code in ({status, 421} if status == 400 else {status})


@pytest.mark.parametrize(
    "origin", [None, "null", "http://evil.example", f"https://{HOST}", f"http://{HOST}:81", f"http://{HOST}.evil.example", ""]
)
def test_what_changes_something_must_come_from_our_own_page(phone: Phone, origin: str | None) -> None:
    headers = {"Referer": f"http://{HOST}/"} | ({} if origin is None else {"Origin": origin})
    before = phone.table.revision
    for path in ("/act", "/join"):
        assert phone.post(path, json={}, headers=headers).status_code == 403
    assert phone.table.revision == before


READ = "text/html,application/xhtml+xml,*/*;q=0.8"  # What a browser asks for when somebody follows a link.


@pytest.mark.parametrize(
    ("method", "path", "status"), [("GET", "/no/such/page", 404), ("GET", "/move", 405), ("POST", "/hand", 403)]
)
def test_people_are_told_in_their_words_and_shown_to_the_door(phone: Phone, method: str, path: str, status: int) -> None:
    headers = ORIGIN | {"Accept-Language": "nl"}
    page = phone.client.open(path, method=method, base_url=ORIGIN["Origin"], headers=headers | {"Accept": READ})
    assert (page.status_code, page.mimetype) == (status, "text/html")
    assert 'href="/">Naar de deur</a>' in page.text
    for other in ({}, {"Accept": "*/*"}, {"Accept": "application/json"}):
        answer = phone.client.open(path, method=method, base_url=ORIGIN["Origin"], headers=headers | other)
        assert (answer.status_code, answer.mimetype) == (status, "application/json")


RAW = [
    b"", b"null", b"0", b"-0", b"1e999", b"NaN", b"true", b'""', b"[]", b"{}", b"{", b"[" * 4000, b'{"a":' * 700, b"\xff\xfe",
    b"\x00", b"{}" * 2500, b'{"key":' + b"9" * 4000 + b"}",
]  # fmt: skip
RIGHT = {"key": "12345678", "ask": ["draw", 1], "command": {"is": "CallDraw"}}
WRONG = [
    {"command": None}, {"command": []}, {"command": {}}, {"command": "CallDraw"}, {"command": {"is": []}},
    {"command": {"is": "CallDraw", "extra": 1}}, {"command": {"is": "Staking"}}, {"command": {"is": "BarOpened"}},
    {"command": {"is": "StandUp"}}, {"ask": None, "command": {"is": "SitDown", "name": "x", "token": "y"}},
    {"ask": None, "command": {"is": "StartGame", "game": "\ud800", "options": {}}},
    {"ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": 5}},
    {"ask": None, "command": {"is": "StartGame", "game": "barracuda", "options": {"deal": 1.5}}},
    {"ask": None}, {"ask": 0}, {"ask": {}}, {"ask": ["draw"]}, {"ask": ["draw", "1"]}, {"ask": ["draw", True]}, {"ask": [1, 1]},
    {"ask": ["draw", 1.0]}, {"ask": ["d" * 41, 1]}, {"ask": ["draw", 1, 1]},
    {"key": None}, {"key": "short"}, {"key": "k" * 65}, {"key": 12345678}, {"key": "1234567\u0000"}, {"key": "1234 5678"},
    {"command": {"is": "Bid", "pile": {"tens": -1}}}, {"command": {"is": "Bid", "pile": {"tens": 1.5}}},
    {"command": {"is": "Bid", "pile": {"tens": 10**11}}}, {"command": {"is": "Bid", "pile": [1, 2, 3]}},
]  # fmt: skip
DEEP = b'{"key":"12345678","ask":null,"command":{"is":"StartGame","game":"barracuda","options":{"deal":'
BODIES = [
    *(DEEP + b"[" * deep + b"]" * deep + b"}}}" for deep in (20, 300, 900)),
    *RAW,
    *(json.dumps(RIGHT | wrong).encode() for wrong in WRONG),
]


def test_the_body_that_the_wrong_ones_are_made_from_is_right(phone: Phone) -> None:
    assert phone.post("/act", json=RIGHT).status_code == 409  # Well-formed, but that draw doesn't stand.


@pytest.mark.parametrize("body", BODIES)
def test_a_malformed_body_is_400_and_changes_nothing(phone: Phone, body: bytes) -> None:
    before = phone.table.revision
    answer = phone.post("/act", data=body, content_type="application/json")
    assert answer.status_code == (413 if len(body) > 4096 else 400)
    assert phone.table.revision == before


def test_a_body_must_say_that_it_is_json(phone: Phone) -> None:
    number = phone.table.standing("A")["draw"].number
    body = json.dumps({"key": "12345678", "ask": ["draw", number], "command": {"is": "CallDraw"}})
    for kind in ("text/plain", "application/x-www-form-urlencoded", ""):
        assert phone.post("/act", data=body, content_type=kind).status_code == 400
    assert phone.post("/act", data=body, content_type="application/json").status_code == 200


VALUES = [None, True, 0, -1, 10**9, 1.5, "", "x" * 90, "\ud800", [], [[]], {}, {"is": "Pile"}, [1, 2]]
FIELDS = ["game", "options", "bar", "pile", "place", "pawn", "order", "bidder", "is"]
KINDS = ["StartGame", "StandUp", "OpenBar", "OpenPlace", "Bid", "SellTo", "DrawPawn", "ShuffleBars", "OfferTakeover", "Nothing"]


def test_no_field_of_any_kind_makes_the_server_stumble(phone: Phone) -> None:
    for kind, field, value in itertools.product(KINDS, FIELDS, VALUES):
        command = {"is": kind, "game": "barracuda", "options": {}} if kind == "StartGame" else {"is": kind}
        answer = phone.act({**command, field: value}, ask=None if kind in ("StartGame", "StandUp") else ["draw", 1])
        assert answer.status_code < 500, (kind, field, value)


@pytest.mark.parametrize("name", ["deal", "left_out", "cards", "bank", "nonsense"])
@pytest.mark.parametrize("value", VALUES)
def test_no_option_makes_the_server_stumble(table: Table, name: str, value: object) -> None:
    phone = seated(new_app(table), table, NAMES)["A"]
    assert phone.act({"is": "StartGame", "game": "barracuda", "options": {name: value}}).status_code in (200, 400, 422)


def test_every_answer_carries_the_browsers_orders(phone: Phone) -> None:
    for path in ("/", "/seat/view", "/join/view", "/static/tokens.css", "/nowhere"):
        headers = phone.get(path).headers
        policy = headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["Referrer-Policy"] == "same-origin"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert ("no-store" in headers["Cache-Control"]) == (not path.startswith("/static"))


def test_pages_have_no_inline_script_or_style(phone: Phone) -> None:
    for path in ("/", "/seat/view", "/seat/purse", "/seat/lobby"):
        page = phone.get(path).text
        assert page.count("<script") == page.count('<script type="module" src=')
        assert not re.search(r"<style|<[^>]*\s(style|on\w+)\s*=", page)


def test_no_method_makes_the_server_stumble(phone: Phone) -> None:
    for method, path in itertools.product(
        ("PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE"), ("/", "/act", "/stream", "/seat/view")
    ):
        answer = phone.client.open(path, method=method, base_url=f"http://{HOST}", headers=ORIGIN)
        assert answer.status_code < 500
