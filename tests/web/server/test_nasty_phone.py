"""One nasty phone, from one address, against a running server: the others, from theirs, are all served (W7)."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest

from companion.seating import SitDown
from companion.table import Table
from tests.web.fake_bench import FakeBench, boxed_table
from tests.web.phones import Clock
from tests.web.server.sockets import LONG, eventually, fetched, serving
from tests.web.tables import new_table
from web import connections, streams
from web.identity import hashed, stream_path
from web.server import THREADS, Server

NASTY, OTHERS = "127.0.0.1", "127.0.0.2"  # Both are this machine.
SLOW_HEADERS, SLOW_BODIES, STREAMS = 300, 100, 64
PAGES = 150
PROMISED = 500  # milliseconds
TIMES = 50  # as long as without the nasty phone is far too long, in the fastest hour and in the slowest
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
    with serving(table, "0.0.0.0") as server:
        yield server


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


def served(server: Server, address: str = OTHERS) -> bool:
    return fetched(server, address=address)[0] == 200


def held(server: Server) -> int:
    return server._server.held()[NASTY]


def timed(server: Server, meanwhile: Callable[[int], None]) -> list[float]:
    """Return how many milliseconds each of PAGES pages took, the shortest first."""
    took = []
    for number in range(PAGES):
        meanwhile(number)
        began = time.perf_counter()
        assert served(server)
        took.append(1000 * (time.perf_counter() - began))
    return sorted(took)


def test_the_others_are_served_whatever_one_phone_does(server: Server) -> None:
    alone = timed(server, lambda number: None)
    with (
        callers(server, STREAMS // 2, STREAM % stream_path("nasty-token").encode()),
        callers(server, STREAMS // 2, STREAM % b"/stream"),
        callers(server, SLOW_HEADERS, HEADER) as headers,
        callers(server, SLOW_BODIES, BODY) as bodies,
    ):

        def drip(number: int) -> None:
            """Let none of them ever be idle."""
            for one in (headers + bodies)[number::PAGES]:
                send(one, b"x")

        beside = timed(server, drip)
    for name, took in (("alone", alone), ("beside one nasty phone", beside)):
        print(f"{PAGES} pages {name}: p50 {took[PAGES // 2]:.0f} ms, p99 {took[-2]:.0f} ms")
    assert beside[PAGES // 2] < max(PROMISED, TIMES * alone[PAGES // 2])


def test_without_the_limits_the_same_phone_would_stop_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the server then has all the connections that it takes, and hangs up on everybody else."""
    monkeypatch.setattr(connections, "MOST_BY_ADDRESS", 10**6)
    monkeypatch.setattr(connections.Listener, "_frees_one", lambda *_: False)
    with serving(table, "0.0.0.0", clock=lambda: 0.0) as server:
        with callers(server, SLOW_HEADERS, HEADER), callers(server, SLOW_BODIES, BODY):
            assert eventually(lambda: held(server) == connections.MOST)
            with pytest.raises(ConnectionError):
                served(server)
        assert eventually(lambda: held(server) == 0)
        assert served(server)


def test_seat_streams_leave_their_threads_to_the_newest(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than the server has threads, by a phone that holds a seat: each ends as the next begins."""
    monkeypatch.setattr(streams, "HEARTBEAT", 10 * LONG)  # What leaves only at a heartbeat leaves too late.
    assert connections.MOST_BY_ADDRESS > THREADS
    with ExitStack() as all_of_them:
        for _ in range(connections.MOST_BY_ADDRESS):
            [one] = all_of_them.enter_context(callers(server, 1, STREAM % stream_path("nasty-token").encode()))
            said = b""
            while b"event: version" not in said:
                said += one.recv(4096) or pytest.fail(f"the stream was cut after {said!r}")
        assert served(server)


def test_streams_of_the_bench_are_counted_too(tmp_path: Path) -> None:
    table = boxed_table(tmp_path)
    with (
        serving(table, "0.0.0.0", bench=FakeBench(table.pieces)) as server,
        callers(server, STREAMS, STREAM % b"/bench/stream") as listening,
    ):
        refused = [b" 503 " in one.recv(4096) for one in listening[: THREADS + 1]]
        assert refused.count(False) == streams.MOST_BY_ADDRESS
        assert served(server)


def test_one_address_holds_so_many_connections_and_no_more(server: Server) -> None:
    with callers(server, connections.MOST_BY_ADDRESS + 20, HEADER):
        assert eventually(lambda: held(server) == connections.MOST_BY_ADDRESS)
        with pytest.raises(OSError, match=r"reset|closed|Remote end|Broken"):
            served(server, NASTY)
        assert served(server)
    assert eventually(lambda: held(server) == 0)
    assert served(server, NASTY)  # Who hangs up makes room.


@pytest.mark.parametrize(("first", "more"), [(HEADER, b"x"), (BODY, b"x"), (b"", b"")])
def test_a_request_must_be_whole_in_time_however_it_drips(table: Table, clock: Clock, first: bytes, more: bytes) -> None:
    with serving(table, clock=clock) as server, callers(server, 3, first) as slow:
        assert eventually(lambda: held(server) == 3)
        while clock.now < connections.WHOLE_REQUEST - 2:
            clock.now += 2
            for one in slow:
                send(one, more)
            assert served(server)  # The server has been round since.
        assert held(server) == 3
        clock.now += 5
        assert eventually(lambda: held(server) == 0)


def test_what_is_being_answered_is_left_alone(table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    with serving(table, clock=clock) as server, callers(server, 1, STREAM % b"/stream") as listening:
        lines = b""
        while lines.count(b"event: hb") < 5:
            lines += listening[0].recv(4096) or pytest.fail("the stream was cut")
            clock.now += 100 * connections.IDLE
