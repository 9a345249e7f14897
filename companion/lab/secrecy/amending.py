"""Amend the game in both worlds: people take something back, put it back again, or set the table anew, and vote on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.agreeing.motions import Motion, Outwait, Vote
from companion.kit.layout import TableSet
from companion.kit.messages import Illegal
from companion.kit.viewers import TABLE, Seat, Viewer
from companion.lab.secrecy import correcting, observing
from companion.lab.secrecy.observing import WAYS
from companion.lab.secrecy.pair import Move, Pair
from companion.lab.secrecy.worlds import World, refused
from companion.setting.layouts import has_layout
from companion.setting.proposal import Board

if TYPE_CHECKING:
    from companion.setting.proposal import Propose

SET: Final = 0.2  # How often the table is set anew instead.
PUT_BACK: Final = 0.5  # How often what was taken back is put back again, if it can be.
IN_FAVOUR: Final = 0.75  # How often players agree to that.
AGREED: Final = 0.93  # How often each agrees to a correction, to which all must.
OUTWAITED: Final = 0.15  # How often the minute is over before the next vote.
DIFFERENTLY: Final = 0.5  # How often a player whose vote the viewer isn't told votes otherwise in world B.


def _named(told: tuple[object, ...] | Illegal) -> list[object]:
    return [type(event).__name__ for event in told] if isinstance(told, tuple) else [refused(told)]


class Amending(Pair):
    """A pair of worlds in which people amend what was done."""

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
