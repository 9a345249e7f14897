"""Run two worlds in lock-step that differ only in one viewer's unknowns, and compare everything that this viewer receives.

World A is a game somewhere in the middle. In world B, everything that the viewer may not know is dealt anew. Both continue with
moves that look the same to the viewer: another player's pile has the same number of notes, for example, but different ones.
Whatever the rules themselves reveal (a refused partner's offer, opened stakes) must be the same in both, so moves for which it
isn't are skipped. A game supplies a `Recipe`; everything else is the same for all games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.agreeing.motions import Motion, Outwait, Vote
from companion.kit.asks import Choice, answers
from companion.kit.layout import TableSet
from companion.kit.messages import Illegal
from companion.kit.sealed import seen
from companion.kit.viewers import CHANCE, TABLE, Seat, Viewer
from companion.lab.players import Mood, Player
from companion.lab.probes import Prober
from companion.lab.secrecy import correcting, observing
from companion.lab.secrecy.observing import WAYS, as_bytes
from companion.lab.secrecy.worlds import Position, World, outcome, refused, viewers
from companion.match.entries import Entry
from companion.match.pricing import price
from companion.setting.layouts import has_layout
from companion.setting.proposal import Board
from companion.table.chance import by_chance

if TYPE_CHECKING:
    from companion.kit.asks import AnyAsk
    from companion.kit.game import State
    from companion.lab.secrecy.recipe import Recipe
    from companion.setting.proposal import Propose

TRIES: Final = 14  # How many moves are tried before giving up a pair of worlds.
PROBES: Final = 3  # How many commands the viewer tries at each step, most of them illegal.
BACK: Final = 0.04  # How often somebody asks to take something back before a step.
SET: Final = 0.2  # How often the table is set anew instead.
PANEL: Final = 0.05  # How often, before a step, a phone tells the table in one world that it shows a panel.
PUT_BACK: Final = 0.5  # How often what was taken back is put back again, if it can be.
IN_FAVOUR: Final = 0.75  # How often players agree to that.
AGREED: Final = 0.93  # How often each agrees to a correction, to which all must.
OUTWAITED: Final = 0.15  # How often the minute is over before the next vote.
DIFFERENTLY: Final = 0.5  # How often a player whose vote the viewer isn't told votes otherwise in world B.
SWAPPED: Final = 0.4  # How often two swap at the end of a pair at which nobody leaves.
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

    *votes* is the number of steps that were votes on taking back or putting back, *corrections* of those by which the table was
    set anew, and *swaps* of those by which two people swapped their seats. *diverged* counts the events of the steps
    *apart*, by kind of event and role of the viewer. *inside* counts those of them that held a differing secret themselves.
    """

    steps: int = 0
    apart: int = 0
    pairs: int = 0
    votes: int = 0
    corrections: int = 0
    swaps: int = 0
    differences: list[Difference] = field(default_factory=list)
    diverged: Counter[tuple[str, str]] = field(default_factory=Counter)
    inside: Counter[tuple[str, str]] = field(default_factory=Counter)

    def __str__(self) -> str:
        lines = [f"{self.steps} steps, {self.apart} apart, {self.pairs} pairs of worlds, {len(self.differences)} differences"]
        for (kind, role), count in sorted(self.diverged.items()):
            lines.append(f"  {kind:<22}{role:<10}{count:>7} diverged{self.inside[kind, role]:>7} inside")
        return "\n".join(lines)


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
    pair = _Pair(recipe, position, viewer, generator, observe, report, back)
    return pair.play(lead, recipe.longest if longest is None else longest)


def agree(recipe: Recipe, viewer: Viewer, in_a: Taken, in_b: Taken) -> bool:
    """Return whether the rules tell *viewer* the same in both worlds, each given as (state before, state after, events)."""
    return bool(_released(recipe, viewer, *in_a) == _released(recipe, viewer, *in_b))


def _released(recipe: Recipe, viewer: Viewer, before: State, after: State, events: Sequence[object]) -> object:
    told = [fact for event in events if (fact := recipe.released(before, event, viewer)) is not None]
    return told, recipe.visible(after)


def _named(told: tuple[object, ...] | Illegal) -> list[object]:
    return [type(event).__name__ for event in told] if isinstance(told, tuple) else [refused(told)]


class _Pair:
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
            self._come_and_go() if self.generator.random() < self.recipe.leaving else self._swap()
        return self.a.position

    def _show_panel(self) -> bool:
        """Let the phone of somebody else show a panel in world A alone; return whether nobody can tell."""
        seats = [seat for seat in self.a.state.seats if seat != self.viewer and self.a.table.now.standing(seat)]
        if seats:
            self.a.show_panel(self.generator.choice(seats))
        return self._same("a panel", (), ())

    def _amend(self) -> bool:
        """Let somebody take something back, or set the table anew; return whether to go on."""
        sets = has_layout(self.recipe.game) and self.generator.random() < SET
        return self._set_anew() if sets else self._go_back()

    # Taking back

    def _go_back(self) -> bool:
        """Let somebody ask to take rows back, or to put them back again, and others vote; return whether to go on."""
        motion = self._motion()
        voters = [motion.seat] if motion else []
        self.parted = False
        while motion and voters:
            waits = self.a.table.now.take_back and self.generator.random() < OUTWAITED
            votes = self._minute() if waits else self._votes(self.generator.choice(voters), motion)
            if votes is None or not self._vote(*votes):
                return False
            voters = sorted(self.a.table.now.unanswered())
        return self.a.table.now.take_back is None

    def _minute(self) -> tuple[Viewer, Outwait, Outwait] | None:
        """Let the minute pass in which everybody can answer, unless that would part the worlds."""
        alike = self._comes_to(self.a, TABLE, Outwait()) == self._comes_to(self.b, TABLE, Outwait())
        return (TABLE, Outwait(), Outwait()) if alike or not self.parted else None

    def _motion(self) -> Motion | None:
        now, asker = self.a.table.now, self.generator.choice(self.a.state.seats)
        again = now.match.again() if now.match else ()
        if again and self.generator.random() < PUT_BACK:
            return Motion("put_back", asker, again[-1].row)
        ways = now.match.ways_back(asker, WAYS) if now.match else []
        return Motion("take_back", asker, self.generator.choice(ways)[0]) if ways else None

    def _votes(self, voter: Seat, motion: Motion) -> tuple[Seat, Vote, Vote] | None:
        """Return *voter*'s vote in each world, or None if the worlds would part.

        Nobody is told how others vote, so these may vote differently, as long as it comes to the same.
        """
        yes, may_differ = self.generator.random() < IN_FAVOUR, voter not in (self.viewer, motion.seat)
        pairs = [(yes, yes), (not yes, not yes)] if voter != motion.seat else [(True, True)]
        if may_differ and self.generator.random() < DIFFERENTLY:
            pairs = [(yes, not yes), (not yes, yes), *pairs]
        for in_a, in_b in pairs:
            votes = Vote(motion, in_a), Vote(motion, in_b)
            alike = (self._comes_to(world, voter, vote) for world, vote in zip((self.a, self.b), votes, strict=True))
            if (in_a == in_b and not self.parted) or next(alike) == next(alike):
                self.parted |= in_a != in_b
                return voter, *votes
        return None

    def _comes_to(self, world: World, voter: Seat, vote: Vote | Outwait) -> list[object]:
        return _named(observing.voted(world, voter, vote))

    def _vote(self, voter: Seat, in_a: Vote | Outwait, in_b: Vote | Outwait) -> bool:
        """Let *voter* vote in both worlds, and compare what comes of it; return whether to go on."""
        self.report.steps, self.report.votes = self.report.steps + 1, self.report.votes + 1
        both = (self.a, in_a), (self.b, in_b)
        moves = f"{voter} votes on taking back" if isinstance(in_a, Vote) else "a minute"
        self._both("what it comes to", (self._comes_to(world, voter, vote) for world, vote in both), moves)
        gone = len(self.a.gone)
        replies = [world.vote(voter, vote) for world, vote in both]
        if voter == self.viewer:
            self._both("reply", replies, moves)
        if self.viewer != TABLE and len(self.a.gone) > gone:
            self._both("sent again", (world.repeated(self.viewer) for world in (self.a, self.b)), moves)
        return self._same(moves, (), ())

    # Setting the table anew

    def _set_anew(self) -> bool:
        """Let somebody propose to set the table anew, and all vote and state their sums; return whether to go on."""
        voter = self.generator.choice(self.a.state.seats)
        if not self._set(voter, *correcting.proposals(self.a, self.b, voter, self.generator)):
            return not self.report.differences
        while self.a.table.now.vote:
            voter, yes = self.generator.choice(sorted(self.a.table.now.unanswered())), self.generator.random() < AGREED
            if not self._set(voter, *(correcting.vote(world, voter, yes=yes) for world in (self.a, self.b))):
                return False
        return True

    def _set(self, seat: Seat, in_a: Propose | Vote, in_b: Propose | Vote) -> bool:
        """Let *seat* propose or vote in both worlds, and compare what comes of it; return whether to go on with the vote."""
        both, moves = ((self.a, in_a), (self.b, in_b)), f"{seat} sets the table by {in_a}"
        told = [observing.voted(world, seat, command) for world, command in both]
        self._both("what it comes to", (_named(one) for one in told), moves)
        set_to = [
            next((one for one in events if isinstance(one, TableSet)), None) for events in told if isinstance(events, tuple)
        ]
        chance = self._chance_after(*set_to) if set_to and not self.report.differences else []
        if chance is None or self.report.differences:
            return False
        self.report.steps, self.report.corrections = self.report.steps + 1, self.report.corrections + 1
        chains = [[moves[side] for moves in chance] for side in (0, 1)]
        carried = set_to or [None, None]
        replies = [
            world.set_anew(seat, one, event, chain) for (world, one), event, chain in zip(both, carried, chains, strict=True)
        ]
        if seat == self.viewer:
            self._both("reply", replies, moves)
        drawn = [world.follow(chain) for world, chain in zip((self.a, self.b), chains, strict=True)]
        return self._same(
            moves, *([*filter(None, [event]), *events] for event, events in zip(carried, drawn, strict=True))
        ) and bool(set_to)

    def _chance_after(self, in_a: TableSet | None, in_b: TableSet | None) -> list[tuple[Move, Move]] | None:
        """Return chance's moves after the table is set anew, none if it isn't; None if the worlds would part."""
        if in_a is None or in_b is None:
            return []
        ends = [Board(world.game, world.state).after(event) for world, event in ((self.a, in_a), (self.b, in_b))]
        alike = self.recipe.visible(ends[0]) == self.recipe.visible(ends[1])
        return self._chance_moves(*ends) if alike else None

    # Coming and going

    def _swap(self) -> None:
        """Let two people swap their seats; compare after each step, at the end for those who aren't the two.

        In worlds that are alike to TABLE, compare what each reads of the other's past: nothing more than TABLE.
        """
        if not self.a.table.now.playing or self.generator.random() > SWAPPED:
            return
        one, other = self.generator.sample(self.a.state.seats, 2)
        for who, command in self.a.swapping(one, other):
            if who == other and self.viewer in (one, other):
                return  # Now each is told what only the other knew.
            done = [observing.as_bytes(world.dare(who, command)) for world in (self.a, self.b)]
            self.report.steps, self.report.swaps = self.report.steps + 1, self.report.swaps + 1
            if not (self._compare({"done": done[0]}, {"done": done[1]}) and self._same(f"{who} does {command!r}", (), ())):
                return
        for seat in (one, other) if self.viewer == TABLE else ():
            self._compare({"swapped": self.a.newcomer(seat)}, {"swapped": self.b.newcomer(seat)}, "a swap")

    def _come_and_go(self) -> None:
        """Let somebody leave, and somebody else sit down there and get the place; compare after each step.

        In worlds that are alike to TABLE, compare what the newcomer's phone receives, too: nothing more than TABLE until the
        place is theirs, and then nothing more of what had been told there before.
        """
        if not self.a.table.now.playing:
            return
        seats = [one for one in self.a.state.seats if one != self.viewer]
        apart = [one for one in seats if self.a.past(one) != self.b.past(one)]  # What a newcomer could learn.
        seat = self.generator.choice(apart or seats)
        for who, command in self.a.passing(seat):
            done = [observing.as_bytes(world.dare(who, command)) for world in (self.a, self.b)]
            self.report.steps += 1
            alike = self._compare({"done": done[0]}, {"done": done[1]}) and self._same(f"{who} does {command!r}", (), ())
            if alike and self.viewer == TABLE:
                alike = self._compare({"newcomer": self.a.newcomer(seat)}, {"newcomer": self.b.newcomer(seat)}, f"{command!r}")
            if not alike:
                return

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
