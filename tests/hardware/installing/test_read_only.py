"""A read-only root, and the partition for the games."""

from __future__ import annotations

from tests.hardware.installing.fake_pi import CMDLINE, GAMES, FakePi

BOTH = ("--data-partition", "LABEL=games", "--read-only")


def partitions(fake: FakePi) -> list[list[str]]:
    """Return what fstab mounts for the games."""
    return [line.split()[:3] for line in fake.text("/etc/fstab").splitlines() if "/var/lib/barkeep" in line]


def test_the_games_get_a_partition_and_the_root_alone_is_made_read_only_as_the_last_step(fake: FakePi) -> None:
    assert fake.install(*BOTH).code == 0
    assert partitions(fake) == [["LABEL=games", "/var/lib/barkeep", "ext4"]]
    words = fake.text(CMDLINE).split()
    assert [word for word in words if word.startswith("overlayroot")] == ["overlayroot=tmpfs:recurse=0"]
    assert "rootwait" in words
    assert fake.seen[-1] == "raspi-config nonint enable_overlayfs", "nothing can be kept after it"
    fake.seen = []
    assert (fake.install(*BOTH).code, fake.seen) == (0, [])


def test_without_a_partition_the_root_stays_as_it_is(fake: FakePi) -> None:
    code, _, said = fake.install("--read-only")
    assert (code, "forget every game" in said) == (1, True)
    assert "overlayroot" not in fake.text(CMDLINE)


def test_games_that_are_there_are_not_mounted_over(fake: FakePi) -> None:
    fake.install()
    fake.put(GAMES, "as ever")
    code, _, said = fake.install(*BOTH)
    assert (code, "there are games" in said) == (1, True)
    assert partitions(fake) == []
