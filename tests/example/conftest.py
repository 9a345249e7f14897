"""Morra at the table, as a row in `GAMES` and a catalogue beside the others would put it there."""

from __future__ import annotations

import random
import shutil
from functools import partial
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import words
from companion.chance import by_chance
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Pieces
from companion.table import Table
from tests.example import morra

HERE = Path(__file__).parent


@pytest.fixture
def words_of_morra(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Add the game for one test; return the folder of all words, its own in English among them."""
    folder = tmp_path / "words"
    shutil.copytree(words.FOLDER, folder, ignore=shutil.ignore_patterns("*.py", "__pycache__"))
    there = folder / "en" / "LC_MESSAGES"
    shutil.copy(HERE / "morra.po", there)
    with (there / "morra.po").open("rb") as text, (there / "morra.mo").open("wb") as compiled:
        write_mo(compiled, read_po(text, "en"))
    monkeypatch.setattr(words, "FOLDER", folder)
    monkeypatch.setitem(GAMES, morra.NAME, morra)
    return folder


@pytest.fixture
def table(words_of_morra: Path, tmp_path: Path) -> Table:
    """A table before its first game, Morra among those that it plays."""
    journal = Journal(connect(tmp_path / "journal.sqlite"))
    return Table(journal, GAMES, Pieces(), partial(by_chance, generator=random.Random(1)))
