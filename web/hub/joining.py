"""Join the league, say "that was me", and leave it again: by a name and a PIN of one's own, with no cookie.

A claim is believed, because whoever played is in the room; a director takes a false one away, and it is seen that they did.
"""

from __future__ import annotations

import math
import re
from operator import eq
from typing import TYPE_CHECKING, Final

from flask import Flask, abort, redirect, render_template, request

from companion.club.ledger import RECENT
from companion.seats import names as readable
from companion.seats import pins
from companion.seats.pins import Tries
from web.hub.board import called
from web.hub.passwords import NOBODYS, fits, hashed
from web.pages.i18n import spoken

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask.typing import ResponseReturnValue

    from companion.club.hall import Hall
    from companion.club.ledger import Entry, Ledger, Person
    from web.hub.limits import Limit

A_PIN: Final = re.compile(r"[0-9]{4,8}")
MOST: Final = 2000  # people in a league


def register(app: Flask, hall: Hall, ledger: Ledger, clock: Callable[[], float], limit: Limit) -> None:
    """Add these pages to *app*. *clock* times the pauses after wrong PINs."""
    tries = Tries(clock)
    _add_joining(app, ledger, limit)
    _add_claiming(app, hall, ledger, tries, limit)
    _add_leaving(app, ledger, tries, limit)


def _add_joining(app: Flask, ledger: Ledger, limit: Limit) -> None:
    @app.get("/league/join")
    def join_page() -> str:
        return _join_page()

    @app.post("/league/join")
    def join() -> ResponseReturnValue:
        limit()
        name = readable.tidy(request.form.get("name", ""))
        if refusal := _signed_up(ledger, name, request.form.get("pin", "")):
            return _join_page(name, spoken().text(refusal)), 422
        return redirect("/league/games", 303)


def _add_claiming(app: Flask, hall: Hall, ledger: Ledger, tries: Tries, limit: Limit) -> None:
    @app.get("/league/claim")
    def claim_page() -> str:
        return _claim_page(ledger, *_claimed(ledger, request.args.get("row", 0, int), request.args.get("seat", "")))

    @app.post("/league/claim")
    def claim() -> ResponseReturnValue:
        limit()
        entry, seat = _claimed(ledger, request.form.get("row", 0, int), request.form.get("seat", ""))
        name, pin = request.form.get("name", ""), request.form.get("pin", "")
        person = proven(ledger, tries, name, pin)
        if not isinstance(person, int):
            return _claim_page(ledger, entry, seat, name, person[0]), person[1]
        if not ledger.claim(entry.row, seat, person):
            return _claim_page(ledger, entry, seat, name, spoken().text("hub.claim.taken")), 409
        hall.told()
        return redirect("/league", 303)


def _add_leaving(app: Flask, ledger: Ledger, tries: Tries, limit: Limit) -> None:
    @app.get("/league/leave")
    def leave_page() -> str:
        return render_template("hub/leave.html", sentence="", name="")

    @app.post("/league/leave")
    def leave() -> ResponseReturnValue:
        limit()
        name = request.form.get("name", "")
        person = proven(ledger, tries, name, request.form.get("pin", ""))
        if not isinstance(person, int):
            return render_template("hub/leave.html", sentence=person[0], name=name), person[1]
        ledger.leave(person)
        return redirect("/league", 303)


def proven(ledger: Ledger, tries: Tries, name: str, pin: str) -> int | tuple[str, int]:
    """Return the number of the person with *name* whose *pin* it is; or else a sentence, and the status of the answer.

    The try is counted before it is checked, as at a table, so that a restart doesn't give it back.
    """
    person = _named(ledger, name)
    if person is None:
        fits(pin, NOBODYS)
        return spoken().text("hub.pin.wrong"), 422
    address = pins.marked(request.remote_addr or "")
    if pause := tries.begin(person.number, address, lambda: ledger.tried(person.number)):
        return spoken().text("web.pin.pause", count=math.ceil(pause / 60)), 429
    try:
        ledger.miss(person.number, address)
    finally:
        tries.counted(person.number, address)
    if not fits(pin, person.pin):
        return spoken().text("hub.pin.wrong"), 422
    ledger.forgive(person.number)
    return person.number


def _named(ledger: Ledger, name: str) -> Person | None:
    """Return who is called *name*, or else somebody whose name looks the same: no second one can join with it."""
    name, people = readable.tidy(name), ledger.people()
    return next((one for alike in (eq, readable.same) for one in people if alike(one.name, name)), None)


def _signed_up(ledger: Ledger, name: str, pin: str) -> str:
    """Add somebody to the league; or return the code of why not."""
    if not readable.is_readable(name):
        return "hub.join.unreadable"
    if not A_PIN.fullmatch(pin):
        return "hub.join.pin"
    people = ledger.people()
    if len(people) >= MOST:
        return "hub.join.full"
    if any(readable.same(one.name, name) for one in people) or not ledger.sign_up(name, hashed(pin)):
        return "hub.join.taken"
    return ""


def _claimed(ledger: Ledger, row: int, seat: str) -> tuple[Entry, str]:
    """Return the recent result in *row*; abort with 404 unless it has *seat*, and no player of the house had it."""
    entry = next((one for one in ledger.entries(most=RECENT, standing=True) if one.row == row), None)
    part = entry.part(seat) if entry else None
    if entry is None or part is None or part.of_house:
        abort(404)
    return entry, seat


def _join_page(name: str = "", sentence: str = "") -> str:
    return render_template("hub/join.html", name=name, sentence=sentence, longest=readable.LONGEST)


def _claim_page(ledger: Ledger, entry: Entry, seat: str, name: str = "", sentence: str = "") -> str:
    label = called(entry.table, ledger.labels())
    return render_template("hub/claim.html", entry=entry, seat=seat, label=label, name=name, sentence=sentence)
