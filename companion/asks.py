"""What a seat can be asked: data, never callbacks. Asks draw the buttons, guard the server and drive random players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from companion.game import Refusal
    from companion.money import Purse


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several commands, each complete.

    *name* tells the question; a seat has at most one standing ask of a name. *awaited* says whether the table waits for
    the answer: that is public. *why_not* stands where there is no option, with a reason that its own seat may know.
    """

    name: str
    options: tuple[Any, ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all."""
        return bool(self.options)


@dataclass(frozen=True, slots=True)
class Lay:
    """One thing a pile may be laid for: *command* complete but for its field `pile`.

    The pile's real value goes from *least* to *most* thousands (None: as much as the purse holds), it has at least
    *notes* notes, and at least *fakes* fakes.
    """

    command: Any
    least: int
    most: int | None
    notes: int = 1
    fakes: int = 0


@dataclass(frozen=True, slots=True)
class LayPile:
    """A closed pile, composed note by note out of *purse*, for one of *lays*. Other fields as in Choice."""

    name: str
    lays: tuple[Lay, ...]
    purse: Purse
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all."""
        return bool(self.lays)


@dataclass(frozen=True, slots=True)
class Much:
    """One thing of which some may be had: *command* complete but for the ask's field, from *least* to *most* of it."""

    command: Any
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Amount:
    """So many of one of several things: the command's *field* takes the number. Other fields as in Choice."""

    name: str
    field: str
    muches: tuple[Much, ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all."""
        return bool(self.muches)


@dataclass(frozen=True, slots=True)
class Shuffle:
    """CHANCE's alone: lay cards face down in any order, so many of each deck; *command*'s field `order` takes them.

    *decks* are pairs of the cards' names and how many of them are kept.
    """

    name: str
    command: Any
    decks: tuple[tuple[tuple[str, ...], int], ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all."""
        return True


Ask: TypeAlias = Choice | LayPile | Amount | Shuffle


def answers(ask: Ask, command: Any) -> bool:
    """Whether *command* is an answer to *ask*, leaving the pile's notes and the cards' order to the rules."""
    if isinstance(ask, Choice):
        return command in ask.options
    if isinstance(ask, Shuffle):
        return _same_but("order", ask.command, command)
    if isinstance(ask, Amount):
        return any(_is_so_much(ask.field, much, command) for much in ask.muches)
    return any(_same_but("pile", lay.command, command) for lay in ask.lays)


def _is_so_much(field: str, much: Much, command: Any) -> bool:
    return _same_but(field, much.command, command) and much.least <= getattr(command, field) <= much.most


def _same_but(field: str, asked: Any, command: Any) -> bool:
    if type(asked) is not type(command):
        return False
    names = [name for name in asked.__dataclass_fields__ if name != field]
    return all(getattr(asked, name) == getattr(command, name) for name in names)
