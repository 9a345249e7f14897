"""The mutants are those that we believe they are, and survivors are found."""

from __future__ import annotations

import pytest

from companion.games import GAMES
from tests.proof import mutants, mutating

SOURCE = '''"""A module."""

LIMIT = 3
Seat: TypeAlias = str


class Pair:
    """Two."""

    @property
    def most(self) -> int:
        """The larger."""
        return max(self.one, self.other)


def is_free(count: int, least: int = 1) -> bool:
    """Whether there is room."""
    if count < 0:
        raise ValueError("a count")
    return least <= count < LIMIT
'''


def test_tables_properties_and_functions_are_changed_one_thing_at_a_time() -> None:
    found = {one.name: one for one in mutating.mutants("a", SOURCE)}
    places = {name.partition(":")[0]: one.place for name, one in found.items() if "least: int = " not in name}
    assert places == {"a.LIMIT": "LIMIT", "a.Pair.most": "Pair.most", "a.is_free": "is_free"}, "and no other name for a type"
    one = found["a.is_free: return least <= count < LIMIT => return least < count < LIMIT"]
    assert one.source == SOURCE.replace("least <= count", "least < count")
    assert len({one.source for one in found.values()}) == len(found)
    for one in found.values():
        compile(one.source, one.name, "exec")
        assert "ValueError" not in one.name, "what a fault of ours is told in is left alone"
    assert [one.place for name, one in found.items() if "least: int = 2" in name] == [""], "it is defined anew"
    assert len({one.hundredth for one in found.values()}) > len(found) / 2


def test_what_is_changed_in_functions_and_tables_is_noticed_and_not_without_tests() -> None:
    bench = mutants.benches()["money"]
    wanted = ("covers: return self.real >= other.real and self.fakes >= other.fakes => return self.real > ", "tens=11")
    some = [one for one in mutants.everything(bench.modules) if any(part in one.name for part in wanted)]
    assert [one.place for one in some] == ["Purse.covers", "BOX"]
    assert all(mutants.tried(bench, some).values())
    assert not any(mutants.tried(bench._replace(tests=("tests/companion/said.py",)), some).values())


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_game_is_changed_or_said_to_stay_out(game: str) -> None:
    (promise,) = [one for one in mutants.promises() if one.name == f"C3 {game}"]
    changed = {module.rpartition(".")[2] for module in mutants.benches()[game].modules}
    said = {stem for stem in mutants.NO_RULES if f"{stem} (" in promise.blind}
    assert changed.isdisjoint(said)
    assert changed | said == {file.stem for file in (mutants.ROOT / "companion" / game).glob("*.py")}
    assert {"rules", "legal", "evolve", "model", "asking"}.isdisjoint(said)
