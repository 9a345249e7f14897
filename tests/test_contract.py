"""Hold every game of the project to the contract that comes with it."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

from companion.games import installed
from companion.lab.contract import Contract
from companion.lab.playing import SEED, rehearsed
from companion.lab.playthroughs.retelling import RETELL, files, recorded, retold
from companion.lab.simulate import simulate
from companion.words import LANGUAGES
from tests.secrecy.outside import Outside
from web.contract import Pages

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"
COMPANION = Path(__file__).parent / "companion"
RETOLD = [file for folder in sorted(PLAYTHROUGHS.iterdir()) for file in files(folder)]
# One game after the other, because a worker plays the games that the tests of a class share only once.
every_game = pytest.mark.parametrize("game", installed().values(), ids=installed(), scope="class")


class Ours(Contract):
    languages = LANGUAGES
    test_each_leak_of_its_own_is_found = None  # Each is a test in tests/secrecy/test_leaks.py.
    test_playthroughs_go_as_they_are_written = None  # Each file is a test in tests/companion/lab/test_playthroughs.py.
    test_what_playthroughs_say_and_show_is_as_recorded = None  # Each file is a test below.

    def playthroughs(self, game: Any) -> Iterable[Path]:
        return (PLAYTHROUGHS / game.NAME).glob("*.txt")

    def own_tests(self, game: Any) -> Iterable[Path]:
        return (COMPANION / game.NAME).glob("test_*.py")


@every_game
class TestEveryGame(Ours):
    games = 1
    steps = states = 20
    set_games = 1
    few = True
    test_everything_happens_in_random_games = None  # It takes more games than these.
    # These take long, and Morra is held to them in tests/example.
    test_two_worlds_differ_in_every_kind_of_event = test_a_leak_is_found = test_a_leak_of_a_take_back_is_found = None


class AtLength(Ours):
    """The tests that find more in more games. The others are left to `TestEveryGame`; S1 and S3 lead two worlds further."""

    few = True
    test_only_tables_that_the_game_has_are_set_up = test_the_types_of_options_are_their_choices = None
    test_every_option_can_be_chosen_and_the_first_is_the_default = test_the_rule_book_agrees_with_itself = None
    test_every_option_stands_in_the_book_with_its_default_in_bold = test_every_decision_has_a_test_named_after_it = None
    test_every_command_event_and_refusal_is_played_through = test_every_piece_has_a_label = None
    test_each_sentence_in_the_sources_has_words_that_need_no_other_fields = None
    test_the_other_world_looks_the_same_and_is_another = None
    test_two_worlds_look_alike = test_two_worlds_differ_in_every_kind_of_event = None
    test_the_recipe_leads_worlds_to_every_kind_of_event = None


@pytest.mark.broad
@pytest.mark.parametrize("game", [pytest.param(installed()["barracuda"], id="barracuda")])
class TestAtLength(AtLength):
    games = 15


@pytest.mark.broad
@pytest.mark.parametrize("game", [pytest.param(installed()["negoces2"], id="negoces2")])
class TestNegoces2AtLength(AtLength):
    test_a_leak_is_found = test_a_leak_of_a_take_back_is_found = None  # One game will do, and S2 tries them in all.


@pytest.mark.broad
@pytest.mark.parametrize("game", [pytest.param(installed()["shark"], id="shark")])
class TestSharkAtLength(AtLength):
    """Its games are as long as five others, so fewer will do; rare events are looked for in games of two."""

    games = 3
    set_games = 1
    test_a_leak_is_found = test_a_leak_of_a_take_back_is_found = None

    def test_everything_happens_in_random_games(self, game: Any) -> None:
        heard, two = rehearsed(game, self.games), simulate(game, 20, game.FEWEST, SEED)
        option = {"hint share"}  # It's asked with one of three choices.
        assert heard.missing() - set(two.events) - set(two.ended) - option == set()
        assert heard.refused <= set(game.REHEARSAL.refusals)


@every_game
class TestPages(Pages):
    moves = 10  # Whole games are played in tests/web/server/test_game_pages.py, and more steps by S1.
    outside_steps = 6
    boxes, handled, sheets = 2, 30, 2
    outside = Outside
    few = True
    test_a_leak_on_the_way_out_is_found = None  # tests/secrecy tries more of them.


@pytest.mark.parametrize("file", RETOLD, ids=lambda file: file.stem)
def test_what_a_playthrough_says_and_shows_is_as_recorded(file: Path) -> None:
    assert sorted(retold(file) - recorded(file.parent)) == [], RETELL
