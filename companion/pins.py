"""A seat's PIN: four digits that bring it to another phone where there is no pawn to lay.

The journal keeps a salted hash. Four digits are few whatever is done to them: what guards a PIN is that tries are counted.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.game import Seat

DIGITS: Final = 4
SALT_BYTES: Final = 8
ROUNDS: Final = 20_000  # of PBKDF2; some 30 ms on a Pi
HASH_BYTES: Final = 24
FREE_TRIES: Final = 5
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0  # seconds; each wrong try doubles it


def hashed(pin: str, salt: bytes) -> str:
    """Return what the journal keeps of *pin*: the salt and its hash, in hexadecimal."""
    digest = hashlib.pbkdf2_hmac("sha256", pin.encode("utf-8", "surrogatepass"), salt, ROUNDS, HASH_BYTES)
    return f"{salt.hex()}.{digest.hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether *pin* is the one that *kept* was made of; nothing fits an empty one. Costs the same in every case."""
    salt = bytes.fromhex(kept.partition(".")[0]) if kept else bytes(SALT_BYTES)
    return hmac.compare_digest(hashed(pin, salt), kept) and bool(kept)


@dataclass(slots=True)
class _Count:
    tries: int = 0
    again: float = 0.0  # When the next try is heard, by the clock.


class Tries:
    """Counts wrong PINs by seat: five are free, then each costs a longer pause. Safe to call from any thread.

    It stands in nobody's way but a new phone's: the phone that has the seat needs no PIN.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives seconds and never goes back."""
        self._clock = clock
        self._lock = threading.Lock()
        self._counts: dict[Seat, _Count] = {}

    def begin(self, seat: Seat) -> float:
        """Count a try for *seat* as wrong, before it is looked at; or return the seconds until one is heard again."""
        with self._lock:
            count, now = self._counts.setdefault(seat, _Count()), self._clock()
            if now < count.again:
                return count.again - now
            count.tries += 1
            if count.tries >= FREE_TRIES:
                count.again = now + min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(count.tries - FREE_TRIES, 20))
            return 0.0

    def right(self, seat: Seat) -> None:
        """Forget the tries for *seat*: the last one was right."""
        with self._lock:
            self._counts.pop(seat, None)
