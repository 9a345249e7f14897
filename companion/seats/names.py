"""Players' names: what a name may be made of, and when two are the same to the eye.

The nickname profile of RFC 8266 says which characters a name may have and which names are one; Unicode's list of
confusable characters (UTS #39) says which look alike. Both come from libraries, loaded by the first name.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST: Final = 14  # characters
MOST_MARKS: Final = 2  # One above the other on one letter: as many as Vietnamese takes, too few to cover the line above.
BLANK: Final = frozenset("\u2800")  # A sign that shows nothing, which the profile allows.
SENTENCES: Final = frozenset("\u2e3a\u2e3b\ufdfd\U0001242b")  # As wide as many letters, and of no decomposition.
COLOURED: Final = "\ufe0f"  # Phones put it behind some emoji; the profile knows no such mark.


def tidy(name: str) -> str:
    """Return *name* with single spaces, and none at its ends."""
    return " ".join(name.split())


def is_readable(name: str, longest: int = LONGEST) -> bool:
    """Whether everybody at the table can read and say *name*, a tidy one of at most *longest* characters.

    Refused is what RFC 8266 disallows (marks of direction, control characters, what shows nothing), and besides towers of
    accents and single characters that are whole sentences.
    """
    plain = _as_nickname(name)
    if plain is None or (BLANK | SENTENCES) & set(name):
        return False
    return 0 < len(name) <= longest >= len(plain) and any(map(_shows, plain)) and _marks(name) <= MOST_MARKS


def same(one: str, other: str) -> bool:
    """Whether two names would be read as one: case, width, accents' spelling and characters that look alike don't count."""
    return not _readings(one).isdisjoint(_readings(other))


def _as_nickname(name: str) -> str | None:
    """Return *name* as RFC 8266 compares names, but for case; None for what it disallows."""
    try:
        return str(_enforce()(name.replace(COLOURED, "")))
    except UnicodeError:
        return None


@cache
def _enforce() -> Callable[[str], str]:
    from precis_i18n import get_profile

    enforce: Callable[[str], str] = get_profile("NicknameCasePreserved").enforce
    return enforce


def _readings(name: str) -> frozenset[str]:
    """Return what *name* may be taken for: characters may look alike as they stand, or in lower case only."""
    plain = _as_nickname(name) or name
    return frozenset({_skeleton(plain).casefold(), _skeleton(plain.casefold())})


def _skeleton(text: str) -> str:
    return "".join(map(_looks_like, text))


@cache
def _looks_like(character: str) -> str:
    """Return the first of all single characters that look like the letter or digit *character*, itself among them."""
    from confusable_homoglyphs.confusables import confusables_data

    if not character.isalnum():
        return character
    alike: list[str] = [one["c"] for one in confusables_data.get(character, ()) if len(one["c"]) == 1]
    return min([character, *alike])


def _shows(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"


def _marks(name: str) -> int:
    """Return how many marks stand on one letter at most."""
    most = run = 0
    for letter in unicodedata.normalize("NFC", name):
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
