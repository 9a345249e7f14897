"""The kinds of ask: data, never callbacks, because buttons, the server's guard and random players all work from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.kit.messages import Refusal
    from companion.kit.money import Pile, Purse

C = TypeVar("C")  # A game's commands. Covariant, because an ask for one of them is an ask for any of them.
C_co = TypeVar("C_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Choice(Generic[C_co]):
    """Ask for one of several complete commands.

    *name* identifies the question; a seat has at most one standing ask with the same name. *awaited* says whether the table
    waits for the answer, and is public. *why_not* is given if there are no options; its reason must be one that the asked
    seat may know.
    """

    name: str
    options: tuple[C_co, ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it can be answered at all."""
        return bool(self.options)


@dataclass(frozen=True, slots=True)
class Lay(Generic[C_co]):
    """One thing that a pile can be laid for: *command* is complete except for its field `pile`.

    The pile must be worth *least* to *most* thousands (None: as much as the purse holds), and must have at least *notes*
    notes, of which at least *fakes* are fakes.
    """

    command: C_co
    least: int
    most: int | None
    notes: int = 1
    fakes: int = 0


@dataclass(frozen=True, slots=True)
class LayPile(Generic[C_co]):
    """Ask for a closed pile, put together note by note from *purse*, for one of *lays*. Other fields as in Choice.

    *box* holds all the notes in the game's box, or is None if there are enough to change any purse into any notes.
    """

    name: str
    lays: tuple[Lay[C_co], ...]
    purse: Purse
    box: Pile | None = None
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it can be answered at all."""
        return bool(self.lays)

    @property
    def supply(self) -> Pile:
        """The most notes of each kind that can be laid; the purse may be worth less."""
        return self.box or self.purse.changed


@dataclass(frozen=True, slots=True)
class Much(Generic[C_co]):
    """One thing that comes in numbers, from *least* to *most*: *command* is complete except for the field named by the ask."""

    command: C_co
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Amount(Generic[C_co]):
    """Ask for a number of one of several things; it goes into the command's *field*. Other fields as in Choice."""

    name: str
    field: str
    muches: tuple[Much[C_co], ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it can be answered at all."""
        return bool(self.muches)


@dataclass(frozen=True, slots=True)
class Held:
    """Equal things that could be given up: *count* are held, each worth *value*. The number goes into the command's *field*."""

    field: str
    count: int
    value: int


@dataclass(frozen=True, slots=True)
class GiveUp(Generic[C_co]):
    """Ask a seat to give up enough of *holdings* to bring in *needed*, and nothing that could be left out.

    The proceeds are the values of everything given up, added, divided by *parts* and then rounded up once. *command* is
    complete except for the fields of the holdings. There can be thousands of right answers, so they are not listed; the
    rules, pages and players all check them by `brought_in`, `suffices` and `spare`. Other fields as in Choice.
    """

    name: str
    command: C_co
    holdings: tuple[Held, ...]
    needed: int
    parts: int = 1
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it can be answered at all: whether giving up everything would suffice."""
        return _worth(self, sum(held.value * held.count for held in self.holdings)) >= self.needed


@dataclass(frozen=True, slots=True)
class Shuffle(Generic[C_co]):
    """Ask CHANCE, and nobody else, to shuffle cards; they go into the field `order` of *command*.

    *decks* are pairs: the names of a deck's cards, and how many of them are drawn at random.
    """

    name: str
    command: C_co
    decks: tuple[tuple[tuple[str, ...], int], ...]
    awaited: bool = True
    why_not: Refusal | None = None

    @property
    def is_open(self) -> bool:
        """Return whether it can be answered at all."""
        return True


Ask: TypeAlias = Choice[C] | LayPile[C] | Amount[C] | GiveUp[C] | Shuffle[C]  # For one of a game's commands, C.
AnyAsk: TypeAlias = Ask[Any]  # For code that serves every game.


def answers(ask: AnyAsk, command: object) -> bool:
    """Return whether *command* is an answer to *ask*. A pile's notes and the order of cards are for the rules to check."""
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


# The check of GiveUp that everybody shares


def held_by(ask: GiveUp[object], command: object) -> bool:
    """Return whether *command* gives up no more of anything than is held, and no negative numbers."""
    return all(0 <= getattr(command, held.field) <= held.count for held in ask.holdings)


def brought_in(ask: GiveUp[object], command: object) -> int:
    """Return the proceeds of what *command* gives up, in the unit of `GiveUp.needed`."""
    return _worth(ask, _value(ask, command))


def suffices(ask: GiveUp[object], command: object) -> bool:
    """Return whether what *command* gives up brings in enough."""
    return brought_in(ask, command) >= ask.needed


def spare(ask: GiveUp[object], command: object) -> tuple[str, ...]:
    """Return the fields of *command* that could each be one lower without the rest falling short."""
    value = _value(ask, command)
    given = (held for held in ask.holdings if getattr(command, held.field) > 0)
    return tuple(held.field for held in given if _worth(ask, value - held.value) >= ask.needed)


def _value(ask: GiveUp[object], command: object) -> int:
    return sum(held.value * getattr(command, held.field) for held in ask.holdings)


def _worth(ask: GiveUp[object], value: int) -> int:
    return -(-value // ask.parts)  # Rounded up.


def _is_so_much(field: str, much: Much[object], command: object) -> bool:
    return _same_but([field], much.command, command) and much.least <= getattr(command, field) <= much.most


def _same_but(fields: Collection[str], asked: Any, command: Any) -> bool:
    if type(asked) is not type(command):
        return False
    names = [name for name in asked.__dataclass_fields__ if name not in fields]
    return all(getattr(asked, name) == getattr(command, name) for name in names)
