"""Taking it away again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware.installing.fake_pi import CONFIG_TXT, GAMES, FakePi

STAYS = {  # The Pi's name, its country and packages are nobody's to take back.
    "etc/hostname", "etc/hosts", "boot/firmware/config.txt.before-barkeep", "etc/default/barkeep",
    "var/lib/barkeep/journal.sqlite",
}  # fmt: skip


def test_all_goes_but_the_games(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = fake.files()
    fake.install(source, "--access-point")
    fake.put(GAMES, "as ever")
    assert fake.install(source, "uninstall") == 0
    after = fake.files()
    assert {path for path in after if after[path] != before.get(path)} == STAYS
    assert after["boot/firmware/config.txt"] == CONFIG_TXT
    assert not fake.active
    assert "stays" in capsys.readouterr().out
    assert "barkeep" in fake.users


def test_the_games_go_when_they_are_told_to(fake: FakePi, source: Path) -> None:
    fake.install(source)
    fake.put(GAMES, "as ever")
    assert fake.install(source, "uninstall", "--delete-games") == 0
    assert not [path for path in fake.files() if "barkeep" in path and "before-barkeep" not in path]
    assert fake.users == {}


def test_nothing_goes_in_a_dry_run(fake: FakePi, source: Path) -> None:
    fake.install(source)
    before = fake.files()
    fake.install(source, "uninstall", "--delete-games", "--dry-run")
    assert (fake.files(), fake.active) == (before, True)


def test_what_was_taken_away_can_be_installed_again(fake: FakePi, source: Path) -> None:
    fake.install(source)
    fake.put(GAMES, "as ever")
    fake.install(source, "uninstall")
    assert fake.install(source) == 0
    assert (fake.active, fake.pi.text(GAMES)) == (True, "as ever")
    assert fake.install(source, "uninstall", "--dry-run") == 0
