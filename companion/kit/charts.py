"""The charts of a finished game, as codes and numbers. The pages draw them and say them; no sentence is here.

A game's optional `charts` returns them. Their words are `<game>_pages.chart.<name>`, the same with `.about`, and those that
each kind of chart names.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.kit.messages import Said, Term, Who
from companion.kit.viewers import Seat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LUCKY: Final = 1.0  # At least so much more than on average, or less, counts as luck: once, or a thousand.

Ending: TypeAlias = Literal["taken", "refused", "open"]


@dataclass(frozen=True, slots=True)
class Pushed:
    """A closed pile that *giver* pushed to *taker*, None for the bank, in *round*: so many *notes*, *fakes* of them fakes.

    *worth* is its real money in thousands. *what* it was pushed for is a word, `<chart>.<what>`. It was *taken*, *refused* or
    given back, or still lay *open* at the end.
    """

    round: int
    what: str
    giver: Seat
    taker: Seat | None
    notes: int
    fakes: int
    worth: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Ladder:
    """The bluff ladder: every pile by its thickness in notes and its worth, oldest first."""

    name: str
    piles: tuple[Pushed, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """The *values* of a player or thing at each step of a chart, None where they are hidden. No value is negative.

    A thing has a *symbol* of the game's sprite, `<game>/<symbol>`, and the *tint* of a seat's letter.
    """

    of: Who | Term
    values: tuple[int | None, ...]
    symbol: str = ""
    tint: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines over the same *steps*, counted from 0. The word `<chart>.step` says what a step is."""

    name: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True)
class Stacks:
    """What each player had of the same things at each step, counted from 0: layers, the first at the bottom.

    If one value of a step is hidden, all of them are. The word `<chart>.step` says what a step is.
    """

    name: str
    stacks: dict[Seat, tuple[Line, ...]]


@dataclass(frozen=True, slots=True)
class Holding:
    """A player's money at one step, in thousands: a real *sum*, so many *fakes* on top, and what is *due*, perhaps more."""

    sum: int
    fakes: int
    due: int


@dataclass(frozen=True, slots=True)
class Holdings:
    """Each player's holdings at each step, counted from 0. The words are `<chart>.step`, `.sum`, `.fakes` and `.due`."""

    name: str
    held: dict[Seat, tuple[Holding, ...]]


@dataclass(frozen=True, slots=True)
class Flow:
    """So much real money that *giver* paid *taker* in the whole game, in thousands; None is the bank."""

    giver: Seat | None
    taker: Seat | None
    sum: int


@dataclass(frozen=True, slots=True)
class Flows:
    """Who paid whom. Pairs of which nothing is known, or who paid each other nothing, are left out."""

    name: str
    flows: tuple[Flow, ...]


@dataclass(frozen=True, slots=True)
class Gain:
    """What *seat* laid in *round* to play earlier, in *notes* worth so much, and its *place* in the order, counted from 1.

    *gained* is how many half places that is before the middle, which is where chance puts everybody on average.
    """

    round: int
    seat: Seat
    notes: int
    worth: int
    place: int
    gained: int


@dataclass(frozen=True, slots=True)
class Gains:
    """What was laid to play earlier against the places that it brought, among so many *places*."""

    name: str
    places: int
    gains: tuple[Gain, ...]


@dataclass(frozen=True, slots=True)
class Ribbon:
    """Where the pieces of one kind were: how many of them each seat *held* at each step. *symbol* as in Line."""

    of: Term
    symbol: str
    held: dict[Seat, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Ribbons:
    """What was where over the same steps, counted from 0; there are *most* pieces of each kind."""

    name: str
    most: int
    ribbons: tuple[Ribbon, ...]


@dataclass(frozen=True, slots=True)
class Sayings:
    """Sentences of the game's, the most remarkable one first."""

    name: str
    said: tuple[Said, ...]


Chart: TypeAlias = Ladder | Lines | Stacks | Holdings | Flows | Gains | Ribbons | Sayings


def luckiest(more: Mapping[Seat, float], most: str, least: str) -> Iterator[tuple[str, Seat]]:
    """Yield *most* with the seat that had the most *more* than on average, and *least* with the one that had the least.

    Only as far as that is luck: LUCKY at least.
    """
    ranked = sorted(more, key=lambda seat: (-more[seat], seat))
    if ranked and more[ranked[0]] >= LUCKY:
        yield most, ranked[0]
    if ranked and more[ranked[-1]] <= -LUCKY:
        yield least, ranked[-1]
