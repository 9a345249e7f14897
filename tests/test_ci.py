"""`.ci/run` and the Makefile, played through with stand-ins for the programs that they call."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SKIPPED = 'echo "SKIPPED [1] tests/web/test_browser.py:9: no browser: install chromium-headless-shell"'
BROAD = "make test-all ARGS=-m broad"
WALKED = "make pi-check ARGS=--cached --if-possible"
TOOLS = ("bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "tee")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A PATH with the few real tools that the script needs, and a machine's root user."""
    for tool in TOOLS:
        real = shutil.which(tool)
        assert real is not None
        (tmp_path / tool).symlink_to(real)
    program(tmp_path, "id", "echo 0")
    return tmp_path


def program(folder: Path, name: str, *lines: str) -> None:
    """A stand-in for the program *name*; it notes that it was called, and how."""
    file = folder / name
    file.write_text("\n".join(["#!/bin/sh", f'echo "{name} $*" >>"{folder}/called"', *lines]) + "\n", encoding="utf-8")
    file.chmod(0o755)


def run(folder: Path, **settings: str) -> tuple[int, str, list[str]]:
    """What `.ci/run` returns and prints, and which stand-ins it called."""
    done = subprocess.run(
        [ROOT / ".ci/run"],
        cwd="/",
        env={"PATH": str(folder), **settings},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    called = (folder / "called").read_text(encoding="utf-8").splitlines()
    return done.returncode, done.stdout + done.stderr, [call.strip() for call in called if not call.startswith("id ")]


def test_it_installs_a_browser_and_runs_the_readmes_test_command(folder: Path) -> None:
    program(folder, "apt-get")
    program(folder, "make", "echo 3 passed")
    code, _, called = run(folder)
    assert code == 0
    assert called[0].startswith("apt-get update")
    assert called[1].endswith("chromium-headless-shell")
    assert called[2:] == ["make test", BROAD, WALKED, "make prove"]


def test_it_installs_nothing_where_a_browser_is_or_where_it_may_not(folder: Path) -> None:
    program(folder, "apt-get")
    program(folder, "make")
    program(folder, "id", "echo 1000")
    assert run(folder)[2] == ["make test", BROAD, WALKED, "make prove"]
    program(folder, "id", "echo 0")
    program(folder, "chromium")
    assert run(folder)[2] == ["make test", BROAD, WALKED, "make prove"] * 2


def test_failing_tests_fail_it(folder: Path) -> None:
    program(folder, "chromium")
    program(folder, "make", "echo 1 failed", "exit 2")
    assert run(folder)[0] != 0


def test_a_broken_promise_fails_it(folder: Path) -> None:
    program(folder, "chromium")
    program(folder, "make", '[ "$1" != prove ] && echo 3 passed')
    code, _, called = run(folder)
    assert code != 0
    assert called == ["make test", BROAD, WALKED, "make prove"]


def test_an_installation_that_goes_wrong_fails_it(folder: Path) -> None:
    program(folder, "chromium")
    program(folder, "make", '[ "$1" != pi-check ] && echo 3 passed')
    code, _, called = run(folder)
    assert code != 0
    assert called == ["make test", BROAD, WALKED]


def test_a_userland_kept_from_before_or_asked_for_brings_what_runs_it(folder: Path) -> None:
    program(folder, "chromium")
    program(folder, "apt-get")
    program(folder, "make")
    (folder / "kept").mkdir()
    for settings, walked in (({"PI_CHECK_CACHE": f"{folder}/kept"}, WALKED), ({"PI_CHECK": "1"}, "make pi-check")):
        (folder / "called").unlink(missing_ok=True)
        called = run(folder, **settings)[2]
        assert [line.split()[-1] for line in called[:4]] == ["test", "broad", "-qq", "binfmt-support"]
        assert called[4:] == [walked, "make prove"]


def test_a_browser_test_that_was_skipped_although_there_is_a_browser_fails_it(folder: Path) -> None:
    program(folder, "chromium-headless-shell")
    program(folder, "make", SKIPPED)
    code, text, _ = run(folder)
    assert code == 1
    assert "skipped" in text


def test_without_a_browser_such_a_test_may_be_skipped(folder: Path) -> None:
    program(folder, "id", "echo 1000")
    program(folder, "make", SKIPPED)
    assert run(folder)[0] == 0


def test_a_browser_that_can_not_be_installed_fails_it(folder: Path) -> None:
    program(folder, "apt-get", "exit 100")
    program(folder, "make")
    assert run(folder)[0] != 0


@pytest.mark.parametrize("python", ["exit 1", "exit 127"], ids=["too_old_or_no_venv", "none"])
def test_make_says_in_one_sentence_what_python_it_needs(tmp_path: Path, python: str) -> None:
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, tmp_path)
    program(tmp_path, "python", "echo a long story >&2", python)
    command = ["make", "test", f"PYTHON={tmp_path}/python"]
    done = subprocess.run(
        command, cwd=tmp_path, env={**os.environ, "MAKEFLAGS": ""}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert "Barkeep needs Python 3.11 or newer with venv" in done.stderr
    assert "a long story" not in done.stderr
    assert not (tmp_path / ".venv").exists()
