"""The drawings of every page: each is a symbol of a sprite, and its name stands beside it as text.

The house has one sprite, and so may each game: a symbol of a game's own is called by its folder, `drawing("<game>/<symbol>")`.
The faces of the notes are in one of their own, `drawing("notes/note-10")`: few phones ever draw them.

A page is made anew at every change of the table, for every phone, with some thirty drawings in it: they are written here
and not by macros. A phone asks for the sprite once (`web.http.static_files`) and not after every change.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup, escape

from companion.kit.money import Pile
from web.http import static_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from flask import Flask

    from companion.kit.game import Game

SPRITE: Final = "shapes.svg"
NOTES: Final = {kind.name: Pile(**{kind.name: 1}).real for kind in fields(Pile)}  # The kinds of notes, each with its worth.
BACKS: Final = 8  # A closed pile shows at most so many backs; the number stands beside them.


def register(app: Flask, played: Iterable[Game]) -> None:
    """Give every template of *app* `drawings`, with those of the games *played*, and `NOTES`, the kinds of notes of a pile."""
    sprites = {**static_files.addresses(SPRITE, played), "notes": static_files.addresses("notes.svg")[""]}
    app.jinja_env.globals.update(drawings=draws(sprites), NOTES=NOTES)


def draws(sprites: Mapping[str, str]) -> dict[str, Callable[..., Markup]]:
    """Return what draws, by name, with the symbols of *sprites*: their addresses by folder, and the house's own by ""."""

    def drawing(symbol: str, kind: str = "", label: Any = "") -> Markup:
        """Return the *symbol*, of the class *kind*; with a *label* where no text beside it says what it is."""
        of = f' class="{escape(kind)}"' if kind else ""
        told = f' role="img" aria-label="{escape(label)}"' if label else ' aria-hidden="true"'
        folder, _, name = symbol.rpartition("/")
        return Markup(f'<svg{of}{told}><use href="{sprites[folder]}#{escape(name)}"/></svg>')

    def pawn(seat: str, size: str = "") -> Markup:
        return drawing(f"pawn-{seat.lower()}", f"pawn {size}".rstrip())

    def ring(seat: str, size: str = "") -> Markup:
        return drawing(f"ring-{seat.lower()}", f"pawn {size}".rstrip())

    def icon(name: str, more: str = "") -> Markup:
        folder, slash, own = name.rpartition("/")
        return drawing(f"{folder}{slash}i-{own}", f"icon {more}".rstrip())

    def backs(count: int) -> Markup:
        """Return a closed pile of *count* notes."""
        return Markup('<span class="slot">{}</span>').format(drawing("note-back", "note")) * min(count, BACKS)

    def minis(count: int) -> Markup:
        """Return a closed pile of *count* notes as small as a letter."""
        pile = drawing("note-back", "mini") * min(count, BACKS)
        return Markup('<span class="minis" aria-hidden="true">{}</span>').format(pile)

    return {one.__name__: one for one in (drawing, pawn, ring, icon, backs, minis)}
