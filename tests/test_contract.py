"""Hold every game of the project to the contract that comes with it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.games import installed
from companion.lab.contract import Contract
from companion.lab.playing import SEED, rehearsed
from companion.lab.simulate import simulate
from companion.words import LANGUAGES
from tests.secrecy.outside import Outside
from web.contract import Pages

HERE = Path(__file__).parent
every_game = pytest.mark.parametrize("game", installed().values(), ids=installed())


class Ours(Contract):
    languages = LANGUAGES
    test_playthroughs_go_as_they_are_written = None  # Each file is a test in tests/companion/test_playthroughs.py.

    def playthroughs(self, game: Any) -> Iterable[Path]:
        return (HERE / "playthroughs" / game.NAME).glob("*.txt")

    def own_tests(self, game: Any) -> Iterable[Path]:
        return (HERE / "companion" / game.NAME).glob("test_*.py")


@every_game
class TestEveryGame(Ours):
    games = 2
    steps = 60
    few = True
    test_everything_happens_in_random_games = None  # It takes more games than these.


@pytest.mark.broad
@pytest.mark.parametrize("game", [pytest.param(game, id=name) for name, game in installed().items() if name != "shark"])
class TestAtLength(Ours):
    """The whole contract with its own numbers, except that two worlds play few games: S1 plays more, of every game."""

    few = True


@pytest.mark.broad
@pytest.mark.parametrize("game", [pytest.param(installed()["shark"], id="shark")])
class TestSharkAtLength(Ours):
    """Its games are as long as five others, so fewer will do; rare events are looked for in games of two."""

    games = 4
    steps = 100
    few = True

    def test_everything_happens_in_random_games(self, game: Any) -> None:
        heard, two = rehearsed(game, self.games), simulate(game, 20, game.FEWEST, SEED)
        assert heard.missing() - set(two.events) - set(two.ended) == set()
        assert heard.refused <= set(game.REHEARSAL.refusals)


@every_game
class TestPages(Pages):
    outside = Outside
    few = True
