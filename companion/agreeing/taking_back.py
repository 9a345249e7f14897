"""Take-backs: the events by which a game goes back to an earlier row, what is remembered of them, and the display's picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from companion.agreeing.evening.saved_games import PutAway
from companion.kit.messages import Who, say
from companion.kit.screen import Pawn, Screen
from companion.match.entries import TakenBack
from companion.seats.places import PlaceTaken
from companion.seats.seating import StoodUp, Swapped
from companion.seats.starting import GameBrought, GameStarted

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.kit.viewers import Seat


# Events
@dataclass(frozen=True, slots=True)
class Dropped:
    """*asker*'s motion to go back to row *to* was dropped when *tip* was the game's newest row. Nobody is told by whom.

    For a proposal to set the table anew, *to* is the proposal's row below PROPOSALS; with *sums*, everybody agreed, but the
    sums that were stated don't add up.
    """

    to: int
    tip: int
    asker: str = ""
    sums: bool = False


@dataclass(frozen=True, slots=True)
class Outwaited:
    """The vote has lasted for the minute that everybody has to answer: now those who have answered may decide."""


EVENTS: Final = (TakenBack, Dropped, Outwaited)
# Events that change who plays game `number`, or where, which bars what went before.
NEW_PLAYERS: Final = (PlaceTaken, Swapped, GameBrought)
PROPOSALS: Final = -10_000  # Rows that came in a file have negative numbers, too, but none below this.
PATIENCE: Final = 3  # Motions of one asker that may be dropped before something else has happened: anybody can slip.


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """The take-backs of the game on the table and of those put away, by number, oldest first.

    *against* are the seats that have refused the one being voted on, and *waited* says that its minute is over. *dropped* are
    those refused since the game's newest row: asking for the same again takes something new on the table. *barred* is the row,
    by game, before which nothing can go back, because a seat changed hands then.
    """

    taken: Mapping[int, tuple[TakenBack, ...]] = field(default_factory=dict)
    against: frozenset[Seat] = frozenset()
    dropped: frozenset[Dropped] = frozenset()
    waited: bool = False
    barred: Mapping[int, int] = field(default_factory=dict)

    def may_ask(self, asker: Seat, to: int, tip: int) -> bool:
        """Return whether *asker* may ask to go back to row *to* while *tip* is the newest: asking stops everybody's game."""
        since = [one for one in self.dropped if one.tip == tip]
        return all(one.to != to for one in since) and self.may_propose(asker, tip)

    def may_propose(self, asker: str, tip: int) -> bool:
        """Return whether *asker* may propose to set the table anew while *tip* is the newest row."""
        return sum(one.asker == asker for one in self.dropped if one.tip == tip) < PATIENCE


def evolve(before: TakeBacks, event: object, live: Collection[int]) -> TakeBacks:
    """Return the take-backs after *event*; *live* are the numbers of the game on the table and of those put away."""
    match event:
        case TakenBack(number):
            taken = {**before.taken, number: (*before.taken.get(number, ()), event)}
            return TakeBacks(taken, barred=before.barred)
        case Dropped():
            still = {one for one in before.dropped if one.tip == event.tip}
            return replace(before, against=frozenset(), dropped=frozenset({*still, event}), waited=False)
        case Outwaited():
            return replace(before, waited=True)
        case PutAway() | StoodUp() | PlaceTaken() | Swapped():
            return replace(before, against=frozenset(), waited=False)  # The vote is over.
        case GameStarted():
            taken = {number: taken for number, taken in before.taken.items() if number in live}
            return TakeBacks(taken, barred={number: row for number, row in before.barred.items() if number in live})
    return before


def barred(before: TakeBacks, event: object, row: int) -> TakeBacks:
    """Return the take-backs after *event* of the journal's row *row*, which may have changed who plays a game."""
    if isinstance(event, NEW_PLAYERS):
        return replace(before, barred={**before.barred, event.number: row})
    return before


def screen(asker: Seat, answered: int, asked: int, kind: str = "take_back") -> Screen:
    """Return the screen that the display shows during a vote on a motion of *kind*.

    It shows who asks, and how many of those *asked* have *answered*.
    """
    return Screen(
        small=say("table.screen.set" if kind == "set_table" else "table.screen.back"),
        big=say("table.screen.who", who=Who(asker)),
        picture=Pawn(asker),
        counter=say("table.screen.answered", answered=answered, asked=asked),
        seat=asker,
        sound="turn",
    )
