"""Morra, held to the contract by a line; and in the project's place for a fourth game."""

import sys

import pytest

from companion.lab.contract import Contract
from tests.example import leaks, morra
from tests.proof import secrecy
from tests.proof.lacking import PARTS, lacks
from tests.proof.promises import promises
from web import identity
from web.contract import Pages


@pytest.mark.usefixtures("all_words")
@pytest.mark.parametrize("game", [morra], ids=["morra"])
class TestMorra(Contract, Pages):
    games = 1
    moves = 150  # It ends before.
    steps = 30
    outside_steps = 4


@pytest.mark.usefixtures("all_words")
def test_a_seat_from_anywhere_but_the_cookie_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identity, "insist_on_seat", lambda table: "A")
    with pytest.raises(AssertionError, match=r"sees in /seat"):
        Pages().test_two_worlds_look_alike_from_outside(morra)


# Morra among the project's games


@pytest.fixture
def _among_the_others(all_words: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "tests.secrecy.morra_leaks", leaks)


@pytest.mark.usefixtures("_among_the_others")
def test_its_worlds_and_leaks_are_looked_for_where_they_are() -> None:
    assert lacks("morra", "worlds") == ""
    assert secrecy.found("morra", "fingers_on_the_outside_of_a_hand")
    assert "a dozen" in lacks("morra", "leaks"), "one isn't enough"


@pytest.mark.broad
@pytest.mark.usefixtures("_among_the_others")
def test_its_two_worlds_keep_what_is_promised() -> None:
    for walk, number in ((secrecy.walk, 8), (secrecy.walk_divergence, 8), (secrecy.walk_histories, 2)):
        leg = walk("morra", number, 1)
        assert leg.broken == ()
        assert leg.reached >= number


@pytest.mark.usefixtures("_among_the_others")
def test_what_is_still_to_be_written_is_named_and_nothing_else_is_missing() -> None:
    assert {part for part in PARTS if lacks("morra", part)} == set(PARTS) - {"worlds"}
    made = {one.name for one in promises()}
    assert {name.format(game="morra") for part in PARTS.values() for name in part.promises} <= made
