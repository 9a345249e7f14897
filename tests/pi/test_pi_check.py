"""What `make pi-check` says where it can't run, and what it keeps."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.pi import userland

ROOT = Path(__file__).parents[2]


def check(cache: Path, *options: str) -> tuple[int, str]:
    words = [sys.executable, "-m", "tests.pi", "--cached", *options]
    env = {**os.environ, "PI_CHECK_CACHE": str(cache)}
    done = subprocess.run(words, cwd=ROOT, env=env, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PI_CHECK_CACHE", str(tmp_path))
    return tmp_path


def keep_all() -> None:
    """Let everything be kept from an earlier check."""
    for folder in (userland.userland() / "usr", userland.wheels(), userland.native_wheels()):
        assert not userland.is_cached(), "only what is whole counts as kept"
        folder.mkdir(parents=True)
    assert userland.is_cached()


@pytest.mark.parametrize(("options", "code"), [((), 1), (("--if-possible",), 0)])
def test_without_a_userland_it_says_so_loudly(tmp_path: Path, options: tuple[str, ...], code: int) -> None:
    returned, said = check(tmp_path, *options)
    assert (returned, said.startswith("####"), "NOT RUN" in said) == (code, True, True)
    assert list(tmp_path.iterdir()) == []


def test_what_an_ended_check_left_goes_a_day_later_and_the_rest_stays(cache: Path) -> None:
    old, new = cache / f"{userland.userland().name}.old", cache / f"{userland.userland().name}.new"
    for folder in (userland.userland(), old / "new" / "usr", new):
        folder.mkdir(parents=True)
    yesterday = time.time() - 2 * userland.DAY
    for folder in (old, userland.userland()):
        os.utime(folder, (yesterday, yesterday))
    userland.sweep()
    assert set(cache.iterdir()) == {new, userland.userland()}


def test_an_installation_that_was_walked_through_is_not_again_until_it_changes(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_all()
    stamp = userland.walked()
    stamp.touch()
    returned, said = check(cache)
    assert (returned, "NOT RUN AGAIN" in said) == (0, True)
    monkeypatch.setattr(userland, "INSTALLATION", userland.INSTALLATION[1:])
    assert userland.walked() != stamp
    assert all(list(ROOT.glob(name)) for name in userland.INSTALLATION)
