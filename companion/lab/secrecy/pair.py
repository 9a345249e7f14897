"""A pair of worlds for one viewer: how they begin, what chance does, and the comparison of all that the viewer receives."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.asks import Choice
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, Seat, Viewer
from companion.lab.players import Mood, Player
from companion.lab.probes import Prober
from companion.lab.secrecy.observing import as_bytes
from companion.lab.secrecy.report import Difference, Report
from companion.lab.secrecy.worlds import Position, World, outcome, viewers
from companion.table.chance import by_chance

if TYPE_CHECKING:
    from companion.kit.asks import AnyAsk
    from companion.kit.game import State
    from companion.lab.secrecy.recipe import Recipe

PROBES: Final = 3  # How many commands the viewer tries at each step, most of them illegal.
NOTHING: Final = b"nothing at all"  # Stands for a missing channel.

Move: TypeAlias = tuple[Seat, object]  # A seat and its command.
Chain: TypeAlias = list[Move]
Taken: TypeAlias = "tuple[State, State, Sequence[object]]"  # The states before and after a step, and its events.
Observe: TypeAlias = Callable[..., Mapping[str, bytes]]


def agree(recipe: Recipe, viewer: Viewer, in_a: Taken, in_b: Taken) -> bool:
    """Return whether the rules tell *viewer* the same in both worlds, each given as (state before, state after, events)."""
    return bool(_released(recipe, viewer, *in_a) == _released(recipe, viewer, *in_b))


def _released(recipe: Recipe, viewer: Viewer, before: State, after: State, events: Sequence[object]) -> object:
    told = [fact for event in events if (fact := recipe.released(before, event, viewer)) is not None]
    return told, recipe.visible(after)


class Pair:
    """A pair of worlds for one viewer."""

    def __init__(
        self,
        recipe: Recipe,
        position: Position,
        viewer: Viewer,
        generator: random.Random,
        observe: Observe,
        report: Report,
        back: float,
    ) -> None:
        self.back, self.parted = back, False  # Whether somebody has voted differently in the two worlds.
        self.recipe, self.generator, self.observe, self.report, self.viewer = recipe, generator, observe, report, viewer
        state, other = position.state, recipe.redeal(position.state, viewer, generator)
        self.alike = generator.choice((0.2, 0.9, 1.0))  # How often others make the same move in both worlds.
        mood = Mood(generator, recipe.leaning if generator.random() < recipe.leaned else {})
        self.players = {seat: Player(mood) for seat in viewers(state)}
        self.prober = Prober(recipe.game, generator)
        self.openings, seed = self._chance_moves(state, other, begun=False), generator.random()
        self.a, self.b = (
            World(recipe.game, position._replace(state=start), [chain[side][1] for chain in self.openings or ()], seed)
            for side, start in enumerate((state, other))
        )

    # Comparing

    def _same(self, moves: str, events_a: Sequence[object], events_b: Sequence[object]) -> bool:
        for world in (self.a, self.b):
            if world.is_astray:
                self._differ("the game itself, not as rules and votes have led it", moves)
        seed = self.generator.random()
        asked = {self.viewer: self.recipe.game.asks(seen(self.a.state, self.viewer), self.viewer)}
        self.prober.learn(asked)
        probes = [self.prober.wrong(asked)[1] for _ in range(PROBES)]
        return self._compare(
            self.observe(self.a, self.viewer, events_a, probes, seed),
            self.observe(self.b, self.viewer, events_b, probes, seed),
            moves,
        )

    def _compare(self, in_a: Mapping[str, bytes], in_b: Mapping[str, bytes], moves: str = "a try") -> bool:
        for channel in {**in_a, **in_b}:  # A channel that exists in only one world is a difference, too.
            one, other = in_a.get(channel, NOTHING), in_b.get(channel, NOTHING)
            if one != other:
                self.report.differences.append(Difference(channel, self.viewer, moves, one, other))
        return not self.report.differences

    def _both(self, channel: str, values: Iterable[object], moves: str) -> None:
        in_a, in_b = ({channel: as_bytes(value)} for value in values)
        self._compare(in_a, in_b, moves)

    def _differ(self, channel: str, moves: str) -> None:
        """Report something that is wrong in one world alone."""
        self.report.differences.append(Difference(channel, self.viewer, moves, NOTHING, NOTHING))

    def _cover(self, events_a: Sequence[object], events_b: Sequence[object]) -> bool:
        """Return whether the worlds' secrets differ now; if they do, count the events."""
        if self.a.true() == self.b.true():
            return False
        for one, other in zip(events_a, events_b, strict=False):
            met = type(one).__name__, self.recipe.role(one, self.viewer)
            self.report.diverged[met] += 1
            self.report.inside[met] += self._secrets(one) != self._secrets(other)
        return True

    def _secrets(self, event: object) -> list[object]:
        return self.recipe.hidden(getattr(self.a.state, "options", None), event, self.viewer)

    # Chance

    def _chance_moves(self, in_a: State, in_b: State, *, begun: bool = True) -> list[tuple[Move, Move]] | None:
        """Return chance's moves in both worlds until it isn't asked any more; None if the worlds can't be kept alike.

        What chance has answered before a take-back comes again. *begun* says whether the worlds are there already.
        """
        game = self.recipe.game
        moves: list[tuple[Move, Move]] = []
        while asks := game.asks(seen(in_a, CHANCE), CHANCE):
            others = game.asks(seen(in_b, CHANCE), CHANCE)
            given = self._given(len(moves), asks[0], others[0]) if begun else None
            for command, other in given or self._draws(asks[0], others):
                to_a, to_b = outcome(game, in_a, CHANCE, command), outcome(game, in_b, CHANCE, other)
                if agree(self.recipe, self.viewer, (in_a, *to_a), (in_b, *to_b)):
                    break
            else:
                return None
            moves.append(((CHANCE, command), (CHANCE, other)))
            in_a, in_b = to_a[0], to_b[0]
        return moves

    def _given(self, further: int, ask: AnyAsk, other: AnyAsk) -> list[tuple[object, object]] | None:
        in_a, in_b = self.a.given(further, ask), self.b.given(further, other)
        return [(in_a, in_b)] if in_a is not None or in_b is not None else None

    def _draws(self, ask: AnyAsk, asks: Sequence[AnyAsk]) -> Iterator[tuple[object, object]]:
        """Yield possible moves of chance in both worlds. For example, all see a drawn pawn, and nobody a deck's order."""
        options = ask.options if isinstance(ask, Choice) else (by_chance(ask, self.generator),)
        for command in self.generator.sample(options, len(options)):
            other = self.recipe.other(command, asks, self.viewer, self.generator)
            if other is not None:
                yield command, other
