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
    """Return the reasons in the game on the table, oldest first; none before it is over."""
    match = now.match
    if match is None:
        return []
    return [
        Reason(one.seat, tuple(said for event in one.events[:1] if (said := match.tell(event, TABLE))), one.why)
        for one in match.explained
        if one.why
    ]
