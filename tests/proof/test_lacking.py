"""What is to be written before a game counts as proved; and that it stops nothing else."""

from types import SimpleNamespace

import pytest

from companion.games import GAMES
from tests.example import morra
from tests.proof.lacking import PARTS, lacks, missing
from tests.proof.promise import Blind
from tests.proof.promises import promises


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_what_it_is_proved_with(game: str, part: str) -> None:
    if what := lacks(game, part):
        pytest.fail(what, pytrace=False)


def test_what_a_newcomer_lacks_breaks_its_promises_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    before = missing()
    alone = SimpleNamespace(**{name: value for name, value in vars(morra).items() if not name.startswith("__")})
    monkeypatch.setitem(GAMES, "mora", alone)
    said = {lacks("mora", part) for part in PARTS}
    assert len(said) == len(PARTS)
    assert all(sentence.startswith("mora is not proved without ") and ".py" in sentence for sentence in said)
    assert missing().keys() - before == {name.format(game="mora") for part in PARTS.values() for name in part.promises}
    made = {one.name: one for one in promises()}
    with pytest.raises(Blind, match=r"companion/mora/worlds\.py"):
        made["S1 mora"].walk(1, 0)
    with pytest.raises(Blind, match=r"tests/proof/minting\.py"):
        made["C1 mora"].control()
    first, *others = ({one.replace(game, "") for one in made if game in one.split()} for game in GAMES)
    assert len(first) > 8
    assert all(other == first for other in others)
