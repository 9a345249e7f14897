"""Show each outcome long enough to be read, and no screen before the table screen has shown the same."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from companion.kit.screen import TO_READ

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kit.screen import Screen

NEVER: Final = float("inf")
MS: Final = 1000  # milliseconds in a second


class Pace:
    """Decides which of the table's screens the display shows now. Not thread-safe: one thread draws."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._wanted: Screen | None = None
        self._screen: Screen | None = None  # The one shown, which stays
        self._until = 0.0  # until then.
        self._coming: list[tuple[Screen | None, float]] = []  # The next ones, and from when on they may be shown.
        self._covered: float | None = None  # Since when something else is shown in its place.

    def shown(self, wanted: Screen | None, *, covered: bool = False) -> Screen | None:
        """Return the screen to show now; *wanted* is the table's newest, None if no game has been begun.

        It is *covered* if something else is shown in its place until the next call: an outcome's time doesn't run meanwhile.
        """
        now = self._clock()
        if self._covered is not None and self._covered < self._until:
            self._until += now - self._covered
        self._covered = now if covered else None
        if wanted != self._wanted:
            self._queue(wanted, now)
        while self._coming and now >= max(self._until, self._coming[0][1]):
            self._screen, _ = self._coming.pop(0)
            self._until = now + (TO_READ / MS if self._screen and self._screen.is_outcome else 0)
        return self._screen

    def _queue(self, wanted: Screen | None, now: float) -> None:
        """Let *wanted* come after what waits to be read; with nothing on the display there is no ceremony to wait for."""
        self._coming = [one for one in self._coming if one[0] and one[0].is_outcome]
        known = self._wanted.announces if self._wanted else ()
        self._coming += [(one, now) for one in (wanted.announces if wanted else ()) if one not in known]
        due = now + ((wanted and wanted.after) or 0) / MS if self._screen else now
        self._coming.append((wanted and replace(wanted, announces=()), due))
        self._wanted = wanted

    def patience(self) -> float:
        """Return in how many seconds another screen is due."""
        return max(0.0, max(self._until, self._coming[0][1]) - self._clock()) if self._coming else NEVER
