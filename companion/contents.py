"""What is in a game's box, where the game leaves that to its table: Contents among its options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from companion.game import Contents, OneOfEach

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.game import Game

Row: TypeAlias = "tuple[str | int, ...]"


def contents(game: Game) -> tuple[str, Contents] | None:
    """Return the name of the option that says what is in the box of *game*, and the option; None where it has none."""
    return next(((name, option) for name, option in game.OPTIONS.items() if isinstance(option, Contents)), None)


def groups(game: Game, name: str, own: Mapping[str, tuple[Row, ...]] | None = None) -> dict[str, list[Any]]:
    """Return what the option *name*, a OneOfEach, lets choose: names by the value that makes them a group.

    *own* are the rows of games that the table has its own of.
    """
    option = game.OPTIONS[name]
    assert isinstance(option, OneOfEach)
    of = game.OPTIONS[option.of]
    assert isinstance(of, Contents)
    at = [column.name for column in of.columns].index(option.by)
    rows = (own or {}).get(game.NAME, of.rows)
    return {str(value): [row[0] for row in rows if row[at] == value] for value in sorted({row[at] for row in rows})}
