"""Duplicates: a director hands one out and opens it later, and everybody sees how the tables compare. No seed before that."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from flask import Flask, Response, abort, redirect, render_template, request

from companion.kit.house import needed
from companion.match.duplicates import Duplicate
from web.hub.asking import asked
from web.hub.board import called

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from flask.typing import ResponseReturnValue

    from companion.club.hall import Hall
    from companion.club.ledger import Entry, HandedOut, Ledger
    from companion.kit.game import AnyGame
    from web.hub.accounts import Accounts
    from web.hub.limits import Limit

SEED_BYTES: Final = 32
SHOWN: Final = 10  # duplicates on the page


class Compared(NamedTuple):
    """A duplicate, what its tables came to, and the most that any of them had by *seat*."""

    handed: HandedOut
    entries: Sequence[Entry]
    best: Mapping[str, int]


def register(
    app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts, limit: Limit, played: Mapping[str, AnyGame]
) -> None:  # fmt: skip
    """Add these pages to *app*. Duplicates can be of the games *played* here."""

    @app.get("/league/duplicates")
    def duplicates_page() -> str:
        return _page(ledger, played, accounts.who())

    @app.get("/league/duplicate/<int:number>")
    def opened_duplicate(number: int) -> Response:
        one = next((one for one in ledger.duplicates() if one.number == number and one.opened), None) or abort(404)
        answer = Response(one.duplicate.written, mimetype="application/json")
        answer.headers["Content-Disposition"] = f"attachment; filename=duplicate-{one.duplicate.offer.mark}.json"
        return answer

    @app.get("/counter/duplicate/<int:number>")
    def ask_to_open(number: int) -> str:
        accounts.insist()
        one = next((one for one in ledger.duplicates() if one.number == number and not one.opened), None) or abort(404)
        fields = {"what": "open", "number": number}
        return asked("open", "/counter/duplicate", "/league/duplicates", fields, mark=one.duplicate.offer.mark)

    @app.post("/counter/duplicate")
    def change_duplicate() -> ResponseReturnValue:
        who = accounts.insist()
        limit()
        if request.form.get("what") == "open":
            number = request.form.get("number", 0, int)
            ledger.open_duplicate(next((one.number for one in ledger.duplicates() if one.number == number), None) or abort(404))
        elif made := _made(played):
            ledger.hand_out(made)
        else:
            return _page(ledger, played, who), 422
        hall.told()
        return redirect("/league/duplicates#top", 303)  # Without that, a browser would go on to the form.


def _made(played: Mapping[str, AnyGame]) -> Duplicate | None:
    """Return a new duplicate of the game and the number of seats that the form asks for; None if it has no such number.

    It has the game's default rules, except those by which people would deal: what real cards do can't be the same everywhere.
    """
    game, count = played.get(request.form.get("game", "")) or abort(400), request.form.get("seats", 0, int)
    if not game.FEWEST <= count <= len(game.SEATS):
        return None
    seats, options = tuple(game.SEATS[:count]), dict(needed(game))
    made = Duplicate(game.NAME, seats, options, secrets.token_hex(SEED_BYTES))
    return made if made.offer.begins(game, seats, options) else abort(400)


def _page(ledger: Ledger, played: Mapping[str, AnyGame], director: str) -> str:
    """Return the duplicates; for a *director* also the forms, with what is wrong if the request being answered is refused."""
    labels = ledger.labels()
    told: dict[str, Any] = {
        "here": "/league/duplicates",
        "compared": [_compared(ledger, one) for one in ledger.duplicates()[:SHOWN]],
        "called": lambda identity: called(identity, labels),
        "director": director,
        "played": played,
    }
    return render_template("hub/duplicates.html", **told)


def _compared(ledger: Ledger, handed: HandedOut) -> Compared:
    entries = [one for one in ledger.played(handed.duplicate.offer.commitment) if not one.struck]
    sums = [(part.seat, part.sum) for one in entries for part in one.result.parts if part.sum is not None]
    return Compared(handed, entries, {seat: max(total for its, total in sums if its == seat) for seat, _ in sums})
