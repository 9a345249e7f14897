"""What the machine tells the table, besides taps and keys: readers that come and go, and what is found out after a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from companion.kit.messages import Said
    from companion.turning.points import Turning


class Machine:
    """The table's desk for the machine. Thread-safe: it takes the table's *lock*, and calls *wake* and *say* with it held.

    *has_reader* is whether a reader works, and *turning* how far the search for a finished game's turning points is.
    """

    def __init__(self, lock: AbstractContextManager[object], wake: Callable[[], None], say: Callable[[Said], None]) -> None:
        self._lock, self._wake, self._say = lock, wake, say
        self.has_reader = True
        self.turning: Turning | None = None

    def tell_reader(self, *, works: bool) -> None:
        """Note whether a reader works, so that no page asks anybody to lay something on one that doesn't."""
        with self._lock:
            if works != self.has_reader:
                self.has_reader = works
                self._wake()

    def tell_turning(self, turning: Turning | None) -> None:
        """Publish how far the search for a finished game's turning points is, or that there will be none."""
        with self._lock:
            self.turning = turning
            self._wake()

    def look_again(self) -> None:
        """Publish the table anew, because what it was given has changed: a duplicate has come."""
        with self._lock:
            self._wake()

    def report(self, said: Said) -> None:
        """Let table screen and phones say for a while what a reader has come to, as they say why a tap was refused."""
        with self._lock:
            self._say(said)
