"""The program's English sentences, to be compared with the documents that quote them."""

import re
from collections.abc import Iterable
from string import Formatter
from typing import Final

from tests.catalogues import CATALOGUES

LETTERS: Final = 5  # A sentence with fewer letters, apart from its fields, could match anything.


def sayings(catalogue: str = "") -> list[str]:
    """Return each sentence of the *catalogue*, or of all, as a pattern."""
    texts = [file.read_text(encoding="utf-8") for file in CATALOGUES if file.parts[-3] == "en" and catalogue in ("", file.stem)]
    return telling(_pattern(one) for one in re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', "".join(texts), re.M))


def telling(patterns: Iterable[str]) -> list[str]:
    """Return those of *patterns* that don't match any text."""
    return [one for one in patterns if len(one.replace(".+", "")) >= LETTERS]


def _pattern(said: str) -> str:
    return "".join(re.escape(text) + (".+" if field is not None else "") for text, field, _, _ in Formatter().parse(said))
