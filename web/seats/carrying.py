"""Fetch the file of a game that goes on at another table, and bring one from there. Both only for people who sit here."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, Response, abort, redirect, render_template, request

from companion.carrying import reading
from companion.carrying.gamefile import SUFFIX, NotAGameFile, packed
from companion.kit.messages import Illegal, Said
from web.http.guard import LONGEST_REQUEST
from web.pages.enrolment import MANY
from web.pages.i18n import spoken
from web.seats import session

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the routes to *app*; *limit_rate* aborts a request that exceeds the rate limit."""

    @app.get("/game/<int:number>")
    def game_file(number: int) -> Response:
        now = table.now
        if not _may_fetch(now, session.insist_on_seat(now), number):
            abort(404)
        limit_rate(1)
        return _file(table, now, number)

    @app.get("/bring")
    def bring_page() -> str:
        session.insist_on_seat(table.now)
        return render_template("house/bring.html", sentence="")

    @app.post("/bring")
    def bring() -> ResponseReturnValue:
        """Put the game of the uploaded file among those put away. A file of rubbish counts as much as a good one."""
        session.insist_on_seat(table.now)
        limit_rate(MANY)
        request.max_content_length = request.max_form_memory_size = LONGEST_REQUEST
        upload = request.files.get("game")
        try:
            table.travelling.bring(*reading.read(upload.read() if upload else b"", table.now.games))
        except NotAGameFile as wrong:
            return _refused(table, wrong.said), 422
        except Illegal as illegal:
            return _refused(table, illegal.refusal.said), 422
        return redirect("/", 303)


def _may_fetch(now: Snapshot, seat: Seat, number: int) -> bool:
    """Return whether everybody has agreed that the players of game *number* get its file, and *seat* has a place in it."""
    saved = now.evening.saved.get(number)
    return saved is not None and saved.elsewhere and now.places.holds(now.seating, seat, number)


def _file(table: Table, now: Snapshot, number: int) -> Response:
    """Return the file, under a name that says nothing but which game it is."""
    raw = packed(table.travelling.file(number))
    answer = Response(raw, mimetype="application/octet-stream")
    name = f"barkeep-{now.evening.saved[number].started.game}-{number}{SUFFIX}"
    answer.headers["Content-Disposition"] = f"attachment; filename={name}"
    return answer


def _refused(table: Table, said: Said) -> str:
    return render_template("house/bring.html", sentence=spoken().say(said, table.now.names))
