"""A read-only root, and the partition for the games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware.installing.fake_pi import GAMES, FakePi

BOTH = ("--data-partition", "LABEL=games", "--read-only")


def fstab(fake: FakePi) -> list[list[str]]:
    return [line.split() for line in (fake.pi.text("/etc/fstab") or "").splitlines()]


def test_the_games_get_a_partition_and_the_root_is_covered_alone(fake: FakePi, source: Path) -> None:
    assert fake.install(source, *BOTH) == 0
    assert [line[:3] for line in fstab(fake) if "/var/lib/barkeep" in line] == [["LABEL=games", "/var/lib/barkeep", "ext4"]]
    words = (fake.pi.text("/boot/firmware/cmdline.txt") or "").split()
    assert [word for word in words if word.startswith("overlayroot")] == ["overlayroot=tmpfs:recurse=0"]
    assert "rootwait" in words
    fake.seen = []
    assert fake.install(source, *BOTH) == 0
    assert fake.seen == []


def test_it_comes_last_for_nothing_can_be_kept_after_it(fake: FakePi, source: Path) -> None:
    fake.install(source, *BOTH)
    assert fake.seen[-1] == "raspi-config nonint enable_overlayfs"


def test_without_a_partition_the_root_stays_as_it_is(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fake.install(source, "--read-only") == 1
    assert "forget every game" in capsys.readouterr().err
    assert "overlayroot" not in (fake.pi.text("/boot/firmware/cmdline.txt") or "")


def test_games_that_are_there_are_not_mounted_over(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake.install(source)
    fake.put(GAMES, "as ever")
    assert fake.install(source, *BOTH) == 1
    assert "there are games" in capsys.readouterr().err
    assert not [line for line in fstab(fake) if "/var/lib/barkeep" in line]
