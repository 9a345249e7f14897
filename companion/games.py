"""The games that this table plays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion import barracuda, negoces2, shark

if TYPE_CHECKING:
    from companion.game import Game

GAMES: Final[dict[str, Game]] = {barracuda.NAME: barracuda, shark.NAME: shark, negoces2.NAME: negoces2}
