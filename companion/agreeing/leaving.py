"""People come and go during a game: what the others can choose while a seat is empty, and how long somebody is waited for.

Who may decide is in `electorate`, and what passes with a place in `companion.seats.places`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from companion.kit.messages import Who, say
from companion.kit.screen import Pawn, Screen

if TYPE_CHECKING:
    from collections.abc import Callable, Collection

    from companion.agreeing.on_table import OnTable
    from companion.kit.viewers import Seat

GONE_AFTER: Final = 60.0  # seconds that somebody who is said to have gone has to answer

# wait: the game rests, and the seat is kept by name. end_game: a motion. house_plays: another, by which the house sits in.
Choice: TypeAlias = Literal["wait", "end_game", "house_plays"]


def choices(on: OnTable) -> tuple[Choice, ...]:
    """Return the choices of the players who are left; waiting needs no vote."""
    end: tuple[Choice, ...] = ("end_game",) if on.ranks() else ()
    return ("wait", *end, "house_plays") if on.house else ("wait", *end)


class Waits:
    """Remember since when people have been asked whether they are still there. Not thread-safe: the table's lock guards it.

    The journal doesn't keep the times: after a restart everybody is given the whole time again.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start with nobody asked; *clock* returns monotonic seconds."""
        self._clock = clock
        self._since: dict[Seat, float] = {}

    def over(self, asked: Collection[Seat]) -> frozenset[Seat]:
        """Return those of the seats *asked* who have had GONE_AFTER seconds; all others are forgotten."""
        now = self._clock()
        self._since = {seat: self._since.get(seat, now) for seat in asked}
        return frozenset(seat for seat, since in self._since.items() if now - since >= GONE_AFTER)


def screen(seat: Seat) -> Screen:
    """Return the screen that the display shows while the game waits for the player of *seat*, or for somebody instead."""
    return Screen(
        small=say("table.screen.left"),
        big=say("table.screen.who", who=Who(seat)),
        picture=Pawn(seat),
        counter=say("table.screen.waits"),
        seat=seat,
    )
