"""Server-sent events that carry nothing but version numbers: each page then fetches its own view.

`version` counts what anybody could see, `hb` comes once a second (comments are invisible to scripts), `bye` ends a stream
that a newer tab of the same seat has replaced.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

from flask import Flask, Response, abort, request
from werkzeug.exceptions import MethodNotAllowed

from web import identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from companion.table import Table

HEARTBEAT: Final = 1.0  # seconds; also how soon a vanished tab is noticed
MOST_SEATS: Final = 6
MOST_PUBLIC: Final = 32  # streams of pages without a seat: table screens, bench, phones at the door
MOST_BY_ADDRESS: Final = 12  # of those from one address; a laptop with the bench, six phones and a table screen needs eight


class Streams:
    """The streams that are open. A seat has one, and the newest wins; the others are counted."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._newest: dict[str, object] = {}
        self._public: list[str] = []
        self._screens = 0
        self._closed = False
        self._generation = 0

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._table.nudge()

    def renew(self) -> None:
        """End every stream that is open now: who still hears it asks for another, and looks at everything again."""
        self._generation += 1
        self._table.nudge()

    def watched(self) -> bool:
        """Whether a table screen follows: then the phones leave its ceremonies the first word."""
        return self._screens > 0

    def of_seat(self, seat: str, gone: Callable[[], bool]) -> Iterator[str]:
        """Yield *seat*'s events until *gone*; the stream that it had before ends with `bye`."""
        mine = self._newest[seat] = object()
        self._table.nudge()  # The older one leaves its thread now, and not a heartbeat later: somebody may open hundreds.
        return self._follow(gone, lambda: self._newest[seat] is mine)

    def public(self, address: str, gone: Callable[[], bool], *, screen: bool = False) -> Iterator[str] | None:
        """Yield the events until *gone*, or return None where there are too many; *screen*: a table screen asks."""
        return self.counted(address, self._follow(gone, lambda: True), screen=screen)

    def counted(self, address: str, events: Iterator[str], *, screen: bool = False) -> Iterator[str] | None:
        """Return *events* as one more stream to *address*, or None where there are too many already."""
        with self._lock:
            if len(self._public) >= MOST_PUBLIC or self._public.count(address) >= MOST_BY_ADDRESS:
                return None
            self._public.append(address)
            self._screens += screen
        return _Counted(events, lambda: self._leave(address, screen=screen))

    def _leave(self, address: str, *, screen: bool) -> None:
        with self._lock:
            self._public.remove(address)
            self._screens -= screen

    def _follow(self, gone: Callable[[], bool], newest: Callable[[], bool]) -> Iterator[str]:
        known, generation = -1, self._generation

        def over() -> bool:
            return self._closed or self._generation != generation

        while not gone() and not over():
            if not newest():
                yield "event: bye\ndata: 0\n\n"
                return
            now = self._table.wait(known, HEARTBEAT, lambda: over() or not newest())
            if over() or not newest():
                continue
            yield f"event: hb\ndata: {now}\n\n" if now == known else f"event: version\ndata: {now}\n\n"
            known = now


class _Counted:
    """A stream that says once when it has ended, also one that was never begun (a generator's `finally` isn't run then)."""

    def __init__(self, events: Iterator[str], ended: Callable[[], None]) -> None:
        self._events, self._ended, self._open = events, ended, True

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        return next(self._events)

    def close(self) -> None:
        """Called by the server at the end of every answer, whole or broken off."""
        if self._open:
            self._open = False
            self._ended()


def register(app: Flask, table: Table) -> Streams:
    """Add the streams' routes to *app* and return them, to be closed with the server."""
    streams = Streams(table)

    @app.get("/stream")
    def public_stream() -> Response:
        insist_on_get()
        return answer(streams.public(request.remote_addr or "", _gone(), screen="screen" in request.args))

    @app.get("/seat/stream")
    def seat_stream() -> Response:
        insist_on_get()
        events = streams.of_seat(identity.insist_on_seat(table), _gone())
        return answer(_while_held(events, identity.holding(table)))

    return streams


def _while_held(events: Iterator[str], held: Callable[[], bool]) -> Iterator[str]:
    """Yield *events* for as long as the phone has its seat, and at the end let it look once more: it finds the door."""
    for event in events:
        yield event
        if not held():
            yield "event: version\ndata: 0\n\n"
            return


def insist_on_get() -> None:
    """HEAD, which Flask answers by GET's route, would take a place in the count and never give it back."""
    if request.method != "GET":
        raise MethodNotAllowed(["GET"])


def _gone() -> Callable[[], bool]:
    """Return the server's own knowledge of whether the browser is still there."""
    gone: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return gone


def answer(events: Iterator[str] | None) -> Response:
    """Return the stream of *events*; abort with 503 where there was no room for it."""
    if events is None:
        abort(503)
    return Response(events, mimetype="text/event-stream")
