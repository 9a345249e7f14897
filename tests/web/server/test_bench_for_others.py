"""The bench for others: its pages are reached from this machine alone, and by its own names; and what may be framed."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from web.app import create_app

ORIGIN = {"Origin": "http://localhost"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return boxed_table(tmp_path)


@pytest.fixture
def bench(table: Table) -> FakeBench:
    return FakeBench(table.pieces)


@pytest.fixture
def app(table: Table, bench: FakeBench) -> Flask:
    return create_app(table, hosts=["10.42.0.1"], bench=bench)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


def post(client: FlaskClient, action: str, body: object, **headers: str) -> int:
    return client.post(f"/bench/{action}", json=body, headers={**ORIGIN, **headers}).status_code


def test_bench_moves_to_the_site_of_its_phones(client: FlaskClient) -> None:
    answer = client.get("/bench", base_url="http://localhost:8000")
    assert (answer.status_code, answer.headers["Location"]) == (302, "http://barkeep.localhost:8000/bench")


def test_bench_frames_six_phones_of_its_own_site_and_nothing_else(client: FlaskClient) -> None:
    page = client.get("/bench", base_url="http://barkeep.localhost:8000")
    frames = re.findall(r'<iframe data-src="(.*?)"', page.get_data(as_text=True))
    assert frames == [f"http://{letter.lower()}.barkeep.localhost:8000/?pawn={letter}" for letter in "ABCDEF"]
    policy = page.headers["Content-Security-Policy"].split("; ")
    assert "frame-src http://*.barkeep.localhost:8000" in policy
    assert "frame-ancestors 'none'" in policy
    assert "default-src 'none'" in policy


def test_phones_tell_whose_they_are_and_may_be_framed_only_beside_a_bench(table: Table, client: FlaskClient) -> None:
    alone = create_app(table, hosts=[]).test_client()
    for phone, tells, ancestors in ((client, True, "http://localhost:* http://*.localhost:*"), (alone, False, "'none'")):
        page = phone.get("/", base_url="http://a.barkeep.localhost:8000")
        assert ("framed.js" in page.text) is tells
        assert f"frame-ancestors {ancestors}" in page.headers["Content-Security-Policy"]


PAGES = ["/bench", "/bench/view", "/bench/display.png", "/bench/stream"]
HANDS = {
    "lay": {"uid": "ffffffff", "beside": False},
    "lift": {"uid": "ffffffff"},
    "press": {"button": "ok", "long": False},
    "fault": {"name": "reader.noise", "on": True},
}


def test_other_pages_have_no_hands(client: FlaskClient, bench: FakeBench) -> None:
    for action, body in HANDS.items():
        assert post(client, action, body, Origin="http://evil.example") == 403
        assert client.post(f"/bench/{action}", json=body).status_code == 403
    assert bench.changes == 0


@pytest.mark.parametrize("page", PAGES)
def test_bench_is_not_there_under_another_name_nor_without_one(table: Table, client: FlaskClient, page: str) -> None:
    assert client.get(page, base_url="http://10.42.0.1").status_code == 404
    assert client.get(page, base_url="http://localhost", buffered=False).status_code in (200, 302)
    assert create_app(table, hosts=[]).test_client().get(page).status_code == 404


def test_hands_are_not_there_under_another_name(client: FlaskClient, bench: FakeBench) -> None:
    origin = {"Origin": "http://10.42.0.1"}
    answer = client.post("/bench/press", json=HANDS["press"], headers=origin, base_url="http://10.42.0.1")
    assert (answer.status_code, bench.changes) == (404, 0)


LOCAL_NAMES = ["localhost", "127.0.0.1", "barkeep.localhost:8000", "a.barkeep.localhost"]
OTHERS = ["192.168.1.7", "10.42.0.9", "fe80::1%wlan0", "2001:db8::7", "::ffff:192.168.1.7", "::ffff:c0a8:107", "::", ""]
OURS = ["127.0.0.1", "127.0.0.53", "::1", "::ffff:127.0.0.1", "::ffff:7f00:1"]


def _from(address: str) -> dict[str, dict[str, str]]:
    return {"environ_overrides": {"REMOTE_ADDR": address}}


@pytest.mark.parametrize("peer", OTHERS)
def test_a_local_name_opens_the_bench_to_no_other_machine(client: FlaskClient, peer: str) -> None:
    for name, page in itertools.product(LOCAL_NAMES, PAGES):
        answer = client.get(page, base_url=f"http://{name}", headers={"X-Forwarded-For": "127.0.0.1"}, **_from(peer))
        assert answer.status_code == 404, (name, page)


@pytest.mark.parametrize("peer", OTHERS)
def test_a_local_name_gives_no_other_machine_hands(client: FlaskClient, bench: FakeBench, peer: str) -> None:
    reached = lambda place: [client.post(f"/bench/{hand}", json=body, headers=ORIGIN, **_from(place)).status_code
                             for hand, body in HANDS.items()]  # fmt: skip
    assert reached(peer) == [404] * 4
    assert bench.changes == 0
    assert reached("127.0.0.1") == [204] * 4  # The control: the same from this machine.


def test_this_machine_has_the_bench_by_any_of_its_own_addresses(client: FlaskClient) -> None:
    assert {client.get("/bench/view", base_url="http://localhost", **_from(peer)).status_code for peer in OURS} == {200}
