"""A seat's PIN: four digits that bring it to another phone where there is no pawn to lay.

The journal keeps a salted hash. Four digits are few whatever is done to them: what guards a PIN is that tries are counted.
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
ROUNDS: Final = 20_000  # of PBKDF2; some 30 ms on a Pi
HASH_BYTES: Final = 24
FREE_TRIES: Final = 5  # of a person's PIN from one address
FREE_FOR_ALL: Final = 30  # from all addresses together: whoever has many guesses no more often
FIRST_PAUSE, LONGEST_PAUSE = 30.0, 3600.0  # seconds; each try after the free ones doubles it
MARK: Final = 8  # characters by which the journal tells addresses apart, without keeping them


def hashed(pin: str, salt: bytes) -> str:
    """Return what the journal keeps of *pin*: the salt and its hash, in hexadecimal."""
    digest = hashlib.pbkdf2_hmac("sha256", pin.encode("utf-8", "surrogatepass"), salt, ROUNDS, HASH_BYTES)
    return f"{salt.hex()}.{digest.hex()}"


def fits(pin: str, kept: str) -> bool:
    """Whether *pin* is the one that *kept* was made of; nothing fits an empty one. Costs the same in every case."""
    salt = bytes.fromhex(kept.partition(".")[0]) if kept else bytes(SALT_BYTES)
    return hmac.compare_digest(hashed(pin, salt), kept) and bool(kept)


def marked(address: str) -> str:
    """Return what the journal keeps of a network *address*: enough to tell it from others."""
    return hashlib.sha256(address.encode("utf-8", "surrogateescape")).hexdigest()[:MARK]


class Tries:
    """How long a new phone waits before its next PIN is looked at. Safe to call from any thread.

    The table counts the tries and keeps the count; here is when they were. A program that was started again lets everybody
    wait from its start on. Wrong tries from one address stand in the way of that address, and of others only when they come
    from many: the phone that has the seat needs no PIN, and the pawn always opens.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """*clock* gives seconds and never goes back."""
        self._clock, self._began = clock, clock()
        self._lock = threading.Lock()
        self._last: dict[tuple[int, str], float] = {}
        self._counting: Counter[tuple[int, str]] = Counter()  # Tries that the table has not counted yet.

    def begin(self, person: int, address: str, tried: Callable[[], Mapping[str, int]]) -> float:
        """Return the seconds until *address* is heard again about *person*'s PIN; 0.0 for now, and then call `counted`.

        *tried* returns what the table has counted, by address.
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
        """Leave a try that `begin` has let through to the table's own count."""
        with self._lock:
            self._counting[person, address] -= 1


def _pause(beyond: int) -> float:
    """Return the seconds to wait after a try that was *beyond* the free ones, from 0 on; none before."""
    return 0.0 if beyond < 0 else min(LONGEST_PAUSE, FIRST_PAUSE * 2.0 ** min(beyond, 20))
