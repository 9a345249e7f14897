"""What people see and scripts get if nothing can be done: a small page in the person's language, or a code."""

import itertools
from base64 import b64encode
from hashlib import sha256
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.table.table import Table
from companion.words import LANGUAGES, Words
from tests.markup import found, words
from tests.web.phones import ORIGIN, new_app
from web.app import create_app, move
from web.http.guard import LONGEST_BODY

BOXED = True
READ = "text/html,application/xhtml+xml,*/*;q=0.8"  # A browser's Accept header when somebody follows a link.
SCRIPTS = ("*/*", "application/json", "")
WRONG = "sesame.example"
ADDRESS = "http://10.42.0.1:8080/"


@pytest.fixture
def app(table: Table) -> Flask:
    app = create_app(table, hosts=["10.42.0.1", "barkeep.local", "other.local:81"], address=ADDRESS)
    app.testing = True
    return app


def wrongly(app: Flask, path: str = "/", method: str = "GET", host: str = WRONG, **headers: str) -> TestResponse:
    sent = {"Accept": READ, "X-Forwarded-Host": WRONG, **headers}
    return app.test_client().open(path, method=method, headers={"Host": host, **sent})


def shown(page: TestResponse) -> list[str]:
    return [words(one) for one in found(page.text, "li")]


def test_a_wrong_host_name_is_answered_with_our_names_and_scripts_get_a_code(app: Flask) -> None:
    for language in LANGUAGES:
        page = wrongly(app, **{"Accept-Language": language})
        assert (page.status_code, page.mimetype) == (421, "text/html")
        heading = Words(language).text("web.wrong_host.heading")
        assert [part for part in (heading, f'<html lang="{language}">') if part not in page.text] == []
        assert shown(page) == [ADDRESS, "http://barkeep.local:8080/", "http://other.local:81/"]
    for accept in SCRIPTS:
        answer = wrongly(app, Accept=accept)
        assert (answer.status_code, answer.json) == (421, {"code": "not_our_host"})


def test_nothing_of_the_request_is_repeated(app: Flask) -> None:
    """Neither host nor path, query, cookie or header; nor is a language stored under a name that isn't ours."""
    headers = {"Cookie": f"lang={WRONG}; seat={WRONG}", "Referer": f"http://{WRONG}/", "Origin": f"http://{WRONG}"}
    paths = (f"/{WRONG}", f"/?{WRONG}={WRONG}", "/?lang=nl")
    hosts = (WRONG, f"{WRONG}:99", f"<b>{WRONG}</b>", f"10.42.0.1@{WRONG}", f"10.42.0.1.{WRONG}")
    for path, host, method in itertools.product(paths, hosts, ("GET", "POST")):
        page = wrongly(app, path, method, host, **headers)
        assert (page.status_code, shown(page)[0]) == (421, ADDRESS)
        assert WRONG not in page.text + str(page.headers)
        assert "Set-Cookie" not in page.headers
    assert "Set-Cookie" in wrongly(app, "/?lang=nl", host="10.42.0.1").headers


def test_its_page_may_do_nothing_and_has_only_its_own_style(app: Flask) -> None:
    page = wrongly(app)
    [style] = [one.text for one in found(page.text, "style")]
    nothing = {f"{what} 'none'" for what in ("default-src", "form-action", "base-uri", "frame-ancestors")}
    own = f"style-src 'sha256-{b64encode(sha256(style.encode()).digest()).decode()}'"
    assert set(page.headers["Content-Security-Policy"].split("; ")) == {*nothing, own}
    for one in found(page.text, "*"):
        assert one.tag not in ("script", "form", "a")
        assert [name for name in one.attrib if name.startswith("on") or name in ("style", "src", "href")] == []
    assert page.headers["Cache-Control"] == "no-store"


def test_the_page_gives_existing_addresses_and_after_a_move_the_new_ones(app: Flask, table: Table) -> None:
    here = create_app(table, hosts=["10.42.0.1", "barkeep.local"], address="http://localhost:8080/")
    assert shown(wrongly(here)) == ["http://localhost:8080/"]
    assert shown(wrongly(create_app(table, hosts=["barkeep.local"]))) == ["http://barkeep.local/"]
    move(app, ["192.168.1.7", "barkeep.local"], "http://192.168.1.7:8080/")
    assert shown(wrongly(app)) == ["http://192.168.1.7:8080/", "http://barkeep.local:8080/"]
    hosts = ("192.168.1.7:8080", "barkeep.local", "localhost", "10.42.0.1")
    assert {wrongly(app, host=host).status_code for host in hosts} == {200}


@pytest.mark.parametrize(("asked", "headers", "status"), [
    ("GET /seat/view", {}, 403), ("POST /join", {"Origin": "null"}, 403), ("GET /no/such/page", {}, 404),
    ("GET /%C3%A9", {}, 404), ("GET /act", {}, 405), ("POST /hand", ORIGIN, 403), ("POST /join", ORIGIN, 413),
])  # fmt: skip
def test_people_get_a_page_and_scripts_a_code(table: Table, asked: str, headers: dict[str, str], status: int) -> None:
    (method, path), form = asked.split(), {"name": "x" * (LONGEST_BODY + 1)} if status == 413 else {}
    sent: dict[str, Any] = {"method": method, "base_url": ORIGIN["Origin"], "data": form}
    french = lambda accept: {**headers, "Accept-Language": "fr", "Accept": accept}
    ask = lambda accept: new_app(table).test_client().open(path, headers=french(accept), **sent)
    page = ask(READ)
    assert (page.status_code, page.mimetype) == (status, "text/html")
    assert [part for part in ('<html lang="fr"', 'href="/"') if part not in page.text] == []
    for answer in map(ask, SCRIPTS):
        assert (answer.status_code, answer.mimetype, [*answer.json]) == (status, "application/json", ["code"])
