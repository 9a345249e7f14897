"""The headers of every answer, host names and proxies, how long a body may be, and what people see if nothing can be done."""

import itertools
import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import pytest
from flask import Flask
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from companion.table.table import Table
from companion.words import Words
from tests.markup import found, words
from tests.web.phones import HOST, ORIGIN, Phone, new_app
from web.app import create_app, move
from web.http.guard import LONGEST_BODY

BOXED = True
LOCAL = "barkeep.localhost"
JSON = "application/json"
FORM = "application/x-www-form-urlencoded"
POLICY = {
    **dict.fromkeys(("script-src", "style-src", "img-src", "connect-src"), "'self'"),
    **dict.fromkeys(("default-src", "base-uri"), "'none'"),
}
ALONE = {"default-src": "'none'"}
FORWARDED = {
    "X-Forwarded-For": "127.0.0.1", "X-Forwarded-Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-Port": "80",
    "X-Real-IP": "127.0.0.1", "Forwarded": f"for=127.0.0.1;host={HOST};proto=http", "X-Original-URL": "/bench",
    "X-Rewrite-URL": "/bench", "X-HTTP-Method-Override": "POST", "X-Host": HOST,
}  # fmt: skip


@pytest.fixture
def two(stranger: Phone, phones: dict[str, Phone]) -> list[Phone]:
    """A phone without a seat, and a seat in a game."""
    return [stranger, phones["A"]]


def routes(app: Flask) -> list[tuple[str, Rule]]:
    return [(method, rule) for rule in app.url_map.iter_rules() for method in sorted(rule.methods or ())]


def address(rule: Rule) -> str:
    return re.sub(r"<[^<>]*>", {"static": "shared/tokens.css", "ask": "draw"}.get(rule.endpoint, "ABCDEF"), rule.rule)


def answers(phones: list[Phone], host: str = HOST, **headers: str) -> Iterator[tuple[str, TestResponse]]:
    """Request every route of the app by every method, as each of *phones*; also in every way that is wrong."""
    app: Flask = phones[0].client.application
    client = app.test_client(use_cookies=False)  # It sends the cookies that it is given, to any host.
    others = [("GET", "/nowhere"), *itertools.product(("BREW", "PUT", "DELETE", "PATCH", "TRACE"), ("/", "/act", "/seat/view"))]
    asked = [*routes(app), *((method, Rule(path, endpoint="none")) for method, path in others)]
    for (method, rule), phone, origin in itertools.product(asked, phones, (f"http://{host}", "http://evil.example")):
        sent = {"Origin": origin, "Cookie": cookie(phone), **headers}
        answer = client.open(address(rule), method=method, base_url=f"http://{host}", headers=sent, data=b"{}")
        yield f"{method} {rule.rule} {answer.status_code}", answer
        answer.close()


def cookie(phone: Phone) -> str:
    return f"seat={phone.cookie()}" if phone.cookie() else ""


def faults(answer: TestResponse, endpoint: str) -> list[str]:
    headers = answer.headers
    policy = dict(part.split(" ", 1) for part in headers.get("Content-Security-Policy", "none x").split("; "))
    cookies = headers.getlist("Set-Cookie")
    is_file = policy == ALONE and endpoint.startswith("/static") and answer.mimetype != "text/html"
    right = {
        "policy": is_file or (POLICY.items() <= policy.items() and {"frame-ancestors", "form-action"} <= policy.keys()),
        "nothing unsafe": "unsafe" not in str(policy) and not {"*", "http:", "data:"} & set(" ".join(policy.values()).split()),
        "not sniffed": headers.get("X-Content-Type-Options") == "nosniff",
        "referrer": headers.get("Referrer-Policy") == "same-origin",
        "not stored": "no-store" in headers.get("Cache-Control", "") or endpoint.startswith("/static"),
        "nothing told": not any(re.match("Access-Control|Server$|X-Powered-By", name) for name, _ in headers),
        "own cookies": all("SameSite=Strict" in one and "Domain" not in one for one in cookies),
        "closed cookies": all("HttpOnly" in one or one.startswith("lang=") for one in cookies),
    }
    return [name for name, well in right.items() if not well]


@pytest.mark.parametrize("host", [HOST, LOCAL, pytest.param("evil.example", marks=pytest.mark.broad)])
def test_every_answer_of_every_route_carries_the_security_headers(two: list[Phone], host: str) -> None:
    seen = {what: faults(answer, what.split()[1]) for what, answer in answers(two, host)}
    assert {what: wrong for what, wrong in seen.items() if wrong} == {}
    assert len(seen) >= len(routes(two[0].client.application))
    assert ({what.rpartition(" ")[2] for what in seen} == {"421"}) == (host == "evil.example")


WRONG_HEADERS = [
    ("Content-Security-Policy", "default-src 'self'"), ("Content-Security-Policy", "script-src 'self' 'unsafe-inline'"),
    ("X-Content-Type-Options", ""), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "max-age=3"),
    ("Access-Control-Allow-Origin", "*"), ("Server", "waitress"), ("Set-Cookie", "seat=x; SameSite=Lax; HttpOnly"),
    ("Set-Cookie", "seat=x; SameSite=Strict"),
]  # fmt: skip


def test_a_header_that_is_wrong_is_found(app: Flask, two: list[Phone]) -> None:
    def overwrite(answer: TestResponse) -> TestResponse:
        answer.headers[name] = value
        return answer

    app.after_request_funcs[None].insert(0, overwrite)  # Functions run from last to first.
    for name, value in WRONG_HEADERS:
        assert any(faults(answer, "/") for _, answer in answers(two[:1])), (name, value)


OURS = (HOST, f"{HOST}:8080", HOST.upper(), f"{HOST}.", "localhost", "127.0.0.1:80", "a.localhost", "a.barkeep.localhost:99")
OTHERS = (
    "evil.example", f"{HOST}.evil.example", f"evil{HOST}", "localhost.evil.example", "10.0.0.9", "evillocalhost",
    "a@evil.example", "[::1",
)  # fmt: skip


def test_no_proxy_is_believed(app: Flask, two: list[Phone]) -> None:
    """With every header that a proxy could send, the answers are the same as without, and only for our own host names."""
    statuses = lambda hosts: {app.test_client().get("/", headers={"Host": one, **FORWARDED}).status_code for one in hosts}
    assert (statuses(OURS), statuses(OTHERS) - {400, 421}) == ({200}, set())
    ask = lambda headers: [(what, answer.headers.get("Location")) for what, answer in answers(two[:1], **headers)]
    assert ask(FORWARDED) == ask({})


PATHS = ("/act", "/join", "/move", "/pin", "/enrolment/forget-all", "/bench/press", "/seat/pin")
HOSTS = [HOST, LOCAL, "evil.example", f"{HOST}.evil.example", ""]
ORIGINS = [*(f"http://{host}" for host in HOSTS if host), f"https://{HOST}", f"http://{HOST}:81", "null", "", None]


def test_hosts_and_origins_and_what_a_proxy_would_say(app: Flask, two: list[Phone], table: Table) -> None:
    """Only our own host's own origin is allowed (W4); forwarding headers don't help another."""
    before, passed = table.now.revision, set()
    for path, host, origin, forwarded in itertools.product(PATHS, HOSTS, ORIGINS, ({}, FORWARDED)):
        page = {"Referer": f"http://{HOST}/"} if origin is None else {"Origin": origin}
        sent = {"Host": host, "Cookie": cookie(two[1]), **page, **forwarded}
        status = app.test_client(use_cookies=False).post(path, headers=sent, data=b"[]", content_type=JSON).status_code
        assert (status == 421) == (host not in (HOST, LOCAL)), (path, host, origin)
        assert table.now.revision == before or path == "/seat/pin", "only this one needs no body, and was carried out"
        passed |= {(path, host, origin)} if status not in (421, 403) else set()
    assert passed == {(path, host, f"http://{host}") for path in PATHS for host in (HOST, LOCAL)}


def test_no_body_may_be_longer_than_its_route_allows(app: Flask, two: list[Phone], stranger: Phone) -> None:
    client, body = app.test_client(use_cookies=False), b" " * (LONGEST_BODY + 1)
    read: dict[str, set[int]] = {rule.endpoint: set() for method, rule in routes(app) if method == "POST"}
    for (method, rule), phone, kind in itertools.product(routes(app), two, (JSON, FORM, "multipart/form-data; boundary=x")):
        if method == "POST":
            sent = {"Host": LOCAL, "Origin": f"http://{LOCAL}", "Cookie": cookie(phone)}
            read[rule.endpoint].add(client.post(rule.rule, headers=sent, content_type=kind, data=body).status_code)
    unread_or_longer = {"new_pin", "enrolment_import", "bring", "own", "photo"}
    assert {name for name, statuses in read.items() if 413 not in statuses} == unread_or_longer
    assert len(read) > 10
    for length, status in ((LONGEST_BODY + 1, 413), (LONGEST_BODY, 422)):  # A game is on, so nobody can sit down.
        assert stranger.post("/join", data=b"pawn=F&name=Noor&x=".ljust(length, b"x"), content_type=FORM).status_code == status


READ = "text/html,application/xhtml+xml,*/*;q=0.8"  # A browser's Accept header when somebody follows a link.
SCRIPTS = ("*/*", "application/json", "")
WRONG = "sesame.example"
ADDRESS = "http://10.42.0.1:8080/"


@pytest.fixture
def several(table: Table) -> Flask:
    """A table under several names."""
    return create_app(table, hosts=["10.42.0.1", "barkeep.local", "other.local:81"], address=ADDRESS)


def wrongly(app: Flask, path: str = "/", method: str = "GET", host: str = WRONG, **headers: str) -> TestResponse:
    sent = {"Accept": READ, "X-Forwarded-Host": WRONG, **headers}
    return app.test_client().open(path, method=method, headers={"Host": host, **sent})


def shown(page: TestResponse) -> list[str]:
    return [words(one) for one in found(page.text, "li")]


def test_a_wrong_host_name_is_answered_with_our_names_on_a_page_that_may_do_nothing(several: Flask) -> None:
    page = wrongly(several, **{"Accept-Language": "fr"})
    assert (page.status_code, page.mimetype, page.headers["Cache-Control"]) == (421, "text/html", "no-store")
    heading = Words("fr").text("web.wrong_host.heading")
    assert [part for part in (heading, '<html lang="fr">') if part not in page.text] == []
    assert shown(page) == [ADDRESS, "http://barkeep.local:8080/", "http://other.local:81/"]
    [style] = [one.text for one in found(page.text, "style")]
    nothing = {f"{what} 'none'" for what in ("default-src", "form-action", "base-uri", "frame-ancestors")}
    own = f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
    assert set(page.headers["Content-Security-Policy"].split("; ")) == {*nothing, own}
    assert not {one.tag for one in found(page.text, "*")} & {"script", "form", "a"}


def test_nothing_of_the_request_is_repeated(several: Flask) -> None:
    """Neither host nor path, query, cookie or header; nor is a language stored under a name that isn't ours."""
    headers = {"Cookie": f"lang={WRONG}; seat={WRONG}", "Referer": f"http://{WRONG}/", "Origin": f"http://{WRONG}"}
    hosts = (WRONG, f"{WRONG}:99", f"<b>{WRONG}</b>", f"10.42.0.1@{WRONG}", f"10.42.0.1.{WRONG}")
    for path, host, method in itertools.product((f"/{WRONG}?{WRONG}={WRONG}", "/?lang=nl"), hosts, ("GET", "POST")):
        page = wrongly(several, path, method, host, **headers)
        assert (page.status_code, shown(page)[0]) == (421, ADDRESS)
        assert WRONG not in page.text + str(page.headers)
        assert "Set-Cookie" not in page.headers
    assert "Set-Cookie" in wrongly(several, "/?lang=nl", host="10.42.0.1").headers


def test_the_page_gives_existing_addresses_and_after_a_move_the_new_ones(several: Flask, table: Table) -> None:
    here = create_app(table, hosts=["10.42.0.1", "barkeep.local"], address="http://localhost:8080/")
    assert shown(wrongly(here)) == ["http://localhost:8080/"]
    move(several, ["192.168.1.7", "barkeep.local"], "http://192.168.1.7:8080/")
    assert shown(wrongly(several)) == ["http://192.168.1.7:8080/", "http://barkeep.local:8080/"]
    hosts = ("192.168.1.7:8080", "barkeep.local", "localhost", "10.42.0.1")
    assert {wrongly(several, host=host).status_code for host in hosts} == {200}


@pytest.mark.parametrize(("asked", "headers", "status"), [
    ("GET /seat/view", {}, 403), ("POST /join", {"Origin": "null"}, 403), ("GET /no/such/page", {}, 404), ("GET /act", {}, 405),
    ("GET /", {"Host": WRONG}, 421), ("POST /hand", ORIGIN, 403), ("POST /join", ORIGIN, 413),
])  # fmt: skip
def test_people_get_a_page_and_scripts_a_code(table: Table, asked: str, headers: dict[str, str], status: int) -> None:
    (method, path), form = asked.split(), {"name": "x" * (LONGEST_BODY + 1)} if status == 413 else {}
    sent: dict[str, Any] = {"method": method, "base_url": ORIGIN["Origin"], "data": form}
    french = lambda accept: {**headers, "Accept-Language": "fr", "Accept": accept}
    ask = lambda accept: new_app(table).test_client().open(path, headers=french(accept), **sent)
    page = ask(READ)
    assert (page.status_code, page.mimetype, '<html lang="fr"' in page.text) == (status, "text/html", True)
    for answer in map(ask, SCRIPTS):
        assert (answer.status_code, answer.mimetype, [*answer.json]) == (status, "application/json", ["code"])
