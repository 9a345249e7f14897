"""Bringing a seat to another phone: by the ticket that its pawn was given, or by its PIN.

Looking at a ticket uses nothing up, for cameras look at addresses before people do; taking the seat is a second step. The
token that the new phone will have waits in a cookie of its own, so that two quick presses are one move.
"""

from __future__ import annotations

import math
import secrets
from typing import TYPE_CHECKING

from flask import Flask, abort, make_response, redirect, render_template, request, url_for

from companion import pins
from companion.game import Illegal
from companion.pins import DIGITS, SALT_BYTES, Tries
from companion.seating import MoveSeat, SetPin
from companion.table import Unknown
from companion.tickets import LENGTH
from web import identity
from web.speech import spoken
from web.taking import taken

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.game import Seat
    from companion.table import Table


def register(app: Flask, table: Table, clock: Callable[[], float], insist_on_pace: Callable[[], None]) -> None:
    """Add the routes of seats that move to *app*; *clock* times the pauses after wrong PINs.

    *insist_on_pace* aborts a request of whoever changes things too often.
    """
    tries = Tries(clock)

    @app.get(f"/<string(length={LENGTH}):code>")
    def ticket(code: str) -> ResponseReturnValue:
        return _look(table, code)

    @app.post("/move")
    def move() -> ResponseReturnValue:
        code = request.form.get("code", "")
        page = lambda sentence: _page(table.seat_behind(code), code, sentence)  # noqa: E731  # Said where it is used.
        return taken(table, lambda token: table.move(code, token), page)

    @app.get("/pin")
    def pin_page() -> ResponseReturnValue:
        response = make_response(_pin_page(table))
        identity.expect(response, identity.new_token())
        return response

    @app.post("/pin")
    def pin() -> ResponseReturnValue:
        insist_on_pace()
        return _by_pin(table, tries, request.form.get("pawn", ""), request.form.get("pin", ""))

    @app.post("/seat/pin")
    def new_pin() -> ResponseReturnValue:
        seat = identity.insist_on_seat(table)
        insist_on_pace()
        return _new_pin(table, seat)


def _by_pin(table: Table, tries: Tries, seat: Seat, pin: str) -> ResponseReturnValue:
    """Bring *seat* here if *pin* is its own. A free seat has none, and says no more than a wrong one."""
    sitter = table.seating.sitters.get(seat)
    if sitter is None:
        return _pin_page(table, sentence=spoken().text("web.pin.wrong")), 422
    if pause := tries.begin(seat):
        return _pin_page(table, seat, spoken().text("web.pin.pause", count=math.ceil(pause / 60))), 429
    if len(pin) != DIGITS or not pins.fits(pin, sitter.pin):
        return _pin_page(table, seat, spoken().text("web.pin.wrong")), 422
    tries.right(seat)
    return taken(table, lambda token: table.act(seat, MoveSeat(token)), lambda sentence: _pin_page(table, seat, sentence))


def _new_pin(table: Table, seat: Seat) -> ResponseReturnValue:
    """Give *seat* a PIN, and show it: this once, on its own phone, for only its hash is kept."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    try:
        table.act(seat, SetPin(pins.hashed(pin, secrets.token_bytes(SALT_BYTES))))
    except Illegal:
        abort(403)  # The seat was given up a moment ago.
    except Unknown:
        abort(503)
    return render_template("pin_view.html", pin=pin, made=table.revision)


def _pin_page(table: Table, seat: Seat = "", sentence: str = "") -> str:
    return render_template("pin.html", names=table.names, chosen=seat, sentence=sentence)


def _look(table: Table, code: str) -> ResponseReturnValue:
    """Ask whether this phone shall have the seat; of a free seat, lead to the door with its pawn chosen."""
    seat = table.seat_behind(code)
    if seat is None:
        return _page(None), 404
    if seat not in table.names:
        return redirect(url_for("home", pawn=seat, also=1 if identity.seat_of_request(table) else None), 303)
    if identity.seat_of_request(table) == seat:
        return redirect("/", 303)
    response = make_response(_page(seat, code))
    identity.expect(response, identity.new_token())
    return response


def _page(seat: Seat | None, code: str = "", sentence: str = "") -> str:
    return render_template("moving.html", seat=seat, code=code, sentence=sentence)
