"""What everybody in the room is shown, decided once for display, LED and table screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.kit.viewers import TABLE
from companion.table import evening
from companion.tags import walk

if TYPE_CHECKING:
    from companion.kit.screen import Screen
    from companion.kit.viewers import Seat
    from companion.seats.tickets import Ticket
    from companion.table.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class Public:
    """What is on at the table, as everybody may see it.

    *screen* is the display's picture: of the walk through the box, of the pause, or of the game on the table; None in the lobby
    before the first. *view* is TABLE's view of that game. *asked* are those whose answer is waited for, TABLE where anybody may
    go on. While it *rests*, neither sound nor light says whose turn it is. *ticket* brings a seat to a phone. *sitters* are the
    names of who sits here, and *names* also those of who plays or played, wherever they are now.
    """

    screen: Screen | None
    view: Any
    asked: tuple[Seat, ...]
    rests: bool
    ticket: Ticket | None
    sitters: dict[Seat, str]
    names: dict[Seat, str]
    read_only: bool


def public(now: Snapshot) -> Public:
    """Return what everybody is shown *now*."""
    rests = now.walk is not None or now.evening.paused is not None
    names = {**now.names, **now.players}
    return Public(_screen(now), now.view(TABLE), now.awaited(), rests, now.ticket, now.names, names, now.read_only)


def _screen(now: Snapshot) -> Screen | None:
    if now.walk is not None:
        return walk.screen(now.walk, now.games)
    if now.evening.paused is not None:
        return evening.screen(now.evening.paused)
    return now.match.screen(now.view(TABLE)) if now.match else None
