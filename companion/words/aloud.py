"""Write sentences as a voice can say them: signs as words, and names without anything that isn't said."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from companion.kit.messages import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from companion.kit.messages import Said
    from companion.kit.viewers import Seat
    from companion.words import Words

# A voice says these in English, by the name of their shape, or not at all.
SIGNS: Final[Mapping[str, Said]] = {
    "→": say("table.aloud.becomes"), "=": say("table.aloud.makes"), "+": say("table.aloud.plus"),
    "−": say("table.aloud.minus"), "×": say("table.aloud.times"), **dict.fromkeys("·–—…", say("table.aloud.pause")),
}  # fmt: skip
IN_NAMES: Final = "-'’."  # Beside letters, marks and figures; a bracket would begin a voice's own commands.


def aloud(words: Words, said: Said, names: Mapping[Seat, str]) -> str:
    """Return the sentence as plain text for a voice. A name of which nothing can be said is its pawn's."""
    text = words.say(said, {seat: _name(name) for seat, name in names.items()})
    for sign, sound in SIGNS.items():
        if sign in text:
            text = text.replace(sign, f" {words.say(sound, {})} ")
    return " ".join(text.replace("\u00ad", "").split()).replace(" ,", ",")


@lru_cache(maxsize=64)
def _name(name: str) -> str:
    return " ".join("".join(letter if _is_said(letter) else " " for letter in name).split())


def _is_said(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LMN" or letter in IN_NAMES
