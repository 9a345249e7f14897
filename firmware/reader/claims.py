"""Which reader on USB is which of the table's: the names that the system gives them, shared out among the table's readers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SURELY, PERHAPS, HARDLY = 0, 1, 2  # Ranks: how likely it is that a name is a reader for tags.
NEW: Final = HARDLY + 1


class Claims:
    """Names of readers, each for one of the table's readers.

    A name must contain *part*, in capitals or not. *rank* tells readers from other devices by their names: of several, the
    likeliest is taken, and one that hardly is a reader only if the owner has named it by *part*.
    """

    def __init__(self, part: str = "", rank: Callable[[str], int] = lambda _: SURELY) -> None:
        self._part, self._rank = part.casefold(), rank
        self._taken: dict[str, str] = {}

    def take(self, reader: str, names: Sequence[str]) -> str | None:
        """Return which of *names*, the devices that are plugged in, is the table's *reader*; None if there is none for it.

        It stays the same one as before, unless a likelier one has come. While it is unplugged, only one as likely replaces it.
        """
        before = self._taken.get(reader)
        others = {name for other, name in self._taken.items() if other != reader}
        free = [name for name in names if name not in others and self._fits(name)]
        if not free:
            return None
        best = min(free, key=lambda name: (self._rank(name), name != before, name))
        if self._rank(best) > (NEW if before is None else self._rank(before)):
            return None
        self._taken[reader] = best
        return best

    def _fits(self, name: str) -> bool:
        return self._part in name.casefold() and (bool(self._part) or self._rank(name) < HARDLY)
