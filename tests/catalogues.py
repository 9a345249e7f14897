"""Where the words lie: the catalogues of the house, and those in the folder of each game."""

from pathlib import Path
from typing import Final

from companion.games import folder, installed
from companion.words import FOLDER, OF_PAGES

ROOT: Final = FOLDER.parents[1]
PLACES: Final = [FOLDER, *(folder(game) / "words" for game in installed().values())]
CATALOGUES: Final = sorted(path for place in PLACES for path in place.rglob("*.po"))
TEMPLATES: Final = sorted(
    [*(ROOT / "web" / "templates").rglob("*.html"), *(ROOT / "companion" / "games").glob("*/pages/*.html")]
)


def catalogue(language: str, domain: str) -> Path:
    """Return the .po file in which the sentences of *domain* stand."""
    game = installed().get(domain.removesuffix(OF_PAGES))
    return (folder(game) / "words" if game else FOLDER) / language / "LC_MESSAGES" / f"{domain}.po"
