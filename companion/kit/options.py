"""The options of a table: what people agree on before a game begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from companion.kit.game import Game
    from companion.kit.pieces import Kind


@dataclass(frozen=True, slots=True)
class Option:
    """A table option: its *choices*, the default first."""

    choices: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Column:
    """What a row of Contents says of a thing: its name, in the first column, or a number from *least* to *most*."""

    name: str
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """A table option: what the box holds, one thing a row. A table has its own rows, and isn't asked before each game.

    *rows* come with the program, and *guessed* names what is only thought up there, as (name of the thing, column). `setup`
    takes rows of the same *columns* instead, and says which are right. A thing is a piece of *kind*, by its name.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str | int, ...], ...]
    guessed: frozenset[tuple[str, str]] = frozenset()
    kind: Kind = "card"


@dataclass(frozen=True, slots=True)
class OneOfEach:
    """A table option: one thing of each group, by their names, of the Contents *of*, grouped by the column *by*; or none.

    *choices* are the words for none, which is the default, and for naming them. `setup` takes the names.
    """

    of: str
    by: str
    choices: tuple[str, str] = ("random", "agreed")


AnyOption: TypeAlias = Option | Contents | OneOfEach


def worded(game: Game) -> dict[str, Option]:
    """Return those options of *game* that are a choice of words."""
    return {name: option for name, option in game.OPTIONS.items() if isinstance(option, Option)}
