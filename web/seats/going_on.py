"""The wish to go on from a finished game, as pages show it: who wants what, and the command by which another agrees."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.agreeing.motions import Motion
    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Wish:
    """*seat* wants to go on to *game*, and can drop *motion* again. Another agrees by *command*, as plain data."""

    motion: Motion
    seat: Seat
    game: str
    command: Mapping[str, object]


def wishes(now: Snapshot) -> list[Wish]:
    """Return the open wishes, that for a new game first. All of this is public."""
    found = [(motion, seat) for motion, voters in now.room.votes.items() for seat in voters if motion.kind == "next_game"]
    return [_wish(now, motion, seat) for motion, seat in sorted(found, key=lambda one: one[0].number)]


def _wish(now: Snapshot, motion: Motion, seat: Seat) -> Wish:
    agreed = now.evening
    if motion.number:
        return Wish(motion, seat, agreed.saved[motion.number].started.game, {"is": "TakeUp", "number": motion.number})
    options = agreed.options.get(agreed.next, {})
    return Wish(motion, seat, agreed.next, {"is": "StartGame", "game": agreed.next, "options": options})
