"""The public state of the table, decided once for display, LED and table screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.kit.game import View
    from companion.kit.screen import Screen
    from companion.kit.viewers import Seat
    from companion.seats.tickets import Ticket


@dataclass(frozen=True, slots=True)
class Public:
    """Everything at the table that everybody may see.

    *screen* is what the display shows: the walk through the box, the pause, who is waited for, or the game on the table; None
    before the first game. *view* is TABLE's view of that game. *asked* are the seats whose answers are awaited, with TABLE if
    anybody can continue. While it *rests* (a pause, a walk or an empty seat), neither sound nor light indicates whose turn it
    is. *ticket* brings a seat to a phone. *sitters* are the names of those who sit here; *names* adds those who play or played
    but have left.
    """

    screen: Screen | None
    view: View | None
    asked: tuple[Seat, ...]
    rests: bool
    ticket: Ticket | None
    sitters: dict[Seat, str]
    names: dict[Seat, str]
    read_only: bool
