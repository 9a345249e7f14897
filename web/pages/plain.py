"""Pages for a game without pages of its own: what it asks, shows and says to every game's words is enough to play it.

A game gets its own look page by page: what lies in `templates/<NAME>/` is taken before what lies in `templates/plain/`.
The plain pages know all that a seat can be asked, Choice, Amount, LayPile and GiveUp, and of a view its `seats`, `round`,
`news` and `outcome`. Their words stand in the game's catalogue: `<NAME>.ask.<ask>`, `<NAME>.do.<Command>` with the command's
fields (for a pile: what it is laid for), `<NAME>.field.<field>` for the field of an Amount and of each holding of a GiveUp,
and `<NAME>.fact.<field>` with `count` for a player's field. Several things that so much, or a pile, may be for are told
apart by the first field of their commands. The purse of a LayPile is shown to its own seat alone, while it is looked at.
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
    """Return where the page *name* of *game* may lie; the first that exists is meant."""
    return [f"{game}/{name}", f"{FOLDER}/{name}"]


def lying(player: Any) -> dict[str, int]:
    """Return what a seat's view tells in numbers, by field: yes is 1, and what is no or isn't known is left out."""
    facts = {field.name: getattr(player, field.name) for field in fields(player)}
    return {name: int(fact) for name, fact in facts.items() if isinstance(fact, int) and fact is not False}


def done(game: str, command: Mapping[str, Any], seats: Collection[Seat], without: str = "") -> Said:
    """Return the sentence for doing *command*, plain data: seats by their players' names, other words by the game's.

    *without* is a field that isn't known yet.
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
