"""Whatever callers send, the server writes one line of a kind in a minute, and says how many there would have been."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from waitress.channel import ClientDisconnected

from tests.web.tables import new_table
from web import connections
from web.app import create_app
from web.log_limit import EACH, LogLimit
from web.server import Server, serve

LONG = 300.0  # seconds; generous, for slow days


class Clock:
    """Seconds that pass when they are told to."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


class Lines(logging.Handler):
    """Keeps what would be written."""

    def __init__(self, limit: LogLimit) -> None:
        super().__init__()
        self.addFilter(limit)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(self.format(record))


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def lines(clock: Clock) -> Iterator[Lines]:
    handler = Lines(LogLimit(clock))
    logging.getLogger().addHandler(handler)
    yield handler
    logging.getLogger().removeHandler(handler)


def test_a_kind_of_line_comes_once_a_minute_with_how_many_were_left_out(lines: Lines, clock: Clock) -> None:
    queue = logging.getLogger("waitress.queue")
    for depth in range(50):
        queue.warning("Task queue depth is %d", depth)
    clock.now += EACH
    queue.warning("Task queue depth is %d", 7)
    assert lines.kept == ["Task queue depth is 0", "Task queue depth is 7 (49 more of these since the last)"]


def test_a_path_makes_no_kind_of_its_own_and_another_level_does(lines: Lines) -> None:
    server = logging.getLogger("waitress")
    for number in range(20):
        server.error(f"Exception while serving /page/{number}")
    server.warning("Exception while serving /page/1")
    assert len(lines.kept) == 2


def test_what_the_table_says_is_never_left_out(lines: Lines) -> None:
    for _ in range(3):
        logging.getLogger("firmware.service").warning("the reader is lost")
    assert len(lines.kept) == 3


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = serve(create_app(new_table(tmp_path), hosts=["localhost"]), 0, "127.0.0.1")
    yield server
    server.close()


def test_a_malformed_request_whose_sender_is_gone_is_no_news(
    server: Server, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: object) -> None:
        raise ClientDisconnected

    monkeypatch.setattr(connections._Refusal, "execute", gone)
    for _ in range(5):
        with socket.create_connection(("127.0.0.1", server.port), LONG) as one:
            one.sendall(b"no request at all\r\n\r\n")
            one.shutdown(socket.SHUT_WR)
            one.recv(64)
    server.close()  # Waits for the threads that wrote.
    assert lines.kept == []
