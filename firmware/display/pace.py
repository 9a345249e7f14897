"""Show each screen long enough to be read, and none before the table screen has shown the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

    from companion.kit.screen import Screen

NEVER: Final = float("inf")
MS: Final = 1000  # milliseconds in a second


class Pace:
    """Decides which of the table's screens the display shows now. Not thread-safe: one thread draws."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._begun = False
        self._screen: Screen | None = None  # The one shown, which stays
        self._until = 0.0  # until then.
        self._coming: list[tuple[Screen | None, float]] = []  # The next ones, and from when on they may be shown.

    def shown(self, wanted: Screen | None) -> Screen | None:
        """Return the screen to show now. *wanted* is the table's newest; None if no game has been begun."""
        now = self._clock()
        if not self._begun:
            self._begun, self._screen = True, wanted
        if wanted != (self._coming[-1][0] if self._coming else self._screen):
            self._coming.append((wanted, now + ((wanted and wanted.after) or 0) / MS))
        self._coming = [one for one in self._coming[:-1] if one[0] and one[0].lasts] + self._coming[-1:]
        while self._coming and now >= max(self._until, self._coming[0][1]):
            self._screen, _ = self._coming.pop(0)
            self._until = now + ((self._screen and self._screen.lasts) or 0) / MS
        return self._screen

    def patience(self) -> float:
        """Return in how many seconds another screen is due."""
        return max(0.0, max(self._until, self._coming[0][1]) - self._clock()) if self._coming else NEVER
