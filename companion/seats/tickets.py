"""The pawn is the key: a pawn that is laid on the reader gives a ticket, which brings its seat to whichever phone opens it.

A ticket is a moment at the table and is not kept. It is good for as long as it is shown, and for nothing after that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kit.viewers import Seat

SECONDS: Final = 60.0
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # What a QR code holds cheaply, without those that look alike.
LENGTH: Final = 6  # 887 million codes: at 1,000 guesses a second a ticket of a minute is found once in 14,000 times.


@dataclass(frozen=True, slots=True)
class Ticket:
    """*code* opens *seat* until the shell's clock says *until* (seconds, monotonic)."""

    code: str
    seat: Seat
    until: float

    def opens_by(self, code: str) -> bool:
        """Whether *code* is this one's, however it is written."""
        return code.upper() == self.code


@dataclass(frozen=True, slots=True)
class Claim:
    """The tap claims *seat*: its pawn gives a ticket. Beside game.Play, Point and Nothing, but the table's own."""

    seat: Seat


class Tickets:
    """The one ticket that is shown, if any. Used under the table's lock only."""

    def __init__(self, clock: Callable[[], float], draw: Callable[[str], str]) -> None:
        """*clock* gives seconds and never goes back; *draw* picks one of the letters, as nobody can guess."""
        self._clock, self._draw = clock, draw
        self._shown: Ticket | None = None

    @property
    def shown(self) -> Ticket | None:
        """The ticket that is good now."""
        shown = self._shown
        return shown if shown is not None and self._clock() < shown.until else None

    def give(self, seat: Seat) -> Ticket:
        """Return a new ticket for *seat*; the one before it is no good any more."""
        self._shown = Ticket("".join(self._draw(LETTERS) for _ in range(LENGTH)), seat, self._clock() + SECONDS)
        return self._shown

    def find(self, code: str) -> Seat | None:
        """Return the seat that *code* opens now, however it is written; None for any other code."""
        shown = self.shown
        return shown.seat if shown is not None and shown.opens_by(code) else None

    def tear(self) -> bool:
        """Make the ticket worthless; return whether there was one, good or too old."""
        there, self._shown = self._shown is not None, None
        return there

    def expire(self) -> bool:
        """Tear the ticket up if it is too old; return whether it was."""
        return self.shown is None and self.tear()
