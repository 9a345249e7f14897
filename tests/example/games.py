"""The row that puts Morra among the games; in companion/games.py it is one more of those there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from tests.example import morra

if TYPE_CHECKING:
    from companion.kit.game import Game

MORE: Final[dict[str, Game]] = {morra.NAME: morra}
