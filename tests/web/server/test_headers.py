"""What every answer of every route tells the browser, what no proxy is believed, and how long a body may be."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.phones import HOST, Phone, new_app
from web.guard import LONGEST_BODY

LOCAL = "barkeep.localhost"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
LONGER = {"enrolment_import"}  # Routes whose bodies may be longer; each says so itself.
POLICY = {
    "default-src": "'none'", "script-src": "'self'", "style-src": "'self'", "img-src": "'self'", "connect-src": "'self'",
    "base-uri": "'none'",
}  # fmt: skip
FORWARDED = {
    "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-Port": "80",
    "X-Real-IP": "127.0.0.1", "Forwarded": f"for=127.0.0.1;host={HOST};proto=http", "X-Original-URL": "/bench",
    "X-Rewrite-URL": "/bench", "X-HTTP-Method-Override": "POST", "X-Host": HOST,
}  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return new_app(table, bench=FakeBench(table.pieces))


@pytest.fixture
def two(stranger: Phone, phones: dict[str, Phone]) -> list[Phone]:
    """Nobody, and a seat in a game."""
    return [stranger, phones["A"]]


def routes(app: Flask) -> list[tuple[str, Rule]]:
    return [(method, rule) for rule in app.url_map.iter_rules() for method in sorted(rule.methods or ())]


def address(rule: Rule) -> str:
    return re.sub(r"<[^<>]*>", {"static": "tokens.css", "ask": "draw"}.get(rule.endpoint, "ABCDEF"), rule.rule)


def answers(phones: list[Phone], host: str = HOST, **headers: str) -> Iterator[tuple[str, TestResponse]]:
    """Ask every route of the app by every method, as each of *phones*; in every way that it can be wrong, too."""
    app: Flask = phones[0].client.application
    others = [("GET", "/nowhere"), *itertools.product(("BREW", "PUT", "DELETE", "PATCH", "TRACE"), ("/", "/act", "/seat/view"))]
    for method, rule in [*routes(app), *((method, Rule(path, endpoint="none")) for method, path in others)]:
        for phone in phones:
            for origin in (f"http://{host}", "http://evil.example"):
                sent = {"Origin": origin, "Cookie": cookie(phone), **headers}
                answer = plain_client(app).open(
                    address(rule), method=method, base_url=f"http://{host}", headers=sent, data=b"{}"
                )
                yield f"{method} {rule.rule} {answer.status_code}", answer
                answer.close()


def plain_client(app: Flask) -> FlaskClient:
    """Return a client that sends the cookies it is told to, to whatever host."""
    return app.test_client(use_cookies=False)


def cookie(phone: Phone) -> str:
    return f"seat={phone.cookie()}" if phone.cookie() else ""


def faults(answer: TestResponse, endpoint: str) -> list[str]:
    """Return what is wrong with the headers of *answer*."""
    headers = answer.headers
    policy = dict(part.split(" ", 1) for part in headers.get("Content-Security-Policy", "none x").split("; "))
    wrong = [f"policy: {name} {policy.get(name)}" for name, value in POLICY.items() if policy.get(name) != value]
    wrong += ["unsafe"] if "unsafe" in str(policy) or {"*", "http:", "data:"} & set(" ".join(policy.values()).split()) else []
    wrong += [] if {"frame-ancestors", "form-action"} <= set(policy) else ["policy: may be framed, or send anywhere"]
    wrong += [] if headers.get("X-Content-Type-Options") == "nosniff" else ["sniffed"]
    wrong += [] if headers.get("Referrer-Policy") == "same-origin" else ["referrer"]
    wrong += [] if "no-store" in headers.get("Cache-Control", "") or endpoint.startswith("/static") else ["stored"]
    wrong += [name for name, _ in headers if name.startswith("Access-Control") or name in ("Server", "X-Powered-By")]
    for one in headers.getlist("Set-Cookie"):
        wrong += [] if "SameSite=Strict" in one and "Domain" not in one else [f"cookie {one}"]
        wrong += [] if "HttpOnly" in one or one.startswith("lang=") else [f"cookie {one}"]
    return wrong


@pytest.mark.parametrize("host", [HOST, LOCAL, pytest.param("evil.example", marks=pytest.mark.broad)])
def test_every_answer_of_every_route_carries_the_browsers_orders(two: list[Phone], host: str) -> None:
    seen = {}
    for what, answer in answers(two, host):
        seen[what] = faults(answer, what.split()[1])
    assert {what: wrong for what, wrong in seen.items() if wrong} == {}
    assert len(seen) >= len(routes(two[0].client.application))
    if host == "evil.example":
        assert {what.rpartition(" ")[2] for what in seen} == {"421"}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Content-Security-Policy", "default-src 'self'"), ("Content-Security-Policy", "script-src 'self' 'unsafe-inline'"),
        ("X-Content-Type-Options", ""), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "max-age=3"),
        ("Access-Control-Allow-Origin", "*"), ("Server", "waitress"), ("Set-Cookie", "seat=x; SameSite=Lax; HttpOnly"),
        ("Set-Cookie", "seat=x; SameSite=Strict"),
    ],
)  # fmt: skip
def test_a_header_that_is_wrong_on_one_route_is_found(app: Flask, two: list[Phone], name: str, value: str) -> None:
    plain = app.view_functions["pin_page"]
    app.view_functions["pin_page"] = lambda: (plain(), {name: value})
    app.after_request_funcs[None].insert(0, lambda answer: overwrite(answer, name, value))  # Functions run from last to first.
    assert any(faults(answer, "/") for _, answer in answers(two[:1]))


def overwrite(answer: Any, name: str, value: str) -> Any:
    answer.headers[name] = value
    return answer


def test_pages_have_no_inline_script_or_style(phones: dict[str, Phone]) -> None:
    for path in ("/", "/seat/view", "/seat/purse", "/seat/lobby"):
        page = phones["A"].get(path).text
        assert page.count("<script") == len(re.findall(r'<script [^>]*src="/static/[^>]*></script>', page))
        assert not re.search(r"<style|<[^>]*\s(style|on\w+)\s*=", page)


# Who is believed


@pytest.mark.parametrize(
    ("host", "status"),
    [
        (HOST, 200), (f"{HOST}:8080", 200), (HOST.upper(), 200), (f"{HOST}.", 200), ("localhost", 200), ("127.0.0.1:80", 200),
        ("a.localhost", 200), ("a.barkeep.localhost:99", 200), ("evil.example", 421), (f"{HOST}.evil.example", 421),
        (f"evil{HOST}", 421), ("localhost.evil.example", 421), ("10.0.0.9", 421), ("evillocalhost", 421),
        ("a@evil.example", 421), ("[::1", 421),
    ],
)  # fmt: skip
def test_only_our_own_hosts_are_answered(app: Flask, host: str, status: int) -> None:
    assert app.test_client().get("/", headers={"Host": host, "X-Forwarded-Host": HOST}).status_code in {status, status and 400}


@pytest.mark.parametrize("names", [tuple(FORWARDED), *(pytest.param((one,), marks=pytest.mark.broad) for one in FORWARDED)])
def test_no_proxy_is_believed(two: list[Phone], names: tuple[str, ...]) -> None:
    """With every header that a proxy could send, the answers are the same as without."""
    ask = lambda headers: [(what, answer.headers.get("Location")) for what, answer in answers(two[:1], **headers)]
    assert ask({name: FORWARDED[name] for name in names}) == ask({})


HOSTS = [HOST, LOCAL, "evil.example", f"{HOST}.evil.example", ""]
ORIGINS = [*(f"http://{host}" for host in HOSTS if host), f"https://{HOST}", f"http://{HOST}:81", "null", "", None]


@pytest.mark.parametrize("path", ["/act", "/join", "/move", "/pin", "/seat/pin", "/enrolment/forget-all", "/bench/press"])
def test_hosts_and_origins_and_what_a_proxy_would_say(app: Flask, two: list[Phone], table: Table, path: str) -> None:
    """Only our own host's own origin passes (W4); nothing that is forwarded helps another."""
    before, passed = table.revision, set()
    for host in HOSTS:
        for origin in ORIGINS:
            for forwarded in ({}, FORWARDED):
                page = {"Referer": f"http://{HOST}/"} if origin is None else {"Origin": origin}
                sent = {"Host": host, "Cookie": cookie(two[1]), **page, **forwarded}
                answer = plain_client(app).post(path, headers=sent, data=b"[]", content_type=JSON)
                if answer.status_code not in (421, 403):
                    passed.add((host, origin))
                assert (answer.status_code == 421) == (host not in (HOST, LOCAL)), (host, origin)
    assert passed == {(host, f"http://{host}") for host in (HOST, LOCAL)}
    assert table.revision == before or path == "/seat/pin"  # Which needs no body, and did what it was asked twice over.


# How long a body may be


def test_no_body_may_be_longer_than_its_route_allows(app: Flask, two: list[Phone]) -> None:
    writing = [rule for method, rule in routes(app) if method == "POST"]
    read: dict[str, set[int]] = {rule.endpoint: set() for rule in writing}
    for rule, phone, kind in itertools.product(writing, two, (JSON, FORM, "multipart/form-data; boundary=x")):
        sent = {"Origin": f"http://{LOCAL}", "Cookie": cookie(phone)}
        answer = plain_client(app).post(
            rule.rule, base_url=f"http://{LOCAL}", headers=sent, content_type=kind, data=b" " * (LONGEST_BODY + 1)
        )
        read[rule.endpoint].add(answer.status_code)
    unread = {"new_pin"}
    assert {name for name, statuses in read.items() if 413 not in statuses} == LONGER | unread
    assert len(read) > 10


def test_a_body_of_just_the_longest_is_read(stranger: Phone) -> None:
    text = b"pawn=A&name=Noor&x="
    assert stranger.post("/join", data=text.ljust(LONGEST_BODY + 1, b"x"), content_type=FORM).status_code == 413
    assert stranger.post("/join", data=text.ljust(LONGEST_BODY, b"x"), content_type=FORM).status_code == 303
