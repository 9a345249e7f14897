"""What a seat can be asked: data, never callbacks. Asks draw the buttons, guard the server and drive random players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.kit.messages import Refusal
    from companion.kit.money import Pile, Purse


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
    """A closed pile, composed note by note out of *purse*, for one of *lays*. Other fields as in Choice.

    *box* holds all notes that there are, None where there are enough to change any purse into any notes.
    """

    name: str
    lays: tuple[Lay, ...]
    purse: Purse
    box: Pile | None = None
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all."""
        return bool(self.lays)

    @property
    def supply(self) -> Pile:
        """The most notes of each kind that can be laid; the purse may be worth less."""
        return self.box or self.purse.changed


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
class Held:
    """So many of one thing that could be given up, each worth *value*; the command's *field* takes how many are."""

    field: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Give up so much of *holdings* that it brings in *needed*, and nothing that could be left out.

    What is given up brings its values together, divided by *parts* and rounded up once. *command* is complete but for
    the fields of the holdings. Thousands of answers can be right, so that they are not listed: `brought_in`, `suffices`
    and `spare` are the check that everybody uses. Other fields as in Choice.
    """

    name: str
    command: Any
    holdings: tuple[Held, ...]
    needed: int
    parts: int = 1
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Whether it can be answered at all: whether all that is held suffices."""
        return _worth(self, sum(held.value * held.count for held in self.holdings)) >= self.needed


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


Ask: TypeAlias = Choice | LayPile | Amount | GiveUp | Shuffle


def answers(ask: Ask, command: Any) -> bool:
    """Whether *command* is an answer to *ask*, leaving the pile's notes and the cards' order to the rules."""
    if isinstance(ask, Choice):
        return command in ask.options
    if isinstance(ask, Shuffle):
        return _same_but(["order"], ask.command, command)
    if isinstance(ask, Amount):
        return any(_is_so_much(ask.field, much, command) for much in ask.muches)
    if isinstance(ask, GiveUp):
        fields = [held.field for held in ask.holdings]
        return (
            _same_but(fields, ask.command, command)
            and held_by(ask, command)
            and suffices(ask, command)
            and not spare(ask, command)
        )
    return any(_same_but(["pile"], lay.command, command) for lay in ask.lays)


# Giving up: the one check


def held_by(ask: GiveUp, command: Any) -> bool:
    """Whether there is as much of everything as *command* gives up, and it gives up no less than nothing."""
    return all(0 <= getattr(command, held.field) <= held.count for held in ask.holdings)


def brought_in(ask: GiveUp, command: Any) -> int:
    """Return what is got for what *command* gives up."""
    return _worth(ask, _value(ask, command))


def suffices(ask: GiveUp, command: Any) -> bool:
    """Whether what *command* gives up brings in what is needed."""
    return brought_in(ask, command) >= ask.needed


def spare(ask: GiveUp, command: Any) -> tuple[str, ...]:
    """Return the fields of *command* of which one could be left out, and the rest would still suffice."""
    value = _value(ask, command)
    given = (held for held in ask.holdings if getattr(command, held.field) > 0)
    return tuple(held.field for held in given if _worth(ask, value - held.value) >= ask.needed)


def _value(ask: GiveUp, command: Any) -> int:
    return sum(held.value * getattr(command, held.field) for held in ask.holdings)


def _worth(ask: GiveUp, value: int) -> int:
    return -(-value // ask.parts)  # Rounded up.


def _is_so_much(field: str, much: Much, command: Any) -> bool:
    return _same_but([field], much.command, command) and much.least <= getattr(command, field) <= much.most


def _same_but(fields: Collection[str], asked: Any, command: Any) -> bool:
    if type(asked) is not type(command):
        return False
    names = [name for name in asked.__dataclass_fields__ if name not in fields]
    return all(getattr(asked, name) == getattr(command, name) for name in names)
