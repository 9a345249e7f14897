"""Requests that no client library would send (W1), on a socket: wrong lengths and codings, odd addresses; and the brief log."""

import http.client
import json
import logging
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import closing, suppress
from typing import Any

import pytest
from waitress.channel import ClientDisconnected

from companion.seats.seating import SitDown
from companion.table.table import Table
from companion.table.tapping.lessons import Teaching
from tests.web.phones import Clock
from tests.web.server.sockets import HERE, LONG, serving
from tests.web.server.test_enrolment import BODIES
from web.http import connections
from web.http.log_limit import EACH, LogLimit
from web.http.server import Server
from web.seats.session import hashed

QUIET = 2.0  # seconds without another answer, after which only half requests are left


def raw(server: Server, data: bytes) -> tuple[int, bytes]:
    """Return the status and the whole answer to *data*; the status is 0 if the server closed the connection."""
    with socket.create_connection(("127.0.0.1", server.port), LONG) as one:
        with suppress(OSError):
            one.sendall(data)
        answer = b""
        with suppress(ConnectionResetError):  # It closed the connection with some of the data unread.
            while more := one.recv(65536):
                answer += more
    return (int(answer.split(b" ", 2)[1]) if answer else 0), answer


def post(path: str, headers: bytes, body: bytes, cookie: str = "") -> bytes:
    own = b"Host: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\nCookie: seat=" + cookie.encode()
    return b"POST " + path.encode() + b" HTTP/1.1\r\n" + own + b"\r\n" + headers + b"\r\n\r\n" + body


KIND = b"Content-Type: application/json\r\n"
CHUNKED = KIND + b"Transfer-Encoding: chunked"
HEADERS_AND_BODIES = [
    *((CHUNKED, body) for body in (
        b"", b"0\r\n\r\n", b"2\r\n{}", b"5\r\n{}\r\n0\r\n\r\n", b"-1\r\n{}\r\n", b"zz\r\n{}\r\n0\r\n\r\n",
        b"ffffffffffffffff\r\n{}", b"2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n", b"11000\r\n" + b" " * 0x11000 + b"\r\n0\r\n\r\n",
    )),
    *((KIND + b"Transfer-Encoding: " + coding, b"{}") for coding in (
        b"chunked\r\nContent-Length: 2", b"gzip", b"x", b"chunked, chunked", b"\x0bchunked",
    )),
    *((KIND + b"Content-Length: " + length, b"{}") for length in (
        b"-1", b"x", b"1e3", b"0", b"1", b"99", b"99999999999999999999", b"2\r\nContent-Length: 3",
        b"2\r\nContent-Encoding: gzip", b"2\r\nExpect: 100-continue", b"2\r\nExpect: the impossible",
    )),
    (KIND + b"Content-Length: 4097", b" " * 4097), (KIND + b"Content-Length: 70000", b" " * 70000), (KIND, b"{}"),
    *((header, b"") for header in (
        b"X" * 9000 + b": y", b"X: \x00\xff", b"no colon", b"X: y\n folded", b"\r\n".join([b"X: y"] * 900),
    )),
    (b"Content-Type: \xff\xfe\r\nContent-Length: 2", b"{}"),
]  # fmt: skip
LINES = [
    b"", b"\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n", b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"GET /\r\n\r\n", b"GET  /  HTTP/1.1\r\n\r\n",
    *(start + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" for start in (
        *(b"GET " + path for path in (
            b"*", b"http://evil.example/", b"//evil.example/", b"/static/..%2fapp.py", b"/static/%2e%2e/app.py", b"/static/%00",
            b"/static/" + b"x" * 3000, b"/static/%ff", b"/seat/ask/%00", b"/%ff%fe", b"/?lang=%ff%00", b"/?lang=" + b"x" * 3000,
            b"/\xff\xfe", b"/seat/ask/x?notes=" + b"9" * 5000, b"/seat/ask/x?pick=%ed%a0%80", b"/?" + b"a&" * 2000, b"/;/..;/",
        )),
        *(method + b" /" for method in (b"get", b"OPTIONS", b"TRACE", b"CONNECT", b"BREW", b"\xff", b"P" * 3000)),
    )),
    *(b"GET / HTTP/1.1\r\nConnection: close\r\n" + header + b"\r\n\r\n" for header in (
        b"X: no host", *(b"Host:" + host for host in (
            b"", b" ", b" [", b" [::1", b" localhost:x", b" localhost:99999999", b" \xff", b" a b",
            b" localhost\r\nHost: evil.example", b" localhost,evil.example",
        )), *(b"Host: localhost\r\n" + more for more in (
            b"Cookie: \xff=\xff", b"Cookie: seat=" + b"x" * 5000, b"Cookie: seat=\x01\x02", b"Cookie: ;;==;",
            b"Accept-Language: " + b"nl;q=" * 900, b"Accept-Language: \xff;q=nan", b"Range: bytes=-99999999999999999999-",
            b'If-None-Match: \xff"', b"If-Modified-Since: 99 Xyz 99999", b"Authorization: Basic \xff",
        )),
    )),
]  # fmt: skip


def test_no_bytes_on_the_wire_cause_an_error_or_a_change(table: Table, clock: Clock) -> None:
    before = table.now.revision
    wire = [*LINES, *(post(path, *more) for path in ("/join", "/enrolment/walk") for more in HEADERS_AND_BODIES)]
    with serving(table, clock=clock) as server, ThreadPoolExecutor(len(wire)) as pool:
        asked = [pool.submit(raw, server, data) for data in wire]
        waiting = set(asked)
        while waiting:
            done, waiting = wait(waiting, QUIET, FIRST_COMPLETED)
            clock.now += 0 if done else 2 * connections.REQUEST_TIMEOUT  # A half request is then too late.
        answers = [one.result() for one in asked]
    for data, (status, answer) in zip(wire, answers, strict=True):
        assert status < 500, data[:300]
        assert not [told for told in (b"traceback", b"waitress") if told in answer.lower()]
        if status >= 400:
            orders = (b"X-Content-Type-Options: nosniff", b"Content-Security-Policy: default-src 'none'")
            assert [order for order in orders if order not in answer] == [], data[:300]
    assert table.now.revision == before
    assert {0, 200, 400, 404, 421} <= {status for status, _ in answers}  # Closing with unread data may discard one.
    assert len(wire) > 120


def test_a_valid_body_in_chunks_works_and_a_server_error_is_seen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    text = json.dumps(BODIES["walk"]).encode()
    table.act("A", SitDown("Noor", hashed("token")))
    with serving(table) as server:
        pieces = f"{len(text):x}\r\n".encode() + text + b"\r\n0\r\n\r\n"
        assert raw(server, post("/enrolment/walk", CHUNKED, pieces, "token"))[0] == 204
        assert table.now.walk is not None
        monkeypatch.setattr(Teaching, "start_walk", lambda *_, **__: 1 / 0)
        assert raw(server, post("/enrolment/walk", KIND + b"Content-Length: %d" % len(text), text, "token"))[0] == 500


class Watched(connections.Listener.channel_class):
    """A connection that records a thread's sends. During one the server's loop runs, and mustn't handle the connection."""

    sent: list[bytes] = []
    turns = 0
    halves = False  # Whether a thread can send only half of what it has.

    def send(self, data: bytes, do_close: bool = True) -> int:
        if threading.current_thread().name == "web":
            return int(super().send(data, do_close))
        before = Watched.turns
        for _ in range(2):  # The loop has run once by then.
            turned = threading.Event()
            self.server.trigger.pull_trigger(turned.set)
            assert turned.wait(LONG)
        assert Watched.turns == before
        self.sent.append(data)
        return int(super().send(data[: len(data) // 2] if self.halves else data, do_close))

    def handle_write(self) -> None:
        Watched.turns += 1
        super().handle_write()


@pytest.mark.parametrize("halves", [False, True])
def test_head_and_body_leave_together_and_then_the_rest(table: Table, monkeypatch: pytest.MonkeyPatch, halves: bool) -> None:
    """Between two sends another thread may render a whole page, and the loop would spin until the thread is done."""
    monkeypatch.setattr(connections.Listener, "channel_class", Watched)
    Watched.halves, Watched.sent, Watched.turns, bodies = halves, [], 0, list[bytes]()
    with serving(table) as server, closing(http.client.HTTPConnection(HERE, server.port, timeout=LONG)) as line:
        for _ in range(3):
            line.request("GET", "/join/view")
            bodies.append(line.getresponse().read())
    assert (len(set(bodies)), bool(bodies[0])) == (1, True)
    assert Watched.turns > 0 if halves else [sent.partition(b"\r\n\r\n")[2] for sent in Watched.sent] == bodies


@pytest.fixture
def limited(clock: Clock, caplog: pytest.LogCaptureFixture) -> Iterator[pytest.LogCaptureFixture]:
    limit = LogLimit(clock)
    caplog.handler.addFilter(limit)
    yield caplog
    caplog.handler.removeFilter(limit)


def test_a_kind_of_line_comes_once_a_minute_with_how_many_were_left_out(limited: Any, clock: Clock) -> None:
    """Another path is the same kind, another level isn't; and the table's own messages are never left out."""
    queue, server = logging.getLogger("waitress.queue"), logging.getLogger("waitress")
    for depth in range(50):
        queue.warning("Task queue depth is %d", depth)
    clock.now += EACH
    queue.warning("Task queue depth is %d", 7)
    assert limited.messages == ["Task queue depth is 0", "Task queue depth is 7 (49 more of these since the last)"]
    for number in range(3):
        server.error(f"Exception while serving /page/{number}")
        logging.getLogger("firmware.service").warning("the reader is lost")
    server.warning("Exception while serving /page/1")
    assert len(limited.messages) == 2 + 1 + 3 + 1


def test_a_sender_who_is_gone_is_no_news(table: Table, limited: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: object) -> None:
        raise ClientDisconnected

    monkeypatch.setattr(connections._Refusal, "execute", gone)
    with serving(table) as server:  # At the end it waits for the threads that wrote.
        for _ in range(5):
            with socket.create_connection((HERE, server.port), LONG) as one:
                one.sendall(b"no request at all\r\n\r\n")
                one.shutdown(socket.SHUT_WR)
                one.recv(64)
    assert [line for line in limited.messages if "xception" in line] == []  # How many wait, and until when, varies.
