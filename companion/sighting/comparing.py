"""Compare a photograph with the companion's table: what the proposal to set it anew should state, and what must be asked.

Only what everybody knows is compared. The picture shows faces on the table, and the layout is TABLE's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol, TypeGuard

from companion.kit.layout import Stated
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE
from companion.setting.layouts import Settable, has_layout, laid
from companion.sighting import standing

if TYPE_CHECKING:
    from companion.kit.game import AnyGame, State
    from companion.kit.layout import Fact
    from companion.kit.messages import Said
    from companion.kit.photo import Reading, Scene, Seen
    from companion.sighting.standing import Picture


class Photographable(Settable, Protocol):
    """A game whose table can be photographed: it has both of the optional names that `Game` describes."""

    def photographed(self, state: State, /) -> Scene:
        """Return what a photograph can show."""

    def pictured(self, state: State, seen: Seen, /) -> Reading:
        """Return what a photograph says about the layout."""


def can_be_photographed(game: AnyGame) -> TypeGuard[Photographable]:
    """Return whether a photograph can show what lies on the table of *game*."""
    return has_layout(game) and hasattr(game, "photographed")


@dataclass(frozen=True, slots=True)
class Findings:
    """What a photograph comes to: the *changes* to propose, the facts *asked* of people as they may be, and what it left out.

    *notes* say what people have to put right by other means.
    """

    changes: tuple[Stated, ...]
    asked: tuple[Fact, ...]
    unseen: tuple[str, ...]
    notes: tuple[Said, ...]


def findings(game: Photographable, state: State, picture: Picture) -> Findings:
    """Return what *picture* says about the true *state* of *game*, from what everybody knows of it."""
    public = seen(state, TABLE)
    found = standing.seen(game.photographed(public), picture)
    facts = {fact.place: fact for fact in laid(game, state)}
    reading = game.pictured(public, found)
    said = {place: value for place, value in reading.facts.items() if place in facts and facts[place].admits(value)}
    changed = [place for place, value in said.items() if facts[place].value != value and place not in reading.asked]
    return Findings(
        tuple(Stated(*place, said[place]) for place in changed),
        tuple(replace(facts[place], value=said.get(place, facts[place].value)) for place in reading.asked if place in facts),
        reading.unseen,
        reading.notes,
    )
