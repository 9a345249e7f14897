"""Limit the server's connections: how many an address can hold, how long a request can take, and how many are answered at once.

Waitress keeps a connection without a thread until its request is complete, so a slow phone doesn't occupy a thread. It
could still occupy connections. So these are counted by address, and a request must be complete within REQUEST_TIMEOUT,
however steadily its bytes arrive. Few requests of an address are answered at once, and its others wait in their connections:
otherwise somebody who asks for page after page would have all threads and most of the processor. Times are of the monotonic
clock, because a Pi's wall clock can jump by weeks when it is set from the network.

Waitress's public interface is its arguments. The classes below rely on internals instead (as of 3.0; pyproject.toml
excludes 4), each for a guarantee that no argument gives:

    HTTPRequestParser   .path                              a malformed request gets its answer instead of causing a fault
                        .parse_header, .adj                a picture may be longer than any other body, one at a time by address
    ErrorTask           .execute, .request.error           400, 413 and 431 are sent with our security headers
    WSGITask            .write, .get_environment           a small answer is sent in one piece; a stream can tell what is unsent
    HTTPChannel         .received, .send, .service         a slow request is cut off: channel_timeout restarts at each byte
                        .requests_lock, .socket            so is a phone that asks without reading
                        .writable, .write_soon, .requests  the loop sleeps while a thread sends
    TcpWSGIServer       .accept, .active_channels          connections are limited by address, unlike with connection_limit
                        .handle_accept                     a crowd doesn't delay a newcomer: waitress accepts one per turn
                        .readable                          called often enough to look for slow connections
                        .add_task                          an address has few of the threads at once
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from contextlib import contextmanager, suppress
from copy import copy
from functools import partial
from socket import SHUT_RDWR
from typing import TYPE_CHECKING, Any, Final

from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import TcpWSGIServer
from waitress.task import ErrorTask, WSGITask
from waitress.utilities import BadRequest, ServerNotImplemented

from web.http.guard import LONGEST_PICTURE, LONGEST_REQUEST, PICTURES
from web.http.streams import TURN, UNSENT

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable, Iterator, Sequence

MOST: Final = 400  # connections in all
MOST_BY_ADDRESS: Final = 64  # A laptop with the bench, six phones and a table screen holds 48: six for each host name.
MOST_AT_ONCE: Final = 4  # requests of one address that are answered at once; streams that have begun don't count
MOST_ACCEPTED: Final = 50  # callers accepted, or hung up on, before the loop serves open connections again
MOST_TOGETHER: Final = 2  # requests that a connection may send before it has its answers; browsers send one at a time
MOST_PICTURES: Final = 3  # in memory at once, with up to LONGEST_PICTURE each; another is refused with 413
REQUEST_TIMEOUT: Final = 10.0  # seconds from a request's first byte to its last
IDLE_TIMEOUT: Final = 10.0  # seconds without a byte either way after which a connection is closed
CHECK_EVERY: Final = 1.0  # seconds between two searches for slow or idle connections
SECURITY_HEADERS: Final = (  # Headers of the answers that waitress gives itself, before a request reaches the app.
    ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'"),
    ("Referrer-Policy", "same-origin"),
    ("X-Content-Type-Options", "nosniff"),
    ("Cache-Control", "no-store"),
)


class _Refusal(ErrorTask):  # type: ignore[misc]  # Waitress has no annotations.
    """Answer data that isn't a request, or a request that is too large."""

    def execute(self) -> None:
        if isinstance(self.request.error, ServerNotImplemented):  # An odd coding is the sender's fault, not ours.
            self.request.error = BadRequest(self.request.error.body)
        self.response_headers.extend(SECURITY_HEADERS)
        super().execute()


class _Answer(WSGITask):  # type: ignore[misc]  # Waitress has no annotations.
    """Send an answer's head together with the first part of its body.

    Sent separately they could be far apart, because another thread may render a whole page in between.
    """

    def get_environment(self) -> Any:
        environ, channel = super().get_environment(), self.channel
        environ[UNSENT] = lambda: channel.total_outbufs_len  # Not `self`, which would make a reference cycle.
        environ[TURN] = channel.turn.give_back
        return environ

    def write(self, data: bytes) -> None:
        if self.wrote_header:
            super().write(data)
            return
        with self.channel.in_one_piece():
            super().write(data)


class _Request(HTTPRequestParser):  # type: ignore[misc]  # Waitress has no annotations.
    """Give even a malformed request a path, because waitress puts it in the log. Let a picture be long, if there is room."""

    path = ""
    is_picture = False
    adj: Any

    def __init__(self, adj: Any, room: Callable[[], bool]) -> None:
        """*room* returns whether one more picture may arrive now."""
        super().__init__(adj)
        self._room = room

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.command == "POST" and self.path == PICTURES and self.content_length > LONGEST_REQUEST and self._room():
            self.is_picture = True
            self.adj = copy(self.adj)
            self.adj.max_request_body_size = LONGEST_PICTURE + 1


class _Turn:
    """One of the MOST_AT_ONCE of an address. A stream gives it back when it begins, because it has limits of its own."""

    def __init__(self, give: Callable[[], None]) -> None:
        self._give: Callable[[], None] | None = give

    def give_back(self) -> None:
        """Give it back, if that hasn't been done. Call it only from the thread that answers the request."""
        give, self._give = self._give, None
        if give is not None:
            give()


class _Connection(HTTPChannel):  # type: ignore[misc]  # Waitress has no annotations.
    """Record when a connection's request began to arrive, and when a byte last went either way."""

    error_task_class = _Refusal
    task_class = _Answer

    def __init__(self, server: Listener, *more: Any, **named: Any) -> None:
        self._clock = server.clock
        self._began = self._moved = self._clock()
        self._together: list[bytes] | None = None
        self._sending = False
        self.turn = _Turn(lambda: None)
        super().__init__(server, *more, **named)

    def parser_class(self, adj: Any) -> _Request:
        """Return a parser for the connection's next request."""
        return _Request(adj, self._room_for_picture)

    def _room_for_picture(self) -> bool:
        """Return whether few enough pictures are in memory: MOST_PICTURES, and one of this address."""
        others = [one for one in self.server.active_channels.values() if one is not self and one.holds_picture()]
        return len(others) < MOST_PICTURES and all(one.addr[0] != self.addr[0] for one in others)

    def holds_picture(self) -> bool:
        """Return whether a picture is arriving or being answered."""
        return any(one.is_picture for one in (self.request, *self.requests) if one is not None)

    def received(self, data: bytes) -> Any:
        self._moved = self._clock()
        if self.request is None:
            self._began = self._moved
        taken = super().received(data)
        with self.requests_lock:
            if len(self.requests) > MOST_TOGETHER:
                del self.requests[MOST_TOGETHER:]
                self.hang_up()
        return taken

    def hang_up(self) -> None:
        """Have the loop close the connection at its next turn, even if the phone doesn't read what has been sent to it."""
        self.will_close = True
        with suppress(OSError):  # The phone has hung up itself.
            self.socket.shutdown(SHUT_RDWR)

    def send(self, data: bytes, do_close: bool = True) -> Any:
        sent = super().send(data, do_close)
        if sent:
            self._moved = self._clock()
        return sent

    @contextmanager
    def in_one_piece(self) -> Iterator[None]:
        """Send everything written meanwhile as one piece, or nothing of it on an error."""
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
            if super().writable():  # The loop sends the rest.
                self.server.pull_trigger()

    def writable(self) -> Any:
        """Return whether the loop should send. It must not while a thread does, or it would spin meanwhile."""
        threads = self._sending and self.total_outbufs_len <= self.adj.outbuf_high_watermark
        return not threads and super().writable()

    def service(self) -> None:
        turn = self.turn = _Turn(partial(self.server.give_turn, self.addr[0]))
        try:
            super().service()  # The connection's next request may have begun when this returns, with a turn of its own.
        finally:
            turn.give_back()
        self._moved = self._clock()

    def eviction_order(self) -> tuple[bool, float]:
        """Return a sort key: connections without a request first, among those the one idle for longest."""
        return bool(self.requests), self._moved

    def is_too_slow(self, now: float) -> bool:
        """Return whether to close it: idle, or its request takes too long. Never while a request is being answered."""
        if self.requests:
            return False
        late = self.request is not None and now - self._began > REQUEST_TIMEOUT
        return late or now - self._moved > IDLE_TIMEOUT


class Listener(TcpWSGIServer):  # type: ignore[misc]  # Waitress has no annotations.
    """Waitress's server with these limits. *clock* returns seconds and never jumps."""

    channel_class = _Connection

    def __init__(self, *more: Any, clock: Callable[[], float] = time.monotonic, **named: Any) -> None:
        self.clock = clock
        self._next_check = clock()
        self._has_accepted = False
        self._turns = threading.Lock()
        self._answered: Counter[str] = Counter()  # By address, how many of its requests have a turn,
        self._waiting: dict[str, deque[_Connection]] = {}  # and which connections wait for one.
        super().__init__(*more, **named)

    def add_task(self, task: _Connection) -> None:
        """Let a thread answer the connection's request, or let it wait while its address has MOST_AT_ONCE of them."""
        address = task.addr[0]
        with self._turns:
            if self._answered[address] >= MOST_AT_ONCE:
                self._waiting.setdefault(address, deque()).append(task)
                return
            self._answered[address] += 1
        super().add_task(task)

    def give_turn(self, address: str) -> None:
        """Give a turn that *address* no longer needs to the next of its connections that waits."""
        with self._turns:
            if waiting := self._waiting.get(address):
                following = waiting.popleft()
            else:
                self._waiting.pop(address, None)
                self._answered[address] -= 1
                self._answered += Counter()  # Forget those that have none.
                return
        super().add_task(following)

    def handle_accept(self) -> None:
        """Accept callers until none is waiting. With one per turn of the loop a crowd would delay a newcomer for seconds."""
        for _ in range(MOST_ACCEPTED):
            self._has_accepted = False  # Stays false if accepting fails, as without a free descriptor; the next turn retries.
            super().handle_accept()
            if not self._has_accepted:
                break

    def accept(self) -> tuple[socket.socket, Sequence[Any]] | None:
        """Accept the next caller, or hang up if their address already has MOST_BY_ADDRESS connections.

        Once all MOST connections are taken, the address with most of them loses one to any address that has at least two
        fewer, so that a few greedy phones leave room for everybody else.
        """
        caller: tuple[socket.socket, Sequence[Any]] | None = super().accept()
        self._has_accepted = caller is not None
        if caller is None:
            return None
        held, address = self.held(), caller[1][0]
        if held[address] < MOST_BY_ADDRESS and (held.total() < MOST or self._evicts_one(held, held[address] + 2)):
            return caller
        caller[0].close()
        return None

    def _evicts_one(self, held: Counter[str], least: int) -> bool:
        """Close a connection of the address with most of them, if it has at least *least*; return whether one was closed."""
        greedy, most = held.most_common(1)[0]
        if most < least:
            return False
        theirs = [one for one in self.active_channels.values() if one.addr[0] == greedy and not one.will_close]
        if theirs:
            min(theirs, key=_Connection.eviction_order).hang_up()
        return bool(theirs)

    def held(self) -> Counter[str]:
        """Return how many connections are open, by address."""
        return Counter(channel.addr[0] for channel in list(self.active_channels.values()) if not channel.will_close)

    def readable(self) -> Any:
        """Close slow and idle connections; every turn of the loop calls this."""
        now = self.clock()
        if now >= self._next_check:
            self._next_check = now + CHECK_EVERY
            for channel in list(self.active_channels.values()):
                if channel.is_too_slow(now):
                    channel.hang_up()
        return super().readable()
