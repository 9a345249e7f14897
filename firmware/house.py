"""The players of the house at this table: a client like a phone, which sees what their seats see and answers their asks.

It holds no lock while it thinks and keeps nothing that matters: started again, it thinks again, plays the same command, and the
key tells the table whether it has that already.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from companion.house import thinking
from companion.house.manners import Turn
from companion.keeping.replaying import place_of
from companion.kit.game import insist
from companion.kit.house import RANDOM, at_random
from companion.kit.messages import Illegal
from companion.table.table import Fault, KeyReused, Stale, Unknown

if TYPE_CHECKING:
    import threading
    from collections.abc import Callable

    from companion.kit.house import Temper, Thought
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table

UNHURRIED: Final = 60.0  # Seconds between two looks at a table where nobody of the house has anything to do.
LOOK_SECONDS: Final = 3.0  # Seconds between two signs of life, at least.
AGAIN: Final = 5.0  # Seconds before the next try, after the disk or the program has failed.


def paused(turn: Turn) -> float:
    """Return the seconds for which a player of the house leaves the people at the table time to look up."""
    return turn.pause


@dataclass(frozen=True, slots=True)
class Plan:
    """The next answer of a seat: *thought* to the ask with the number *asked*, *due* by the clock. None if it prefers to wait.

    *seen* says for which turn and after how many take-backs this was thought.
    """

    turn: Turn
    seen: int
    thought: Thought[object] | None
    asked: int
    due: float

    def answers_same(self, other: Plan | None) -> bool:
        """Return whether *other* answers the same ask, which has then been there for as long."""
        if other is None or other.thought is None or self.thought is None:
            return False
        return (other.turn.number, other.thought.ask, other.asked) == (self.turn.number, self.thought.ask, self.asked)


class HousePlayers:
    """Answer for the players of the house at *table*. Not thread-safe: one thread calls `step`."""

    def __init__(
        self, table: Table, *, clock: Callable[[], float] = time.monotonic, pause: Callable[[Turn], float] = paused
    ) -> None:
        """Start without any plans; *clock* returns monotonic seconds, and *pause* those before the answer of a turn."""
        self._table, self._clock, self._pause = table, clock, pause
        self._plans: dict[Seat, Plan] = {}

    def play_forever(self, stop: threading.Event, alive: Callable[[], None] | None = None) -> None:
        """Answer whatever is due until *stop*; rest while there is nothing. *alive* is called every LOOK_SECONDS at least."""
        while not stop.is_set():
            if alive is not None:
                alive()
            try:
                revision, seconds = self.step()
            except Exception as fault:  # Whatever it is, people wait for the house.
                logging.getLogger(__name__).error("a fault of the house (%s); please report it", place_of(fault))
                revision, seconds = self._table.now.revision, AGAIN
            self._table.changes.wait(revision, min(seconds, LOOK_SECONDS), also=stop.is_set)

    def step(self) -> tuple[int, float]:
        """Answer one ask if that is due. Return the revision that was looked at, and in how many seconds to look again."""
        now = self._table.now
        house = now.house
        self._plans = {seat: self._planned(now, seat, temper) for seat, temper in house.items()}
        waiting = [plan for plan in self._plans.values() if plan.thought is not None]
        first = min(waiting, key=lambda plan: (plan.due, plan.turn.seat), default=None)
        if first is None:
            return now.revision, UNHURRIED
        if (rest := first.due - self._clock()) > 0:
            return now.revision, rest
        self._answer(first)
        return now.revision, 0.0

    def _planned(self, now: Snapshot, seat: Seat, temper: Temper) -> Plan:
        """Return the plan of *seat*: the same as before unless something has happened in the game."""
        match, before = now.match, self._plans.get(seat)
        assert match is not None
        turn = Turn(match.number, seat, len(match.log))
        if before is not None and (before.turn, before.seen) == (turn, len(match.gone)):
            return before
        thought = _thought(now, turn, temper)
        asked = now.standing(seat)[thought.ask].number if thought else 0
        plan = Plan(turn, len(match.gone), thought, asked, self._clock() + self._pause(turn))
        return replace(plan, due=before.due) if before is not None and plan.answers_same(before) else plan

    def _answer(self, plan: Plan) -> None:
        """Give the answer of *plan*, and forget it. Nothing that the table says about it stops the others."""
        thought, turn = plan.thought, plan.turn
        assert thought is not None
        done = replace(plan, thought=None)
        try:
            key = turn.key(thought.ask, plan.asked)
            self._table.act(turn.seat, thought.command, ask=(thought.ask, plan.asked), key=key, why=thought.reason)
        except Unknown:
            done = replace(plan, due=self._clock() + AGAIN)
        except Stale:
            pass  # Something has happened in the meantime, and is thought about next.
        except (Illegal, Fault, KeyReused) as refusal:
            logging.getLogger(__name__).error("%s of the house can't answer %s: %s", turn.seat, thought.ask, refusal)
            done = replace(plan, thought=self._at_random(plan))
        self._plans[turn.seat] = done

    def _at_random(self, plan: Plan) -> Thought[object] | None:
        """Return any answer instead of the one of *plan*, which was refused: people can't wait. None the second time."""
        now = self._table.now
        if plan.turn.seat not in now.house or (plan.thought and plan.thought.reason == RANDOM):
            return None
        return at_random(now.sight(plan.turn.seat), plan.turn.generator)


def _thought(now: Snapshot, turn: Turn, temper: Temper) -> Thought[object] | None:
    """Return the thought of the game's brain. A brain that fails answers at random: people can't wait for a repair."""
    sight = now.sight(turn.seat)
    assert now.game is not None
    try:
        thought = thinking.think(now.game, sight, temper, turn.generator)
        insist(thought is None or sight.asked(thought.ask) is not None, "an answer to nothing that is asked")
        return thought
    except Exception as fault:  # Whatever an outsider's game raises.
        logging.getLogger(__name__).error("a fault of a brain (%s); please report it", place_of(fault))
        return at_random(sight, turn.generator)
