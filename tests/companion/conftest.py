"""Tables that tests of several files begin with."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.table import Table
from tests.companion.settings import TO_THE_AUCTION, Clock, play, sit_and_start, table_in


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A table at which nobody sits."""
    return table_in(tmp_path)


@pytest.fixture
def game(table: Table) -> Table:
    """Five players before the first draw."""
    sit_and_start(table)
    return table


@pytest.fixture
def auction(game: Table) -> Table:
    """Four are asked to bid at once."""
    play(game, TO_THE_AUCTION)
    return game
