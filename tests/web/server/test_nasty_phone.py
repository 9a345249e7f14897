"""Nasty phones against a running server: the others, from their own addresses, are all served (W7)."""

import socket
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from flask import request
from waitress.buffers import ReadOnlyFileBasedBuffer
from werkzeug.test import create_environ

from companion.seats.seating import SitDown
from companion.table.table import Table
from tests.evenings.house import until
from tests.web.phones import Clock
from tests.web.server.sockets import HERE, LONG, fetched, serving
from tests.web.tables import new_table
from web.app import create_app
from web.http import connections, streams
from web.http.server import THREADS, Server
from web.pages import evenings
from web.seats.session import hashed, stream_path

NASTY, OTHERS = "127.0.0.1", "127.0.0.2"  # Both are this machine.
GREEDY = [f"127.0.0.{number}" for number in range(2, 9)]
SCREEN = "127.0.1.1"
CROWD = [f"127.0.7.{n}" for n in range(1, streams.MOST_PUBLIC + 1)]
PAGES = 150
HEADER = b"GET /join/view HTTP/1.1\r\nHost: localhost\r\nX-Slow: "
BODY = b"POST /join HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\nContent-Length: 4000\r\n\r\npawn="
PAGE = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n"
LONG_FILE = "/static/phone/phone.css"
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


def small(monkeypatch: pytest.MonkeyPatch, each: int, *, fair: bool) -> None:
    """Let a server accept few connections; one that isn't *fair* evicts nobody."""
    monkeypatch.setattr(connections, "MOST", 60)
    monkeypatch.setattr(connections, "MOST_BY_ADDRESS", each)
    if not fair:
        monkeypatch.setattr(connections.Listener, "_evicts_one", lambda *_: False)


@contextmanager
def callers(server: Server, count: int, first: bytes, *addresses: str) -> Iterator[list[socket.socket]]:
    """Open *count* connections of each nasty phone and send *first* on each; some may have been closed by the server."""
    with ExitStack() as all_of_them:
        opened = list[socket.socket]()
        for address in (addresses or (NASTY,)) * count:
            opened.append(all_of_them.enter_context(socket.create_connection((HERE, server.port), LONG, (address, 0))))
            send(opened[-1], first)
        yield opened


def send(one: socket.socket, data: bytes) -> None:
    with suppress(OSError):  # The server may have closed the connection, as it is allowed to.
        one.sendall(data)


def hears(one: socket.socket, what: bytes, times: int = 1) -> None:
    """Read until *one* has received *what* for the given number of *times*."""
    said = b""
    while said.count(what) < times:
        said += one.recv(4096) or pytest.fail(f"it was cut after {said!r}")


def served(server: Server, address: str = OTHERS) -> bool:
    return fetched(server, address=address)[0] == 200


def held(server: Server) -> int:
    return server._server.held()[NASTY]


def begins(server: Server, path: str, first: bytes = b"", cookie: str = "") -> bool:
    """Return whether the stream at *path* is available to the screen's address, and begins with the event *first*."""
    asked = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{cookie}\r\n".encode()
    with callers(server, 1, asked, SCREEN) as [one]:
        hears(one, b"event: " + first)
    return True


def test_the_others_are_served_whatever_one_phone_does(server: Server) -> None:
    """The time that they wait is measured for W7, in tests/proof."""
    with (
        callers(server, 32, STREAM % stream_path("nasty-token").encode()),
        callers(server, 32, STREAM % b"/stream"),
        callers(server, 300, HEADER) as headers,
        callers(server, 100, BODY) as bodies,
    ):
        for number in range(PAGES):
            for one in (headers + bodies)[number::PAGES]:  # None of them is ever idle.
                send(one, b"x")
            assert served(server)


def test_without_the_limits_the_same_phone_would_stop_the_table(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: the server then has as many connections as it accepts, and refuses everybody else."""
    small(monkeypatch, 60, fair=False)
    with serving(table, "0.0.0.0", clock=lambda: 0.0) as server, callers(server, 40, HEADER), callers(server, 40, BODY):
        until(lambda: held(server) == connections.MOST, "the server")
        with pytest.raises(ConnectionError):
            served(server)


@pytest.mark.parametrize("fair", [True, False], ids=["fair", "the control"])
def test_seven_greedy_addresses_leave_others_their_room(table: Table, monkeypatch: pytest.MonkeyPatch, fair: bool) -> None:
    small(monkeypatch, 10, fair=fair)
    with serving(table, "0.0.0.0", clock=lambda: 0.0) as server, callers(server, 10, HEADER, *GREEDY):
        if not fair:
            with pytest.raises(ConnectionError):
                served(server, SCREEN)
            return
        assert served(server, SCREEN)
        assert begins(server, stream_path("nasty-token"), b"version", "Cookie: seat=nasty-token\r\n")
        assert begins(server, "/stream?screen", b"version")


@pytest.mark.parametrize(("each", "addresses", "late"), [
    pytest.param(streams.MOST_BY_ADDRESS, GREEDY[:3], GREEDY[0], id="an address with many gets no more"),
    pytest.param(1, CROWD, HERE, id="everybody has one, and nobody loses it to another at the door"),
])  # fmt: skip
def test_all_the_public_streams_leave_the_table_screen_one(server: Server, each: int, addresses: list[str], late: str) -> None:
    with callers(server, each, STREAM % b"/stream", *addresses) as listening:
        assert all(one.recv(64) for one in listening)  # It is open, or was refused.
        assert fetched(server, "/stream", address=late)[0] == 503
        assert begins(server, "/stream?screen", b"version")


def test_seat_streams_leave_their_threads_to_the_newest(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """More of them than the server has threads, by a phone that holds a seat: each ends as the next begins."""
    monkeypatch.setattr(streams, "HEARTBEAT", 10 * LONG)  # Leaving only at a heartbeat would be too late.
    assert connections.MOST_BY_ADDRESS > THREADS
    with ExitStack() as all_of_them:
        for _ in range(connections.MOST_BY_ADDRESS):
            [one] = all_of_them.enter_context(callers(server, 1, STREAM % stream_path("nasty-token").encode()))
            hears(one, b"event: version")
        assert served(server)


def test_one_address_holds_so_many_connections_and_gets_so_much_at_once_and_no_more(server: Server) -> None:
    with callers(server, connections.MOST_BY_ADDRESS + 20, HEADER):
        until(lambda: held(server) == connections.MOST_BY_ADDRESS, "the server")
        with pytest.raises(OSError, match=r"reset|closed|Remote end|Broken"):
            served(server, NASTY)
        assert served(server)
    until(lambda: held(server) == 0, "the server")
    with callers(server, 1, (PAGE % b"/join/view") * 100) as [one]:  # Closing a connection makes room: for little at once.
        said = bytearray()
        with suppress(ConnectionError):
            while more := one.recv(4096):
                said += more
        assert said.count(b"200 OK") < 50  # MOST_TOGETHER, and those that a thread has answered while the loop reads on.
    assert served(server, NASTY)


def test_one_address_has_few_of_the_threads_however_much_it_asks(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    answered, gate = Counter[str](), threading.Event()

    def page(*_: object) -> str:
        answered[request.remote_addr or ""] += 1
        gate.wait(LONG)
        return ""

    monkeypatch.setattr(evenings, "page", page)
    with serving(table, "0.0.0.0") as server, callers(server, THREADS, PAGE % b"/evenings") as nasty:
        until(lambda: answered[NASTY] == connections.MOST_AT_ONCE, "the server")
        assert all(served(server) for _ in range(3))
        assert answered == {NASTY: connections.MOST_AT_ONCE}
        gate.set()
        for one in nasty:
            hears(one, b"200 OK")
        assert answered == {NASTY: THREADS}
        until(lambda: not server._server._answered, "the server")


def test_streams_tell_who_has_a_seat_and_leave_their_address_its_pages(server: Server) -> None:
    assert begins(server, "/stream?join", b"seated", "Cookie: seat=nasty-token\r\n")
    assert begins(server, "/stream?join", b"version")
    with callers(server, connections.MOST_AT_ONCE + 2, STREAM % b"/stream") as begun:
        for one in begun:
            hears(one, b"event: version")
        assert served(server, NASTY)


@pytest.mark.parametrize(("first", "more"), [(HEADER, b"x"), (BODY, b"x"), (b"", b"")])
def test_a_request_must_be_whole_in_time_however_it_drips(table: Table, clock: Clock, first: bytes, more: bytes) -> None:
    with serving(table, clock=clock) as server, callers(server, 3, first) as slow:
        until(lambda: held(server) == 3, "the server")
        while clock.now < connections.REQUEST_TIMEOUT - 2:
            clock.now += 2
            for one in slow:
                send(one, more)
            assert served(server)  # The server's loop has run since.
        assert held(server) == 3
        clock.now += 5
        until(lambda: held(server) == 0, "the server")


def test_a_file_that_nobody_reads_is_not_left_open(table: Table) -> None:
    app = create_app(table, hosts=["localhost"])
    asked = create_environ(LONG_FILE, environ_overrides={"wsgi.file_wrapper": ReadOnlyFileBasedBuffer})
    assert not isinstance(app.wsgi_app(asked, lambda *_: lambda _: None), ReadOnlyFileBasedBuffer)


def test_a_phone_that_does_not_read_is_hung_up_on(table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system would do that, too, but only after SILENT_LINE, and its connection isn't counted any more by then."""
    monkeypatch.setattr("web.http.server.SILENT_LINE", 1000 * int(LONG))
    with serving(table, clock=clock) as server, socket.socket() as deaf:
        channels = lambda: list(server._server.active_channels.values())
        for one, buffer in ((deaf, socket.SO_RCVBUF), (server._server.socket, socket.SO_SNDBUF)):  # Else they may hold it all.
            one.setsockopt(socket.SOL_SOCKET, buffer, 1)
        deaf.connect((HERE, server.port))
        deaf.sendall((PAGE % LONG_FILE.encode()) * connections.MOST_TOGETHER)
        until(lambda: any(one.total_outbufs_len and not one.requests for one in channels()), "the answers")
        clock.now += 2 * connections.IDLE_TIMEOUT
        until(lambda: not channels(), "the server")


def test_what_is_being_answered_is_left_alone(table: Table, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "HEARTBEAT", 0.05)
    with serving(table, clock=clock) as server, callers(server, 1, STREAM % b"/stream") as [listening]:
        for _ in range(5):
            hears(listening, b"event: hb")
            clock.now += 100 * connections.IDLE_TIMEOUT
