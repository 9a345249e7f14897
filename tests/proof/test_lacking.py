"""What is to be written before a game counts as proved; and that it stops nothing else."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from companion.games import GAMES
from tests.example import morra
from tests.proof.lacking import PARTS, lacks
from tests.proof.promise import Blind
from tests.proof.promises import promises


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_what_it_is_proved_with(game: str, part: str) -> None:
    if what := lacks(game, part):
        pytest.fail(what, pytrace=False)


@pytest.fixture
def newcomer(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of a game that is played, and not proved."""
    alone = SimpleNamespace(**{name: value for name, value in vars(morra).items() if not name.startswith("__")})
    monkeypatch.setitem(GAMES, "mora", alone)
    return "mora"


def test_each_part_that_is_not_there_is_named_with_its_file(newcomer: str) -> None:
    said = [lacks(newcomer, part) for part in PARTS]
    assert all(sentence.startswith("mora is not proved without ") and ".py" in sentence for sentence in said)
    assert len(set(said)) == len(PARTS)


def test_what_a_newcomer_lacks_breaks_its_promises_and_no_other(request: pytest.FixtureRequest) -> None:
    before = wanting()
    game = request.getfixturevalue("newcomer")
    assert wanting() - before == {name.format(game=game) for part in PARTS.values() for name in part.promises}
    made = {one.name: one for one in promises()}
    assert "companion/mora/worlds.py" in made["S1 mora"].walk(1, 0).broken[0]
    with pytest.raises(Blind, match=r"tests/proof/minting\.py"):
        made["C1 mora"].control()


def wanting() -> set[str]:
    """Return the promises for which something is still to be written."""
    return {one.name for one in promises() if getattr(one.walk, "func", one.walk).__module__ == "tests.proof.lacking"}


def test_every_game_has_as_many_promises_as_the_first(newcomer: str) -> None:
    first, *others = ({one.name.replace(game, "") for one in promises() if game in one.name.split()} for game in GAMES)
    assert len(first) > 8
    assert all(other == first for other in others)
