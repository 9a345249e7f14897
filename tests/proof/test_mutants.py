"""The mutants are those that we believe they are, and survivors are found."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.games import GAMES
from tests.proof import mutants, mutating
from tests.proof.equivalent import EQUIVALENT

SOURCE = '''"""A module."""

LIMIT = 3


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


def test_tables_properties_and_functions_are_changed() -> None:
    found = {one.name.partition(":")[0]: one.place for one in mutating.mutants("a", SOURCE)}
    assert found == {"a.LIMIT": "LIMIT", "a.Pair.most": "Pair.most", "a.is_free": "is_free"}


def test_a_mutant_is_the_source_with_one_thing_changed() -> None:
    changed = {one.name: one for one in mutating.mutants("a", SOURCE)}
    one = changed["a.is_free: return least <= count < LIMIT => return least < count < LIMIT"]
    assert one.source == SOURCE.replace("least <= count", "least < count")
    assert len({one.source for one in changed.values()}) == len(changed)
    for one in changed.values():
        compile(one.source, one.name, "exec")


def test_what_stands_in_the_definition_is_defined_anew() -> None:
    (one,) = [one for one in mutating.mutants("a", SOURCE) if "least: int = 2" in one.name]
    assert one.place == ""


def test_what_a_fault_of_ours_is_told_in_is_left_alone() -> None:
    assert not [one.name for one in mutating.mutants("a", SOURCE) if "ValueError" in one.name]


def test_another_name_for_a_type_is_left_alone() -> None:
    assert {one.place for one in mutating.mutants("a", "Seat: TypeAlias = str\nSEATS: Final = 5\n")} == {"SEATS"}


def test_hundredths_share_out_the_mutants() -> None:
    parts = [one.hundredth for one in mutating.mutants("a", SOURCE)]
    assert all(0 <= part < 100 for part in parts)
    assert len(set(parts)) > len(parts) / 2


def test_what_is_changed_in_functions_and_tables_is_noticed_and_not_without_tests() -> None:
    bench = mutants.benches()["money"]
    wanted = ("covers: return self.real >= other.real and self.fakes >= other.fakes => return self.real > ", "tens=11")
    some = [one for one in mutants.everything(bench.modules) if any(part in one.name for part in wanted)]
    assert [one.place for one in some] == ["Purse.covers", "BOX"]
    assert all(mutants.tried(bench, some).values())
    assert not any(mutants.tried(replace(bench, tests=("tests/companion/said.py",)), some).values())


@pytest.mark.parametrize(("noticed", "broken"), [(95, False), (94, True)])
def test_too_few_are_broken(noticed: int, broken: bool) -> None:
    assert bool(mutants.judge("shark", {"changes": 100, "noticed": noticed})) is broken
    assert mutants.judge("money", {"changes": 100, "noticed": noticed})


@pytest.mark.broad
def test_every_equivalent_mutant_is_there() -> None:
    there = {one.name for bench in mutants.benches().values() for one in mutants.thinkable(bench.modules)}
    assert set(EQUIVALENT) - there == set()
    assert all(reason.strip() for reason in EQUIVALENT.values())
    assert len(EQUIVALENT) < len(there) / 50


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_a_game_is_changed_or_said_to_stay_out(game: str) -> None:
    (promise,) = [one for one in mutants.promises() if one.name == f"C3 {game}"]
    changed = {module.rpartition(".")[2] for module in mutants.benches()[game].modules}
    said = {stem for stem in mutants.NO_RULES if f"{stem} (" in promise.blind}
    there = {file.stem for file in (mutants.ROOT / "companion" / game).glob("*.py")}
    assert changed.isdisjoint(said)
    assert changed | said == there
    assert {"rules", "legal", "evolve", "model", "asking"}.isdisjoint(said)


@pytest.mark.broad
def test_what_tables_are_made_of_is_changed_before_they_are_made() -> None:
    """Where the cells lie is reckoned once, while the map is imported: no test calls that function."""
    bench = mutants.benches()["shark"]
    wanted = "=> return 1 + (row - 1) // ZONE_ROWS * 4 + column // ZONE_COLUMNS"
    (one,) = [one for one in mutants.everything(bench.modules) if one.name.endswith(wanted)]
    board = replace(bench, tests=("tests/companion/shark/test_board.py",))
    assert all(mutants.tried(board, [one]).values())
