"""The drawings of every page. Each is a symbol of a sprite, with its name beside it as text.

There is one shared sprite, and a game may have its own, whose symbols are addressed by its folder:
`drawing("<game>/<symbol>")`. The faces of notes are in a separate sprite, `drawing("notes/note-10")`, because few phones
ever draw them.

Every phone's page is rendered again at every change of the table, with about thirty drawings in it; Python functions are
faster here than Jinja macros. The sprite itself is fetched only once (`web.http.static_files`).
"""

from __future__ import annotations

from dataclasses import fields
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from markupsafe import Markup, escape

from companion.kit.money import Pile
from web.http import static_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from flask import Flask

    from companion.kit.game import AnyGame
    from companion.kit.viewers import Seat

SPRITE: Final = "shapes.svg"  # A game's own, in its folder.
SHARED: Final = f"shared/{SPRITE}"
NOTES: Final = {kind.name: Pile(**{kind.name: 1}).real for kind in fields(Pile)}  # Each kind of note with its worth.
BACKS: Final = 8  # A closed pile shows at most this many backs; the number is shown beside them.


def register(app: Flask, played: Iterable[AnyGame]) -> None:
    """Give every template of *app* `drawings`, including those of the games *played*, and `NOTES`, the kinds of notes."""
    shared = {"": static_files.address(SHARED), "notes": static_files.address("shared/notes.svg")}
    sprites = {**static_files.addresses(SPRITE, played), **shared}
    app.jinja_env.globals.update(drawings=draws(sprites), NOTES=NOTES)


def draws(sprites: Mapping[str, str]) -> dict[str, Callable[..., Markup]]:
    """Return the drawing functions by name. *sprites* maps folders to sprite addresses, "" to the shared one."""

    @lru_cache(maxsize=512, typed=True)  # Typed, because markup isn't escaped, but equals the same characters as text.
    def drawing(symbol: str, kind: str = "", label: str = "") -> Markup:
        """Return *symbol* with the class *kind*, and a *label* if no text beside it names it.

        Cached: a page has some fifty drawings, and every page the same few.
        """
        of = f' class="{escape(kind)}"' if kind else ""
        told = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
        folder, _, name = symbol.rpartition("/")
        return Markup(f'<svg{of}{told}><use href="{sprites[folder]}#{escape(name)}"/></svg>')

    def pawn(seat: Seat, size: str = "") -> Markup:
        return drawing(f"pawn-{seat.lower()}", f"pawn {size}".rstrip())

    def ring(seat: Seat, size: str = "") -> Markup:
        return drawing(f"ring-{seat.lower()}", f"pawn {size}".rstrip())

    def icon(name: str, more: str = "") -> Markup:
        folder, slash, own = name.rpartition("/")
        return drawing(f"{folder}{slash}i-{own}", f"icon {more}".rstrip())

    def backs(count: int) -> Markup:
        """Draw a closed pile of *count* notes."""
        return Markup('<span class="slot">{}</span>').format(drawing("note-back", "note")) * min(count, BACKS)

    def minis(count: int) -> Markup:
        """Draw a closed pile of *count* notes, as small as a letter."""
        pile = drawing("note-back", "mini") * min(count, BACKS)
        return Markup('<span class="minis" aria-hidden="true">{}</span>').format(pile)

    return {one.__name__: one for one in (drawing, pawn, ring, icon, backs, minis)}
