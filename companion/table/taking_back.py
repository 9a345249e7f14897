"""Take-backs: the events by which a game goes back to an earlier row, what is remembered of them, and the display's picture."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Final

from companion.kit.messages import Who, say
from companion.kit.screen import Pawn, Screen
from companion.seats.seating import GameStarted
from companion.table.evening import PutAway

if TYPE_CHECKING:
    from collections.abc import Collection

    from companion.kit.viewers import Seat


# Events
@dataclass(frozen=True, slots=True)
class TakenBack:
    """*asker* has taken back what followed row *to* of game *number*; with *again*, a take-back was itself taken back.

    *row* is the journal's row that holds this event, and *rung* the price that was paid.
    """

    number: int
    asker: str
    to: int
    row: int
    rung: str
    again: bool = False


@dataclass(frozen=True, slots=True)
class Dropped:
    """*asker*'s motion to go back to row *to* was dropped when *tip* was the game's newest row. Nobody is told by whom."""

    to: int
    tip: int
    asker: str = ""


EVENTS: Final = (TakenBack, Dropped)
PATIENCE: Final = 3  # Motions of one asker that may be dropped before something else has happened: anybody can slip.


@dataclass(frozen=True, slots=True)
class TakeBacks:
    """The take-backs of the game on the table and of those put away, by number, oldest first.

    *against* are the seats that have refused the one being voted on. *dropped* are those refused since the game's newest row:
    asking for the same again takes something new on the table.
    """

    taken: Mapping[int, tuple[TakenBack, ...]] = field(default_factory=dict)
    against: frozenset[Seat] = frozenset()
    dropped: frozenset[Dropped] = frozenset()

    def may_ask(self, asker: Seat, to: int, tip: int) -> bool:
        """Return whether *asker* may ask to go back to row *to* while *tip* is the newest: asking stops everybody's game."""
        since = [one for one in self.dropped if one.tip == tip]
        return all(one.to != to for one in since) and sum(one.asker == asker for one in since) < PATIENCE


def evolve(before: TakeBacks, event: Any, live: Collection[int]) -> TakeBacks:
    """Return the take-backs after *event*; *live* are the numbers of the game on the table and of those put away."""
    match event:
        case TakenBack(number):
            taken = {**before.taken, number: (*before.taken.get(number, ()), event)}
            return TakeBacks(taken)
        case Dropped():
            still = {one for one in before.dropped if one.tip == event.tip}
            return replace(before, against=frozenset(), dropped=frozenset({*still, event}))
        case PutAway():
            return replace(before, against=frozenset())  # The vote is over.
        case GameStarted():
            return TakeBacks({number: taken for number, taken in before.taken.items() if number in live})
    return before


def screen(asker: Seat, answered: int, asked: int) -> Screen:
    """Return the screen that the display shows during a vote: who asks, and how many of those *asked* have *answered*."""
    return Screen(
        small=say("table.screen.back"),
        big=say("table.screen.who", who=Who(asker)),
        picture=Pawn(asker),
        counter=say("table.screen.answered", answered=answered, asked=asked),
        seat=asker,
        sound="turn",
    )
