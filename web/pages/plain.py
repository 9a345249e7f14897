"""Generic pages for a game without pages of its own. Its asks, its view and its words are enough to play it.

A game replaces them page by page: `templates/<NAME>/` is searched before `templates/plain/`. The plain pages know every
ask for a seat (Choice, Amount, LayPile and GiveUp) and the fields `seats`, `round`, `news` and `outcome` of a view. Their
words come from the game's catalogue: `<NAME>.ask.<ask>`, `<NAME>.do.<Command>` with the command's fields (for a pile:
what it is laid for), `<NAME>.field.<field>` for the field of an Amount and of each holding of a GiveUp, and
`<NAME>.fact.<field>` with `count` for a player's field. If an Amount or a pile may serve several commands, these are told
apart by their first field. The purse of a LayPile is shown only to its own seat, and only while it is being looked at.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Any, Final

from companion.kit.messages import Said, Term, Who, say

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from jinja2 import Template

    from companion.kit.messages import Field
    from companion.kit.viewers import Seat

FOLDER: Final = "plain"


def pages(game: str, name: str) -> list[str | Template]:
    """Return the candidates for the page *name* of *game*; the first that exists is used."""
    return [f"{game}/{name}", f"{FOLDER}/{name}"]


def lying(player: Any) -> dict[str, int]:
    """Return the numbers in a seat's view, by field: true becomes 1, and false or unknown values are left out."""
    facts = {field.name: getattr(player, field.name) for field in fields(player)}
    return {name: int(fact) for name, fact in facts.items() if isinstance(fact, int) and fact is not False}


def done(game: str, command: Mapping[str, object], seats: Collection[Seat], without: str = "") -> Said:
    """Return the sentence for doing *command*, plain data: seats become players' names, other values the game's words.

    *without* names a field that isn't known yet.
    """
    said = {name: value for name, value in command.items() if name not in ("is", without) and isinstance(value, int | str)}
    return Said(f"{game}.do.{command['is']}", tuple((name, _field(game, name, value, seats)) for name, value in said.items()))


def _field(game: str, name: str, value: int | str, seats: Collection[Seat]) -> Field:
    if isinstance(value, int):
        return int(value)
    return Who(value) if value in seats else Term(f"{game}.{name}.{value}")


def fact(game: str, name: str, count: int) -> Said:
    """Return the sentence for one number of a player."""
    return say(f"{game}.fact.{name}", count=count)
