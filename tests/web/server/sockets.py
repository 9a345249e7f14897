"""Serve a table on a port, and send it requests. Limits are long: no test depends on a fast machine."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from companion.table.table import Table
from web.app import create_app
from web.http.server import Server, serve

LONG: Final = 300.0  # seconds
HERE: Final = "127.0.0.1"


@contextmanager
def serving(table: Table, host: str = HERE, clock: Callable[[], float] = time.monotonic, **more: Any) -> Iterator[Server]:
    server = serve(create_app(table, hosts=["localhost", HERE], **more), 0, host, clock=clock)
    try:
        yield server
    finally:
        server.close()
    assert not server.alive


def fetched(
    server: Server, path: str = "/join/view", *, method: str = "GET", address: str = HERE, **headers: str
) -> tuple[int, str]:
    """Return status and text of *path*, requested from *address*."""
    connection = http.client.HTTPConnection(HERE, server.port, timeout=LONG, source_address=(address, 0))
    try:
        connection.request(method, path, headers={"Host": "localhost", **headers})
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()
