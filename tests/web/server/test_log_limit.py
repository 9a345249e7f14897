"""Whatever callers send, the server writes one line of a kind in a minute, and says how many there would have been."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator

import pytest
from waitress.channel import ClientDisconnected

from companion.table import Table
from tests.web.phones import Clock
from tests.web.server.sockets import HERE, LONG, serving
from web import connections
from web.log_limit import EACH, LogLimit


class Lines(logging.Handler):
    """Keeps what would be written."""

    def __init__(self, limit: LogLimit) -> None:
        super().__init__()
        self.addFilter(limit)
        self.kept: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append(self.format(record))


@pytest.fixture
def lines(clock: Clock) -> Iterator[list[str]]:
    handler = Lines(LogLimit(clock))
    logging.getLogger().addHandler(handler)
    yield handler.kept
    logging.getLogger().removeHandler(handler)


def test_a_kind_of_line_comes_once_a_minute_with_how_many_were_left_out(lines: list[str], clock: Clock) -> None:
    queue = logging.getLogger("waitress.queue")
    for depth in range(50):
        queue.warning("Task queue depth is %d", depth)
    clock.now += EACH
    queue.warning("Task queue depth is %d", 7)
    assert lines == ["Task queue depth is 0", "Task queue depth is 7 (49 more of these since the last)"]


def test_a_path_makes_no_kind_of_its_own_another_level_does_and_the_table_is_never_left_out(lines: list[str]) -> None:
    server = logging.getLogger("waitress")
    for number in range(3):
        server.error(f"Exception while serving /page/{number}")
        logging.getLogger("firmware.service").warning("the reader is lost")
    server.warning("Exception while serving /page/1")
    assert len(lines) == 1 + 3 + 1


def test_a_malformed_request_whose_sender_is_gone_is_no_news(
    table: Table, lines: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(_: object) -> None:
        raise ClientDisconnected

    monkeypatch.setattr(connections._Refusal, "execute", gone)
    with serving(table) as server:  # It waits in the end for the threads that wrote.
        for _ in range(5):
            with socket.create_connection((HERE, server.port), LONG) as one:
                one.sendall(b"no request at all\r\n\r\n")
                one.shutdown(socket.SHUT_WR)
                one.recv(64)
    assert lines == []
