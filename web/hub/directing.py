"""What a director changes: a result, whose seat it was, seasons, and people. Each correction of a result is kept."""

from __future__ import annotations

import re
import secrets
from typing import TYPE_CHECKING, Final

from flask import Flask, abort, redirect, render_template, request

from companion.club.ledger import LONGEST_LABEL, Season
from companion.club.reports import MOST_SEATS
from companion.seats import names as readable
from companion.seats.pins import DIGITS
from web.hub.asking import asked
from web.hub.board import called
from web.hub.counter import counter_page
from web.hub.league import ALL, names, people_of
from web.hub.passwords import hashed
from web.pages.i18n import spoken

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.club.hall import Hall
    from companion.club.ledger import Entry, Ledger, Person
    from web.hub.accounts import Accounts
    from web.hub.limits import Limit

DAY: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII)


def register(app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts, limit: Limit) -> None:
    """Add these pages to *app*: for those who are signed in, as *accounts* says."""
    _add_results(app, hall, ledger, accounts, limit)
    _add_people(app, hall, ledger, accounts, limit)
    _add_seasons(app, hall, ledger, accounts, limit)


def _add_results(app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts, limit: Limit) -> None:
    @app.get("/counter/result/<int:row>")
    def result_page(row: int) -> str:
        accounts.insist()
        return _page(ledger, _entry(ledger, row))

    @app.post("/counter/result/<int:row>")
    def correct(row: int) -> ResponseReturnValue:
        who, entry = accounts.insist(), _entry(ledger, row)
        limit()
        try:
            done = _corrected(ledger, who, entry)
        except ValueError:
            return _page(ledger, entry, refused=True), 422
        hall.told()
        return redirect(f"/counter/result/{entry.row}?done={int(done)}", 303)

    @app.get("/counter/result/<int:row>/<seat>")
    def ask_to_disclaim(row: int, seat: str) -> str:
        accounts.insist()
        name = people_of(_entry(ledger, row), names(ledger)).get(seat) or abort(404)
        back = f"/counter/result/{row}"
        return asked("claim", back, back, {"what": "claim", "seat": seat}, name=name, seat=seat)


def _add_people(app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts, limit: Limit) -> None:
    @app.get("/counter/people")
    def people_page() -> str:
        accounts.insist()
        return _people_page(ledger)

    @app.post("/counter/people")
    def help_person() -> ResponseReturnValue:
        accounts.insist()
        limit()
        person = _person(ledger, request.form.get("person", 0, int))
        if (what := request.form.get("what", "")) == "pin":
            return _people_page(ledger, person, _new_pin(ledger, person))
        if what != "remove":
            abort(400)
        ledger.leave(person.number)
        hall.told()
        return redirect("/counter/people", 303)

    @app.get("/counter/people/<int:number>")
    def ask_to_remove(number: int) -> str:
        accounts.insist()
        person = _person(ledger, number)
        seats = sum(person.number in entry.people.values() for entry in ledger.entries())
        fields = {"person": person.number, "what": "remove"}
        return asked("person", "/counter/people", "/counter/people", fields, name=person.name, count=seats)


def _person(ledger: Ledger, number: int) -> Person:
    return next((one for one in ledger.people() if one.number == number), None) or abort(404)


def _new_pin(ledger: Ledger, person: Person) -> str:
    """Give *person* a new PIN, and return it."""
    pin = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
    ledger.give_pin(person.number, hashed(pin))
    return pin


def _add_seasons(app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts, limit: Limit) -> None:
    @app.get("/counter/season")
    def ask_to_end_season() -> str:
        accounts.insist()
        gone = request.args.get("gone", "")
        one = next((one for one in ledger.seasons() if one.name == gone), None) or abort(404)
        told = {"name": one.name, "first": one.first, "last": one.last}
        return asked("season", "/counter/season#season", "/counter#season", {"gone": one.name}, **told)

    @app.post("/counter/season")
    def name_season() -> ResponseReturnValue:
        who = accounts.insist()
        limit()
        if gone := request.form.get("gone", ""):
            if gone in [one.name for one in ledger.seasons()]:
                ledger.end_season(gone)
        elif refusal := _named(ledger, season := _season()):
            return counter_page(hall, ledger, who, season, spoken().text(refusal)), 422
        return redirect("/counter", 303)


def _entry(ledger: Ledger, row: int) -> Entry:
    if row >= 2**31:
        abort(404)
    return ledger.entry(row) or abort(404)


def _page(ledger: Ledger, entry: Entry, *, refused: bool = False) -> str:
    label, people = called(entry.table, ledger.labels()), people_of(entry, names(ledger))
    return render_template("hub/result.html", entry=entry, label=label, people=people, most=MOST_SEATS, refused=refused)


def _people_page(ledger: Ledger, person: Person | None = None, pin: str = "") -> str:
    """Return everybody in the league; *person*'s new *pin* is shown this once, because only its hash is kept."""
    people = sorted(ledger.people(), key=lambda one: one.name.casefold())
    return render_template("hub/people.html", people=people, person=person, pin=pin)


def _corrected(ledger: Ledger, who: str, entry: Entry) -> bool:
    """Do what the form asks for, by the button that was pressed, and return whether that changes anything.

    Aborts with 400 if it makes no sense. Raises ValueError for a place that is none.
    """
    match request.form.get("what", ""):
        case "places":
            return ledger.correct(who, entry.row, {one.seat: _place(f"place-{one.seat}") for one in entry.result.parts})
        case "strike":
            return ledger.strike(who, entry.row, struck=True)
        case "restore":
            return ledger.strike(who, entry.row, struck=False)
        case "claim":
            return ledger.disclaim(who, entry.row, request.form.get("seat", ""))
        case _:
            return abort(400)


def _place(name: str) -> int:
    place = int(request.form[name])
    if not 0 <= place <= MOST_SEATS:
        raise ValueError(name)
    return place


def _season() -> Season:
    """Return the season that was typed, whatever it is."""
    name, first, last = (readable.tidy(request.form.get(field, "")) for field in ("name", "first", "last"))
    return Season(name, first, last)


def _named(ledger: Ledger, season: Season) -> str:
    """Add *season*; or return the code of why not."""
    if not readable.is_readable(season.name, LONGEST_LABEL):
        return "hub.join.unreadable"
    if not (DAY.fullmatch(season.first) and DAY.fullmatch(season.last)):
        return "hub.seasons.days"
    if season.first > season.last:
        return "hub.seasons.order"
    return "hub.seasons.taken" if season.name == ALL or not ledger.name_season(season) else ""
