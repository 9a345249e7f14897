"""Who is who in the history of evenings: two spellings of one person, a new name, and people who want to be forgotten."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from companion.agreeing.evening.history import called

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.agreeing.evening.evening import Evening


@dataclass(frozen=True, slots=True)
class Renamed:
    """In all games that are over, the person called *name* is called *new* now; if somebody was called so, they are one."""

    name: str
    new: str


@dataclass(frozen=True, slots=True)
class Forgotten:
    """The person called *name* is to be forgotten: `companion.keeping.forgetting` takes the name out of all rows."""

    name: str


Event: TypeAlias = Renamed | Forgotten


def known(evening: Evening) -> dict[str, bool]:
    """Return the names in the history and in the score, each with whether a player of the house has it."""
    names = dict.fromkeys(evening.wins, False)
    names |= {part.name: part.of_house for one in evening.history for part in one.parts}
    return {name: of_house for name, of_house in names.items() if name}


def spellings(wanted: Iterable[str], joined: Iterable[tuple[str, str]]) -> frozenset[str]:
    """Return the names *wanted* with all that are the same person's, by pairs of names that people have *joined*."""
    pairs, found, before = [{*pair} for pair in joined], frozenset(wanted), frozenset[str]()
    while found != before:
        before = found
        found = found.union(*(pair for pair in pairs if pair & found))
    return found


def evolve(evening: Evening, event: Event) -> Evening:
    """Return the evening after *event*. Where a name has been taken out of a row since, the row says nothing any more."""
    match event:
        case Renamed(name, new) if name and new:
            return replace(_called(evening, name, new), joined=(*evening.joined, (name, new)))
        case Forgotten(name) if name:
            return replace(_called(evening, name, ""), forgetting=evening.forgetting | {name})
    return evening


def _called(evening: Evening, name: str, new: str) -> Evening:
    wins: dict[str, int] = {}
    for one, count in evening.wins.items():
        other = new if one == name else one
        wins[other] = wins.get(other, 0) + count
    wins.pop("", None)
    return replace(evening, wins=wins, history=called(evening.history, lambda one: new if one == name else one))
