"""The entries of a match's log, and the event by which some of them go back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.game import State
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of the log: the *events* of *seat*'s act in the journal's row *row*, and the *state* after the last of them.

    *command* is kept only if chance gave it, since it has to come again after a take-back. *why* is the reason of a player of
    the house; only `Match.explained` tells it.
    """

    row: int
    seat: Seat
    command: object
    events: tuple[object, ...]
    state: State
    why: Said | None = field(default=None, repr=False)


# An event of the table's own rows
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
