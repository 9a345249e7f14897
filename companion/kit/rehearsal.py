"""What a game tells about trying itself out: hints for random play and for playthroughs. The rules never need it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence


Announced: TypeAlias = "Sequence[str] | Callable[[Any, Sequence[Any]], Iterable[Any]]"


def _nothing_more(_: random.Random) -> Mapping[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How to play *this* game at random so that everything in it happens, and how to write it down shortly.

    *refusals* are the codes of all its refusals, with their rule. *leaning* names kinds of command that most random tables
    like more or less, as a logarithm: what leads to the events that random play seldom meets. *more_options* returns options
    that are not a choice of words. *ruined* returns a like state that play hardly reaches, to try illegal commands on.
    *left_out* names, by kind of view, the fields that a playthrough doesn't tell: they repeat others, or the setting up, or
    are news. *keys* are the fields by which things in a view's lists go, each by the first that it has, and *unnamed* the lists
    whose things go by that alone. Of a kind of value among *counts* only the numbers that aren't 0 are told. *gains* returns,
    for a state as a seat sees it, that seat and several commands, what each is worth to it at once, None where that can't be
    told: greedy players go for the most. *unasked* is how often somebody does what the table doesn't wait for.
    *announced* gives, by kind of event, what the display must show of it while it is the newest: names of the event's fields,
    or what returns the values from it and all events of its command. None: the display says nothing of it, and goes on with
    the event before it. A kind that isn't there has no picture of its own.
    *ends* are the causes by which it may end, and *seldom* the events and refusals that some dozens of random games may lack.
    """

    refusals: Mapping[str, str]
    leaning: Mapping[str, float] = field(default_factory=dict)
    more_options: Callable[[random.Random], Mapping[str, Any]] = _nothing_more
    ruined: Callable[[Any], Any] | None = None
    left_out: Mapping[str, Collection[str]] = field(default_factory=dict)
    keys: Sequence[str] = ("seat", "name")
    unnamed: Collection[str] = ("seats",)
    counts: Collection[str] = ()
    gains: Callable[[Any, str, Sequence[Any]], Sequence[int | None]] | None = None
    unasked: float = 0.05
    announced: Mapping[str, Announced | None] = field(default_factory=dict)
    ends: Collection[str] = ()
    seldom: Collection[str] = ()
