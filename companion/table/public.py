"""The public state of the table, decided once for display, LED and table screen."""

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
    """Everything at the table that everybody may see.

    *screen* is what the display shows: the walk through the box, the pause, or the game on the table; None before the first
    game. *view* is TABLE's view of that game. *asked* are the seats whose answers are awaited, with TABLE if anybody can
    continue. While it *rests* (a pause or a walk), neither sound nor light indicates whose turn it is. *ticket* brings a seat
    to a phone. *sitters* are the names of those who sit here; *names* adds those who play or played but have left.
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
    """Return the public part of the snapshot *now*."""
    rests = now.walk is not None or now.evening.paused is not None
    names = {**now.names, **now.players}
    return Public(_screen(now), now.view(TABLE), now.awaited(), rests, now.ticket, now.names, names, now.read_only)


def _screen(now: Snapshot) -> Screen | None:
    if now.walk is not None:
        return walk.screen(now.walk, now.games)
    if now.evening.paused is not None:
        return evening.screen(now.evening.paused)
    return now.match.screen(now.view(TABLE)) if now.match else None
