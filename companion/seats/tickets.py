"""Tickets: a pawn laid on the reader issues one, which brings the pawn's seat to the phone that opens it.

Tickets aren't kept in the journal. A ticket is valid only while it is shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kit.viewers import Seat

SECONDS: Final = 60.0
LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"  # From a QR code's alphanumeric mode, without those that look alike.
LENGTH: Final = 6  # 887 million codes: at 1,000 guesses a second, one ticket in 14,000 is guessed during its minute.


@dataclass(frozen=True, slots=True)
class Ticket:
    """A *code* that opens *seat* until the time *until*, in seconds of a monotonic clock."""

    code: str
    seat: Seat
    until: float

    def opens_by(self, code: str) -> bool:
        """Return whether *code* is this ticket's, in upper or lower case."""
        return code.upper() == self.code


@dataclass(frozen=True, slots=True)
class Claim:
    """A tap that claims *seat*: its pawn issues a ticket. The table's own addition to game.Play, Point and Nothing."""

    seat: Seat


class Tickets:
    """The one ticket that is shown, if any. Not thread-safe: call it only with the table's lock held."""

    def __init__(self, clock: Callable[[], float], draw: Callable[[str], str]) -> None:
        """Start without a ticket; *clock* returns monotonic seconds, and *draw* picks one letter unpredictably."""
        self._clock, self._draw = clock, draw
        self._shown: Ticket | None = None

    @property
    def shown(self) -> Ticket | None:
        """The ticket that is valid now, or None."""
        shown = self._shown
        return shown if shown is not None and self._clock() < shown.until else None

    def give(self, seat: Seat) -> Ticket:
        """Return a new ticket for *seat*, valid for SECONDS; the previous one becomes invalid."""
        self._shown = Ticket("".join(self._draw(LETTERS) for _ in range(LENGTH)), seat, self._clock() + SECONDS)
        return self._shown

    def find(self, code: str) -> Seat | None:
        """Return the seat that *code* opens now, in upper or lower case; None for any other code."""
        shown = self.shown
        return shown.seat if shown is not None and shown.opens_by(code) else None

    def discard(self) -> bool:
        """Discard the ticket; return whether there was one, valid or expired."""
        there, self._shown = self._shown is not None, None
        return there

    def expire(self) -> bool:
        """Discard the ticket if it has expired; return whether it had."""
        return self.shown is None and self.discard()
