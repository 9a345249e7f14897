"""Morra at the table, as if it were installed; test_installed.py really installs it."""

import random
import shutil
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from playwright.sync_api import Page

import barkeep_morra as morra
from companion.games import folder, installed
from companion.journal.store import Journal, connect
from companion.seats.starting import StartGame
from companion.table.chance import by_chance
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.web.browser.browsing import fits, look
from tests.web.browser.inspecting import violations
from tests.web.phones import Phone, new_app, seated

HERE = Path(__file__).parent
NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas"}


@pytest.fixture
def game() -> Any:
    return morra


@pytest.fixture
def all_words(game: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Add *game* to the installed ones for one test, with its words compiled; return its folder for that test."""
    there = tmp_path / game.NAME
    shutil.copytree(folder(game), there)
    for text in there.glob("words/*/LC_MESSAGES/*.po"):
        with text.open("rb") as file, text.with_suffix(".mo").open("wb") as compiled:
            write_mo(compiled, read_po(file, text.parts[-3]))
    monkeypatch.setattr(game, "__file__", str(there / "__init__.py"))
    monkeypatch.setitem(installed(), game.NAME, game)
    return there


@pytest.fixture
def table(all_words: Path, tmp_path: Path) -> Table:
    """A table before its first game, which can play the example."""
    journal = Journal(connect(tmp_path / "journal.sqlite"))
    return Table(journal, installed(), Pieces(), partial(by_chance, generator=random.Random(1)))


def begun(table: Table, game: Any) -> dict[str, Phone]:
    phones = seated(new_app(table), table, NAMES)
    assert phones["A"].act(StartGame(game.NAME, {})).status_code == 200
    return phones


def good(page: Page) -> None:
    """Assert that a thumb and an eye find no fault with *page*."""
    assert fits(page)
    assert [*look(page, "small", "unexplained", "covered"), *violations(page)] == []
