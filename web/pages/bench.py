"""The bench: the simulated box, its reader and its tags on one page, beside real phone pages.

Only with simulated hardware, only under local names and only from this machine: the page can act for every player, and on
a LAN anybody can put a local name into a request.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import urlsplit

from flask import Flask, Response, abort, redirect, render_template, request

from companion.kit.game import Nothing, Play, Point
from companion.kit.messages import Thing, Who, say
from companion.kit.pieces import Piece
from companion.kit.viewers import TABLE
from companion.seats.tickets import Claim
from web.http.guard import exact_body, is_this_machine
from web.http.streams import answer, insist_on_get
from web.pages import i18n
from web.pages.bench_acts import one_move_back
from web.pages.bench_pieces import Look, looks, refused, round_of, told
from web.seats.session import BENCH_SITE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from flask.typing import ResponseReturnValue

    from companion.kit.game import Tapped
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.streams import Streams

BODIES: Final[dict[str, dict[str, type]]] = {  # The body of each route: exactly these fields, of these types.
    "lay": {"uid": str, "beside": bool},
    "lift": {"uid": str},
    "press": {"button": str, "long": bool},
    "fault": {"name": str, "on": bool},
    "undo": {"seats": str},
    "plug": {},
}
BUTTONS: Final = ("ok", "back", "last_order")
SPOT: Final = "bench"  # The reader's name, to ask what a tap on it would mean.
LOOK: Final = 0.04  # seconds between two looks at the box
BEAT: Final = 25  # looks without news after which the stream sends a heartbeat
NEWS: Final = 3  # sentences in the list of latest events
# Each part with the fault that stands for unplugging it. Fault names begin with their part.
PLUGS: Final = {"reader": "reader.unplugged", "tags": "", "display": "display.unplugged", "panel": "panel.absent"}
BESIDE_THE_PIECES: Final = ("tags.two", "tags.unknown")  # Offered beside each piece instead, since they need one.


class Bench(Protocol):
    """The simulated hardware, as the bench's page uses it. Every method may be called from any thread.

    Tags are identified by their UID in hexadecimal; a method raises KeyError for a tag or fault that the box doesn't
    have.
    """

    def pieces(self) -> Sequence[tuple[str, Piece]]:
        """Return every tagged piece of the box with its UID."""

    def unknown_tag(self) -> str:
        """Return the UID of a tag that belongs to no piece."""

    def lying(self) -> Sequence[str]:
        """Return the UIDs of the tags in the reader's field, in the order in which they were laid."""

    def lay(self, uid: str) -> None:
        """Lay a tag on the reader, beside any others."""

    def lift(self, uid: str) -> None:
        """Lift a tag off the reader."""

    def press(self, button: str, *, long: bool = False) -> None:
        """Press *button*, one of BUTTONS."""

    def display(self) -> bytes:
        """Return the display's current picture, as decoded from its bus: a PNG of 128x64 pixels."""

    def panel(self) -> Mapping[str, Any]:
        """Return "colour" (red, green, blue, 0 to 255), the last "phrase", and the number of "phrases" so far."""

    def faults(self) -> Mapping[str, bool]:
        """Return every fault by name ("reader.noise"), with whether it is on now."""

    def set_fault(self, name: str, on: bool) -> None:
        """Switch the fault *name* on or off. Some faults end by themselves."""

    def pull_plug(self) -> None:
        """Cut the table's power in a moment, without any farewell, and plug it in again."""

    def revision(self) -> int:
        """Return a number that changes with display, buzzer, tags or faults."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A piece of the box: whether it *lies* on the reader, and what a tap *means* now."""

    uid: str
    piece: Piece
    lies: bool
    means: Tapped[Any] | Claim
    look: Look

    @property
    def acts(self) -> bool:
        """Return whether a tap would do anything."""
        return not isinstance(self.means, Nothing)


def register(app: Flask, table: Table, bench: Bench, streams: Streams, sleep: Callable[[float], None] = time.sleep) -> None:
    """Add the bench's routes to *app*; its streams count towards the limits of *streams*."""
    app.jinja_env.globals["has_bench"] = True  # Makes phones tell the bench whose they are.
    _register_pages(app, table, bench)
    _register_stream(app, table, bench, streams, sleep)
    _register_hands(app, bench)
    _register_acts(app, table, bench)


def _register_pages(app: Flask, table: Table, bench: Bench) -> None:
    @app.get("/bench")
    def bench_page() -> ResponseReturnValue:
        insist_local()
        if _host() != BENCH_SITE:  # Phones in frames keep their cookies only if they belong to the same site.
            return redirect(f"http://{BENCH_SITE}{_port()}/bench")
        answer = Response(render_template("bench/page.html", phones=_phones(table), **_page(table.now, bench)))
        answer.headers["Content-Security-Policy"] = _policy()
        return answer

    @app.get("/bench/view")
    def bench_view() -> str:
        insist_local()
        return render_template("bench/view.html", **_page(table.now, bench))

    @app.get("/bench/display.png")
    def bench_display() -> Response:
        insist_local()
        return Response(bench.display(), mimetype="image/png")


def _register_stream(app: Flask, table: Table, bench: Bench, streams: Streams, sleep: Callable[[float], None]) -> None:
    @app.get("/bench/stream")
    def bench_stream() -> Response:
        insist_local()
        insist_on_get()
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        return answer(streams.counted(request.remote_addr or "", _follow(table, bench, gone, sleep)))


def _register_hands(app: Flask, bench: Bench) -> None:
    """Add the routes for hands. Each answers 204, or 400 for anything that the box doesn't have; none needs a seat."""

    @app.post("/bench/lay")
    def lay() -> ResponseReturnValue:
        body = _local_body()
        uid = _known(bench, body["uid"])
        for other in bench.lying():
            if other != uid and not body["beside"]:
                bench.lift(other)
        bench.lay(uid)
        return "", 204

    @app.post("/bench/lift")
    def lift() -> ResponseReturnValue:
        uid = _known(bench, _local_body()["uid"])
        bench.lift(uid)
        return "", 204

    @app.post("/bench/press")
    def press() -> ResponseReturnValue:
        body = _local_body()
        if body["button"] not in BUTTONS:
            abort(400)
        bench.press(body["button"], long=body["long"])
        return "", 204

    @app.post("/bench/fault")
    def fault() -> ResponseReturnValue:
        body = _local_body()
        if body["name"] not in bench.faults():
            abort(400)
        bench.set_fault(body["name"], body["on"])
        return "", 204


def _register_acts(app: Flask, table: Table, bench: Bench) -> None:
    """Add the routes for what one does to the table as a whole; each answers 204, or 409 if that can't be done now."""

    @app.post("/bench/undo")
    def undo() -> ResponseReturnValue:
        body = _local_body()
        if not one_move_back(table, sorted(set(body["seats"]))):
            abort(409)
        return "", 204

    @app.post("/bench/plug")
    def plug() -> ResponseReturnValue:
        _local_body()
        bench.pull_plug()
        return "", 204


def _local_body() -> dict[str, Any]:
    """Return the body, which must have the fields that BODIES lists for this route; abort with 400 otherwise."""
    insist_local()
    return exact_body(BODIES[request.endpoint or ""])


def _known(bench: Bench, uid: str) -> str:
    if uid not in (bench.unknown_tag(), *bench.lying()) and uid not in dict(bench.pieces()):
        abort(400)
    return uid


# The page's content


def _page(now: Snapshot, bench: Bench) -> dict[str, object]:
    i18n.name_players(now)
    game, view, lying = now.game, now.view(TABLE), bench.lying()
    look = looks(now, [piece for _, piece in bench.pieces()])
    tags = [Tag(uid, piece, uid in lying, now.meaning(piece, SPOT), look[piece]) for uid, piece in bench.pieces()]
    by_uid, played, troubles = {tag.uid: tag for tag in tags}, _played_with(now), bench.faults()
    return {
        "game": game.NAME if game else "",
        "playing": now.playing,
        "round": round_of(now),
        "ticket": now.ticket,
        "names": now.names,
        "seats": sorted({tag.piece.seat for tag in tags if tag.piece.seat}),
        "box": [tag for tag in tags if played is None or tag.piece in played],
        "other_boxes": [tag for tag in tags if played is not None and tag.piece not in played],
        "unknown": bench.unknown_tag(),
        "lying": lying,
        "tags": by_uid,
        "meaning": _meaning(by_uid, lying),
        "panel": bench.panel(),
        "faults": _faults(troubles),
        "broken": sum(troubles[name] for name in troubles if name not in BESIDE_THE_PIECES),
        "buttons": BUTTONS,
        "news": view.news[:NEWS] if view else (),
        "match": now.match,
        "refused": refused,
        "would_tell": told,
        "command_text": command_text,
        "Play": Play,
        "Point": Point,
        "Claim": Claim,
        "Thing": Thing,
        "Who": Who,
    }


def _played_with(now: Snapshot) -> frozenset[Piece] | None:
    """Return the current game's pieces, or None between two games, when any game may come next."""
    game, started = now.game, now.seating.started
    if game is None or started is None or not now.playing:
        return None
    return frozenset(game.pieces(started.options))


def _meaning(tags: Mapping[str, Tag], lying: Sequence[str]) -> Tapped[Any] | Claim | None:
    """Return the meaning of the tags on the reader, None for an empty one. The reader accepts only one tag at a time."""
    if len(lying) > 1:
        return Nothing(say("table.one_at_a_time"))
    if not lying:
        return None
    return tags[lying[0]].means if lying[0] in tags else Nothing(say("table.unknown_tag"))


def _faults(faults: Mapping[str, bool]) -> list[tuple[str, str, dict[str, bool]]]:
    """Return each part with its plug's fault ("" if it has none) and all its faults."""
    shown = {name: on for name, on in faults.items() if name not in BESIDE_THE_PIECES}
    of = {part: {name: on for name, on in shown.items() if name.startswith(f"{part}.")} for part in PLUGS}
    return [(part, plug, of[part]) for part, plug in PLUGS.items()]


def command_text(command: Any) -> str:
    """Return *command* as in the rule book: its name and its values."""
    values = [str(getattr(command, name)) for name in command.__dataclass_fields__]
    return f"{type(command).__name__}({', '.join(values)})"


@dataclass(frozen=True, slots=True)
class Phone:
    """A phone for *seat*: the *address* of its real page on a separate host, so that each phone has its own cookies.

    Once somebody sits there, the phone itself tells the bench whose it is (static/bench/framed.js).
    """

    seat: Seat
    address: str


def _phones(table: Table) -> list[Phone]:
    seats = sorted({seat for game in table.now.games.values() for seat in game.SEATS})
    return [Phone(seat, f"http://{seat.lower()}.{BENCH_SITE}{_port()}/?pawn={seat}") for seat in seats]


def _follow(table: Table, bench: Bench, gone: Callable[[], bool], sleep: Callable[[float], None]) -> Iterator[str]:
    """Yield a count at every change of table or box (`version`), the LED's colour (`led`), and a heartbeat (`hb`)."""
    known, colour, count, quiet = None, None, 0, 0
    while not gone():
        now, light = (table.now.revision, bench.revision()), tuple(bench.panel()["colour"])
        quiet += 1
        if light != colour:
            colour, quiet = light, 0
            yield f"event: led\ndata: {' '.join(str(part) for part in light)}\n\n"
        if now != known:
            known, count, quiet = now, count + 1, 0
            yield f"event: version\ndata: {count}\n\n"
        if quiet >= BEAT:
            quiet = 0
            yield f"event: hb\ndata: {count}\n\n"
        sleep(LOOK)


# Access and framing


def insist_local() -> None:
    """Abort with 404 unless the request is from this machine and under a local name, which stops DNS rebinding."""
    name = _host()
    if not is_this_machine(request.remote_addr):
        abort(404)
    if name not in ("localhost", "127.0.0.1") and not name.endswith(".localhost"):
        abort(404)


def _host() -> str:
    return (urlsplit(f"//{request.host}").hostname or "").rstrip(".")


def _port() -> str:
    port = urlsplit(f"//{request.host}").port
    return f":{port}" if port else ""


def _policy() -> str:
    return "; ".join((
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'",
        f"frame-src http://*.{BENCH_SITE}{_port()}", "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'",
    ))  # fmt: skip
