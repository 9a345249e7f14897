"""Mutants are noticed, and only by tests; and no file of a game is forgotten."""

import pytest

from companion.games import installed
from tests.proof.rules import mutants


@pytest.mark.broad
def test_what_is_changed_in_functions_and_tables_is_noticed_and_not_without_tests() -> None:
    bench = mutants.benches()["money"]
    wanted = ("covers: return self.real >= other.real and self.fakes >= other.fakes => return self.real > ", "NO_NOTES: Final")
    some = [one for one in mutants.everything(bench.modules) if any(part in one.name for part in wanted)]
    assert [one.place for one in some] == ["Purse.covers", "NO_NOTES"]
    assert all(mutants.tried(bench, some).values())
    assert not any(mutants.tried(bench._replace(tests=("tests/companion/settings.py",)), some).values())


@pytest.mark.parametrize("game", installed())
def test_every_file_of_a_game_is_changed_or_said_to_stay_out(game: str) -> None:
    (promise,) = [one for one in mutants.promises() if one.name == f"C3 {game}"]
    changed = {module.rpartition(".")[2] for module in mutants.benches()[game].modules}
    said = {stem for stem in mutants.NO_RULES if f"{stem} (" in promise.blind}
    assert changed.isdisjoint(said)
    home = mutants.ROOT / "companion" / "games" / game
    paths = [file.relative_to(home).with_suffix("").parts for file in home.rglob("*.py")]
    assert changed | said == {next((part for part in parts if part in said), parts[-1]) for parts in paths}
    assert {"rules", "legal", "evolve", "model", "asking"}.isdisjoint(said)


def test_a_sample_is_held_to_what_chance_allows_and_all_changes_to_the_share(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mutants, "everything", lambda modules: range(3_000))
    for changes, noticed, kept in ((32, 30, True), (32, 25, False), (3_000, 2_849, False), (3_000, 2_850, True)):
        assert (mutants.judge("negoces2", {"changes": changes, "noticed": noticed}) == ()) == kept
