"""Every game of the project, held to the contract that comes with it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.games import GAMES
from companion.lab.contract import Contract
from companion.words import LANGUAGES

HERE = Path(__file__).parent


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
class TestEveryGame(Contract):
    languages = LANGUAGES
    test_playthroughs_go_as_they_are_written = None  # Each file is a test in tests/companion/test_playthroughs.py.

    def playthroughs(self, game: Any) -> Iterable[Path]:
        return (HERE / "playthroughs" / game.NAME).glob("*.txt")

    def own_tests(self, game: Any) -> Iterable[Path]:
        return (HERE / "companion" / game.NAME).glob("test_*.py")
