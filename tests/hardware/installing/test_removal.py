"""Taking it away again."""

from __future__ import annotations

from tests.hardware.installing.fake_pi import CONFIG, CONFIG_TXT, GAMES, FakePi

STAYS = {  # The Pi's name, its country and packages are nobody's to take back.
    "/etc/hostname", "/etc/hosts", f"{CONFIG}.before-barkeep", "/etc/default/barkeep", GAMES,
}  # fmt: skip


def test_all_goes_but_the_games_and_can_be_installed_again(fake: FakePi) -> None:
    before = fake.files()
    fake.install("--access-point")
    fake.put(GAMES, "as ever")
    code, said, _ = fake.install("uninstall")
    after = fake.files()
    assert (code, "stays" in said) == (0, True)
    assert {path for path in after if after[path] != before.get(path)} == STAYS
    assert after[CONFIG] == CONFIG_TXT
    assert (fake.active, list(fake.users)) == (False, ["barkeep"])
    assert fake.install().code == 0
    assert (fake.active, fake.text(GAMES)) == (True, "as ever")


def test_the_games_go_when_they_are_told_to_and_nothing_goes_in_a_dry_run(fake: FakePi) -> None:
    fake.install("--access-point")
    fake.put(GAMES, "as ever")
    before = fake.files()
    assert fake.install("uninstall", "--delete-games", "--dry-run").code == 0
    assert (fake.files(), fake.active) == (before, True)
    assert fake.install("uninstall", "--delete-games").code == 0
    assert not [path for path in fake.files() if "barkeep" in path and "before-barkeep" not in path]
    assert fake.users == {}
