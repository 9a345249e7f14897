"""The counter: how each table is, for whoever runs the hub. It shows what nobody else needs to know, and no player's secret."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, abort, redirect, render_template, request

from companion.club.hall import LONG
from companion.club.ledger import ALWAYS, LONGEST_LABEL
from companion.seats import names
from web.hub.board import DRAWN, by_label, called

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask.typing import ResponseReturnValue

    from companion.club.hall import Hall, Seen
    from companion.club.ledger import Ledger, Season
    from web.hub.accounts import Accounts

LITTLE_DISK: Final = 500  # megabytes; tables tell theirs in steps of a hundred


def register(app: Flask, hall: Hall, ledger: Ledger, accounts: Accounts) -> None:
    """Add the counter to *app*."""

    @app.get("/counter")
    def counter() -> ResponseReturnValue:
        who = accounts.who()
        return counter_page(hall, ledger, who) if who else redirect("/sign-in", 303)

    @app.get("/counter/table/<identity>")
    def counter_table(identity: str) -> str:
        accounts.insist()
        return _table_page(hall, ledger, _known(hall, identity))

    @app.post("/counter/table/<identity>")
    def name_table(identity: str) -> ResponseReturnValue:
        accounts.insist()
        seen, label = _known(hall, identity), names.tidy(request.form.get("label", ""))
        if label and not names.is_readable(label, LONGEST_LABEL):
            return _table_page(hall, ledger, seen, label), 422
        ledger.label(seen.identity, label)
        hall.told()
        return redirect("/counter", 303)


def counter_page(hall: Hall, ledger: Ledger, who: str, typed: Season = ALWAYS, sentence: str = "") -> str:
    """Return the counter for *who*; *sentence* says what is wrong with the season that was *typed*."""
    named = by_label(hall.now.tables.values(), ledger.labels())
    tables = [(label, one, list(troubles(one, hall.clock()))) for label, one in named]
    told: dict[str, Any] = {
        "here": "/counter",
        "who": who,
        "missed": hall.now.line is not None,
        "seasons": ledger.seasons(),
        "longest": LONGEST_LABEL,
        "tables": sorted(tables, key=lambda one: not one[2]),  # Those with troubles first.
        "typed": typed,
        "sentence": sentence,
    }
    return render_template("hub/counter.html", **told)


def troubles(one: Seen, now: float) -> Iterator[str]:
    """Yield the codes of what somebody should look after at a table."""
    state, health = one.state, one.health
    if one.lost is not None:
        yield "lost"
    if state and state.phase == "paused":
        yield "paused"
    if (waits := one.waits(now)) is not None and waits >= LONG:
        yield "stuck"
    if state and not state.reader:
        yield "reader"
    if state and not state.writes:
        yield "writes"
    if health and health.disk < LITTLE_DISK:
        yield "disk"


def _known(hall: Hall, identity: str) -> Seen:
    return hall.now.tables.get(identity) or abort(404)


def _table_page(hall: Hall, ledger: Ledger, seen: Seen, refused: str = "") -> str:
    """Return the page of a table; *refused* is a name that was typed and is none."""
    now, labels = hall.clock(), ledger.labels()
    waits = seen.waits(now)
    told: dict[str, Any] = {
        "seen": seen,
        "label": called(seen.identity, labels),
        "own": refused or labels.get(seen.identity, ""),
        "troubles": list(troubles(seen, now)),
        "waits": None if waits is None else int(waits // 60),
        "lost": None if seen.lost is None else int((now - seen.lost) // 60),
        "names": dict(seen.state.names) if seen.state else {},
        "longest": LONGEST_LABEL,
        "drawn": DRAWN,
        "refused": refused,
    }
    return render_template("hub/counter_table.html", **told)
