"""What no client library would send (W1): wrong lengths and codings, half headers, odd addresses and methods, on a socket."""

from __future__ import annotations

import json
import re
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import suppress

import pytest

from companion.seating import SitDown
from companion.table import Table
from tests.web.enrolling import BODIES
from tests.web.phones import Clock
from tests.web.server.sockets import LONG, serving
from web import connections
from web.app import create_app
from web.identity import hashed
from web.server import Server, serve

QUIET = 2.0  # seconds in which no more answers come: what is left are half requests


def raw(server: Server, data: bytes) -> tuple[int, bytes]:
    """Return the status (0: the server hung up) and the whole answer to *data*."""
    with socket.create_connection(("127.0.0.1", server.port), LONG) as one:
        with suppress(OSError):
            one.sendall(data)
        answer = b""
        with suppress(ConnectionResetError):  # It hung up with some of the data unread.
            while more := one.recv(65536):
                answer += more
    return (int(answer.split(b" ", 2)[1]) if answer else 0), answer


def post(path: str, headers: bytes, body: bytes, cookie: str = "") -> bytes:
    own = b"Host: localhost\r\nOrigin: http://localhost\r\nConnection: close\r\nCookie: seat=" + cookie.encode()
    return b"POST " + path.encode() + b" HTTP/1.1\r\n" + own + b"\r\n" + headers + b"\r\n\r\n" + body


KIND = b"Content-Type: application/json\r\n"
CHUNKED = KIND + b"Transfer-Encoding: chunked"
HEADERS_AND_BODIES = [
    (CHUNKED, b"0\r\n\r\n"), (CHUNKED, b"2\r\n{}\r\n0\r\n\r\n"), (CHUNKED, b"5\r\n{}\r\n0\r\n\r\n"), (CHUNKED,
    b"-1\r\n{}\r\n"),
    (CHUNKED, b"zz\r\n{}\r\n0\r\n\r\n"), (CHUNKED, b"ffffffffffffffff\r\n{}"), (CHUNKED, b"2;x=y\r\n{}\r\n0\r\nX: y\r\n\r\n"),
    (CHUNKED, b"11000\r\n" + b" " * 0x11000 + b"\r\n0\r\n\r\n"), (CHUNKED, b"2\r\n{}"), (CHUNKED, b""),
    (CHUNKED + b"\r\nContent-Length: 2", b"{}"), (KIND + b"Transfer-Encoding: gzip", b"{}"),
    (KIND + b"Transfer-Encoding: x", b"{}"),
    (KIND + b"Transfer-Encoding: chunked, chunked", b"0\r\n\r\n"), (KIND + b"Transfer-Encoding: \x0bchunked", b"0\r\n\r\n"),
    (KIND + b"Content-Length: -1", b"{}"), (KIND + b"Content-Length: x", b"{}"), (KIND + b"Content-Length: 1e3", b"{}"),
    (KIND + b"Content-Length: 0", b"{}"), (KIND + b"Content-Length: 1", b"{}"), (KIND + b"Content-Length: 99", b"{}"),
    (KIND + b"Content-Length: 99999999999999999999", b"{}"), (KIND + b"Content-Length: 2\r\nContent-Length: 3", b"{}"),
    (KIND + b"Content-Length: 4097", b" " * 4097), (KIND + b"Content-Length: 70000", b" " * 70000), (KIND, b"{}"),
    (KIND + b"Content-Encoding: gzip\r\nContent-Length: 2", b"{}"), (KIND + b"Expect: 100-continue\r\nContent-Length: 2",
    b"{}"),
    (KIND + b"Expect: the impossible\r\nContent-Length: 2", b"{}"), (b"X" * 9000 + b": y", b""), (b"X: \x00\xff", b""),
    (b"no colon", b""), (b"X: y\n folded", b""), (b"Content-Type: \xff\xfe\r\nContent-Length: 2", b"{}"),
    (b"\r\n".join([b"X: y"] * 900), b""),
]  # fmt: skip
LINES = [
    b"", b"\r\n\r\n", b"\x00" * 100, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", b"GET /\r\n\r\n", b"GET  /  HTTP/1.1\r\n\r\n",
    b"get / HTTP/1.1\r\nHost: localhost\r\n\r\n",
    *(b"GET " + path + b" HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" for path in (
        b"*", b"http://evil.example/", b"//evil.example/", b"/static/..%2fapp.py", b"/static/%2e%2e/app.py", b"/static/%00",
        b"/static/" + b"x" * 3000, b"/static/%ff", b"/seat/ask/%00", b"/%ff%fe", b"/?lang=%ff%00",
        b"/?lang=" + b"x" * 3000, b"/\xff\xfe",
        b"/seat/ask/x?notes=" + b"9" * 5000, b"/seat/ask/x?pick=%ed%a0%80", b"/?" + b"a&" * 2000, b"/static/con", b"/;/..;/",
    )),
    *(method + b" / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" for method in (
        b"OPTIONS", b"TRACE", b"CONNECT", b"BREW", b"\xff", b"P" * 3000,
    )),
    *(b"GET / HTTP/1.1\r\nConnection: close\r\n" + header + b"\r\n\r\n" for header in (
        b"Host:", b"Host: ", b"Host: [", b"Host: [::1", b"Host: localhost:x", b"Host: localhost:99999999", b"Host: \xff",
        b"Host: a b",
        b"Host: localhost\r\nHost: evil.example", b"Host: localhost,evil.example", b"X: no host",
        b"Host: localhost\r\nCookie: \xff=\xff",
        b"Host: localhost\r\nCookie: seat=" + b"x" * 5000, b"Host: localhost\r\nCookie: seat=\x01\x02",
        b"Host: localhost\r\nCookie: ;;==;",
        b"Host: localhost\r\nAccept-Language: " + b"nl;q=" * 900, b"Host: localhost\r\nAccept-Language: \xff;q=nan",
        b"Host: localhost\r\nRange: bytes=-99999999999999999999-", b"Host: localhost\r\nIf-None-Match: \xff\"",
        b"Host: localhost\r\nIf-Modified-Since: 99 Xyz 99999", b"Host: localhost\r\nAuthorization: Basic \xff",
    )),
]  # fmt: skip


def answered(server: Server, clock: Clock, wire: list[bytes]) -> list[tuple[int, bytes]]:
    """Send all of *wire* at once; the clock goes on when no more answers come, so that half a request is then too late."""
    with ThreadPoolExecutor(len(wire)) as pool:
        answers = [pool.submit(raw, server, data) for data in wire]
        open_ = set(answers)
        while open_:
            done, open_ = wait(open_, QUIET, FIRST_COMPLETED)
            clock.now += 0 if done else 2 * connections.WHOLE_REQUEST
        return [answer.result() for answer in answers]


def test_nothing_on_the_wire_stumbles_or_changes_anything(table: Table, clock: Clock) -> None:
    before = table.revision
    wire = [*LINES, *(post(path, *more) for path in ("/join", "/enrolment/walk") for more in HEADERS_AND_BODIES)]
    with serving(table, clock=clock) as server:
        answers = answered(server, clock, wire)
    for data, (status, answer) in zip(wire, answers, strict=True):
        assert status < 500, data[:300]
        assert b"Traceback" not in answer
        assert b"waitress" not in answer.lower()
        if status >= 400:
            assert b"X-Content-Type-Options: nosniff" in answer, data[:300]
            assert b"Content-Security-Policy: default-src 'none'" in answer, data[:300]
    assert table.revision == before
    assert {0, 200, 400, 404, 413, 421, 431} <= {status for status, _ in answers}
    assert len(wire) > 120


def test_the_right_body_in_pieces_is_right(table: Table) -> None:
    text = json.dumps(BODIES["walk"]).encode()
    pieces = f"{len(text):x}\r\n".encode() + text + b"\r\n0\r\n\r\n"
    table.act("A", SitDown("Noor", hashed("token")))
    with serving(table) as server:
        assert raw(server, post("/enrolment/walk", CHUNKED, pieces, "token"))[0] == 204
    assert table.walk is not None


def test_an_app_that_stumbles_is_seen_to(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    app = create_app(table, hosts=["localhost"])
    monkeypatch.setattr(app.logger, "disabled", True)
    app.view_functions["enrolment_walk"] = lambda: 1 / 0
    server = serve(app, 0, "127.0.0.1")
    assert raw(server, post("/enrolment/walk", KIND + b"Content-Length: 2", b"{}"))[0] == 500
    server.close()


class Watched(connections.Listener.channel_class):
    """A connection that notes what a thread sends, and how often the server's loop turns to it meanwhile."""

    sent: list[bytes]
    turns: int
    slow = False  # A thread waits, within a send, for the loop to turn to it.
    halves = False  # A thread gets rid of half of what it has.

    def send(self, data: bytes, do_close: bool = True) -> int:
        if threading.current_thread().name == "web":
            return int(super().send(data, do_close))
        before = Watched.turns
        if self.slow:
            for _ in range(2):  # The loop has then been round once, and mustn't have turned to this connection.
                turned = threading.Event()
                self.server.trigger.pull_trigger(turned.set)
                assert turned.wait(LONG)
            assert Watched.turns == before
        self.sent.append(data)
        return int(super().send(data[: len(data) // 2] if self.halves else data, do_close))

    def handle_write(self) -> None:
        Watched.turns += 1
        super().handle_write()


@pytest.fixture
def watched(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    monkeypatch.setattr(Watched, "sent", [], raising=False)
    monkeypatch.setattr(Watched, "turns", 0, raising=False)
    monkeypatch.setattr(connections.Listener, "channel_class", Watched)
    with serving(table) as running:
        yield running


def ask(phone: socket.socket) -> bytes:
    """Ask for the door's view, and return the answer once it is whole."""
    phone.sendall(b"GET /join/view HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    answer = b""
    while not whole(answer):
        more = phone.recv(65536)
        assert more, "hung up"
        answer += more
    return answer


def whole(answer: bytes) -> bool:
    head, _, body = answer.partition(b"\r\n\r\n")
    told = re.search(rb"Content-Length: (\d+)", head)
    return told is not None and len(body) == int(told[1])


def test_an_answers_head_and_body_leave_together(watched: Server) -> None:
    """Between two sends another thread may make a whole page, for which the browser would wait with half an answer."""
    with socket.create_connection(("127.0.0.1", watched.port), timeout=LONG) as phone:
        assert [ask(phone), ask(phone)] == Watched.sent


def test_the_loop_leaves_alone_what_a_thread_sends(watched: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would turn as fast as it can until the thread is done, and keep all others waiting."""
    monkeypatch.setattr(Watched, "slow", True)
    with socket.create_connection(("127.0.0.1", watched.port), timeout=LONG) as phone:
        assert ask(phone).startswith(b"HTTP/1.1 200")
    assert len(Watched.sent) == 1


def test_what_a_thread_could_not_send_the_loop_does(watched: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Watched, "halves", True)
    with socket.create_connection(("127.0.0.1", watched.port), timeout=LONG) as phone:
        for _ in range(3):
            assert ask(phone).startswith(b"HTTP/1.1 200")
    assert Watched.turns > 0
