"""The sheet to print: everything that lies on the table, in words, so that the game can go on with the box alone.

It gets TABLE's view and nothing else, as the table screen does, so nobody's purse or hand can be on it. Each phone says its
own beside the purse. A game brings its part as `pages/sheet.html`; others get a plain one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Flask, render_template

from companion.kit.options import OneOfEach, Option
from web.pages import i18n, plain
from web.seats import taking_back

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.kit.game import AnyGame, View
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table

SENTENCES: Final = 6  # of the news that are printed


def register(app: Flask, table: Table) -> None:
    """Add the sheet to *app*. Anybody may read it, as they may read the table screen."""

    @app.get("/sheet")
    def sheet() -> str:
        now = table.now
        return printed(now, now.public.view)


def printed(now: Snapshot, view: View | None) -> str:
    """Return the sheet of the game on the table; *view* is TABLE's, or None before the first game."""
    if now.game is None or now.match is None or view is None:
        return render_template("table/sheet.html", view=None)
    i18n.name_players(now)
    return render_template(
        "table/sheet.html",
        folder=now.game.NAME,
        fragment=plain.pages(now.game.NAME, "sheet.html"),
        number=now.match.number,
        view=view,
        names=now.players,
        awaited=now.public.asked,
        agreed=list(_agreed(now.game, now.evening.games[now.match.number].options)),
        most=SENTENCES,
        taken_back=taking_back.record(now.match),
    )


def _agreed(game: AnyGame, options: Mapping[str, Any]) -> Iterator[tuple[str, str, list[str]]]:
    """Yield each option that was agreed on before the game: its code, and the choice's code or the things that were named."""
    for name, option in game.OPTIONS.items():
        code, chosen = f"{game.NAME}.option.{name}", options.get(name)
        if isinstance(option, OneOfEach):
            yield code, f"{code}.{option.choices[0]}", list(chosen or ())
        elif isinstance(option, Option):
            word = chosen or option.choices[0]
            yield code, f"{code}.{word}", [] if word in option.choices else [str(word)]
