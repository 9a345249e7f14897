"""Server-sent events: `version` says that there is something new to fetch, `page` brings a seat's page with it.

`version` counts what anybody could see. It is all that a stream without a seat tells; a seat's begins with it, for whoever has
been away fetches, and at every change afterwards brings the page itself: a second journey through the Wi-Fi, and a second
question to a busy server, would come between the table and the eye. While what a phone was sent before hasn't left yet, it
is told the version only: one that reads nothing fills no memory, and one that is slow gets few pages that are old.

`seated` tells a phone at the door that it has a seat: a link from another site brings no cookie, and a stream does.
`hb` comes once a second (comments are invisible to scripts), `bye` ends a stream that a newer tab of the same phone has
replaced.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Final, TypeAlias

from flask import Flask, Response, abort, copy_current_request_context, request
from werkzeug.exceptions import Forbidden, MethodNotAllowed

from web.pages import i18n
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.table.table import Table

    Told: TypeAlias = tuple[int, str]  # A revision, and the event or page that tells of it.

UNSENT: Final = "barkeep.unsent"  # In a request's environment: what tells how many bytes of its answer haven't left yet.
LINE_END: Final = re.compile(r"\r\n|\r|\n")
SEATED: Final = "event: seated\ndata: 0\n\n"
HEARTBEAT: Final = 1.0  # seconds; also how soon a vanished tab is noticed
MOST_SEATS: Final = 6
MOST_PUBLIC: Final = 32  # streams of pages without a seat: table screens, bench, phones at the door
MOST_BY_ADDRESS: Final = 12  # of those from one address; a laptop with the bench, six phones and a table screen needs eight


class Streams:
    """The streams that are open. A phone with a seat has one, and the newest wins; the others are counted."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._newest: dict[str, object] = {}
        self._public: list[tuple[str, _Counted]] = []  # By address, the oldest first.
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

    def of_seat(
        self, seat: str, gone: Callable[[], bool], tell: Callable[[int], Told], beside: Iterable[str] = ()
    ) -> Iterator[str]:
        """Yield *seat*'s events until *gone*, changes as *tell* puts them.

        The stream that it had before ends with `bye`, and so do those of the seats *beside* it on the same phone.
        """
        mine = object()
        self._newest.update(dict.fromkeys((seat, *beside), mine))
        self._table.nudge()  # The older ones leave their threads now, and not a heartbeat later: somebody may open hundreds.
        return self._follow(gone, lambda: self._newest[seat] is mine, tell)

    def public(self, address: str, gone: Callable[[], bool], *, screen: bool = False) -> _Counted | None:
        """Yield the events until *gone*, or return None where there are too many; *screen*: a table screen asks."""
        return self.counted(address, self._follow(gone, lambda: True), screen=screen)

    def counted(self, address: str, events: Iterator[str], *, screen: bool = False) -> _Counted | None:
        """Return *events* as one more stream to *address*, or None where there are too many already.

        Where all places are taken, the address that has most of them gives one up to any that has at least two fewer: nobody
        keeps a table screen away by opening many.
        """
        with self._lock:
            held = Counter(one for one, _ in self._public)
            if held[address] >= MOST_BY_ADDRESS or not (len(self._public) < MOST_PUBLIC or self._gives_up_one(address, held)):
                return None
            entry = _Counted(events, lambda: self._leave(address, entry, screen=screen))
            self._public.append((address, entry))
            self._screens += screen
        return entry

    def _gives_up_one(self, address: str, held: Counter[str]) -> bool:
        greedy, most = held.most_common(1)[0]
        if most < held[address] + 2:
            return False
        oldest = next(entry for one, entry in self._public if one == greedy)
        oldest.end()
        self._public.remove((greedy, oldest))
        return True

    def _leave(self, address: str, entry: _Counted, *, screen: bool) -> None:
        with self._lock:
            if (address, entry) in self._public:
                self._public.remove((address, entry))
            self._screens -= screen

    def _follow(
        self, gone: Callable[[], bool], newest: Callable[[], bool], tell: Callable[[int], Told] | None = None
    ) -> Iterator[str]:
        known, generation = -1, self._generation

        def over() -> bool:
            return self._closed or self._generation != generation

        while not gone() and not over():
            if not newest():
                yield "event: bye\ndata: 0\n\n"
                return
            now = self._table.wait(known, HEARTBEAT, lambda: over() or not newest()).revision
            if over() or not newest():
                continue
            if now == known:
                yield f"event: hb\ndata: {now}\n\n"
            else:
                known, event = tell(now) if tell and known >= 0 else version(now)
                yield event


class _Counted:
    """A stream that says once when it has ended, also one that was never begun (a generator's `finally` isn't run then)."""

    def __init__(self, events: Iterator[str], ended: Callable[[], None]) -> None:
        self._events, self._ended, self._open, self._given_up = events, ended, True, False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._given_up:
            raise StopIteration
        return next(self._events)

    def end(self) -> None:
        """Let the stream end with its next event, at the latest after a heartbeat."""
        self._given_up = True

    def close(self) -> None:
        """Called by the server at the end of every answer, whole or broken off."""
        if self._open:
            self._open = False
            self._ended()


def version(now: int) -> Told:
    """Return the event that says only that there is something new."""
    return now, f"event: version\ndata: {now}\n\n"


def register(app: Flask, table: Table, page: Callable[[], Told]) -> Streams:
    """Add the streams' routes to *app* and return them, to be closed with the server.

    *page* makes the main page of the phone that asks, and tells of which revision it is.
    """
    streams = Streams(table)

    @app.get("/stream")
    def public_stream() -> Response:
        insist_on_get()
        events = streams.public(request.remote_addr or "", _gone(), screen="screen" in request.args)
        if events is not None and "door" in request.args and session.seat_of_request(table.now):
            return answer(_Counted(chain([SEATED], events), events.close))
        return answer(events)

    @app.get("/seat/stream")
    def seat_stream() -> Response:
        insist_on_get()
        seat, beside = session.insist_on_seat(table.now), session.others(table.now)
        session.insist_on_own_page()
        events = streams.of_seat(seat, _gone(), _bringing(page), beside)
        return answer(_while_held(events, session.holding(table)))

    return streams


def _while_held(events: Iterator[str], held: Callable[[], bool]) -> Iterator[str]:
    """Yield *events* for as long as the phone has its seat, and at the end let it look once more: it finds the door."""
    for event in events:
        yield event
        if not held():
            yield "event: version\ndata: 0\n\n"
            return


def _bringing(page: Callable[[], Told]) -> Callable[[int], Told]:
    """Return what tells the asking phone of a change by a *page* that is made then: for the seat that it holds then."""
    words, unsent = i18n.spoken(), request.environ.get(UNSENT, int)

    @copy_current_request_context
    def tell(now: int) -> Told:
        if unsent():
            return version(now)
        i18n.go_on_in(words)
        try:
            made, html = page()
        except Forbidden:  # It has none any more, and finds the door when it fetches.
            return version(now)
        return made, f"id: {made}\nevent: page\n{_lines(html)}\n"

    return tell


def _lines(html: str) -> str:
    return "".join(f"data: {line}\n" for line in LINE_END.split(html))


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
