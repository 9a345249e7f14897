"""The opened books: a finished game once more, moment by moment as everybody saw it, with its charts. For anybody to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, assert_never

from flask import Flask, abort, render_template, request

from companion.kit.charts import Flows, Gains, Holdings, Ladder, Lines, Ribbons, Sayings, Stacks
from web.books import eyes, plots
from web.pages import i18n
from web.seats import session, taking_back
from web.seats.reasons import reasons

if TYPE_CHECKING:
    from collections.abc import Sequence

    from companion.kit.charts import Chart, Line
    from companion.match.books import Books
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table


def register(app: Flask, table: Table) -> None:
    """Add the books to *app*. While they are closed there is no such page: it aborts with 404."""

    @app.get("/books")
    def opened_books() -> str:
        now = table.now
        opened = now.books or abort(404)
        return shown(now, opened)

    @app.get("/books/view")
    def opened_books_view() -> str:
        now = table.now
        return shown_moment(now, now.books or abort(404))

    @app.get("/books/turning")
    def turning_points() -> str:
        now = table.now
        found = turned(now, now.books or abort(404))
        return render_template("house/turning.html", back=session.way_back(now), **found) if found["turning"] else abort(404)


def shown(now: Snapshot, opened: Books) -> str:
    """Return the page of the *opened* books."""
    page = {"back": session.way_back(now), **chapters(now, opened), **_asked(now, opened)}
    return render_template("house/books.html", offered=eyes.offered(now, opened), whole=opened.unsealed, **page)


def shown_moment(now: Snapshot, opened: Books) -> str:
    """Return the moment that the request asks for."""
    page = _asked(now, opened)
    return render_template(page["moment_page"], **page)


def chapters(now: Snapshot, opened: Books) -> dict[str, Any]:
    """Return what the page has besides moments: charts, turning points, the thoughts of the house, and what was taken back."""
    i18n.name_players(now)
    charts = [(DRAWN[type(one)], one, _plot(one, opened)) for one in opened.charts() if _says_something(one)]
    more = {"taken_back": taking_back.record(opened.match), "number": opened.match.number}
    return {"charts": charts, **turned(now, opened), "thought": reasons(now) if opened.unsealed else (), **more}


def turned(now: Snapshot, opened: Books) -> dict[str, Any]:
    """Return the search for turning points, None if there is none, and the moment of each point with its entry in the log."""
    i18n.name_players(now)
    turning, moments = now.turning_of(opened), opened.moments
    at = [moments[one.turn - 1] for one in turning.points] if turning else []
    return {"turning": turning, "turned_at": [(one, opened.match.log[one.at - 1]) for one in at], "turns": len(moments)}


def _asked(now: Snapshot, opened: Books) -> dict[str, Any]:
    """Return the moment that the request asks for as its `turn`, counted from 1; the last one by default.

    `as` says through whose eyes; abort with 404 if they aren't offered.
    """
    turns, through = len(opened.moments), request.args.get("as", eyes.EVERYBODY)
    if through not in eyes.offered(now, opened):
        abort(404)
    return moment(now, opened, min(max(request.args.get("turn", turns, type=int), 1), turns), through)


def moment(now: Snapshot, opened: Books, turn: int, through: str) -> dict[str, Any]:
    """Return the content of moment *turn*, counted from 1, for the eyes *through*."""
    moments = opened.moments
    seen = eyes.seen(now, opened, moments[turn - 1], through)
    page = "house/books_phone.html" if seen["seat"] else "house/books_moment.html"
    return {"turn": turn, "turns": len(moments), "moment": moments[turn - 1], "eyes": through, "moment_page": page, **seen}


def rendered(now: Snapshot, opened: Books, turn: int, through: str) -> str:
    """Return the markup of moment *turn*, counted from 1, for the eyes *through*."""
    page = moment(now, opened, turn, through)
    return render_template(page["moment_page"], **page)


DRAWN: Final[dict[type[Chart], str]] = {
    Ladder: "ladder",
    Lines: "lines",
    Stacks: "stacks",
    Holdings: "holdings",
    Flows: "flows",
    Gains: "gains",
    Ribbons: "ribbons",
    Sayings: "sayings",
}


def _says_something(chart: Chart) -> bool:
    """Return whether there is more to draw than the end: what was hidden until then has no lines."""
    match chart:
        case Lines(lines=lines):
            return _known_before_the_end(lines)
        case Stacks(stacks=stacks):
            return any(map(_known_before_the_end, stacks.values()))
        case Ladder(piles=parts) | Flows(flows=parts) | Gains(gains=parts) | Ribbons(ribbons=parts) | Sayings(said=parts):
            return bool(parts)
        case Holdings():
            return True
    assert_never(chart)


def _known_before_the_end(lines: Sequence[Line]) -> bool:
    return any(value is not None for one in lines for value in one.values[:-1])


def _plot(chart: Chart, opened: Books) -> object:
    """Return where the marks of *chart* lie; sentences have none."""
    match chart:
        case Ladder():
            return plots.ladder(chart)
        case Lines():
            return plots.lines(chart)
        case Stacks():
            return plots.stacks(chart)
        case Holdings():
            return plots.holdings(chart)
        case Flows():
            return plots.flows(chart, opened.match.state.seats)
        case Gains():
            return plots.gains(chart)
        case Ribbons():
            return plots.ribbons(chart)
        case Sayings():
            return None
    assert_never(chart)
