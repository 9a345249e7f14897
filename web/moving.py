"""Bringing a seat to another phone: by the ticket that its pawn was given.

Looking at a ticket uses nothing up, for cameras look at addresses before people do; taking the seat is a second step. The
token that the new phone will have waits in a cookie of its own, so that two quick presses are one move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, make_response, redirect, render_template, request, url_for

from companion.game import Illegal
from companion.table import Stale, Unknown
from companion.tickets import LENGTH
from web import identity
from web.speech import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.game import Seat
    from companion.table import Table


def register(app: Flask, table: Table) -> None:
    """Add the routes of seats that move to *app*."""

    @app.get(f"/<string(length={LENGTH}):code>")
    def ticket(code: str) -> ResponseReturnValue:
        return _look(table, code)

    @app.post("/move")
    def move() -> ResponseReturnValue:
        code = request.form.get("code", "")
        page = lambda sentence: _page(table.seat_behind(code), code, sentence)  # noqa: E731
        return taken(table, lambda token: table.move(code, token), page)


def _look(table: Table, code: str) -> ResponseReturnValue:
    """Ask whether this phone shall have the seat; of a free seat, lead to the door with its pawn chosen."""
    seat = table.seat_behind(code)
    if seat is None:
        return _page(None), 404
    if seat not in table.names:
        return redirect(url_for("home", pawn=seat), 303)
    if identity.seat_of_request(table) == seat:
        return redirect("/", 303)
    response = make_response(_page(seat, code))
    identity.expect(response, identity.new_token())
    return response


def taken(table: Table, take: Callable[[str], object], page: Callable[[str], str]) -> ResponseReturnValue:
    """Let *take* bring a seat to this phone's new token (hashed), and return its page, or *page* with a sentence."""
    token = identity.expected() or identity.new_token()
    if table.seating.seat_of(identity.hashed(token)) is None:
        try:
            take(identity.hashed(token))
        except Stale:
            return page(""), 409
        except Illegal as illegal:
            return page(spoken().say(illegal.refusal.said, table.names)), 422
        except Unknown:
            return page(spoken().text("web.unknown")), 503
    response = redirect("/", 303)
    identity.hold(response, table, token)
    return response


def _page(seat: Seat | None, code: str = "", sentence: str = "") -> str:
    return render_template("moving.html", seat=seat, code=code, sentence=sentence)
