"""Run `.ci/run` and the Makefile with stand-ins for the programs that they call."""

import os
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).parents[1]
TOOLS: Final = ("bash", "cat", "dirname", "env", "grep", "mktemp", "rm", "tee", "timeout")
ALL: Final = [
    "make test", "make test-all ARGS=-m broad", "make scripts", "make pi-check ARGS=--cached --if-possible",
    "make virtual-pi ARGS=--cached --if-possible", "make prove",
]  # fmt: skip


class Machine:
    """A PATH with the few real tools that the script needs, stand-ins for others, and a user who is root."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for tool in TOOLS:
            (folder / tool).symlink_to(str(shutil.which(tool)))
        for engine in ("firefox-esr", "WebKitWebDriver", "Xvfb"):
            self.has(engine)
        self.has("id", "echo 0")

    def has(self, name: str, *lines: str) -> None:
        """Add a stand-in for the program *name*, which records that it was called, and how."""
        note = f'echo "{name} $*" >>"{self.folder}/called"'
        (self.folder / name).write_text("\n".join(["#!/bin/sh", note, *lines]) + "\n", encoding="utf-8")
        (self.folder / name).chmod(0o755)

    def run(self) -> tuple[int, str, list[str]]:
        """Return how `.ci/run` ended, its output, and the stand-ins that it called."""
        env = {"PATH": str(self.folder)}
        done = subprocess.run([ROOT / ".ci/run"], cwd="/", env=env, capture_output=True, text=True, timeout=300, check=False)
        return done.returncode, done.stdout + done.stderr, (self.folder / "called").read_text(encoding="utf-8").splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize("reason", ["", "chromium", "id"])
def test_it_installs_a_browser_unless_one_is_there_or_it_may_not_and_runs_all(machine: Machine, reason: str) -> None:
    machine.has("apt-get")
    machine.has("make", "echo 3 passed")
    if reason:
        machine.has(reason, "echo 1000")
    code, _, called = machine.run()
    assert (code, [one for one in called if one.startswith("make")]) == (0, ALL)
    packages = [one.split()[-1] for one in called if one.startswith("apt-get")]
    assert packages == ([] if reason else ["-qq", "chromium-headless-shell"])


@pytest.mark.parametrize(("called", "fails"), [
    (0, ""), (1, "test"), (2, "test-all"), (3, "scripts"), (4, "pi-check"), (5, "virtual-pi"), (6, "prove"),
])  # fmt: skip
def test_any_failing_command_fails_it(machine: Machine, fails: str, called: int) -> None:
    """Without a browser, the first step that may fail is installing one."""
    machine.has("apt-get", "exit 100")
    if fails:
        machine.has("chromium")
    machine.has("make", f'[ "$1" != {fails or "nothing"} ] && echo 3 passed')
    code, _, said = machine.run()
    assert (code != 0, [one for one in said if one.startswith("make")]) == (True, ALL[:called])


@pytest.mark.parametrize(("browser", "user", "code"), [("chromium-headless-shell", 0, 1), ("none", 1000, 0)])
def test_a_browser_test_may_be_skipped_only_where_there_is_none(machine: Machine, browser: str, user: int, code: int) -> None:
    machine.has("id", f"echo {user}")
    machine.has(browser)
    machine.has("make", 'echo "SKIPPED [23] tests/conftest.py:55: NO BROWSER: install chromium-headless-shell"')
    ended, said, _ = machine.run()
    assert (ended, "but a browser test was skipped" in said) == (code, bool(code))


@pytest.mark.parametrize("python", ["exit 1", "exit 127"], ids=["too_old_or_no_venv", "none"])
def test_make_says_in_one_sentence_what_python_it_needs(machine: Machine, python: str) -> None:
    machine.has("python", "echo a long story >&2", python)
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, machine.folder)
    words, env = ["make", "test", f"PYTHON={machine.folder}/python"], {**os.environ, "MAKEFLAGS": ""}
    done = subprocess.run(words, cwd=machine.folder, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, "a long story" in done.stderr) == (2, False)
    assert "Barkeep needs Python 3.11 or newer with venv" in done.stderr
    assert not (machine.folder / ".venv").exists()
