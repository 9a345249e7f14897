"""A game's hints for random play and for playthroughs. Its rules never need them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeAlias, TypeVar

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from companion.kit.viewers import Seat

S = TypeVar("S")  # A game's states.
C = TypeVar("C")  # A game's commands.
Announced: TypeAlias = "Sequence[str] | Callable[[Any, Sequence[Any]], Iterable[Any]]"


def _nothing_more(_: random.Random) -> Mapping[str, object]:
    return {}


def _anything(*_: object) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Habit(Generic[S, C]):
    """A habit by which a player, who otherwise plays as the house does, tries to exploit the players of the house.

    The player chooses the kinds of command in *wants* whenever it can, the first of them first, and never those in *shuns*
    nor, of any kind, those for which *likes* (of the state as its seat sees it, that seat, and the command) returns false,
    unless nothing else is left. Piles and amounts are the least or the most that is legal with *much*; *fakes* lays all fakes.
    """

    wants: tuple[str, ...] = ()
    shuns: tuple[str, ...] = ()
    likes: Callable[[S, Seat, C], bool] = _anything
    much: Literal["least", "most"] | None = None
    fakes: bool = False


@dataclass(frozen=True, slots=True)
class Rehearsal(Generic[S, C]):
    """Hints for random play, so that everything in this game happens, and for writing playthroughs concisely.

    For random play:
    *refusals* are the codes of all refusals, each with its rule. *ends* are the causes for which the game can end. *seldom*
    are the events and refusals that needn't occur in a few dozen random games. *leaning* makes random players more or less
    likely to do some kinds of command: a logarithmic weight, for the sake of events that are rare otherwise. *more_options*
    draws the options that aren't plain choices. *ruined* returns a variant of a state that play hardly reaches, on which to
    try illegal commands. *unasked* is the probability (0 to 1) that somebody acts though the table doesn't wait for it.
    *gains* takes a state as a seat sees it, that seat and several commands, and returns the immediate gain of each, or None
    if that is unknown; greedy players choose the greatest. *habits* are those by which somebody may try to exploit the house.

    For playthroughs:
    *left_out* names, by kind of view, the fields to omit because they repeat others or the setup, or are news. *keys* are the
    fields that identify the things in a view's lists; the first that a thing has is used. *unnamed* are the lists whose
    things are identified by that alone. Of the kinds of value in *counts* only the numbers that aren't 0 are written.

    For the display:
    *announced* gives, by kind of event, what must be shown of it while it is the newest: the names of its fields, or a
    function that returns the values from the event and all events of its command. None means that the event isn't shown and
    the one before it stays. Of a kind with no values the display shows nothing but what is next. *outcomes* are the kinds of
    which the display must tell for as long as it takes to read, whatever happens next. *pictured* are the sentences
    (codes without the game's name) that some page shows in its own way: with all their names and numbers, in other words.
    """

    refusals: Mapping[str, str]
    leaning: Mapping[str, float] = field(default_factory=dict)
    more_options: Callable[[random.Random], Mapping[str, object]] = _nothing_more
    ruined: Callable[[S], S] | None = None
    left_out: Mapping[str, Collection[str]] = field(default_factory=dict)
    keys: Sequence[str] = ("seat", "name")
    unnamed: Collection[str] = ("seats",)
    counts: Collection[str] = ()
    gains: Callable[[S, Seat, Sequence[C]], Sequence[int | None]] | None = None
    habits: Mapping[str, Habit[S, C]] = field(default_factory=dict)
    unasked: float = 0.05
    announced: Mapping[str, Announced | None] = field(default_factory=dict)
    outcomes: Collection[str] = ()
    pictured: Collection[str] = ()
    ends: Collection[str] = ()
    seldom: Collection[str] = ()
