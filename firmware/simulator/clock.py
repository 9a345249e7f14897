"""The simulated time of chips and tags."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """A clock that advances only when time is spent on it: by a transfer on the bus, or a sleep.

    *wait* is called for each sleep, to spend real time as well (nothing in tests, `time.sleep` at a live table).
    """

    def __init__(self, wait: Callable[[float], None] | None = None) -> None:
        self.now_us = 0.0
        self._wait = wait
        self._lock = Lock()

    def monotonic(self) -> float:
        """Return the simulated seconds since the start; stands in for `time.monotonic`."""
        return self.now_us / 1e6

    def sleep(self, seconds: float) -> None:
        """Advance by *seconds*; stands in for `time.sleep`."""
        if self._wait is not None:
            self._wait(seconds)
        self.spend(seconds * 1e6)

    def spend(self, microseconds: float) -> None:
        """Advance by *microseconds*. Any thread may call this."""
        with self._lock:
            self.now_us += microseconds
