"""The league, for everybody to read: ranking, who meets whom, results, corrections, and files of it. Joining it is opt-in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, Response, abort, render_template, request

from companion.agreeing.evening.exports import KINDS
from companion.club import exports
from companion.club.ledger import ALWAYS, RECENT
from companion.club.standings import pairs, ranking
from web.hub.board import called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from companion.club.ledger import Entry, Ledger, Season
    from web.hub.accounts import Accounts

ALL: Final = "all"
FILES: Final = ("csv", "json")
DECIMAL: Final = {"en": "."}  # The others have a comma.


def register(app: Flask, ledger: Ledger, accounts: Accounts) -> None:
    """Add the league's pages to *app*."""
    app.jinja_env.filters["points"] = _points

    @app.get("/league")
    def league() -> str:
        return render_template("hub/league.html", **_page(ledger), director=accounts.who())

    @app.get("/league/games")
    def league_games() -> str:
        return render_template("hub/games.html", **results(ledger), director=accounts.who())

    @app.get("/league/corrections")
    def league_corrections() -> str:
        corrections = ledger.corrections()
        entries = {one.row: one for one in ledger.entries(rows={one.row for one in corrections})}
        return render_template(
            "hub/corrections.html", corrections=corrections, entries=entries, names=names(ledger), **_labels(ledger)
        )

    @app.get("/league/file/<kind>")
    def league_file(kind: str) -> Response:
        if kind not in FILES:
            abort(404)
        answer = Response(_file(ledger, kind), mimetype=KINDS[kind])
        answer.headers["Content-Disposition"] = f"attachment; filename=barkeep-league.{kind}"
        return answer


def names(ledger: Ledger) -> dict[int, str]:
    """Return the names of everybody in the league, by number."""
    return {one.number: one.name for one in ledger.people()}


def results(ledger: Ledger) -> dict[str, Any]:
    """Return the newest results, with what a page needs to show them."""
    shown = {one.row: one for standing in (True, False) for one in ledger.entries(most=RECENT, standing=standing)}
    return {"entries": [shown[row] for row in sorted(shown, reverse=True)], "names": names(ledger), **_labels(ledger)}


def _labels(ledger: Ledger) -> dict[str, Any]:
    labels = ledger.labels()
    return {"called": lambda identity: called(identity, labels)}


def _page(ledger: Ledger) -> dict[str, Any]:
    seasons = _seasons(ledger)
    season = _chosen(seasons)
    counted = [one.played for one in ledger.entries(season, standing=True)]
    return {
        "season": season,
        "seasons": seasons,
        "rows": ranking(counted),
        "pairs": pairs(counted),
        "names": names(ledger),
        "all": ALL,
    }


def _seasons(ledger: Ledger) -> list[Season]:
    """Return the seasons to choose from: those that a director has named, or else the months in which somebody played."""
    return ledger.seasons() or ledger.months()


def _chosen(seasons: Sequence[Season]) -> Season:
    """Return the season that the request asks for, by default the newest."""
    asked = request.args.get("season", "")
    return next((one for one in seasons if asked in ("", one.name)), ALWAYS)


def _file(ledger: Ledger, kind: str) -> str:
    season = _chosen(_seasons(ledger))
    chosen, people = ledger.entries(season), names(ledger)
    if kind == "csv":
        return exports.table(ranking(one.played for one in chosen if not one.struck), people)
    return exports.everything(season, chosen, people, ledger.labels())


def _points(points: Fraction, language: str) -> str:
    """Return *points* with two decimals at most, as *language* writes them."""
    text = f"{float(points):.2f}".rstrip("0").rstrip(".")
    return text.replace(".", DECIMAL.get(language, ","))


def people_of(entry: Entry, known: Mapping[int, str]) -> dict[str, str]:
    """Return the names of those who have claimed a seat of *entry*, by seat."""
    return {seat: known[person] for seat, person in entry.people.items() if person in known}
