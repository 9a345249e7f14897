"""A photograph of the table from a phone: what it shows beside what the companion has, as the form to set the table anew.

The picture is looked at and forgotten. What it shows goes to the phone that sent it, and to nobody else: others learn only of
the proposal that its owner may make of it, which is the same as one made by hand.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol

from flask import Flask, Response, abort, render_template, request

from companion.kit.layout import named
from companion.kit.messages import Who, say
from companion.setting.layouts import label
from companion.sighting.comparing import can_be_photographed, findings
from web.http.guard import LONGEST_PICTURE, PICTURES
from web.pages.i18n import name_players, spoken
from web.seats import session, setting

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat
    from companion.match.match import Match
    from companion.sighting.comparing import Findings, Photographable
    from companion.sighting.standing import Picture
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate

KINDS: Final = ("image/jpeg", "image/png", "image/webp")
COSTS: Final = 5  # Rate limit cost: each takes the processor for a second.
AGAIN: Final = 2  # seconds after which to try again while another picture is being looked at


class Finder(Protocol):
    """What looks at pictures, outside this process."""

    @property
    def installed(self) -> bool:
        """Return whether it can look at any."""

    @property
    def install(self) -> str:
        """Return the command after which it can."""

    def find(self, data: bytes, /) -> Picture | None:
        """Return what is in *data*, None if it can't be read; raise BlockingIOError while it looks at another picture."""


def register(app: Flask, table: Table, limit_rate: LimitRate, finder: Finder | None) -> None:
    """Add the routes to *app*; *limit_rate* aborts a request that exceeds the rate limit, *finder* looks at pictures."""
    can = finder is not None and finder.installed
    app.jinja_env.globals["photographed"] = lambda: table.now.game is not None and can_be_photographed(table.now.game)
    app.jinja_env.globals["photographs"] = can

    @app.get(PICTURES)
    def photo_page() -> str:
        _, match, seat = _playing(table)
        begun = "begin" in request.args
        install = finder.install if finder else ""
        return render_template("house/photo.html", can=can, begun=begun, game=match.game.NAME, seat=seat, install=install)

    @app.post(PICTURES)
    def photo() -> ResponseReturnValue:
        _playing(table)
        if finder is None or not can:
            abort(409)
        limit_rate(COSTS)
        picture = _picture(finder)
        if picture is None:
            return _sentence("web.photo.unreadable"), 422
        now, match, _ = _playing(table)
        return _found(now, match, picture)


def _playing(table: Table) -> tuple[Snapshot, Match, Seat]:
    """Return the snapshot, its game and the asking seat; abort with 403 without a seat, 409 unless a photograph helps it."""
    now = table.now
    seat = session.insist_on_seat(now)
    if now.match is None or not setting.settable(now, seat) or not can_be_photographed(now.match.game):
        abort(409)
    name_players(now)
    return now, now.match, seat


def _picture(finder: Finder) -> Picture | None:
    """Return what is in the request's picture; abort with 413 or 415 for what is none, 503 while another is looked at."""
    if request.mimetype not in KINDS:
        abort(415)
    request.max_content_length = LONGEST_PICTURE
    data = request.get_data(cache=False)
    try:
        return finder.find(data)
    except BlockingIOError:
        abort(Response("", 503, {"Retry-After": str(AGAIN)}))


def _sentence(code: str) -> str:
    return render_template("house/photo_found.html", sentence=spoken().text(code), found=[], size=(0, 0))


@dataclass(frozen=True, slots=True)
class Outline:
    """What was found at *corners*: its name in the reader's language, the seat whose pawn it is, and whether it *differs*."""

    name: str
    seat: Seat
    differs: bool
    corners: tuple[tuple[float, float], ...]


def _found(now: Snapshot, match: Match, picture: Picture) -> str:
    game: Any = match.game
    one = findings(game, match.state, picture)
    outlines = _outlines(now, game, match, picture, one)
    return render_template(
        "house/photo_found.html",
        sentence="" if outlines else spoken().text("web.photo.nothing"),
        found=[[each.name, each.seat, each.differs, each.corners] for each in outlines],
        size=(picture.width, picture.high),
        lines=setting.lines(match, one.changes, ()),
        changes=[(f"{each.part}@{each.thing}", each.value) for each in one.changes],
        groups=setting.groups(game, one.asked),
        notes=one.notes,
        unseen=[label(game, thing) for thing in one.unseen],
        field=setting.field,
        begun="begin" in request.args,
        game=game.NAME,
    )


def _outlines(now: Snapshot, game: Photographable, match: Match, picture: Picture, one: Findings) -> list[Outline]:
    """Return the outlines of all glyphs in *picture* that belong to *game*; what a change or a question is about differs."""
    scene = game.photographed(match.state)
    about = {each.thing for each in one.changes} | {each.thing for each in one.asked}
    names = {printed.number: base.name for base in scene.bases for printed in base.glyphs}
    names |= {one.glyph: one.name for one in scene.figures}
    found = [(names[each.number], each.corners) for each in picture.sightings if each.number in names]
    return [Outline(_named(now, game, name), name if name in game.SEATS else "", name in about, at) for name, at in found]


def _named(now: Snapshot, game: AnyGame, name: str) -> str:
    said = say("table.screen.who", who=Who(name)) if name in game.SEATS else say("table.set.thing", thing=named(game, name))
    return spoken().say(said, now.players)
