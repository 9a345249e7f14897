"""How often anybody may ask the table to change something: a flood costs its sender patience, and nobody else.

Counted by seat and by address, before the table is asked: refusing costs next to nothing. A table full of people taps a few
times a second; a phone that is told to wait sends the same answer again, with the same key, and loses nothing.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Final, Protocol

from flask import request
from werkzeug.exceptions import TooManyRequests

from web.http.turnstile import Turnstile
from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table.table import Table

    class Paced(Protocol):
        """Aborts with 429 where the asking phone changes things too often."""

        def __call__(self, weight: int = 0) -> None:
            """Count one request; and *weight*, how much it adds to the journal without a move in any game (1 for a row)."""


BY_SEAT: Final = (60, 1 / 8)  # requests at once, and the seconds after which one more is free
BY_ADDRESS: Final = (240, 1 / 32)  # A laptop may hold all six phones.
BESIDES: Final = (100, 5.0)  # Rows beside the game by seat: a pause, a vote, a tag. Nothing else bounds their number.


def paced(table: Table, clock: Callable[[], float]) -> Paced:
    """Return what counts a change that the asking phone is about to make, and aborts with 429 where it makes too many."""
    seats, addresses, besides = Turnstile(clock, *BY_SEAT), Turnstile(clock, *BY_ADDRESS), Turnstile(clock, *BESIDES)

    def insist(weight: int = 0) -> None:
        address, seat = request.remote_addr or "", session.seat_of_request(table.now)
        pause = addresses.enter(address)
        pause = pause or (seats.enter(seat) if seat else 0.0)
        pause = pause or (besides.enter(seat or address, weight) if weight else 0.0)
        if pause:
            raise TooManyRequests(retry_after=math.ceil(pause))

    return insist
