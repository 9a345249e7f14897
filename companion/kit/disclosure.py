"""The vocabulary in which each game's `disclosure.py` declares who learns each field of an event.

The declaration is data, and the rules seal their events without consulting it. That makes it an independent check: the table
rejects a commit whose seals disagree with it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

OWN: Final = "own"  # For a field that maps seats to values: each seat learns its own.


@dataclass(frozen=True, slots=True)
class Only:
    """Disclose a value only to the seats that these *fields* of the event name (see also OWN); to nobody if there are none.

    There are two exceptions, in which everybody learns it: *face_up* is set and the card in it lies face up, or the game was
    started with *option*, which is an option's name and the choice made.
    """

    fields: tuple[str, ...] = ()
    face_up: bool = False
    option: tuple[str, str] | None = None


EVERYBODY: Final = "everybody"
NOBODY: Final = Only()

Audience: TypeAlias = "str | Only"  # The only str is EVERYBODY.
Disclosure: TypeAlias = Mapping[type, Mapping[str, Audience]]


def everybody(*fields: str) -> dict[str, Audience]:
    """Return the entries which declare that everybody learns these *fields*."""
    return dict.fromkeys(fields, EVERYBODY)
