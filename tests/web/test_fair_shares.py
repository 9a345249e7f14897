"""Whoever takes much leaves room for those who take little: connections, streams without a seat, and changes."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from flask import Flask

from companion.seating import SitDown
from companion.table import Table
from tests.web.enrolling import BODIES
from tests.web.tables import new_table
from web import connections, enrolment, pace, streams
from web.app import create_app
from web.identity import hashed, stream_path
from web.server import Server, serve

LONG = 300.0  # seconds; generous, for slow days
GREEDY = 7  # addresses
SCREEN = "127.0.1.1"
HALF = b"GET /join/view HTTP/1.1\r\nHost: localhost\r\nX-Half: "
STREAM = b"GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = new_table(tmp_path)
    for seat in "AB":
        table.act(seat, SitDown(f"Player {seat}", hashed(seat)))
    return table


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    server = serve(create_app(table, hosts=["localhost"]), 0, "0.0.0.0", clock=lambda: 0.0)  # Nobody takes too long.
    yield server
    server.close()


def call(server: Server, address: str, first: bytes) -> socket.socket:
    one = socket.create_connection(("127.0.0.1", server.port), LONG, (address, 0))
    one.sendall(first)
    return one


def begins(server: Server, address: str, path: str, **headers: str) -> tuple[int, bytes]:
    """Return the status of *path*, and the first line of the answer."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG, source_address=(address, 0))
    try:
        connection.request("GET", path, headers={"Host": "localhost", **headers})
        answer = connection.getresponse()
        return answer.status, answer.readline()
    finally:
        connection.close()


def test_seven_greedy_addresses_leave_a_page_a_seat_and_a_screen_their_room(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST", 60)
    monkeypatch.setattr(connections, "MOST_BY_ADDRESS", 10)
    with ExitStack() as held:
        for number in range(2, 2 + GREEDY):
            for _ in range(10):
                held.enter_context(call(server, f"127.0.0.{number}", HALF))
        assert begins(server, SCREEN, "/join/view")[0] == 200
        assert begins(server, SCREEN, stream_path("A"), Cookie="seat=A") == (200, b"event: version\n")
        assert begins(server, SCREEN, "/stream?screen") == (200, b"event: version\n")


def test_without_that_nobody_else_comes_in(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST", 60)
    monkeypatch.setattr(connections.Listener, "_frees_one", lambda *_: False)
    with ExitStack() as held:
        for number in range(2, 2 + GREEDY):
            for _ in range(10):
                held.enter_context(call(server, f"127.0.0.{number}", HALF))
        with pytest.raises(ConnectionError):
            begins(server, SCREEN, "/join/view")


def test_three_addresses_with_all_the_public_streams_leave_the_table_screen_one(server: Server) -> None:
    with ExitStack() as held:
        for number in range(2, 5):
            for _ in range(streams.MOST_BY_ADDRESS):
                one = held.enter_context(call(server, f"127.0.0.{number}", STREAM))
                one.recv(64)  # It is there, or was refused.
        assert begins(server, "127.0.0.2", "/stream")[0] == 503, "who has many gets no more"
        assert begins(server, SCREEN, "/stream?screen") == (200, b"event: version\n")


def test_a_phone_at_the_door_that_has_a_seat_is_told_so(server: Server) -> None:
    assert begins(server, SCREEN, "/stream?door", Cookie="seat=A") == (200, b"event: seated\n")
    assert begins(server, SCREEN, "/stream?door") == (200, b"event: version\n")


# Changes


class Clock:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def change(app: Flask, seat: str, address: str) -> tuple[int, str]:
    """Send something that the table refuses; return the status, and when to try again."""
    client = app.test_client()
    client.set_cookie("seat", seat)
    body = {"key": "0" * 16, "ask": None, "command": {"is": "Pause"}}
    origin = {"Origin": "http://localhost"}
    answer = client.post("/act", json=body, headers=origin, environ_base={"REMOTE_ADDR": address})
    return answer.status_code, answer.headers.get("Retry-After", "")


def test_who_changes_too_often_is_told_when_to_try_again_and_nobody_else(table: Table) -> None:
    clock = Clock()
    app = create_app(table, hosts=["localhost"], clock=clock)
    at_once, each = pace.BY_SEAT
    assert {change(app, "A", "10.0.0.2") for _ in range(at_once)} == {(422, "")}
    assert change(app, "A", "10.0.0.2") == (429, "1")
    assert change(app, "A", "10.0.0.3") == (429, "1"), "from another address it is the same seat"
    assert change(app, "B", "10.0.0.3") == (422, "")
    clock.now += 2 * each
    assert change(app, "A", "10.0.0.2") == (422, "")


def test_an_address_is_held_to_a_pace_whatever_it_tries(table: Table) -> None:
    app = create_app(table, hosts=["localhost"], clock=Clock())

    def try_pin(address: str) -> int:
        form, origin = {"pawn": "A", "pin": "0000"}, {"Origin": "http://localhost"}
        return app.test_client().post("/pin", data=form, headers=origin, environ_base={"REMOTE_ADDR": address}).status_code

    statuses = [try_pin("10.0.0.2") for _ in range(pace.BY_ADDRESS[0])]
    assert set(statuses) <= {422, 429}
    refused = app.test_client().post(
        "/pin", data={}, headers={"Origin": "http://localhost"}, environ_base={"REMOTE_ADDR": "10.0.0.2"}
    )
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")


@pytest.mark.parametrize(
    ("route", "weight"),
    [
        ("enrolment/teach", 1),
        ("enrolment/import", enrolment.MANY),
        ("enrolment/forget-all", enrolment.MANY),
        ("box/barracuda", enrolment.MANY),
    ],
)
def test_what_makes_the_journal_longer_without_a_move_is_held_to_a_slow_pace(table: Table, route: str, weight: int) -> None:
    clock = Clock()
    client = create_app(table, hosts=["localhost"], clock=clock).test_client()
    client.set_cookie("seat", "A")
    heard = 0
    for _ in range(3600 // 4):
        clock.now += 4.0
        answer = client.post(f"/{route}", json=BODIES.get(route.partition("/")[2]), headers={"Origin": "http://localhost"})
        heard += answer.status_code != 429
    at_once, each = pace.BESIDES
    assert 0 < heard <= (at_once + 3600 / each) / weight + 1
