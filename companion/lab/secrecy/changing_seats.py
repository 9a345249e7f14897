"""Change seats in both worlds: two people swap them, or somebody leaves and a newcomer or the house plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.kit.viewers import TABLE
from companion.lab.secrecy import observing
from companion.lab.secrecy.pair import Pair

if TYPE_CHECKING:
    pass

SWAPPED: Final = 0.4  # How often two swap at the end of a pair at which nobody leaves.
BY_HOUSE: Final = 0.3  # How often the house plays on for somebody who leaves, instead of a newcomer.
OWN: Final = 0.5  # How often that is the viewer.


class ChangingSeats(Pair):
    """A pair of worlds in which people change seats."""

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

    def _leave(self) -> None:
        """Let somebody leave, and a newcomer play on, or the house."""
        if self.a.table.now.playing:
            self._sit_in() if self.generator.random() < BY_HOUSE else self._come_and_go()

    def _sit_in(self) -> None:
        """Let the house play on for somebody who leaves and comes back; compare after each step, and what it would answer.

        While the viewer is away, nobody sees the seat but the house, which knows what the viewer could.
        """
        seats = self.a.state.seats
        seat = self.viewer if self.viewer in seats and self.generator.random() < OWN else self.generator.choice(seats)
        *gone, back = self.a.sitting_in(seat)
        for who, command in gone:
            done = [observing.as_bytes(world.dare(who, command)) for world in (self.a, self.b)]
            self.report.steps += 1
            seen = seat == self.viewer or self._same(f"{who} does {command!r}", (), ())
            if not (self._compare({"done": done[0]}, {"done": done[1]}) and seen):
                return
        if seat == self.viewer:
            self._both("house", [observing.of_house(world, seat) for world in (self.a, self.b)], "sitting in")
        if not self.report.differences:
            self._both("done", [world.dare(*back) for world in (self.a, self.b)], "coming back")
            self._same(f"{seat} is back", (), ())

    def _come_and_go(self) -> None:
        """Let somebody leave, and somebody else sit down there and get the place; compare after each step.

        In worlds that are alike to TABLE, compare what the newcomer's phone receives, too: nothing more than TABLE until the
        place is theirs, and then nothing more of what had been told there before.
        """
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
