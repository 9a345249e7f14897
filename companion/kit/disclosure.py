"""The vocabulary in which each game's `disclosure.py` declares who learns each field of an event.

The declaration is data, and the rules seal their events without consulting it. That makes it an independent check: the table
rejects a commit whose seals disagree with it. The table also reads from it what a row has taught people, which is the price of
taking that row back; two worlds check that nobody learns more (`companion.lab.secrecy`).
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

    *knew* are those of the *fields* whose seats knew the value already, such as a pile's owner, or could work it out. With
    EVERYBODY in it, everybody who learns it from a card that lies face up had seen that card before.
    """

    fields: tuple[str, ...] = ()
    face_up: bool = False
    option: tuple[str, str] | None = None
    knew: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Opened:
    """Disclose to everybody a value that was hidden until this event.

    It lay under somebody's seal or, *by_chance*, in a deck, a bag or the dice. With *option*, as in Only, it had been hidden
    only if the game was started with that choice. *knew* as in Only; without it, the secret may have been anybody's.
    """

    by_chance: bool = False
    option: tuple[str, str] | None = None
    knew: tuple[str, ...] = ()


EVERYBODY: Final = "everybody"
NOBODY: Final = Only()

Audience: TypeAlias = "str | Only | Opened"  # The only str is EVERYBODY.
Disclosure: TypeAlias = Mapping[type, Mapping[str, Audience]]


def everybody(*fields: str) -> dict[str, Audience]:
    """Return the entries which declare that everybody learns these *fields*."""
    return dict.fromkeys(fields, EVERYBODY)


def opened(*fields: str, knew: tuple[str, ...] = ()) -> dict[str, Audience]:
    """Return the entries which declare that everybody learns these *fields*, which only *knew* had known until now."""
    return dict.fromkeys(fields, Opened(knew=knew))


def drawn(*fields: str, option: tuple[str, str] | None = None) -> dict[str, Audience]:
    """Return the entries which declare that everybody learns these *fields*, decided by chance. *option* as in Opened."""
    return dict.fromkeys(fields, Opened(by_chance=True, option=option))
