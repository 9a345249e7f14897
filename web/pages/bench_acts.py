"""One move back, on the bench: whoever has several seats' phones there asks and agrees for those seats, and for no others."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from companion.agreeing.motions import Motion, Vote
from companion.kit.messages import Illegal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from companion.kit.viewers import Seat
    from companion.table.snapshot import Snapshot
    from companion.table.table import Table


def one_move_back(table: Table, seats: Iterable[Seat]) -> bool:
    """Ask to take back the newest move that any of *seats* can, and let all of them agree; return whether it was asked.

    If others have to agree, too, the vote waits for them.
    """
    own = [seat for seat in seats if table.now.plays(seat)]
    motion = _newest(table.now, own)
    if motion is None:
        return False
    try:
        table.act(motion.seat, Vote(motion, yes=True))
    except Illegal:  # The others have just refused the same.
        return False
    for seat in own:
        if seat != motion.seat and table.now.take_back == motion:
            with suppress(Illegal):  # It may have been decided a moment ago.
                table.act(seat, Vote(motion, yes=True))
    return True


def _newest(now: Snapshot, seats: Iterable[Seat]) -> Motion | None:
    """Return the motion to go back the least, by whoever can do so alone if anybody can; None if none of *seats* can ask."""
    if now.match is None or not now.playing or now.vote:
        return None
    ways = [(to, price.rung == "own", seat) for seat in seats for to, price in now.match.ways_back(seat, 1)]
    to, _, seat = max(ways, default=(0, False, ""))
    return Motion("take_back", seat, to) if seat else None
