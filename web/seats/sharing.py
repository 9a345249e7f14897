"""One phone for several seats, handed from player to player, with a curtain page in between.

The phone keeps a token for each seat and acts with one at a time; an act's seat comes from that token alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, abort, redirect, render_template, request

from web.seats import session

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue
    from werkzeug.wrappers import Response

    from companion.table.table import Table


def hand_on(table: Table, token: str) -> Response:
    """Make the phone act with *token*, one of those that it holds, and show the curtain first."""
    response = redirect("/curtain", 303)
    session.hold(response, table, token)
    return response


def register(app: Flask, table: Table) -> None:
    """Add the routes of phones that hold several seats to *app*."""

    @app.post("/hand")
    def hand() -> ResponseReturnValue:
        """Switch the phone to another seat that it holds, and show the curtain first."""
        token = session.others(table.now).get(request.form.get("pawn", ""))
        if token is None:
            abort(403)
        return hand_on(table, token)

    @app.get("/curtain")
    def curtain() -> ResponseReturnValue:
        """Say whom to hand the phone to, without showing any purse."""
        seat = session.seat_of_request(table.now)
        return render_template("door/curtain.html", seat=seat) if seat else redirect("/", 303)
