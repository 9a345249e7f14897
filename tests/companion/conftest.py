"""Tables with which the tests of several files begin."""

from pathlib import Path

import pytest

from companion.table.table import Table
from tests.companion.journal.journals import filled
from tests.companion.settings import TO_THE_AUCTION, Clock, play, sit_and_start, table_in


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which nobody sits."""
    return table_in(tmp_path)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal of seven rows: one of the table's own, six of game 1."""
    file = tmp_path / "journal.sqlite"
    filled(file).close()
    return file


@pytest.fixture
def game(table: Table) -> Table:
    """Five players before the first draw."""
    sit_and_start(table)
    return table


@pytest.fixture
def auction(game: Table) -> Table:
    """Four players are asked to bid at once."""
    play(game, TO_THE_AUCTION)
    return game
