"""The rules of each game as a page that anybody may read, with an anchor for every rule that a refusal cites.

A game brings them in its folder as `rules/<language>.md`, in a small part of Markdown: `# ` is the game's name, `## ` a
chapter, `### 6.5 · Auction a bar · auction` a rule with its number and perhaps an icon, `- ` an item of a list, and each other
line a paragraph. A game without such a file has no page, and no link leads to one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Final, Literal

from flask import Flask, abort, render_template

from companion.games import folder
from companion.words import FALLBACK
from web.pages.i18n import spoken

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from companion.kit.game import AnyGame
    from companion.table.table import Table

Kind = Literal["name", "chapter", "rule", "item", "text"]
MARKS: Final[dict[str, Kind]] = {"# ": "name", "## ": "chapter", "### ": "rule", "- ": "item"}
BETWEEN: Final = " · "  # a rule's number, its title and its icon


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the rules; *number* and *icon* are a rule's."""

    kind: Kind
    text: str
    number: str = ""
    icon: str = ""


def register(app: Flask, table: Table) -> None:
    """Add the page of each game's rules to *app*, and to its templates `with_rules`, the names of the games that have one."""
    app.jinja_env.globals["with_rules"] = frozenset(name for name, game in table.now.games.items() if written(game, FALLBACK))

    @app.get("/rules/<name>")
    def rules(name: str) -> str:
        game = table.now.games.get(name)
        lines = written(game, spoken().language) if game else ()
        runs = [(kind, list(several)) for kind, several in groupby(lines, lambda line: line.kind)]
        return render_template("house/rules.html", folder=name, runs=runs) if runs else abort(404)


def address(game: AnyGame | None, rule: str) -> str:
    """Return where *rule* of *game* can be read, or "" if it can't: the table's own rules are in no game's book."""
    return f"/rules/{game.NAME}#{rule}" if game and rule in numbers(game) else ""


def numbers(game: AnyGame, language: str = FALLBACK) -> set[str]:
    """Return the numbers of the rules on *game*'s page."""
    return {line.number for line in written(game, language) if line.kind == "rule"}


def written(game: AnyGame, language: str) -> tuple[Line, ...]:
    """Return the rules of *game* in *language*, or in English if they aren't written in it; none if it brings none."""
    here = folder(game) / "rules"
    return _read(here / f"{language}.md") or _read(here / f"{FALLBACK}.md")


@cache
def _read(path: Path) -> tuple[Line, ...]:
    return tuple(_lines(path.read_text(encoding="utf-8"))) if path.is_file() else ()


def _lines(text: str) -> Iterator[Line]:
    for row in filter(None, text.splitlines()):
        mark = next((mark for mark in MARKS if row.startswith(mark)), "")
        kind, said = MARKS.get(mark, "text"), row.removeprefix(mark)
        if kind == "rule":
            number, title, *icon = said.split(BETWEEN)
            yield Line(kind, title, number, "".join(icon))
        else:
            yield Line(kind, said)
