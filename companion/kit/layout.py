"""Facts about a game in progress, such as what lies where, which people can compare with the table, and correct.

A game offers this by three optional names (see `companion.kit.game.Game`): `layout`, `misplaced` and `set_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from companion.kit.messages import Field, Said, Term, Thing, Who, say
from companion.kit.pieces import Piece
from companion.kit.sealed import Sealed
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from companion.kit.game import AnyGame

Value: TypeAlias = int | str
Place: TypeAlias = tuple[str, str]  # The thing and the part of a fact.
Kind: TypeAlias = Literal["number", "seat", "word", "card", "list"]


@dataclass(frozen=True, slots=True)
class Fact:
    """The *value* of one *part* of a *thing*: a card's name, a seat, or "" for the table as a whole.

    A *number* lies between *least* and *most*. A *seat*, a *word* of the game's or the name of a *card* is one of *choices*,
    in which "" stands for none. A *list* has some of them, with blanks between, in their order. An *own* fact is known to the
    seat *thing* alone. What is left of something is the *rest* of a part, as the bank is of all money, and nobody states it.
    *asked* are the questions to which the fact belongs in a recount, such as a seat; none if no question shows it.
    """

    thing: str
    part: str
    value: Value
    kind: Kind = "number"
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    own: bool = False
    rest: str = ""
    asked: tuple[str, ...] = ()

    @property
    def place(self) -> Place:
        """The thing and the part, which identify a fact within a layout."""
        return self.thing, self.part

    def admits(self, value: Value) -> bool:
        """Return whether somebody can state *value* here; whether it fits the other facts is for the game to say."""
        if self.rest:
            return False
        if self.kind == "number":
            return isinstance(value, int) and self.least <= value <= self.most
        if self.kind == "list":
            words = str(value).split()
            return set(words) <= set(self.choices) and value == listed(words, self.choices)
        return value in self.choices


@dataclass(frozen=True, slots=True)
class Stated:
    """Somebody's statement that *part* of *thing* is *value*."""

    thing: str
    part: str
    value: Value


@dataclass(frozen=True, slots=True)
class Shift:
    """Everybody's knowledge that *part* of the seat *thing* has changed *by* a number, though only its owner knows the sum."""

    thing: str
    part: str
    by: int


Shifts: TypeAlias = tuple[Shift, ...]


@dataclass(frozen=True, slots=True)
class TableSet:
    """The table was set anew at *asker*'s request, in the journal's row *row*, in game *number*; everybody had agreed.

    *facts* and *shifts* are public. *own* are the private facts that their owners have stated, each sealed for its owner.
    With *begun*, a game that had been played without the companion was entered.
    """

    number: int
    row: int
    asker: Seat
    facts: tuple[Stated, ...] = ()
    shifts: Shifts = ()
    own: Mapping[Seat, Sealed[tuple[Stated, ...]]] = field(default_factory=dict)
    begun: bool = False

    @property
    def values(self) -> dict[Place, Value]:
        """All values stated, private ones included, by place; raises Closed for a copy with closed seals."""
        own = [one for seal in self.own.values() for one in seal.open()]
        return {(one.thing, one.part): one.value for one in (*self.facts, *own)}


def told(event: TableSet) -> Said:
    """Return the sentence for *event*."""
    return say("table.told.begun" if event.begun else "table.told.set", who=Who(event.asker))


def named(game: AnyGame, name: str) -> Field:
    """Return the *name* of a seat, a card or a token, ready to be put into a sentence."""
    if name in game.SEATS:
        return Who(name)
    called = getattr(game, "called", lambda _: None)
    terms: list[Term | None] = [called(Piece("card", name)), called(Piece("token", name))]
    return terms[0] or terms[1] or Thing(name)


def phrase(game: AnyGame, fact: Fact) -> Said:
    """Return *fact* in a few words, without its thing: "RED is partner".

    The game's catalogue has them under `<game>.layout.<part>`. An empty value, or 0, has words of its own under `.none`, and
    a word under that word.
    """
    code = f"{game.NAME}.layout.{fact.part}"
    if not fact.value:
        return say(f"{code}.none")
    if fact.kind == "word":
        return say(f"{code}.{fact.value}")
    if isinstance(fact.value, int) or fact.kind == "list":
        return say(code, value=fact.value)
    return say(code, value=named(game, fact.value))


def listed(words: Iterable[str], choices: Sequence[str]) -> str:
    """Return *words* as the value of a list: each once, in the order of *choices*, with blanks between; others come last."""
    return " ".join(sorted(set(words), key=lambda word: (choices.index(word) if word in choices else len(choices), word)))


def values(facts: Iterable[Fact]) -> dict[Place, Value]:
    """Return the values of *facts* by place."""
    return {fact.place: fact.value for fact in facts}


def stated(changes: Iterable[Stated]) -> dict[Place, Value]:
    """Return the values that *changes* state by place."""
    return {(one.thing, one.part): one.value for one in changes}
