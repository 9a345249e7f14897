"""The kit: its docstring's example runs, and all names that games import from its modules exist."""

import doctest
import re

from companion import kit
from companion.games import folder, installed

IMPORTED = re.compile(r"^from companion\.kit\.\w+ import (.+)$", re.M)


def test_the_example_in_the_docstring_runs() -> None:
    played = doctest.testmod(kit)
    assert (played.failed, played.attempted) == (0, 6)


def test_all_names_that_games_import_are_exported() -> None:
    sources = [file.read_text(encoding="utf-8") for game in installed().values() for file in folder(game).rglob("*.py")]
    found = {name for source in sources for line in IMPORTED.findall(source) for name in line.split(", ")}
    assert set() < found <= {*kit.__all__}
