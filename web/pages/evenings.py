"""The evenings of this table: each person's record, every finished game, and files of them. All of it was seen by everybody.

Names are changed by votes, sent by plain forms from a phone with a seat.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, redirect, render_template, request

from companion.agreeing.evening import dates, exports, naming
from companion.agreeing.evening.records import nights, records
from companion.agreeing.motions import NAMING, Motion, Vote
from companion.kit.messages import Illegal
from companion.seats import names
from web.pages.enrolment import MANY
from web.pages.i18n import spoken
from web.seats import session

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.agreeing.evening.history import Finished
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from web.http.rate_limit import LimitRate

SHOWN: Final = 12  # evenings on the page, unless all are asked for


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the evenings to *app*; *limit_rate* aborts a request that exceeds the rate limit."""

    @app.get("/evenings")
    def evenings() -> str:
        return page(table.now)

    @app.post("/evenings")
    def name_somebody() -> ResponseReturnValue:
        seat = session.insist_on_seat(table.now)
        limit_rate(MANY)
        try:
            table.act(seat, Vote(_asked(), request.form.get("yes", "1") == "1"))
        except Illegal as illegal:
            return page(table.now, spoken().say(illegal.refusal.said, table.now.names)), 422
        return redirect("/evenings", 303)

    @app.get("/evenings/file/<kind>")
    def evenings_file(kind: str) -> Response:
        if kind not in exports.KINDS:
            abort(404)
        answer = Response(file(table.now, kind), mimetype=exports.KINDS[kind])
        answer.headers["Content-Disposition"] = f"attachment; filename=barkeep-evenings.{kind}"
        return answer


def file(now: Snapshot, kind: str) -> str:
    """Return the file of all evenings in the form *kind*."""
    return exports.written(kind, now.evening.history, partial(called, now))


def page(now: Snapshot, sentence: str = "") -> str:
    """Return the page for the phone being answered, which shows its own player's record first; *sentence* is a refusal."""
    seat, history = session.seat_of_request(now), now.evening.history
    own = now.seating.sitters[seat].name if seat else ""
    found, evenings = now.once("records", lambda: records(history)), now.once("nights", lambda: nights(history))
    return render_template(
        "house/evenings.html",
        back=session.way_back(now),
        own=next((one for one in found if one.name == own), None),
        people=[one for one in found if one.name != own],
        nights=evenings if "all" in request.args else evenings[:SHOWN],
        more=len(evenings) > SHOWN and "all" not in request.args,
        day=day,
        minutes=_minutes,
        called=partial(called, now),
        link=partial(_link, now),
        sentence=sentence,
        **_naming(now, bool(seat)),
    )


def called(now: Snapshot, game: str) -> str:
    """Return what *game* is called in the language of the phone; one that isn't installed any more goes by its own name."""
    return spoken().text(f"{game}.name") if game in now.games else game or spoken().text("web.evenings.gone")


def day(date: str) -> str:
    """Return *date*, YYYY-MM-DD, as people write it in the language of the phone."""
    if not date:
        return spoken().text("web.evenings.undated")
    year, month, of_month = date.split("-")
    return spoken().text("web.evenings.date", day=of_month.lstrip("0"), month=month.lstrip("0"), year=year)


def _minutes(game: Finished) -> int:
    return game.minutes if dates.night(game.ended) else 0


def _link(now: Snapshot, game: Finished) -> str:
    return exports.link(game, partial(called, now))


def _naming(now: Snapshot, seated: bool) -> dict[str, Any]:
    """Return the names that can be changed, and what is being voted on."""
    people = [] if now.playing else sorted(name for name, of_house in naming.known(now.evening).items() if not of_house)
    asked = [(motion, sorted(voters)) for motion, voters in now.room.votes.items() if motion.kind in NAMING]
    return {
        "seated": seated,
        "playing": now.playing,
        "names_known": people,
        "asked": [] if now.playing else [(motion, voters, now.electorate(motion).needed) for motion, voters in asked],
        "longest": names.LONGEST,
        "seat": session.seat_of_request(now),
    }


def _asked() -> Motion:
    """Return the motion that the form asks for; abort with 400 if it asks for none."""
    kind, name, new = (request.form.get(field, "")[: 2 * names.LONGEST] for field in ("what", "name", "new"))
    if kind == "forget":
        return Motion("forget", name=name)
    return Motion("rename", name=name, new=names.tidy(new)) if kind == "rename" else abort(400)
