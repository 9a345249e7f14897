"""The options of a game, which people agree on before it begins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from companion.kit.pieces import Kind


@dataclass(frozen=True, slots=True)
class Option:
    """A table option with a few named *choices*, the default first.

    Games that were begun before the option existed lack it. They go on with the choice *before*, if it isn't the default: what
    people have agreed to play doesn't change under them.
    """

    choices: tuple[str, ...]
    before: str = ""

    @property
    def unsaid(self) -> str:
        """The choice of a game whose options lack this one."""
        return self.before or self.choices[0]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of Contents: the thing's name in the first column, and in others a number from *least* to *most*."""

    name: str
    least: int = 0
    most: int = 0


@dataclass(frozen=True, slots=True)
class Contents:
    """A table option that lists what the box holds, one thing per row. It is set once for a table, not before each game.

    *rows* come with the program. *guessed* marks values in them that were made up, as (name of the thing, column). `setup`
    takes other rows with the same *columns* and decides whether they are valid. Each thing is a piece of *kind* by that name.
    """

    columns: tuple[Column, ...]
    rows: tuple[tuple[str | int, ...], ...]
    guessed: frozenset[tuple[str, str]] = frozenset()
    kind: Kind = "card"


@dataclass(frozen=True, slots=True)
class OneOfEach:
    """A table option that names one thing from each group of the Contents *of*, grouped by the column *by*; or names none.

    *choices* are two words: for naming none, which is the default, and for naming them. `setup` takes the names.
    """

    of: str
    by: str
    choices: tuple[str, str] = ("random", "agreed")


AnyOption: TypeAlias = Option | Contents | OneOfEach
