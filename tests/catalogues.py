"""Find the catalogues: the house's own, and those in each game's folder, Morra included; and the sentences in them."""

import re
from pathlib import Path
from string import Formatter
from typing import Final

import barkeep_morra
from companion.games import folder, installed
from companion.words import FOLDER

ROOT: Final = FOLDER.parents[1]
PLACES: Final = [FOLDER, *(folder(game) / "words" for game in (*installed().values(), barkeep_morra))]
CATALOGUES: Final = sorted(path for place in PLACES for path in place.rglob("*.po"))
TEMPLATES: Final = sorted([*ROOT.glob("web/templates/**/*.html"), *ROOT.glob("companion/games/*/pages/**/*.html")])


def catalogue(language: str, domain: str) -> Path:
    """Return the .po file with the sentences of *domain*."""
    return next(path for path in CATALOGUES if (path.parts[-3], path.stem) == (language, domain))


def sayings() -> list[str]:
    """Return each English sentence as a pattern, unless it would match any text."""
    texts = [file.read_text(encoding="utf-8") for file in CATALOGUES if file.parts[-3] == "en"]
    patterns = (_pattern(one) for one in re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', "".join(texts), re.M))
    return [one for one in patterns if len(one.replace(".+", "")) >= 5]


def _pattern(said: str) -> str:
    return "".join(re.escape(text) + (".+" if field is not None else "") for text, field, _, _ in Formatter().parse(said))
