"""Pawns as keys: the ticket that a laid pawn has issued moves a seat to another phone, or gives its sitter their places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.seats.places import ComeBack, TakePlaces
from companion.seats.seating import MoveSeat
from companion.table.answers import Stale

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from companion.kit.viewers import Seat
    from companion.seats.tickets import Tickets
    from companion.table.snapshot import Snapshot


class Pawns:
    """The uses of a ticket at one table. Thread-safe."""

    def __init__(
        self,
        lock: AbstractContextManager[object],
        tickets: Tickets | None,
        now: Callable[[], Snapshot],
        act: Callable[[Seat, object], object],
        discard: Callable[[], object],
    ) -> None:
        """Take the table's *lock* and *tickets*; *act* does a command for a seat, and *discard* uses the ticket up."""
        self._lock, self._tickets, self._now, self._act, self._discard = lock, tickets, now, act, discard

    def move(self, code: str, token: str) -> Seat:
        """Move the seat of the ticket with *code* to the phone with the hashed *token*, and use the ticket up.

        If a player of the house sits in there, whoever has the pawn takes the seat from it.
        Raises Stale if no such ticket is valid, and whatever `act` raises; the ticket then stays valid.
        """
        with self._lock:
            seat = self._tickets.find(code) if self._tickets else None
            if seat is None:
                raise Stale("ticket")
            self._act(seat, ComeBack(token) if self._now().room.replaced(seat) else MoveSeat(token))
            self._give_places(seat)
            return seat

    def claim_places(self, code: str, seat: Seat) -> bool:
        """Give the sitter of *seat* its places in all games if the ticket with *code* opens it, and use the ticket up.

        Return whether it did. Raises whatever `act` raises.
        """
        with self._lock:
            if self._tickets is None or self._tickets.find(code) != seat:
                return False
            self._give_places(seat)
            return True

    def _give_places(self, seat: Seat) -> None:
        """Give the sitter of *seat* its places in all games, as the laid pawn entitles them to, and use the ticket up."""
        now = self._now()
        if lost := now.places.lost(now.seating, seat):
            self._act(seat, TakePlaces(lost))
        self._discard()
