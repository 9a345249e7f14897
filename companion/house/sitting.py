"""Name the players of the house. The mark in front of a name says whose they are wherever a name is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from companion.kit.viewers import Seat

MARK: Final = "⌂"  # No person's name may contain it.
NAMES: Final = {"A": "Otto", "B": "Mira", "C": "Gus", "D": "Tilda", "E": "Bruno", "F": "Vera"}


def called(seat: Seat) -> str:
    """Return the name of the player of the house on *seat*: the same at every table and in every language.

    No line is broken between the mark and the name.
    """
    return f"{MARK}\N{NO-BREAK SPACE}{NAMES.get(seat, seat)}"


def is_marked(name: str) -> bool:
    """Return whether *name* has the mark of the house."""
    return MARK in name
