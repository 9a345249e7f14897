"""Players' names: which characters they can have, and when two of them look the same.

The nickname profile of RFC 8266 defines which characters are allowed and which names are equal. Unicode's list of confusable
characters (UTS #39) defines which ones look alike. Both come from libraries, which are loaded when the first name is checked.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

LONGEST: Final = 14  # characters
MOST_MARKS: Final = 2  # Stacked on one letter: enough for Vietnamese, too few to cover the line above.
BLANK: Final = frozenset("\u2800")  # Invisible, yet allowed by the profile.
SENTENCES: Final = frozenset("\u2e3a\u2e3b\ufdfd\U0001242b")  # As wide as many letters, and without a decomposition.
COLOURED: Final = "\ufe0f"  # Phones append it to some emoji, but the profile disallows it.


def tidy(name: str) -> str:
    """Return *name* with each run of white space replaced by one space, and none at either end."""
    return " ".join(name.split())


def is_readable(name: str, longest: int = LONGEST) -> bool:
    """Return whether everybody at the table can read and pronounce *name*, which must be `tidy`; at most *longest* characters.

    RFC 8266 disallows direction marks, control characters and invisible ones. Stacks of accents and characters as wide as a
    sentence are rejected as well.
    """
    plain = _as_nickname(name)
    if plain is None or (BLANK | SENTENCES) & set(name):
        return False
    return 0 < len(name) <= longest >= len(plain) and any(map(_shows, plain)) and _marks(name) <= MOST_MARKS


def same(one: str, other: str) -> bool:
    """Return whether two names look the same, ignoring case, width, the encoding of accents, and confusable characters."""
    return not _readings(one).isdisjoint(_readings(other))


def small(name: str) -> str:
    """Return how *name* looks in small letters: what tries at it are counted by.

    Names of which this is equal are the `same`. It ignores all that `same` does, except capitals that look like other letters.
    """
    return _skeleton((_as_nickname(name) or name).casefold())


def found(name: str, known: Iterable[str]) -> str:
    """Return *name* if it is *known*, or else one that looks like it in small letters; "" if there is none."""
    alike = [one for one in known if small(one) == small(name)]
    return name if name in alike else next(iter(alike), "")


def _as_nickname(name: str) -> str | None:
    """Return *name* in the form that RFC 8266 compares, with its case kept; None if it isn't allowed."""
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
    """Return the skeletons of *name*, as it is and in lower case: some characters look alike in only one of the two."""
    plain = _as_nickname(name) or name
    return frozenset({_skeleton(plain).casefold(), small(name)})


def _skeleton(text: str) -> str:
    return "".join(map(_looks_like, text))


@cache
def _looks_like(character: str) -> str:
    """Return the first, by code point, of the single characters that look like *character*, itself included.

    Characters other than letters and digits are returned unchanged.
    """
    from confusable_homoglyphs.confusables import confusables_data

    if not character.isalnum():
        return character
    alike: list[str] = [one["c"] for one in confusables_data.get(character, ()) if len(one["c"]) == 1]
    return min([character, *alike])


def _shows(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LNPS"


def _marks(name: str) -> int:
    """Return the greatest number of marks on any one letter."""
    most = run = 0
    for letter in unicodedata.normalize("NFC", name):
        run = run + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        most = max(most, run)
    return most
