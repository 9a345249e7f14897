"""The connections of the server: how many one address may hold, and how long one may take to say what it wants.

Waitress holds a connection without a thread until its request is whole, so a slow phone costs nobody a thread. What it
could still use up is connections: those are counted by address, and a request must be whole within WHOLE_REQUEST, however
busily its bytes drip in. Times are of the monotonic clock; a Pi's own may jump by weeks when it hears of the time.

What waitress promises to others are its arguments. The classes below build on what it doesn't (seen in 3.0; pyproject.toml
keeps 4 out), each for a promise that no argument gives:

    HTTPRequestParser   .path                              a malformed request ends in its answer and not in a fault of ours
    ErrorTask           .execute, .request.error           400, 413 and 431 arrive with what a browser must be told
    WSGITask            .write, .get_environment           a small answer leaves in one piece; a stream knows what is unsent
    HTTPChannel         .received, .send, .service         a request that drips in ends: channel_timeout counts from each byte
                        .writable, .write_soon, .requests  the loop rests while a thread sends
    TcpWSGIServer       .accept, .active_channels          one address holds some connections: connection_limit knows no address
                        .handle_accept                     a newcomer isn't kept waiting by a crowd: one is taken at each turn
                        .readable                          time to look for dawdlers
"""

from __future__ import annotations

import time
from collections import Counter
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest, ServerNotImplemented

from web.http.streams import UNSENT

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator, Sequence

MOST: Final = 400  # connections in all
MOST_BY_ADDRESS: Final = 64  # A laptop with the bench, six phones and a table screen holds 48: six for each host name.
AT_ONCE: Final = 50  # callers who are taken, or hung up on, before others are listened to again
WHOLE_REQUEST: Final = 10.0  # seconds from a request's first byte to its last
IDLE: Final = 10.0  # seconds without a byte either way after which a connection is closed
LOOK: Final = 1.0  # seconds between two looks at who dawdles
ORDERS: Final = (  # What a browser is told where waitress refuses a request that no page ever saw.
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)


class _Refusal(ErrorTask):  # type: ignore[misc]  # Waitress has no annotations.
    """The answer to what is no request, or one that is too large."""

    def execute(self) -> None:
        if isinstance(self.request.error, ServerNotImplemented):  # An odd coding is the sender's fault, and no fault of ours.
            self.request.error = BadRequest(self.request.error.body)
        self.response_headers.extend(ORDERS)
        super().execute()


class _Answer(WSGITask):  # type: ignore[misc]  # Waitress has no annotations.
    """An answer whose head leaves with the first of its body: between two sends a whole page of another's would be made."""

    def get_environment(self) -> Any:
        environ, channel = super().get_environment(), self.channel
        environ[UNSENT] = lambda: channel.total_outbufs_len  # With the answer itself in it they would hold each other.
        return environ

    def write(self, data: bytes) -> None:
        if self.wrote_header:
            super().write(data)
            return
        with self.channel.at_once():
            super().write(data)


class _Request(HTTPRequestParser):  # type: ignore[misc]  # Waitress has no annotations.
    """A request; a malformed one has a path too, for the server's log quotes it."""

    path = ""


class _Connection(HTTPChannel):  # type: ignore[misc]  # Waitress has no annotations.
    """One connection, which knows since when its request has been coming and when it last moved."""

    parser_class = _Request
    error_task_class = _Refusal
    task_class = _Answer

    def __init__(self, server: Listener, *more: Any, **named: Any) -> None:
        self._clock = server.clock
        self._began = self._moved = self._clock()
        self._together: list[bytes] | None = None
        self._sending = False
        super().__init__(server, *more, **named)

    def received(self, data: bytes) -> Any:
        self._moved = self._clock()
        if self.request is None:
            self._began = self._moved
        return super().received(data)

    def send(self, data: bytes, do_close: bool = True) -> Any:
        sent = super().send(data, do_close)
        if sent:
            self._moved = self._clock()
        return sent

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Send what is written meanwhile as one piece, and nothing of it where that fails."""
        parts: list[Any] = []
        self._together = parts
        try:
            yield
        finally:
            self._together = None
        self.write_soon(b"".join(parts))

    def write_soon(self, data: Any) -> Any:
        if self._together is not None:
            self._together.append(data)
            return len(data)
        self._sending = True
        try:
            return super().write_soon(data)
        finally:
            self._sending = False
            if super().writable():  # What is left is the loop's to send.
                self.server.pull_trigger()

    def writable(self) -> Any:
        """Whether the loop should send: not while a thread does, or it would only turn and turn beside it."""
        threads = self._sending and self.total_outbufs_len <= self.adj.outbuf_high_watermark
        return not threads and super().writable()

    def service(self) -> None:
        super().service()
        self._moved = self._clock()

    def worth(self) -> tuple[bool, float]:
        """Sort connections by what is lost with them: first those that are asked nothing, the one that rested longest first."""
        return bool(self.requests), self._moved

    def dawdles(self, now: float) -> bool:
        """Whether it should go: it does nothing, or its request doesn't come to an end. Not while it is being answered."""
        if self.requests:
            return False
        late = self.request is not None and now - self._began > WHOLE_REQUEST
        return late or now - self._moved > IDLE


class Listener(TcpWSGIServer):  # type: ignore[misc]  # Waitress has no annotations.
    """Waitress's server with these limits. *clock* is in seconds and never jumps."""

    channel_class = _Connection

    def __init__(self, *more: Any, clock: Callable[[], float] = time.monotonic, **named: Any) -> None:
        self.clock = clock
        self._next_look = clock()
        self._is_called = False
        super().__init__(*more, **named)

    def handle_accept(self) -> None:
        """Take callers until nobody waits: with one at each turn of the loop a newcomer waits for seconds behind a crowd."""
        for _ in range(AT_ONCE):
            self._is_called = False  # It stays so where a call fails, as without a free descriptor: the next turn tries again.
            super().handle_accept()
            if not self._is_called:
                break

    def accept(self) -> tuple[socket.socket, Sequence[Any]] | None:
        """Take the next caller, unless their address has enough connections already: then hang up.

        Where all connections are taken, the address that has most of them loses one to any that has at least two fewer: a few
        greedy phones leave room for everybody else.
        """
        caller: tuple[socket.socket, Sequence[Any]] | None = super().accept()
        self._is_called = caller is not None
        if caller is None:
            return None
        held, address = self.held(), caller[1][0]
        if held[address] < MOST_BY_ADDRESS and (held.total() < MOST or self._frees_one(held, held[address] + 2)):
            return caller
        caller[0].close()
        return None

    def _frees_one(self, held: Counter[str], least: int) -> bool:
        """Hang up on a connection of the greediest address, where that has *least* or more; return whether one was found."""
        greedy, most = held.most_common(1)[0]
        if most < least:
            return False
        theirs = [one for one in self.active_channels.values() if one.addr[0] == greedy and not one.will_close]
        if theirs:
            min(theirs, key=_Connection.worth).will_close = True
        return bool(theirs)

    def held(self) -> Counter[str]:
        """Return how many connections are open, by address."""
        return Counter(channel.addr[0] for channel in list(self.active_channels.values()) if not channel.will_close)

    def readable(self) -> Any:
        """Part of every turn of the loop, and so the place to look for dawdlers."""
        now = self.clock()
        if now >= self._next_look:
            self._next_look = now + LOOK
            for channel in list(self.active_channels.values()):
                channel.will_close = channel.will_close or channel.dawdles(now)
        return super().readable()
