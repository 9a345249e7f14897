"""Players' names: what a name may be made of, and when two are the same to the eye."""

from __future__ import annotations

import unicodedata
from typing import Final

LONGEST: Final = 14  # characters
MOST_MARKS: Final = 2  # One above the other on one letter: as many as Vietnamese takes, too few to cover the line above.
BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # Letters and signs that show nothing.
SENTENCES: Final = frozenset("\u2e3a\u2e3b\ufdfd\U0001242b")  # As wide as many letters, and of no decomposition.
UNSEEN: Final = frozenset("\u034f\u180b\u180c\u180d\u180f").union(map(chr, range(0xFE00, 0xFE10)))  # They choose a shape.


def tidy(name: str) -> str:
    """Return *name* with single spaces, and none at its ends."""
    return " ".join(name.split())


def is_readable(name: str) -> bool:
    """Whether everybody at the table can read and say *name*, a tidy one.

    Refused are marks of direction and control characters, what shows nothing, towers of accents, and single characters
    that are whole sentences.
    """
    if not name.isprintable() or (BLANK | SENTENCES) & set(name):
        return False
    plain = unicodedata.normalize("NFKC", name)
    return 0 < len(name) <= LONGEST >= len(plain) and any(_shows(letter) for letter in plain) and _marks(name) <= MOST_MARKS


def same(one: str, other: str) -> bool:
    """Whether two names would be read as one: case, width and how their accents are written make no difference."""
    return _folded(one) == _folded(other)


def _shows(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"


def _marks(name: str) -> int:
    """Return how many marks stand on one letter at most."""
    most = run = 0
    for letter in unicodedata.normalize("NFC", name):
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, run)
    return most


def _folded(name: str) -> str:
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(letter for letter in unicodedata.normalize("NFKC", plain) if letter not in UNSEEN)
