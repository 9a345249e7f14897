"""Hold Morra to the contract, by one line; and to the one promise of secrecy that goes further."""

from pathlib import Path
from typing import Any, Final

import pytest

import barkeep_morra as morra
from companion.lab.contract import Contract
from companion.lab.secrecy import undoing
from companion.lab.secrecy.leaking import Leak
from companion.words import LANGUAGES
from tests.proof import secrecy
from web.contract import Pages
from web.seats import session

# One of each way is enough, since the table would leak: a vote, a form, a screen, a number, a line of the log.
TAKE_BACKS: Final = (
    undoing.a_vote_that_names_an_amount, undoing.a_form_with_the_sums_of_others, undoing.an_old_number_that_stands,
    undoing.one_vote_more_for_much, undoing.put_back_lines_that_name_what_was_hidden,
    undoing.who_refused_is_shown_as_not_having_answered,
)  # fmt: skip


@pytest.mark.usefixtures("all_words")
@pytest.mark.parametrize("game", [morra], ids=["morra"])
class TestMorra(Contract, Pages):
    languages = LANGUAGES
    games = 1
    moves = 150  # The game ends sooner.
    steps = 30
    outside_steps = 4

    def playthroughs(self, game: Any) -> list[Path]:  # They stand in the guide's folder, and this file among the tests.
        return [*(Path(__file__).parents[2] / "docs" / "morra").glob("*.txt")]

    @pytest.mark.parametrize("leak", TAKE_BACKS, ids=lambda leak: leak.__name__)
    def test_a_leak_of_a_take_back_is_found(self, game: Any, leak: Leak, monkeypatch: pytest.MonkeyPatch) -> None:
        super().test_a_leak_of_a_take_back_is_found(game, leak, monkeypatch)


@pytest.mark.usefixtures("all_words")
def test_a_seat_from_anywhere_but_the_cookie_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "insist_on_seat", lambda table: "A")
    with pytest.raises(AssertionError, match=r"sees in /seat"):
        Pages().test_two_worlds_look_alike_from_outside(morra)


@pytest.mark.broad
@pytest.mark.usefixtures("all_words")
def test_other_histories_of_it_look_alike_as_those_of_the_projects_games_must() -> None:
    leg = secrecy.walk_histories("morra", 2, 1)
    assert (leg.broken, leg.reached) == ((), 2)
