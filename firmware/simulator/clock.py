"""The simulated time that chips and tags live in."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class Clock:
    """Time that passes only when somebody spends it: a transfer on the bus, or a sleep.

    *wait* is what a sleep costs in real time besides (nothing in tests, `time.sleep` at a live table).
    """

    def __init__(self, wait: Callable[[float], None] | None = None) -> None:
        self.now_us = 0.0
        self._wait = wait
        self._lock = Lock()

    def monotonic(self) -> float:
        """Return the simulated seconds since the start, in place of `time.monotonic`."""
        return self.now_us / 1e6

    def sleep(self, seconds: float) -> None:
        """Let *seconds* pass, in place of `time.sleep`."""
        if self._wait is not None:
            self._wait(seconds)
        self.spend(seconds * 1e6)

    def spend(self, microseconds: float) -> None:
        """Let *microseconds* pass; any thread may call this."""
        with self._lock:
            self.now_us += microseconds
