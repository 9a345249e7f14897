"""One version in the place of another: when it gets ready, and when it doesn't."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardware.installing.program import version_of, versions
from tests.hardware.installing.fake_pi import GAMES, FakePi, checkout


@pytest.fixture
def played(fake: FakePi, source: Path) -> FakePi:
    """A Pi with the first version, on which games are kept."""
    fake.install(source)
    fake.put(GAMES, "as ever")
    return fake


def test_a_new_version_takes_the_old_ones_place_with_a_copy_of_the_games(played: FakePi, tmp_path: Path) -> None:
    assert played.install(checkout(tmp_path / "new", "the second, keeps games anew"), "update") == 0
    assert played.current() == "the second, keeps games anew"
    assert played.active
    assert played.pi.text(GAMES) == "in a new way"
    (copy,) = [text for path, text in played.files().items() if path.startswith("var/backups/")]
    assert copy == "as ever"


@pytest.mark.parametrize("fault", ["can't be built", "can't play", "can't read the games", "keeps games anew, can't start"])
def test_a_broken_version_leaves_all_as_it_was(
    played: FakePi, tmp_path: Path, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played.install(checkout(tmp_path / "bad", fault), "update") == 1
    assert played.current() == "the first one"
    assert played.active
    assert played.pi.text(GAMES) == "as ever"
    assert "failed" in capsys.readouterr().err
    assert played.install(tmp_path / "checkout", "update") == 0
    assert played.current() == "the first one"


@pytest.mark.parametrize("fault", ["can't be built", "can't play"])
def test_a_version_that_shows_its_fault_beforehand_never_stops_the_table(played: FakePi, tmp_path: Path, fault: str) -> None:
    played.seen = []
    played.install(checkout(tmp_path / "bad", fault), "update")
    assert not [line for line in played.seen if line.startswith("systemctl stop")]
    assert len(versions(played.pi)) == 1


@pytest.mark.parametrize("fault", ["can't read the games", "can't start"])
def test_a_table_that_was_stopped_stays_so_if_the_new_version_fails(played: FakePi, tmp_path: Path, fault: str) -> None:
    played.active = False
    assert played.install(checkout(tmp_path / "bad", fault), "update") == 1
    assert (played.current(), played.active) == ("the first one", False)


def test_the_unit_goes_with_its_version(played: FakePi, tmp_path: Path) -> None:
    played.install(checkout(tmp_path / "new", "the second"), "update")
    assert played.pi.text(f"{played.pi.linked('/opt/barkeep/current')}/barkeep.service") == "# the second\n"
    assert "systemctl daemon-reload" in played.seen


def test_one_may_go_back_by_hand(played: FakePi, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played.install(tmp_path / "checkout", "back") == 1
    assert "no earlier version" in capsys.readouterr().err
    played.install(checkout(tmp_path / "new", "the second"), "update")
    assert played.install(tmp_path / "new", "back") == 0
    assert (played.current(), played.active) == ("the first one", True)


def test_two_versions_and_three_copies_are_kept(played: FakePi, tmp_path: Path) -> None:
    for number in range(2, 7):
        played.put(GAMES, f"before {number}")
        played.install(checkout(tmp_path / "new", f"number {number}"), "update")
    played.install(tmp_path / "new", "update")
    assert len(versions(played.pi)) == 2
    copies = [text for path, text in played.files().items() if path.startswith("var/backups/")]
    assert copies == ["before 4", "before 5", "before 6"]


def test_a_link_among_the_games_is_neither_copied_nor_followed(played: FakePi, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("root's", encoding="utf-8")
    played.pi.at("/var/lib/barkeep/link").symlink_to(tmp_path / "secret")
    played.install(checkout(tmp_path / "bad", "can't start"), "update")
    assert [text for path, text in played.files().items() if path.startswith("var/backups/")] == ["as ever"]
    assert (tmp_path / "secret").read_text(encoding="utf-8") == "root's"


def test_a_versions_name_changes_with_every_file_that_is_installed(source: Path) -> None:
    names = {version_of(source)}
    for changed in ("companion/new.py", "web/page.html", "hardware/barkeep.service", "README.md"):
        (source / changed).write_text("something else", encoding="utf-8")
        names.add(version_of(source))
    (source / "firmware" / "old.pyc").write_text("x", encoding="utf-8")
    names.add(version_of(source))
    assert len(names) == 5
    assert all(name.startswith("1.0.0-") for name in names)
