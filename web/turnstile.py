"""The turnstile at the door: how often one address may sit down, so that nobody floods the journal or the display.

Only whoever has sat down can stand up, so this bounds both. An address is all that a visitor can't throw away as easily as
a cookie; a household may share one, and so has far more room than five people need who each change their minds.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

AT_ONCE: Final = 30  # times: six for each of five phones behind one address
EACH: Final = 10.0  # seconds after which one more is free again


class Turnstile:
    """Counts who came in, by address: AT_ONCE are free, then one every EACH seconds. Safe to call from any thread."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._paid: dict[str, float] = {}  # When all that came from an address will be forgotten, by the clock.

    def enter(self, address: str) -> float:
        """Count one more from *address* and return 0.0; or count nothing and return the seconds until one may come in."""
        with self._lock:
            now = self._clock()
            self._paid = {other: until for other, until in self._paid.items() if until > now}
            until = max(now, self._paid.get(address, now)) + EACH
            if until - now > AT_ONCE * EACH:
                return until - now - AT_ONCE * EACH
            self._paid[address] = until
            return 0.0

    def leave(self, address: str) -> None:
        """Take back what was counted last for *address*: nobody sat down after all."""
        with self._lock:
            if address in self._paid:
                self._paid[address] -= EACH
