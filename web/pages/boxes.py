"""The page on which the table enters what is printed on its own box's cards. Only for sitters, between games.

A plain form that needs no script. The game defines the columns and validates the rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Flask, abort, redirect, render_template, request

from companion.kit.messages import Illegal
from companion.kit.options import Contents
from companion.kit.viewers import TABLE
from companion.tags.contents import LONGEST, KeepContents, contents
from web.pages.enrolment import MANY
from web.pages.i18n import spoken
from web.seats import session

if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

    from companion.table.snapshot import Snapshot
    from companion.table.table import Table
    from companion.tags.contents import Rows
    from web.http.rate_limit import LimitRate

MOST_DIGITS: Final = 4


def register(app: Flask, table: Table, limit_rate: LimitRate) -> None:
    """Add the routes of the boxes to *app*; *limit_rate* aborts a request that exceeds the rate limit."""

    @app.get("/box/<game>")
    def box_page(game: str) -> str:
        session.insist_on_seat(table.now)
        now = table.now
        return _page(now, game, rows(now, game))

    @app.post("/box/<game>")
    def box(game: str) -> ResponseReturnValue:
        """Save the form's cells; a form without cells confirms the box as shown."""
        session.insist_on_seat(table.now)
        cells = request.form.getlist("cell")
        shown = rows(table.now, game)
        typed = _typed(_of(table.now, game), cells) if cells else shown
        limit_rate(MANY)
        try:
            table.act(TABLE, KeepContents(game, typed))
        except Illegal as illegal:
            return _page(table.now, game, typed, spoken().say(illegal.refusal.said, table.now.names)), 422
        return redirect("/", 303)


def rows(now: Snapshot, game: str) -> Rows:
    """Return the contents of *game*'s box, as far as known; abort with 404 for a game whose contents can't be entered."""
    return now.contents.get(game, _of(now, game).rows)


def _of(now: Snapshot, game: str) -> Contents:
    found = contents(now.games[game]) if game in now.games else None
    return found[1] if found else abort(404)


def _typed(option: Contents, cells: list[str]) -> Rows:
    """Return *cells*, listed row by row, as rows; abort with 400 unless there are as many as the box has."""
    width = len(option.columns)
    if len(cells) != width * len(option.rows):
        abort(400)
    each = [cells[at : at + width] for at in range(0, len(cells), width)]
    return tuple((row[0][: LONGEST + 1], *(_number(cell) for cell in row[1:])) for row in each)


def _number(cell: str) -> int:
    text = cell.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else 0


def _page(now: Snapshot, game: str, shown: Rows, sentence: str = "") -> str:
    name, option = contents(now.games[game]) or abort(404)
    guessed = frozenset() if game in now.contents else option.guessed
    return render_template(
        "house/box.html",
        game=game,
        code=f"{game}.option.{name}",
        option=option,
        rows=shown,
        guessed=guessed,
        sentence=sentence,
        longest=LONGEST,
        playing=now.playing,
    )
