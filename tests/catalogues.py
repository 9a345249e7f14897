"""Find the catalogues: the house's own, and those in each game's folder, Morra included."""

from pathlib import Path
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
