"""The minute that everybody has to answer a vote on a take-back, by the clock that the table was given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.agreeing.motions import Motion

SECONDS: Final = 60.0


class Minute:
    """The minute of the open vote. Not thread-safe: call it only with the table's lock held.

    It isn't kept in the journal, so a table that restarts gives everybody a whole minute again: phones were away, too.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        """Start without a vote; *clock* returns monotonic seconds."""
        self._clock = clock
        self._motion: Motion | None = None
        self._end = 0.0

    def is_over(self, motion: Motion | None) -> bool:
        """Return whether *motion* has been open for a minute; it begins when it is first seen here. None stops the minute."""
        if motion != self._motion:
            self._motion, self._end = motion, self._clock() + SECONDS
        return motion is not None and self._clock() >= self._end
