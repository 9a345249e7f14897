"""Where the words lie: the catalogues of the house, and those in the folder of each game, Morra among them."""

from pathlib import Path
from typing import Final

import barkeep_morra
from companion.games import folder, installed
from companion.words import FOLDER

ROOT: Final = FOLDER.parents[1]
PLACES: Final = [FOLDER, *(folder(game) / "words" for game in (*installed().values(), barkeep_morra))]
CATALOGUES: Final = sorted(path for place in PLACES for path in place.rglob("*.po"))
TEMPLATES: Final = sorted([*ROOT.glob("web/templates/**/*.html"), *ROOT.glob("companion/games/*/pages/*.html")])


def catalogue(language: str, domain: str) -> Path:
    """Return the .po file in which the sentences of *domain* stand."""
    return next(path for path in CATALOGUES if (path.parts[-3], path.stem) == (language, domain))
