"""Show the phones the thoughts of the players of the house, once the game is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.kit.viewers import TABLE

if TYPE_CHECKING:
    from companion.kit.messages import Said
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Reason:
    """*why* the player of the house on *seat* did something; *told* is what everybody was told of it."""

    seat: Seat
    told: tuple[Said, ...]
    why: Said


def reasons(now: Snapshot) -> list[Reason]:
    """Return the reasons in the game on the table, oldest first; none before it is over, or for what nobody was told of."""
    match = now.match
    acts = [(one, [match.tell(event, TABLE) for event in one.events[:1]]) for one in match.explained] if match else []
    return [Reason(one.seat, tuple(filter(None, told)), one.why) for one, told in acts if one.why and any(told)]
