"""Run two worlds in lock-step that differ only in one viewer's unknowns, and compare everything that this viewer receives.

World A is a game somewhere in the middle. In world B, everything that the viewer may not know is dealt anew. Both continue with
moves that look the same to the viewer: another player's pile has the same number of notes, for example, but different ones.
Whatever the rules themselves reveal (a refused partner's offer, opened stakes) must be the same in both, so moves for which it
isn't are skipped. A game supplies a `Recipe`; everything else is the same for all games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.kit.asks import Choice, answers
from companion.kit.messages import Illegal
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, Seat, Viewer
from companion.lab.players import Mood, Player
from companion.lab.probes import Prober
from companion.lab.secrecy import observing
from companion.lab.secrecy.observing import WAYS
from companion.lab.secrecy.worlds import Position, World, outcome, viewers
from companion.table.chance import by_chance
from companion.table.voting import Motion

if TYPE_CHECKING:
    from companion.kit.asks import AnyAsk
    from companion.kit.game import State
    from companion.lab.secrecy.recipe import Recipe

TRIES: Final = 14  # How many moves are tried before giving up a pair of worlds.
PROBES: Final = 3  # How many commands the viewer tries at each step, most of them illegal.
ALIKE: Final = 6  # Steps for worlds that begin equal; they can still come to differ.
NOTHING: Final = b"nothing at all"  # Stands for a missing channel.

Move: TypeAlias = tuple[Seat, object]  # A seat and its command.
Chain: TypeAlias = list[Move]
Taken: TypeAlias = "tuple[State, State, Sequence[object]]"  # The states before and after a step, and its events.
Observe: TypeAlias = Callable[..., Mapping[str, bytes]]


@dataclass(frozen=True)
class Difference:
    """A difference in *channel* after *moves*, by which *viewer* could tell the worlds apart."""

    channel: str
    viewer: Viewer
    moves: str
    in_a: bytes
    in_b: bytes

    def __str__(self) -> str:
        where = next((n for n, (a, b) in enumerate(zip(self.in_a, self.in_b, strict=False)) if a != b), 0)
        near = slice(max(0, where - 150), where + 100)
        return f"{self.viewer} sees in {self.channel} after {self.moves}:\n  A {self.in_a[near]!r}\n  B {self.in_b[near]!r}"


@dataclass
class Report:
    """The counts of a run. *apart* is the number of steps after which secrets differed; no other step could show a leak.

    *diverged* counts the events of those steps, by kind of event and role of the viewer. *inside* counts those of them that
    held a differing secret themselves.
    """

    steps: int = 0
    apart: int = 0
    pairs: int = 0
    differences: list[Difference] = field(default_factory=list)
    diverged: Counter[tuple[str, str]] = field(default_factory=Counter)
    inside: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __str__(self) -> str:
        lines = [f"{self.steps} steps, {self.apart} apart, {self.pairs} pairs of worlds, {len(self.differences)} differences"]
        for (kind, role), count in sorted(self.diverged.items()):
            lines.append(f"  {kind:<22}{role:<10}{count:>7} diverged{self.inside[kind, role]:>7} inside")
        return "\n".join(lines)


def run(
    recipe: Recipe, steps: int, seed: int, *, observe: Observe = observing.observe, most: int = 1, patience: int = 60
) -> Report:
    """Play pairs of worlds until *steps* steps have been made or *most* differences have been found.

    Raises AssertionError if *patience* pairs in a row can't make a step, because then nothing is tested.
    """
    report, position, idle = Report(), None, 0
    while report.steps < steps and len(report.differences) < most:
        before = report.steps
        generator = random.Random(f"{seed} {report.pairs}")
        if position is None or recipe.game.outcome(position.state) is not None or generator.random() < recipe.afresh:
            position = recipe.middle(recipe.moments(), generator)
        viewer = generator.choice(viewers(position.state))
        position = keep(recipe, position, viewer, generator, report, observe=observe)
        idle = 0 if report.steps > before else idle + 1
        assert idle < patience, f"{patience} pairs of worlds in a row couldn't take a step together"
    return report


def keep(
    recipe: Recipe,
    position: Position,
    viewer: Viewer,
    generator: random.Random,
    report: Report,
    *,
    observe: Observe = observing.observe,
    lead: Move | None = None,
    longest: int | None = None,
) -> Position:
    """Run two worlds from *position* on that differ only in what *viewer* may not know; return the final position of world A.

    With *lead*, a seat and its command, they begin with that move, or stop if they can't both make it.
    """
    report.pairs += 1
    return _Pair(recipe, position, viewer, generator, observe, report).play(
        lead, recipe.longest if longest is None else longest
    )


def agree(recipe: Recipe, viewer: Viewer, in_a: Taken, in_b: Taken) -> bool:
    """Return whether the rules tell *viewer* the same in both worlds, each given as (state before, state after, events)."""
    return bool(_released(recipe, viewer, *in_a) == _released(recipe, viewer, *in_b))


def _released(recipe: Recipe, viewer: Viewer, before: State, after: State, events: Sequence[object]) -> object:
    told = [fact for event in events if (fact := recipe.released(before, event, viewer)) is not None]
    return told, recipe.visible(after)


class _Pair:
    """A pair of worlds for one viewer."""

    def __init__(
        self, recipe: Recipe, position: Position, viewer: Viewer, generator: random.Random, observe: Observe, report: Report
    ) -> None:
        self.recipe, self.generator, self.observe, self.report, self.viewer = recipe, generator, observe, report, viewer
        state, other = position.state, recipe.redeal(position.state, viewer, generator)
        self.alike = generator.choice((0.2, 0.9, 1.0))  # How often others make the same move in both worlds.
        mood = Mood(generator, recipe.leaning if generator.random() < recipe.leaned else {})
        self.players = {seat: Player(mood) for seat in viewers(state)}
        self.prober = Prober(recipe.game, generator)
        self.openings = self._chance_moves(state, other)
        self.a, self.b = (
            World(recipe.game, position._replace(state=start), [chain[side][1] for chain in self.openings or ()])
            for side, start in enumerate((state, other))
        )

    def play(self, lead: Move | None, longest: int) -> Position:
        """Play for as long as both worlds can, at most *longest* steps, and return the final position of world A."""
        opened = [world.follow([(CHANCE, command) for command in world.opening]) for world in (self.a, self.b)]
        self._cover(*opened)
        going = self.openings is not None and self._same("the start", *opened)
        if self.a.true() == self.b.true():
            longest = min(longest, ALIKE)
        if going and lead is not None:
            move = self._led(*lead)
            going = move is not None and self._step(*move)
        for _ in range(longest if going else 0):
            move = self._agreed_move()
            if move is None or not self._step(*move):
                break
        else:
            self._take_back()
        return self.a.position

    def _take_back(self) -> None:
        """Let somebody ask to take rows back, and everybody agree, and compare after each vote.

        Worlds end with that: what chance gave before comes again, and the lab chooses its own.
        """
        now, asker = self.a.table.now, self.generator.choice(self.a.state.seats)
        ways = now.match.ways_back(asker, WAYS) if now.match and not self.report.differences else []
        if not ways:
            return
        motion = Motion("take_back", asker, self.generator.choice(ways)[0])
        voters = now.electorate(motion).voters - {asker}
        for voter in (asker, *sorted(voters)):
            if now.take_back is not None or voter == asker:
                for world in (self.a, self.b):
                    world.vote(voter, motion)
                self.report.steps += 1
                self._same(f"{voter} votes to take back", (), ())
                now = self.a.table.now

    # Finding a move that both worlds can make

    def _agreed_move(self) -> tuple[Chain, Chain] | None:
        if self.recipe.game.outcome(self.a.state) is not None:
            return None
        for _ in range(TRIES):
            move = self._move()
            if move and (chains := self._completed(*move)):
                return chains
        return None

    def _led(self, seat: Seat, command: object) -> tuple[Chain, Chain] | None:
        for _ in range(TRIES):
            other = command if seat == self.viewer else self._counterpart(command, self.b.asked(seat))
            if other is not None and (chains := self._completed(seat, command, other)):
                return chains
        return None

    def _move(self) -> tuple[Seat, object, object] | None:
        """Return a seat and its command in each world, or None if there is no counterpart for world B."""
        asked = {seat: asks for seat in viewers(self.a.state) if (asks := self.a.asked(seat))}
        awaited = [seat for seat in asked if any(ask.awaited for ask in asked[seat])]
        seat = self.generator.choice(awaited if awaited and self.generator.random() < 0.85 else list(asked))
        command = self.players[seat].answer(asked[seat], self._wants(seat))
        if seat == self.viewer:
            return seat, command, command
        other = self._counterpart(command, self.b.asked(seat))
        return None if other is None else (seat, command, other)

    def _wants(self, seat: Seat) -> Callable[[Sequence[object]], list[int | None]] | None:
        eager, state = self.recipe.eager, self.a.state
        return (lambda commands: [eager(state, seat, command) for command in commands]) if eager else None

    def _counterpart(self, command: object, asks: Sequence[AnyAsk]) -> object:
        if self.generator.random() < self.alike and any(answers(ask, command) for ask in asks):
            return command
        return self.recipe.other(command, asks, self.viewer, self.generator)

    def _completed(self, seat: Seat, command: object, other: object) -> tuple[Chain, Chain] | None:
        """Return the move in each world, with chance's answers to it, or None if the rules would reveal a difference."""
        try:
            in_a, in_b = (
                outcome(self.recipe.game, world.state, seat, one) for world, one in ((self.a, command), (self.b, other))
            )
        except Illegal:
            self._compare({"refusals": self._verdict(self.a, seat, command)}, {"refusals": self._verdict(self.b, seat, other)})
            return None
        if not agree(self.recipe, self.viewer, (self.a.state, *in_a), (self.b.state, *in_b)):
            return None
        rest = self._chance_moves(in_a[0], in_b[0])
        if rest is None:
            return None
        return [(seat, command), *(a for a, _ in rest)], [(seat, other), *(b for _, b in rest)]

    def _verdict(self, world: World, seat: Seat, command: object) -> bytes:
        """Return the viewer's own answer. For other seats it is None, because what they can do may be secret."""
        return observing.as_bytes(observing.verdict(world, seat, command) if seat == self.viewer else None)

    def _chance_moves(self, in_a: State, in_b: State) -> list[tuple[Move, Move]] | None:
        """Return chance's moves in both worlds until it isn't asked any more; None if the worlds can't be kept alike."""
        game = self.recipe.game
        moves: list[tuple[Move, Move]] = []
        while asks := game.asks(seen(in_a, CHANCE), CHANCE):
            for command, other in self._draws(asks[0], game.asks(seen(in_b, CHANCE), CHANCE)):
                to_a, to_b = outcome(game, in_a, CHANCE, command), outcome(game, in_b, CHANCE, other)
                if agree(self.recipe, self.viewer, (in_a, *to_a), (in_b, *to_b)):
                    break
            else:
                return None
            moves.append(((CHANCE, command), (CHANCE, other)))
            in_a, in_b = to_a[0], to_b[0]
        return moves

    def _draws(self, ask: AnyAsk, asks: Sequence[AnyAsk]) -> Iterator[tuple[object, object]]:
        """Yield possible moves of chance in both worlds. For example, all see a drawn pawn, and nobody a deck's order."""
        options = ask.options if isinstance(ask, Choice) else (by_chance(ask, self.generator),)
        for command in self.generator.sample(options, len(options)):
            other = self.recipe.other(command, asks, self.viewer, self.generator)
            if other is not None:
                yield command, other

    # Making the move

    def _step(self, in_a: Chain, in_b: Chain) -> bool:
        """Make the move in both worlds and compare; return whether to go on."""
        self.report.steps += 1
        replies = [world.act(chain) for world, chain in ((self.a, in_a), (self.b, in_b))]
        events_a, events_b = self.a.follow(in_a), self.b.follow(in_b)
        if in_a[0][0] == self.viewer:
            in_one, in_other = ({"reply": observing.as_bytes(reply)} for reply in replies)
            self._compare(in_one, in_other)
        self.report.apart += self._cover(events_a, events_b)
        return self._same(" ".join(f"{seat}:{type(command).__name__}" for seat, command in in_a), events_a, events_b)

    def _same(self, moves: str, events_a: Sequence[object], events_b: Sequence[object]) -> bool:
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
