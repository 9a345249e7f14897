"""One nasty phone, from one address, against a running server: the others, from theirs, are all served (W7)."""

from __future__ import annotations

import http.client
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from companion.seating import SitDown
from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.tables import new_table
from web import connections, streams
from web.app import create_app
from web.identity import hashed
from web.server import THREADS, Server, serve

LONG = 60.0  # seconds; generous, for slow days
NASTY, OTHERS = "127.0.0.1", "127.0.0.2"  # Both are this machine.
SLOW_HEADERS, SLOW_BODIES, STREAMS = 300, 100, 64
PAGES = 150
HEADER = b"GET /join/view HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 4000\r\n\r\npawn="
STREAM = b"GET %s HTTP/1.1\r\nHost: localhost\r\nCookie: seat=nasty-token\r\n\r\n"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = new_table(tmp_path)
    table.act("A", SitDown("Nasty", hashed("nasty-token")))
    return table


@pytest.fixture
def server(table: Table) -> Iterator[Server]:
    server = serve(create_app(table, hosts=["localhost"]), 0, "0.0.0.0")
    yield server
    server.close()


@contextmanager
def callers(server: Server, count: int, first: bytes) -> Iterator[list[socket.socket]]:
    """So many connections of the nasty phone, each of which has sent *first*; those that were hung up on are among them."""
    with ExitStack() as all_of_them:
        opened = []
        for _ in range(count):
            one = all_of_them.enter_context(socket.create_connection(("127.0.0.1", server.port), LONG, (NASTY, 0)))
            send(one, first)
            opened.append(one)
        yield opened


def send(one: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # The server may have hung up, which is its right.
        one.sendall(data)


def page(port: int, path: str = "/join/view", address: str = OTHERS, patience: float = LONG) -> int:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=patience, source_address=(address, 0))
    try:
        connection.request("GET", path, headers={"Host": "localhost"})
        answer = connection.getresponse()
        answer.read()
        return answer.status
    finally:
        connection.close()


def eventually(right: Callable[[], bool]) -> bool:
    end = time.monotonic() + LONG
    while not (found := right()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


def test_the_others_are_served_whatever_one_phone_does(server: Server, capsys: pytest.CaptureFixture[str]) -> None:
    with (
        callers(server, STREAMS // 2, STREAM % b"/seat/stream"),
        callers(server, STREAMS // 2, STREAM % b"/stream"),
        callers(server, SLOW_HEADERS, HEADER) as headers,
        callers(server, SLOW_BODIES, BODY) as bodies,
    ):
        took = []
        for number in range(PAGES):
            for one in (headers + bodies)[number::PAGES]:
                send(one, b"x")  # They drip on, so that none of them is ever idle.
            began = time.perf_counter()
            assert page(server.port) == 200
            took.append(1000 * (time.perf_counter() - began))
    took.sort()
    with capsys.disabled():
        print(f"\n  one nasty phone: {PAGES} of {PAGES} pages, p50 {took[PAGES // 2]:.0f} ms, p99 {took[-2]:.0f} ms")


def test_without_the_limit_the_same_phone_would_stop_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "MOST_BY_ADDRESS", 10**6)
    server = serve(create_app(table, hosts=["localhost"]), 0, clock=lambda: 0.0)
    try:
        with callers(server, SLOW_HEADERS, HEADER), callers(server, SLOW_BODIES, BODY):
            assert eventually(lambda: held(server) > 350)
            with pytest.raises(TimeoutError):
                page(server.port, patience=2)
    finally:
        server.close()


@pytest.mark.usefixtures("rare_heartbeats")
def test_seat_streams_leave_their_threads_to_the_newest(server: Server) -> None:
    """More of them than the server has threads, by a phone that holds a seat: each ends as the next begins."""
    assert connections.MOST_BY_ADDRESS > THREADS
    with ExitStack() as all_of_them:
        for _ in range(connections.MOST_BY_ADDRESS):
            [one] = all_of_them.enter_context(callers(server, 1, STREAM % b"/seat/stream"))
            said = b""
            while b"event: version" not in said:
                said += one.recv(4096) or pytest.fail(f"the stream was cut after {said!r}")
        assert page(server.port) == 200


def test_streams_of_the_bench_are_counted_too(tmp_path: Path) -> None:
    table = boxed_table(tmp_path)
    server = serve(create_app(table, hosts=["localhost"], bench=FakeBench(table.pieces)), 0)
    try:
        with callers(server, STREAMS, STREAM % b"/bench/stream") as listening:
            refused = [b" 503 " in one.recv(4096) for one in listening[: THREADS + 1]]
            assert refused.count(False) == streams.MOST_BY_ADDRESS
            assert page(server.port) == 200
    finally:
        server.close()


@pytest.fixture
def rare_heartbeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """What leaves only at a heartbeat leaves too late."""
    monkeypatch.setattr(streams, "HEARTBEAT", 10 * LONG)


def test_one_address_holds_so_many_connections_and_no_more(server: Server) -> None:
    with callers(server, connections.MOST_BY_ADDRESS + 20, HEADER):
        assert eventually(lambda: held(server) == connections.MOST_BY_ADDRESS)
        with pytest.raises(OSError, match=r"reset|closed|Remote end|Broken"):
            page(server.port, address=NASTY)
        assert page(server.port) == 200
    assert eventually(lambda: held(server) == 0)
    assert page(server.port, address=NASTY) == 200  # Who hangs up makes room.


def held(server: Server) -> int:
    return server._server.held()[NASTY]


class Hours:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize(("first", "more"), [(HEADER, b"x"), (BODY, b"x"), (b"", b"")])
def test_a_request_must_be_whole_in_time_however_it_drips(table: Table, first: bytes, more: bytes) -> None:
    clock = Hours()
    server = serve(create_app(table, hosts=["localhost"]), 0, clock=clock)
    try:
        with callers(server, 3, first) as slow:
            assert eventually(lambda: held(server) == 3)
            while clock.now < connections.WHOLE_REQUEST - 1:
                clock.now += 1
                for one in slow:
                    send(one, more)
                time.sleep(0.02)
            assert held(server) == 3
            clock.now += 3
            assert eventually(lambda: held(server) == 0)
    finally:
        server.close()


def test_what_is_being_answered_is_left_alone(table: Table) -> None:
    began: list[float] = []  # The clock stands until the answer has begun: who is slow to ask would be sent away.
    fast = lambda: 100 * (time.monotonic() - began[0]) if began else 0.0
    server = serve(create_app(table, hosts=["localhost"]), 0, clock=fast)
    try:
        with callers(server, 1, STREAM % b"/stream") as listening:
            lines = b""
            while lines.count(b"event: hb") < 3:
                lines += listening[0].recv(4096) or pytest.fail("the stream was cut")
                began = began or [time.monotonic()]  # From now on a second between heartbeats is far longer than IDLE.
    finally:
        server.close()
