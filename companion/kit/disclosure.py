"""Who learns what by an event: the words in which each game's `disclosure.py` says so, field by field.

Such a table is data. The rules seal what they tell without it, and the table keeps no commit whose seals open otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

OWN: Final = "own"  # Of what lies there by seat: each seat its own.


@dataclass(frozen=True, slots=True)
class Only:
    """Those whom these *fields* of the event name learn it (OWN: see there), and nobody else: nobody at all for none.

    Everybody learns it where *face_up* is set and the card in it lies so, and with the table's *option*: a name and its word.
    """

    fields: tuple[str, ...] = ()
    face_up: bool = False
    option: tuple[str, str] | None = None


EVERYBODY: Final = "everybody"
NOBODY: Final = Only()

Audience: TypeAlias = "str | Only"  # EVERYBODY is the only word.
Disclosure: TypeAlias = Mapping[type, Mapping[str, Audience]]


def everybody(*fields: str) -> dict[str, Audience]:
    """Return that everybody learns these *fields*."""
    return dict.fromkeys(fields, EVERYBODY)
