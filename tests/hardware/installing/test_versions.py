"""One version in the place of another: when it gets ready, and when it doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.installing.program import version_of, versions
from tests.hardware.installing.fake_pi import GAMES, FakePi, checkout


@pytest.fixture
def played(fake: FakePi) -> FakePi:
    fake.install()
    fake.put(GAMES, "as ever")
    return fake


def copies(fake: FakePi) -> list[str]:
    return [text for path, text in fake.files().items() if path.startswith("/var/backups/")]


def test_a_new_version_takes_the_old_ones_place_with_its_unit_and_a_copy_of_the_games_and_back(played: FakePi) -> None:
    code, _, said = played.install("back")
    assert (code, "no earlier version" in said) == (1, True)
    new = "the second, keeps games anew"
    assert played.install("update", said=new).code == 0
    assert (played.current(), played.active) == (new, True)
    assert (played.text(GAMES), copies(played)) == ("in a new way", ["as ever"])
    assert played.text(f"{played.pi.linked('/opt/barkeep/current')}/barkeep.service") == f"# {new}\n"
    assert "systemctl daemon-reload" in played.seen
    assert played.install("back", said=new).code == 0
    assert (played.current(), played.active) == ("the first one", True)


@pytest.mark.parametrize("runs", [True, False], ids=["a_table_that_runs", "a_table_that_was_stopped"])
@pytest.mark.parametrize("fault", ["can't be built", "can't play", "can't read the games", "keeps games anew, can't start"])
def test_a_broken_version_leaves_all_as_it_was(played: FakePi, fault: str, runs: bool) -> None:
    """One that shows its fault beforehand never stops the table."""
    played.active, played.seen = runs, []
    code, _, said = played.install("update", said=fault)
    assert (code, "failed" in said) == (1, True)
    assert (played.current(), played.active, played.text(GAMES)) == ("the first one", runs, "as ever")
    if fault in ("can't be built", "can't play"):
        assert not [line for line in played.seen if line.startswith("systemctl stop")]
        assert len(versions(played.pi)) == 1
    assert played.install("update").code == 0
    assert played.current() == "the first one"


def test_two_versions_and_three_copies_are_kept(played: FakePi) -> None:
    for number in range(2, 7):
        played.put(GAMES, f"before {number}")
        played.install("update", said=f"number {number}")
    played.install("update", said="number 6")
    assert len(versions(played.pi)) == 2
    assert copies(played) == ["before 4", "before 5", "before 6"]


def test_a_link_among_the_games_is_neither_copied_nor_followed(played: FakePi, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("root's", encoding="utf-8")
    played.pi.at("/var/lib/barkeep/link").symlink_to(secret)
    played.install("update", said="can't start")
    assert copies(played) == ["as ever"]
    assert secret.read_text(encoding="utf-8") == "root's"


def test_a_versions_name_changes_with_every_file_that_is_installed(tmp_path: Path) -> None:
    checkout(tmp_path, "the first one")
    names = {version_of(tmp_path)}
    for changed in ("companion/new.py", "web/page.html", "hardware/barkeep.service", "README.md"):
        (tmp_path / changed).write_text("something else", encoding="utf-8")
        names.add(version_of(tmp_path))
    (tmp_path / "firmware" / "old.pyc").write_text("x", encoding="utf-8")
    names.add(version_of(tmp_path))
    assert len(names) == 5
    assert all(name.startswith("1.0.0-") for name in names)
