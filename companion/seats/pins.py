"""A seat's PIN: four digits that bring the seat to another phone if there is no pawn to lay.

The journal keeps a salted hash. However they are hashed, four digits can be tried out; a PIN is protected by counting attempts.
"""

from __future__ import annotations

import hashlib
import hmac
import threading
from collections import Counter
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DIGITS: Final = 4
SALT_BYTES: Final = 8
ROUNDS: Final = 20_000  # of PBKDF2; about 30 ms on a Pi
HASH_BYTES: Final = 24
FREE_TRIES: Final = 5  # attempts at a person's PIN from one address without a pause
FREE_FOR_ALL: Final = 30  # attempts from all addresses together, so that having many addresses doesn't help
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0  # seconds; doubled by each attempt after the free ones
MARK: Final = 8  # characters by which the journal distinguishes addresses without storing them


def hashed(pin: str, salt: bytes) -> str:
    """Return the form of *pin* that the journal keeps: the salt and the hash, in hexadecimal."""
    digest = hashlib.pbkdf2_hmac("sha256", pin.encode("utf-8", "surrogatepass"), salt, ROUNDS, HASH_BYTES)
    return f"{salt.hex()}.{digest.hex()}"


def fits(pin: str, kept: str) -> bool:
    """Return whether *pin* is the one that *kept* was made from; nothing matches an empty *kept*.

    Takes the same time in every case, so that the time doesn't reveal whether there is a PIN.
    """
    salt = bytes.fromhex(kept.partition(".")[0]) if kept else bytes(SALT_BYTES)
    return hmac.compare_digest(hashed(pin, salt), kept) and bool(kept)


def marked(address: str) -> str:
    """Return the form of a network *address* that the journal keeps: enough to tell it from others."""
    return hashlib.sha256(address.encode("utf-8", "surrogateescape")).hexdigest()[:MARK]


class Tries:
    """Tell how long a phone must wait before the next PIN from it is checked. Thread-safe.

    The table counts attempts and keeps the counts in the journal; this class only remembers their times. After a restart
    everybody waits as if the last attempt had been at the start. Attempts from one address delay that address, and delay others
    only once there are FREE_FOR_ALL of them; the sitter isn't locked out, as the seat's own phone and the pawn need no PIN.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without any attempts; *clock* returns monotonic seconds."""
        self._clock, self._began = clock, clock()
        self._lock = threading.Lock()
        self._last: dict[tuple[int, str], float] = {}
        self._counting: Counter[tuple[int, str]] = Counter()  # Attempts that the table has not counted yet.

    def begin(self, person: int, address: str, tried: Callable[[], Mapping[str, int]]) -> float:
        """Return the seconds that *address* must wait before another attempt at *person*'s PIN.

        0.0 allows an attempt now, and the caller must call `counted` after it. *tried* returns the table's counts by address.
        """
        with self._lock:
            counts = Counter(tried()) + Counter({by: n for (one, by), n in self._counting.items() if one == person})
            mine = self._last.get((person, address), self._began) + _pause(counts[address] - FREE_TRIES)
            last = max((at for (one, _), at in self._last.items() if one == person), default=self._began)
            until = max(mine, last + _pause(counts.total() - FREE_FOR_ALL))
            if (now := self._clock()) < until:
                return until - now
            self._last[person, address] = now
            self._counting[person, address] += 1
            return 0.0

    def counted(self, person: int, address: str) -> None:
        """Stop counting an attempt that `begin` allowed: it is in the table's own count now."""
        with self._lock:
            self._counting[person, address] -= 1


def _pause(beyond: int) -> float:
    """Return the seconds to wait after an attempt, *beyond* (from 0) being its index after the free ones; 0.0 if negative."""
    return 0.0 if beyond < 0 else min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(beyond, 20))
