"""What is kept of each player when a game is over, for the history of a table's evenings."""

from __future__ import annotations

from dataclasses import dataclass

from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Result:
    """What everybody saw of the player on *seat* at the end.

    *place* counts from 1, equal players share one, and 0 says that it wasn't shown. *sum* is what the player ended with,
    such as money, or None if it stayed hidden. *bluff* is how many fakes were in the pile of theirs that fooled
    somebody most dearly.
    """

    seat: Seat
    place: int = 0
    sum: int | None = None
    bluff: int | None = None
