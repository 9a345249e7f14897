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

    class LimitRate(Protocol):
        """Abort with 429 if the calling phone changes things too often."""

        def __call__(self, weight: int = 0) -> None:
            """Count one request; and *weight*, how much it adds to the journal without a move in any game (1 for a row)."""


class Rate(NamedTuple):
    """Allow *burst* of them, and then one more every *interval* seconds."""

    burst: int
    interval: float


BY_SEAT: Final = Rate(60, 1 / 8)  # Requests.
BY_ADDRESS: Final = Rate(240, 1 / 32)  # Requests; a laptop may hold all six phones.
OUTSIDE_GAMES: Final = Rate(100, 5.0)  # Rows outside the game, by seat: a pause, a vote, a tag. Nothing else limits them.
# By address: five times for each of six phones. Only somebody who sits can stand up, so this bounds both.
SITTING_DOWN: Final = Rate(30, 10.0)


class TooSoon(Exception):
    """Nobody may sit down from this address for another *seconds*."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class RateLimit:
    """Hold each key, such as an address or a seat, to a rate. Thread-safe."""

    def __init__(self, clock: Callable[[], float], rate: Rate = SITTING_DOWN) -> None:
        """Take the *clock*, which returns seconds and never goes back."""
        self._clock, self._rate = clock, rate
        self._lock = threading.Lock()
        self._forgotten_at: dict[str, float] = {}  # The clock's time when everything counted for a key is forgotten.

    def count(self, key: str, times: int = 1) -> float:
        """Count *times* more for *key* and return 0.0; or count nothing and return the seconds until they are allowed."""
        burst, interval = self._rate
        with self._lock:
            now = self._clock()
            self._forgotten_at = {other: until for other, until in self._forgotten_at.items() if until > now}
            until = max(now, self._forgotten_at.get(key, now)) + times * interval
            if until - now > burst * interval:
                return until - now - burst * interval
            self._forgotten_at[key] = until
            return 0.0

    def uncount(self, key: str) -> None:
        """Uncount one of *key*, because nobody sat down after all."""
        with self._lock:
            if key in self._forgotten_at:
                self._forgotten_at[key] -= self._rate.interval


def rate_limiter(table: Table, clock: Callable[[], float]) -> LimitRate:
    """Return a function that counts a change by the calling phone, and aborts with 429 if there are too many."""
    seats, addresses, outside = (RateLimit(clock, rate) for rate in (BY_SEAT, BY_ADDRESS, OUTSIDE_GAMES))

    def insist(weight: int = 0) -> None:
        address, seat = request.remote_addr or "", session.seat_of_request(table.now)
        pause = addresses.count(address)
        pause = pause or (seats.count(seat) if seat else 0.0)
        pause = pause or (outside.count(seat or address, weight) if weight else 0.0)
        if pause:
            raise TooManyRequests(retry_after=math.ceil(pause))

    return insist
