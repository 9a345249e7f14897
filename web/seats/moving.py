"""Move a seat to another phone, or give a place in a game to its seat's sitter, by the pawn's ticket or by the PIN.

Looking at a ticket doesn't use it up, because cameras open addresses before people do; taking the seat is a second step.
The new phone's future token waits in a cookie of its own, so that pressing twice quickly moves the seat once.
"""

from __future__ import annotations

import math
import secrets
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from flask import Flask, abort, make_response, redirect, render_template, request, url_for

from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE
from companion.seats import pins
from companion.seats.pins import DIGITS, SALT_BYTES, Tries
from companion.seats.places import ComeBack, TakePlaces
from companion.seats.seating import MissPin, MoveSeat, SetPin
from companion.seats.tickets import LENGTH
from companion.table.table import Unknown
from web.pages.i18n import spoken
from web.seats import leaving, session
from web.seats.taking import arrived, taken

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.kit.viewers import Seat
    from companion.seats.places import Place
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate


def register(app: Flask, table: Table, clock: Callable[[], float], limit_rate: LimitRate) -> None:
    """Add the routes of moving seats to *app*; *clock* times the pauses after wrong PINs.

    *limit_rate* aborts a request that exceeds the rate limit.
    """
    tries = Tries(clock)
    _register_tickets(app, table)
    _register_places(app, table, tries, limit_rate)
    _register_pins(app, table, tries, limit_rate)


def _register_tickets(app: Flask, table: Table) -> None:
    @app.get(f"/<string(length={LENGTH}):code>")
    def ticket(code: str) -> ResponseReturnValue:
        return _look(table, code)

    @app.post("/move")
    def move() -> ResponseReturnValue:
        code, mine = request.form.get("code", ""), session.seat_of_request(table.now)
        if mine and table.now.seat_behind(code) == mine:
            return claimed(table, code, mine)
        return taken(table, lambda token: table.pawns.move(code, token), partial(_page_of, table, code))


def _register_places(app: Flask, table: Table, tries: Tries, limit_rate: LimitRate) -> None:
    @app.get("/place")
    def place_page() -> ResponseReturnValue:
        seat = session.insist_on_seat(table.now)
        return _place_page(table, seat, request.args.get("game", 0, int), request.args.get("of", 0, int))

    @app.post("/place")
    def place() -> ResponseReturnValue:
        seat, game, of = session.insist_on_seat(table.now), request.form.get("game", 0, int), request.form.get("of", 0, int)
        limit_rate(1)
        return _place_by_pin(table, tries, seat, game, of, request.form.get("pin", ""))


def _register_pins(app: Flask, table: Table, tries: Tries, limit_rate: LimitRate) -> None:
    @app.get("/pin")
    def pin_page() -> ResponseReturnValue:
        response = make_response(_pin_page(table))
        session.expect(response, session.new_token())
        return response

    @app.post("/pin")
    def pin() -> ResponseReturnValue:
        limit_rate(1)
        return _by_pin(table, tries, request.form.get("pawn", ""), request.form.get("pin", ""))

    @app.post("/seat/pin")
    def new_pin() -> ResponseReturnValue:
        seat = session.insist_on_seat(table.now)
        limit_rate(1)
        return _new_pin(table, seat)


def claimed(table: Table, code: str, seat: Seat) -> ResponseReturnValue:
    """If *code* is good, give *seat*, held by this phone, its places in games that were put away; redirect to its page."""
    with suppress(Illegal, Unknown):  # The page says whose the places are.
        table.pawns.claim_places(code, seat)
    return redirect("/", 303)


def _by_pin(table: Table, tries: Tries, seat: Seat, pin: str) -> ResponseReturnValue:
    """Move *seat* to this phone if *pin* is right. A free seat has no PIN, and answers as to a wrong one.

    While a player of the house sits in for somebody, it is that person's PIN.
    """
    page = partial(_pin_page, table, seat)
    replaced = next(iter(table.now.room.replaced(seat)), None) if table.now.playing else None
    person, kept = (replaced.person, replaced.pin) if replaced else table.now.pin_of(seat)
    if token := session.arrived(table.now):
        return arrived(table, token)  # Not asked again: a phone that left just now would move here without a PIN.
    if wrong := _tried(table, tries, person, kept, pin):
        return page(wrong[0]), wrong[1]
    return taken(table, lambda token: table.act(seat, ComeBack(token, person) if replaced else MoveSeat(token)), page)


def _place_by_pin(table: Table, tries: Tries, seat: Seat, game: int, of: int, pin: str) -> ResponseReturnValue:
    """Give *seat*'s sitter its place in *game* if *pin* belongs to the person whose place it is, or was (*of*)."""
    person, kept = table.now.pin_of(seat, game, of)
    if wrong := _tried(table, tries, person, kept, pin):
        return _place_page(table, seat, game, of, wrong[0]), wrong[1]
    with suppress(Illegal, Unknown):
        table.act(seat, TakePlaces((game,), person))
    return redirect("/", 303)


def _tried(table: Table, tries: Tries, person: int, kept: str, pin: str) -> tuple[str, int] | None:
    """Return None if *pin* matches *kept*, the hash of *person*'s PIN; else the sentence for the phone, and the status.

    The try is counted on disk before it is checked, so that pulling the plug doesn't give it back.
    """
    wrong = spoken().text("web.pin.wrong"), 422
    if not person:
        return wrong
    address = pins.marked(request.remote_addr or "")
    if pause := tries.begin(person, address, lambda: table.now.seating.tried.get(person, {})):
        return spoken().text("web.pin.pause", count=math.ceil(pause / 60)), 429
    try:
        table.act(TABLE, MissPin(person, address))
    finally:
        tries.counted(person, address)
    return None if len(pin) == DIGITS and pins.fits(pin, kept) else wrong


def _new_pin(table: Table, seat: Seat) -> ResponseReturnValue:
    """Give *seat* a PIN and show it on its own phone, this once, because only its hash is stored."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    try:
        table.act(seat, SetPin(pins.hashed(pin, secrets.token_bytes(SALT_BYTES))))
    except Illegal:
        abort(403)  # The seat was given up a moment ago.
    return render_template("phone/pin.html", pin=pin, made=table.now.revision)


def _place_page(table: Table, seat: Seat, game: int, of: int, sentence: str = "") -> str:
    owners = table.now.places.owners(game, seat)
    place = next((one for one in owners if of in (0, one.person)), None) or abort(404)
    return render_template("door/place.html", seat=seat, game=game, of=of, name=place.name, sentence=sentence)


def _pin_page(table: Table, seat: Seat = "", sentence: str = "") -> str:
    now = table.now
    names = {one: name for one, name in now.names.items() if one in now.seating.guests}
    back = {one.seat: one.place.name for one in leaving.sat_in(now)}
    return render_template("door/pin.html", names=dict(sorted({**names, **back}.items())), chosen=seat, sentence=sentence)


def _look(table: Table, code: str) -> ResponseReturnValue:
    """Ask whether this phone should take the seat; for a free seat, redirect to the join page with its pawn chosen."""
    now = table.now
    seat = now.seat_behind(code)
    if seat is None:
        return _page(None), 404
    mine = session.seat_of_request(now)
    if seat not in now.names:
        return redirect(url_for("home", pawn=seat, code=code.upper(), also=1 if mine else None), 303)
    if mine == seat and not now.places.lost(now.seating, seat):
        return redirect("/", 303)
    waiting, replaced = leaving.waiting(now, seat), now.room.replaced(seat)
    place = waiting.place if waiting else next(iter(replaced), None)
    response = make_response(_page(seat, code, mine=mine == seat, place=place))
    session.expect(response, session.new_token())
    return response


def _page_of(table: Table, code: str, sentence: str) -> str:
    return _page(table.now.seat_behind(code), code, sentence)


def _page(seat: Seat | None, code: str = "", sentence: str = "", *, mine: bool = False, place: Place | None = None) -> str:
    """Return the page that asks; *place* is what the seat's sitter would get in the game that waits for it."""
    return render_template("door/moving.html", seat=seat, code=code, sentence=sentence, mine=mine, place=place)
