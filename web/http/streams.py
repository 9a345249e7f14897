"""Send server-sent events: `version` announces that there is something new to fetch, `page` contains a seat's page.

`version` carries the table's revision, which is public. Streams without a seat send nothing else. A seat's stream begins
with it, because a phone that was away fetches its page anyway. At each later change it sends the page itself, which saves a
round trip over the Wi-Fi and a second request to a busy server. While earlier bytes are still unsent it sends only the
version, so that a phone that doesn't read fills no memory, and a slow one gets few outdated pages.

`seated` tells a phone on the join page that it has a seat already: a browser that followed a link from another site sent
the page's request without the cookie, but sends it with the stream's. `hb` is sent once a second, as an event because
scripts can't see comments. `bye` ends a stream that a newer tab of the same phone has replaced, or a newer one of its own tab.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol, TypeAlias

from flask import Flask, Response, abort, copy_current_request_context, request
from werkzeug.exceptions import Forbidden, MethodNotAllowed

from web.pages import i18n
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from companion.kit.viewers import Seat
    from companion.table.changes import Changes
    from companion.table.table import Table

    Told: TypeAlias = tuple[int, str]  # A revision, and its event or page.

UNSENT: Final = "barkeep.unsent"  # In a request's environment: a function that returns the unsent bytes of its answer.
TURN: Final = "barkeep.turn"  # And one that lets another request of its address be answered, because this one holds its thread.
LINE_END: Final = re.compile(r"\r\n|\r|\n")
SEATED: Final = "event: seated\ndata: 0\n\n"
HEARTBEAT: Final = 1.0  # seconds; also how long a closed tab can go unnoticed
MOST_SEATS: Final = 6
MOST_NAME: Final = 20  # characters of a page's name for itself that are kept
MOST_PUBLIC: Final = 32  # streams of pages without a seat: table screens, bench, phones on the join page
MOST_BY_ADDRESS: Final = 12  # of those; a laptop with the bench, six phones and a table screen needs eight


class Followed(Protocol):
    """A table, or a hub: whatever changes."""

    @property
    def changes(self) -> Changes[Any]:
        """Where to wait for its next change."""


class Opening(NamedTuple):
    """Which of its streams a *page* asks for: the *number* counts those that it has opened. A page has any name but ""."""

    page: str = ""
    number: int = 0

    def is_outrun_by(self, other: Opening) -> bool:
        """Return whether the same page has opened the *other* later, and given this one up."""
        return bool(self.page) and self.page == other.page and self.number < other.number


UNNAMED: Final = Opening()


class Streams:
    """The open streams. A seat has one, of which the newest wins; those without a seat are limited in number."""

    def __init__(self, table: Followed) -> None:
        self._table = table
        self._lock = threading.Lock()
        self._newest: dict[str, tuple[Opening, object]] = {}
        self._public: list[tuple[str, _Counted]] = []  # By address, the oldest first.
        self._screens: set[_Counted] = set()  # Those of table screens.
        self._closed = False
        self._generation = 0

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        self._table.changes.nudge()

    def restart(self) -> None:
        """End every stream that is open now; browsers then reconnect and fetch everything again."""
        self._generation += 1
        self._table.changes.nudge()

    def watched(self) -> bool:
        """Return whether a table screen is open; if so, phones show news only after its ceremonies."""
        return bool(self._screens)

    def of_seat(
        self,
        seat: Seat,
        gone: Callable[[], bool],
        tell: Callable[[int], Told],
        beside: Iterable[str] = (),
        opening: Opening = UNNAMED,
    ) -> Iterator[str]:
        """Yield *seat*'s events until *gone* returns true; *tell* makes the event for a change.

        Its earlier stream ends with `bye`, and so do those of the seats *beside* it on the same phone. A stream that its page
        has given up ends none: its request may be answered after that of the stream which the same page opened instead. Either
        its browser has left already, or its *opening* is outrun, because browsers may be late to say that they have left.
        """
        mine = (opening, object())
        with self._lock:
            newest, _ = self._newest.get(seat, mine)
            if not gone() and not opening.is_outrun_by(newest):
                self._newest.update(dict.fromkeys((seat, *beside), mine))
        self._table.changes.nudge()  # Frees older streams now and not a heartbeat later, in case somebody opens hundreds.
        return self._follow(gone, lambda: self._newest.get(seat) is mine, tell)

    def public(self, address: str, gone: Callable[[], bool], *, screen: bool = False) -> _Counted | None:
        """Return a stream of events until *gone* returns true, or None if there are too many; *screen*: for a table screen."""
        return self.counted(address, self._follow(gone, lambda: True), screen=screen)

    def counted(self, address: str, events: Iterator[str], *, screen: bool = False) -> _Counted | None:
        """Return *events* as another stream to *address*, or None if there are too many already.

        Once all MOST_PUBLIC streams are taken, the address with most of them loses one to any address that has at least two
        fewer, so that nobody can keep a table screen out by opening many. A table screen may also take the place of a stream
        that isn't one, so that it has room beside a crowd at the door.
        """
        with self._lock:
            held = Counter(one for one, _ in self._public)
            if held[address] >= MOST_BY_ADDRESS or not (
                len(self._public) < MOST_PUBLIC or self._evicts_one(address, held) or (screen and self._evicts_for_screen())
            ):
                return None
            entry = _Counted(events, lambda: self._leave(address, entry))
            self._public.append((address, entry))
            self._screens |= {entry} if screen else set()
        return entry

    def _evicts_one(self, address: str, held: Counter[str]) -> bool:
        greedy, most = held.most_common(1)[0]
        if most < held[address] + 2:
            return False
        return self._evicts(next(one for one in self._public if one[0] == greedy))

    def _evicts_for_screen(self) -> bool:
        other = next((one for one in self._public if one[1] not in self._screens), None)
        return other is not None and self._evicts(other)

    def _evicts(self, one: tuple[str, _Counted]) -> bool:
        one[1].end()
        self._public.remove(one)
        return True

    def _leave(self, address: str, entry: _Counted) -> None:
        with self._lock:
            if (address, entry) in self._public:
                self._public.remove((address, entry))
            self._screens.discard(entry)

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
            now = self._table.changes.wait(known, HEARTBEAT, lambda: over() or not newest()).revision
            if over() or not newest():
                continue
            if now == known:
                yield f"event: hb\ndata: {now}\n\n"
            else:
                known, event = tell(now) if tell and known >= 0 else version(now)
                yield event


class _Counted:
    """A stream that calls *ended* once at its end, even if it was never started; a generator's `finally` isn't run then."""

    def __init__(self, events: Iterator[str], ended: Callable[[], None]) -> None:
        self._events, self._ended, self._open, self._is_evicted = events, ended, True, False

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        if self._is_evicted:
            raise StopIteration
        return next(self._events)

    def end(self) -> None:
        """Make the stream end at its next event, within a heartbeat."""
        self._is_evicted = True

    def close(self) -> None:
        """Report the end. The server calls this after every answer, complete or not."""
        if self._open:
            self._open = False
            self._ended()


def version(now: int) -> Told:
    """Return the event that announces the revision *now* without its page."""
    return now, f"event: version\ndata: {now}\n\n"


def register(app: Flask, table: Table, page: Callable[[], Told]) -> Streams:
    """Add the streams' routes to *app* and return the streams, to be closed with the server.

    *page* returns the revision and the main page of the asking phone.
    """
    streams = Streams(table)

    @app.get("/stream")
    def public_stream() -> Response:
        insist_on_get()
        events = streams.public(request.remote_addr or "", gone(), screen="screen" in request.args)
        if events is not None and "join" in request.args and session.seat_of_request(table.now):
            return answer(_Counted(chain([SEATED], events), events.close))
        return answer(events)

    @app.get("/seat/stream")
    def seat_stream() -> Response:
        insist_on_get()
        seat, beside = session.insist_on_seat(table.now), session.others(table.now)
        session.insist_on_own_page()
        opening = Opening(request.args.get("page", "")[:MOST_NAME], request.args.get("opened", 0, int))
        events = streams.of_seat(seat, gone(), _bringing(page), beside, opening)
        return answer(_while_held(events, session.holding(table)))

    return streams


def _while_held(events: Iterator[str], held: Callable[[], bool]) -> Iterator[str]:
    """Yield *events* while *held* returns true, then a `version`, at which the phone fetches and gets the join page."""
    for event in events:
        yield event
        if not held():
            yield "event: version\ndata: 0\n\n"
            return


def _bringing(page: Callable[[], Told]) -> Callable[[int], Told]:
    """Return a function that makes the event for a change, with a *page* rendered then, for the seat held then."""
    words, unsent = i18n.spoken(), request.environ.get(UNSENT, int)

    @copy_current_request_context
    def tell(now: int) -> Told:
        if unsent():
            return version(now)
        i18n.use_words(words)
        try:
            made, html = page()
        except Forbidden:  # It has no seat any more, and gets the join page when it fetches.
            return version(now)
        return made, f"id: {made}\nevent: page\n{_lines(html)}\n"

    return tell


def _lines(html: str) -> str:
    return "".join(f"data: {line}\n" for line in LINE_END.split(html))


def insist_on_get() -> None:
    """Abort with 405 for HEAD. Flask routes it like GET, and its stream would be counted and never closed."""
    if request.method != "GET":
        raise MethodNotAllowed(["GET"])


def gone() -> Callable[[], bool]:
    """Return the server's function that returns whether the browser has disconnected."""
    asked: Callable[[], bool] = request.environ.get("waitress.client_disconnected", lambda: False)
    return asked


def answer(events: Iterator[str] | None) -> Response:
    """Return *events* as a response; abort with 503 for None, when there are too many streams."""
    if events is None:
        abort(503)
    request.environ.get(TURN, bool)()
    return Response(events, mimetype="text/event-stream")
