"""Play another history that one viewer can't tell from the real one, from the first card or from a later step on.

`redeal` makes another world that looks the same at one moment; in another history, everything that the viewer has ever been
told stays true. The game is played again: the viewer makes the same moves, others make different ones that look the same, and
everything that the rules tell the viewer is the same in both. A history ends when no such move can be found.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.journal import codec
from companion.kit.log import Log
from companion.kit.messages import Illegal
from companion.kit.sealed import seen
from companion.lab.secrecy.pair import agree
from companion.lab.secrecy.worlds import outcome

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from companion.kit.asks import AnyAsk
    from companion.kit.game import AnyGame, State
    from companion.kit.viewers import Viewer
    from companion.lab.secrecy.recipe import Recipe
    from companion.lab.simulate import Step

_Moment: TypeAlias = (
    "tuple[State, Sequence[object], Sequence[object]]"  # A state, all events up to it, and those of the last step.
)

OTHERWISE: Final = (0.05, 0.3, 0.8)  # How often others make a different move; each history draws one of these.
TRIES: Final = 6
BACK: Final = 2  # The limit of steps, including those taken back, in multiples of the game's length.


@dataclass(frozen=True, slots=True)
class Retold:
    """The result of a replay: *apart* are the numbers of the steps after which the states differed but looked the same.

    *whole* says whether the history reached the end of the game. *unlike* describes a difference that the viewer could see; it
    is empty if there is none.
    """

    apart: Sequence[int]
    whole: bool
    unlike: str = ""


def retold(recipe: Recipe, steps: Sequence[Step], viewer: Viewer, generator: random.Random, begin: int = 0) -> Retold:
    """Play *steps* again for *viewer*, and compare everything that the viewer is told on the way.

    The first *begin* steps are kept as they were, and only later ones may differ. If the history can't go on, backtrack to the
    last step that differed, and play the real moves from there up to the obstacle.
    """
    logs = list(accumulate((step.events for step in steps), initial=()))  # The events before each step, and all at the end.
    here, otherwise = _Here(begin, steps[begin].before, (), logs[begin]), generator.choice(OTHERWISE)
    forks, alike, farthest = list[_Here](), begin, here
    for _ in range(BACK * len(steps)):
        if here.number == len(steps):
            break
        step = steps[here.number]
        made = _made(recipe, step, here.state, viewer, generator, otherwise if here.number >= alike else 0)
        if made is None and not forks:
            break
        if made is None:
            alike, here = max(alike, here.number + 1), forks.pop()
            continue
        command, after, events = made
        if command != step.command and here.number >= alike:
            forks.append(here)
        here = here.then(after, events, differs=codec.kept(after) != codec.kept(step.after))
        farthest = max(farthest, here, key=lambda one: len(one.apart))
        told = (step.after, logs[here.number], step.events), (after, here.events, events)
        if unlike := _unlike(recipe.game, viewer, *told):
            return Retold(here.apart, False, f"after {here.number} steps {viewer} sees {unlike}")
    return Retold(farthest.apart, here.number == len(steps) and here is farthest)


@dataclass(frozen=True, slots=True)
class _Here:
    """A position in the other history after *number* steps; the states were *apart* after those of them that are listed."""

    number: int
    state: State
    apart: tuple[int, ...]
    events: tuple[object, ...]

    def then(self, state: State, events: Sequence[object], *, differs: bool) -> _Here:
        apart = (*self.apart, self.number) if differs else self.apart
        return _Here(self.number + 1, state, apart, (*self.events, *events))


def _made(
    recipe: Recipe, step: Step, state: State, viewer: Viewer, generator: random.Random, otherwise: float
) -> tuple[object, State, list[object]] | None:
    """Return a command that looks like *step*, the state after it, and its events; None if none is found."""
    for command in _candidates(recipe, step, state, viewer, generator, otherwise):
        try:
            after, events = outcome(recipe.game, state, step.seat, command)
        except Illegal:
            continue
        if agree(recipe, viewer, (step.before, step.after, step.events), (state, after, events)):
            return command, after, events
    return None


def _candidates(
    recipe: Recipe, step: Step, state: State, viewer: Viewer, generator: random.Random, otherwise: float
) -> Iterator[object]:
    if step.seat != viewer:
        asks = recipe.game.asks(seen(state, step.seat), step.seat)
        first, last = (TRIES, 0) if generator.random() < otherwise else (0, TRIES)
        yield from _others(recipe, step.command, asks, viewer, generator, first)
        yield step.command
        yield from _others(recipe, step.command, asks, viewer, generator, last)
    else:
        yield step.command


def _others(
    recipe: Recipe, command: object, asks: Sequence[AnyAsk], viewer: Viewer, generator: random.Random, tries: int
) -> Iterator[object]:
    for _ in range(tries):
        other = recipe.other(command, asks, viewer, generator)
        if other is not None:
            yield other


def _unlike(game: AnyGame, viewer: Viewer, one: _Moment, other: _Moment) -> str:
    """Return the first difference in what *viewer* receives, or "" if there is none."""
    for told, again in zip(_told(game, viewer, *one), _told(game, viewer, *other), strict=True):
        if told != again:
            return f"{again}, and not {told}"
    return ""


def _told(game: AnyGame, viewer: Viewer, state: State, log: Sequence[object], events: Sequence[object]) -> Iterator[object]:
    mine = seen(state, viewer)
    yield codec.plain(mine)
    yield codec.plain(game.view(mine, viewer, Log(log, viewer)))
    yield codec.plain(game.asks(mine, viewer))
    for event in events:
        yield codec.plain(seen(event, viewer))
        yield codec.plain(game.tell(seen(event, viewer), viewer))
