"""The turnstile at the door: how often one address may sit down, so that nobody floods the journal or the display.

Only whoever has sat down can stand up, so this bounds both. An address is all that a visitor can't throw away as easily as
a cookie; a household may share one, and so has far more room than six people need who each change their minds.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 30  # times: five for each of six phones behind one address
EACH: Final = 10.0  # seconds after which one more is free again


class TooSoon(Exception):  # noqa: N818  # Nobody's fault, and over in a while.
    """Nobody may come in from this address yet, but in so many *seconds*."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self.seconds = seconds


class Turnstile:
    """Counts who came in, by address: so many *at_once* are free, then one *each* so many seconds. Safe from any thread."""

    def __init__(self, clock: Callable[[], float], at_once: int = AT_ONCE, each: float = EACH) -> None:
        """*clock* gives seconds and never goes back."""
        self._clock, self._at_once, self._each = clock, at_once, each
        self._lock = threading.Lock()
        self._paid: dict[str, float] = {}  # When all that came from an address will be forgotten, by the clock.

    def enter(self, address: str, count: int = 1) -> float:
        """Count *count* more from *address* and return 0.0; or count nothing and return the seconds until they may come in."""
        with self._lock:
            now = self._clock()
            self._paid = {other: until for other, until in self._paid.items() if until > now}
            until = max(now, self._paid.get(address, now)) + count * self._each
            if until - now > self._at_once * self._each:
                return until - now - self._at_once * self._each
            self._paid[address] = until
            return 0.0

    def leave(self, address: str) -> None:
        """Take back what was counted last for *address*: nobody sat down after all."""
        with self._lock:
            if address in self._paid:
                self._paid[address] -= self._each
