"""Another history that one viewer can't tell from the one that was played, from the first card on.

`redeal` makes another world that looks the same at one moment; here everything that the viewer has ever been told stays
true. The game is played again: the viewer does the same, the others something else that looks the same, and where the
rules tell the viewer something, it is the same in both. A history ends where that can't be had any more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from companion import codec
from companion.game import Illegal
from companion.sealed import seen
from tests.secrecy.two_worlds import agree
from tests.secrecy.worlds import outcome

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from companion.simulate import Step
    from tests.secrecy.two_worlds import Recipe

OTHERWISE: Final = (0.05, 0.3, 0.8)  # How often others do something else, by history.
TRIES: Final = 6


@dataclass(frozen=True, slots=True)
class Retold:
    """So many *steps* were played again; *unlike* is what the viewer could tell the histories apart by, empty for nothing.

    *differs* tells whether anything was otherwise at the end, *whole* whether it goes as far as the other.
    """

    steps: int
    differs: bool
    whole: bool
    unlike: str = ""


def retold(recipe: Recipe, steps: Sequence[Step], viewer: str, generator: random.Random) -> Retold:
    """Play *steps* again for *viewer*, and compare all that is told on the way."""
    state, otherwise, done = steps[0].before, generator.choice(OTHERWISE), 0
    for step in steps:
        made = _made(recipe, step, state, viewer, generator, otherwise)
        if made is None:
            break
        state, events = made
        done += 1
        if unlike := _unlike(recipe.game, viewer, (step.after, step.events), (state, events)):
            return Retold(done, True, False, f"after {done} steps {viewer} sees {unlike}")
    there = steps[done - 1].after if done else steps[0].before
    return Retold(done, codec.kept(state) != codec.kept(there), done == len(steps))


def _made(
    recipe: Recipe, step: Step, state: Any, viewer: str, generator: random.Random, otherwise: float
) -> tuple[Any, list[Any]] | None:
    """Return the state after something that looks like *step*, and its events; None where nothing is found."""
    for command in _candidates(recipe, step, state, viewer, generator, otherwise):
        try:
            after, events = outcome(recipe.game, state, step.seat, command)
        except Illegal:
            continue
        if agree(recipe, viewer, (step.before, step.after, step.events), (state, after, events)):
            return after, events
    return None


def _candidates(
    recipe: Recipe, step: Step, state: Any, viewer: str, generator: random.Random, otherwise: float
) -> Iterator[Any]:
    if step.seat != viewer:
        asks = recipe.game.asks(seen(state, step.seat), step.seat)
        first, last = (TRIES, 0) if generator.random() < otherwise else (0, TRIES)
        yield from _others(recipe, step.command, asks, viewer, generator, first)
        yield step.command
        yield from _others(recipe, step.command, asks, viewer, generator, last)
    else:
        yield step.command


def _others(
    recipe: Recipe, command: Any, asks: Sequence[Any], viewer: str, generator: random.Random, tries: int
) -> Iterator[Any]:
    for _ in range(tries):
        other = recipe.other(command, asks, viewer, generator)
        if other is not None:
            yield other


def _unlike(game: Any, viewer: str, one: tuple[Any, Sequence[Any]], other: tuple[Any, Sequence[Any]]) -> str:
    """Return the first thing that *viewer* receives otherwise, empty for none."""
    for told, again in zip(_told(game, viewer, *one), _told(game, viewer, *other), strict=True):
        if told != again:
            return f"{again}, and not {told}"
    return ""


def _told(game: Any, viewer: str, state: Any, events: Sequence[Any]) -> Iterator[Any]:
    mine = seen(state, viewer)
    yield codec.plain(mine)
    yield codec.plain(game.view(mine, viewer))
    yield codec.plain(game.asks(mine, viewer))
    for event in events:
        yield codec.plain(seen(event, viewer))
        yield codec.plain(game.tell(seen(event, viewer), viewer))
