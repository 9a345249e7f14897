"""The streams on the true server. Time-outs are generous: nothing here depends on the machine being fast."""

from __future__ import annotations

import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.seating import SitDown
from companion.table import Table
from tests.web.tables import new_table
from web.app import create_app, move
from web.identity import hashed
from web.server import Server, serve
from web.streams import MOST_BY_ADDRESS

LONG = 20.0  # seconds
TOKENS = {"A": "token-of-a", "B": "token-of-b"}


class Listening:
    """A stream as a browser reads it."""

    def __init__(self, server: Server, path: str, seat: str = "") -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        headers = {"Cookie": f"seat={TOKENS[seat]}"} if seat else {}
        self.connection.request("GET", path, headers=headers)
        self.answer = self.connection.getresponse()

    def next(self) -> tuple[str, int]:
        """Return the next event and its number; ("end", 0) when the server has hung up."""
        event = self.answer.readline().decode().strip()
        if not event:
            return "end", 0
        number = self.answer.readline().decode().strip()
        assert self.answer.readline() == b"\n"
        return event.removeprefix("event: "), int(number.removeprefix("data: "))

    def until(self, wanted: str) -> int:
        end = time.monotonic() + LONG
        while (event := self.next())[0] != wanted:
            assert event[0] in ("hb", "version"), event
            assert time.monotonic() < end, f"no {wanted}"
        return event[1]

    def close(self) -> None:
        self.answer.close()
        self.connection.close()


def eventually(right: Callable[[], bool]) -> bool:
    end = time.monotonic() + LONG
    while not (found := right()) and time.monotonic() < end:
        time.sleep(0.05)
    return found  # Not asked again: what was free a moment ago may be taken by the asking.


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = new_table(tmp_path)
    for seat, token in TOKENS.items():
        table.act(seat, SitDown(f"Player {seat}", hashed(token)))
    return table


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    server = serve(create_app(table, hosts=["localhost"]), 0, "127.0.0.1")
    yield server
    server.close()
    assert not server.alive


@pytest.mark.parametrize(("path", "seat"), [("/stream", ""), ("/seat/stream", "A")])
def test_a_stream_begins_with_the_version_and_tells_every_change(table: Table, server: Server, path: str, seat: str) -> None:
    stream = Listening(server, path, seat)
    assert stream.answer.getheader("Content-Type", "").startswith("text/event-stream")
    assert stream.next() == ("version", table.revision)
    table.act("C", SitDown("Jonas", "c" * 64))
    assert stream.until("version") == table.revision
    assert stream.until("hb") == table.revision
    stream.close()


@pytest.mark.parametrize(("path", "seat"), [("/stream", ""), ("/seat/stream", "A")])
def test_a_stream_ends_when_the_table_is_found_elsewhere_and_the_next_one_goes_on(table: Table, path: str, seat: str) -> None:
    app = create_app(table, hosts=["localhost"])
    server = serve(app, 0, "127.0.0.1")
    stream = Listening(server, path, seat)
    assert stream.next() == ("version", table.revision)
    move(app, ["localhost", "192.168.1.7"], "http://192.168.1.7/")
    stream.until("end")
    stream.close()
    again = Listening(server, path, seat)
    assert again.next() == ("version", table.revision)
    again.close()
    server.close()


def test_a_stream_needs_the_seat_that_it_is_for(server: Server) -> None:
    assert Listening(server, "/seat/stream").answer.status == 403


def test_the_newest_tab_of_a_seat_wins(server: Server) -> None:
    old, other = Listening(server, "/seat/stream", "A"), Listening(server, "/seat/stream", "B")
    old.next(), other.next()
    new = Listening(server, "/seat/stream", "A")
    assert new.next()[0] == "version"
    old.until("bye")
    assert old.next() == ("end", 0)
    new.until("hb")
    other.until("hb")  # Another seat's stream goes on.


def test_one_address_cant_take_every_stream(server: Server) -> None:
    streams = [Listening(server, "/stream") for _ in range(MOST_BY_ADDRESS)]
    assert {stream.answer.status for stream in streams} == {200}
    assert Listening(server, "/stream").answer.status == 503
    seat = Listening(server, "/seat/stream", "A")
    assert seat.next()[0] == "version"  # A seat's own stream isn't counted.
    for stream in streams:
        stream.close()
    assert eventually(lambda: Listening(server, "/stream").answer.status == 200)  # Those who left made room.


def test_a_question_takes_no_place(server: Server) -> None:
    for _ in range(MOST_BY_ADDRESS + 1):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        connection.request("HEAD", "/stream")
        assert connection.getresponse().status == 405
        connection.close()
    assert Listening(server, "/stream").answer.status == 200


def test_pages_are_served_while_streams_and_half_requests_stand(server: Server) -> None:
    streams = [Listening(server, "/stream") for _ in range(MOST_BY_ADDRESS)]
    slow = [socket.create_connection(("127.0.0.1", server.port), LONG) for _ in range(40)]
    for one in slow:
        one.sendall(b"GET / HTTP/1.1\r\nHost: loc")
    for _ in range(20):
        connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=LONG)
        connection.request("GET", "/join/view")
        assert connection.getresponse().status == 200
        connection.close()
    for one in slow:
        one.close()
    for stream in streams:
        stream.close()


def test_a_closed_server_hangs_up_and_frees_its_port(table: Table) -> None:
    server = serve(create_app(table, hosts=["localhost"]), 0, "127.0.0.1")
    stream = Listening(server, "/stream")
    stream.next()
    server.close()
    server.close()  # Once more does nothing.
    assert not server.alive
    with pytest.raises(OSError, match=r"refused|reset"):
        Listening(server, "/stream")
    again = serve(create_app(table, hosts=["localhost"]), server.port, "127.0.0.1")
    again.close()


def test_a_server_closes_whose_loop_is_awake_already(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop finds what it is told to do as soon as it can, even before whoever tells it has woken it."""
    server = serve(create_app(table, hosts=["localhost"]), 0, "127.0.0.1")
    trigger = server._server.trigger
    pull, awake = trigger._physical_pull, threading.Event()

    def late() -> None:
        """Wake the loop, and be slow about it."""
        if not awake.is_set():
            awake.set()
            pull()
            time.sleep(0.3)
        pull()

    monkeypatch.setattr(trigger, "_physical_pull", late)
    server.close()
    assert awake.is_set()
    assert not server.alive
