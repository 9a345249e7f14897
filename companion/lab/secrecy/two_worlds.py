"""Run two worlds in lock-step that differ only in one viewer's unknowns, and compare everything that this viewer receives.

World A is a game somewhere in the middle. In world B, everything that the viewer may not know is dealt anew. Both continue with
moves that look the same to the viewer: another player's pile has the same number of notes, for example, but different ones.
Whatever the rules themselves reveal (a refused partner's offer, opened stakes) must be the same in both, so moves for which it
isn't are skipped. A game supplies a `Recipe`; everything else is the same for all games.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from companion.kit.asks import answers
from companion.kit.messages import Illegal
from companion.kit.viewers import CHANCE, Seat, Viewer
from companion.lab.secrecy import observing
from companion.lab.secrecy.amending import Amending
from companion.lab.secrecy.changing_seats import ChangingSeats
from companion.lab.secrecy.observing import as_bytes
from companion.lab.secrecy.pair import Chain, Move, Observe, agree
from companion.lab.secrecy.report import Report
from companion.lab.secrecy.worlds import Position, World, outcome, viewers
from companion.match.entries import Entry
from companion.match.pricing import price

if TYPE_CHECKING:
    from companion.kit.asks import AnyAsk
    from companion.kit.game import State
    from companion.lab.secrecy.recipe import Recipe

TRIES: Final = 14  # How many moves are tried before giving up a pair of worlds.
BACK: Final = 0.04  # How often somebody asks to take something back before a step.
PANEL: Final = 0.05  # How often, before a step, a phone tells the table in one world that it shows a panel.
ALIKE: Final = 6  # Steps for worlds that begin equal; they can still come to differ.


def run(
    recipe: Recipe,
    steps: int,
    seed: int,
    *,
    observe: Observe = observing.observe,
    most: int = 1,
    patience: int = 60,
    back: float = BACK,
) -> Report:
    """Play pairs of worlds until *steps* steps have been made or *most* differences have been found.

    *back* is how often somebody asks, before a step, to take something back.

    Raises AssertionError if *patience* pairs in a row can't make a step, because then nothing is tested.
    """
    report, position, idle = Report(), None, 0
    while report.steps < steps and len(report.differences) < most:
        before = report.steps
        generator = random.Random(f"{seed} {report.pairs}")
        if position is None or recipe.game.outcome(position.state) is not None or generator.random() < recipe.afresh:
            position = recipe.middle(recipe.moments(), generator)
        viewer = generator.choice(viewers(position.state))
        position = keep(recipe, position, viewer, generator, report, observe=observe, back=back)
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
    back: float = BACK,
) -> Position:
    """Run two worlds from *position* on that differ only in what *viewer* may not know; return the final position of world A.

    With *lead*, a seat and its command, they begin with that move, or stop if they can't both make it.
    """
    report.pairs += 1
    pair = _Played(recipe, position, viewer, generator, observe, report, back)
    return pair.play(lead, recipe.longest if longest is None else longest)


class _Played(Amending, ChangingSeats):
    """A pair of worlds that is played on, with all that people can do besides."""

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
            if self.generator.random() < self.back and not self._amend():
                return self.a.position
            if self.generator.random() < PANEL and not self._show_panel():
                return self.a.position
            move = self._agreed_move()
            if move is None or not self._step(*move):
                break
        if not self.report.differences and self._go_back() and going:
            self._leave() if self.generator.random() < self.recipe.leaving else self._swap()
        return self.a.position

    def _show_panel(self) -> bool:
        """Let the phone of somebody else show a panel in world A alone; return whether nobody can tell."""
        seats = [seat for seat in self.a.state.seats if seat != self.viewer and self.a.table.now.standing(seat)]
        if seats:
            self.a.show_panel(self.generator.choice(seats))
        return self._same("a panel", (), ())

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
            for after, events in (in_a, in_b) if seat == self.viewer else ():
                self._insist_on_price(seat, after, events)
            return None
        if any(isinstance(event, self.recipe.opening) for event in in_a[1]) and self.a.secrets() != self.b.secrets():
            return None
        rest = self._chance_moves(in_a[0], in_b[0])
        if rest is None:
            return None
        return [(seat, command), *(a for a, _ in rest)], [(seat, other), *(b for _, b in rest)]

    def _insist_on_price(self, seat: Seat, after: State, events: Sequence[object]) -> None:
        """Report that *seat* could take *events* back alone, although they have told it which of the two worlds it is."""
        game = self.recipe.game
        if price(game, [Entry(1, seat, None, tuple(events), after)], seat, used=False).rung == "own":
            self._differ("a take-back without its price", " ".join(type(event).__name__ for event in events))

    def _verdict(self, world: World, seat: Seat, command: object) -> bytes:
        """Return the viewer's own answer. For other seats it is None, because what they can do may be secret."""
        return as_bytes(observing.verdict(world, seat, command) if seat == self.viewer else None)

    # Making the move

    def _step(self, in_a: Chain, in_b: Chain) -> bool:
        """Make the move in both worlds and compare; return whether to go on."""
        self.report.steps += 1
        replies = [world.act(chain) for world, chain in ((self.a, in_a), (self.b, in_b))]
        events_a, events_b = self.a.follow(in_a), self.b.follow(in_b)
        if in_a[0][0] == self.viewer:
            self._both("reply", replies, "a try")
        self.report.apart += self._cover(events_a, events_b)
        return self._same(" ".join(f"{seat}:{type(command).__name__}" for seat, command in in_a), events_a, events_b)
