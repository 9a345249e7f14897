"""No file of a game is forgotten, and a sample of changes is judged as one."""

import pytest

from companion.games import installed
from tests.proof.rules import mutants


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
