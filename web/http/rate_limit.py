"""Limit how often a seat or an address may change something or sit down, so that a flood costs only its sender.

Requests are counted before the table is asked, so that refusing one costs next to nothing. A full table taps a few times a
second. A phone that is told to wait sends the same request again with the same key, and loses nothing. Visitors can't replace
their address as easily as a cookie, but a household may share one: it has far more room than six people need.
"""

from __future__ import annotations

import math
import threading
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from flask import request
from werkzeug.exceptions import TooManyRequests

from web.seats import session

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.table.table import Table

    class Paced(Protocol):
        """Abort with 429 if the calling phone changes things too often."""

        def __call__(self, weight: int = 0) -> None:
            """Count one request; and *weight*, how much it adds to the journal without a move in any game (1 for a row)."""


class Pace(NamedTuple):
    """Allow *at_once* of them, and then one more every *each* seconds."""

    at_once: int
    each: float


BY_SEAT: Final = Pace(60, 1 / 8)  # Requests.
BY_ADDRESS: Final = Pace(240, 1 / 32)  # Requests; a laptop may hold all six phones.
BESIDES: Final = Pace(100, 5.0)  # Rows outside the game, by seat: a pause, a vote, a tag. Nothing else bounds their number.
# By address: five times for each of six phones. Only somebody who sits can stand up, so this bounds both.
SITTING_DOWN: Final = Pace(30, 10.0)


class TooSoon(Exception):  # noqa: N818  # Nobody's fault, and it passes.
    """Nobody may sit down from this address for another *seconds*."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class RateLimit:
    """Hold each key, such as an address or a seat, to a pace. Thread-safe."""

    def __init__(self, clock: Callable[[], float], pace: Pace = SITTING_DOWN) -> None:
        """Take the *clock*, which returns seconds and never goes back."""
        self._clock, self._pace = clock, pace
        self._lock = threading.Lock()
        self._paid: dict[str, float] = {}  # The clock's time when everything counted for a key is forgotten.

    def enter(self, key: str, count: int = 1) -> float:
        """Count *count* more for *key* and return 0.0; or count nothing and return the seconds until they are allowed."""
        at_once, each = self._pace
        with self._lock:
            now = self._clock()
            self._paid = {other: until for other, until in self._paid.items() if until > now}
            until = max(now, self._paid.get(key, now)) + count * each
            if until - now > at_once * each:
                return until - now - at_once * each
            self._paid[key] = until
            return 0.0

    def leave(self, key: str) -> None:
        """Uncount one of *key*, because nobody sat down after all."""
        with self._lock:
            if key in self._paid:
                self._paid[key] -= self._pace.each


def paced(table: Table, clock: Callable[[], float]) -> Paced:
    """Return a function that counts a change by the calling phone, and aborts with 429 if there are too many."""
    seats, addresses, besides = (RateLimit(clock, pace) for pace in (BY_SEAT, BY_ADDRESS, BESIDES))

    def insist(weight: int = 0) -> None:
        address, seat = request.remote_addr or "", session.seat_of_request(table.now)
        pause = addresses.enter(address)
        pause = pause or (seats.enter(seat) if seat else 0.0)
        pause = pause or (besides.enter(seat or address, weight) if weight else 0.0)
        if pause:
            raise TooManyRequests(retry_after=math.ceil(pause))

    return insist
