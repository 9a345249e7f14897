"""Compare layouts: which facts differ, what the table becomes, and how that is said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from companion.kit.game import Game, State
from companion.kit.layout import named, values
from companion.kit.messages import say
from companion.kit.sealed import seen
from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import TypeGuard

    from companion.kit.game import AnyGame
    from companion.kit.layout import Fact, Place, Shift, Value
    from companion.kit.messages import Refusal, Said
    from companion.kit.viewers import Viewer


class Settable(Game[State, Any, Any, Any], Protocol):
    """A game whose tables can be set: it has three of the optional names that `Game` describes."""

    def layout(self, state: State, /) -> tuple[Fact, ...]:
        """Return the facts about what lies where."""

    def misplaced(self, state: State, facts: Mapping[Place, Value], shifts: Sequence[Shift], /) -> Refusal | None:
        """Return why the table can't be set to *facts* and *shifts*, or None."""

    def set_table(self, state: State, facts: Mapping[Place, Value], /) -> State:
        """Return the true state with *facts*; raise Illegal if they don't add up."""


def has_layout(game: AnyGame) -> TypeGuard[Settable]:
    """Return whether the tables of *game* can be set."""
    return hasattr(game, "layout")


def laid(game: AnyGame, state: State, viewer: Viewer = TABLE) -> tuple[Fact, ...]:
    """Return the layout of the true *state* as *viewer* may know it; () for a game without one."""
    return game.layout(seen(state, viewer)) if has_layout(game) else ()


def owned(game: AnyGame, state: State, seat: Viewer) -> tuple[Fact, ...]:
    """Return the facts that *seat* alone knows."""
    return tuple(fact for fact in laid(game, state, seat) if fact.own and fact.thing == seat)


def changed(before: Sequence[Fact], after: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts of *after* that *before* doesn't have, or has with another value."""
    known = values(before)
    return tuple(fact for fact in after if fact.place not in known or known[fact.place] != fact.value)


def by_thing(facts: Iterable[Fact]) -> dict[str, list[Fact]]:
    """Return *facts* grouped by their thing, in the order in which the things occur."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.thing, []).append(fact)
    return groups


def label(game: AnyGame, thing: str) -> Said | None:
    """Return the words for the *thing* of a fact, None for the table as a whole."""
    return say("table.set.thing", thing=named(game, thing)) if thing else None
