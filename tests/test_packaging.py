"""The built wheel in a fresh environment, installed as hardware/README.md says, without the checkout in sight."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from tests.test_documents import COMMANDS, IN_A_FRESH_FOLDER, answers, printed_until

ROOT = Path(__file__).parents[1]
INSTALL: Final = [line for file, line in COMMANDS if file == "README.md" and IN_A_FRESH_FOLDER.match(line)]
NO_NETWORK: Final = re.compile(
    r"NewConnectionError|NameResolutionError|ConnectTimeout|Network is unreachable|Max retries exceeded"
)


def run(*words: str | Path, cwd: Path) -> str:
    """What the command prints; fails with all of it. Skips, loudly, where a package index is needed and can't be reached."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    text = done.stdout + done.stderr
    if done.returncode and NO_NETWORK.search(text):
        pytest.skip("NO NETWORK: the wheel was not tried in a fresh environment")
    assert done.returncode == 0, text
    return text


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of what the project is made of."""
    copy = tmp_path_factory.mktemp("project")
    for name in ("companion", "firmware", "web"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    run(sys.executable, "-m", "build", "--wheel", "--outdir", copy / "dist", copy, cwd=copy)
    (built,) = (copy / "dist").glob("*.whl")
    return built


@pytest.fixture(scope="module")
def fresh(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose .venv was made by the documented commands, with the wheel where they say the checkout."""
    folder = tmp_path_factory.mktemp("fresh")
    for line in INSTALL:
        words = [str(wheel) if word == "." else word for word in shlex.split(line)]
        run(sys.executable if words[0] == "python3" else folder / words[0], *words[1:], cwd=folder)
    return folder


def test_the_documented_installation_has_three_steps() -> None:
    assert len(INSTALL) == 3
    assert any("--no-deps mfrc522==0.0.7" in line for line in INSTALL)


def test_the_wheel_has_everything_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0].partition("-")[0] for name in names}
    assert tops == {"barkeep", "companion", "firmware", "web"}
    for wanted in (
        "companion/barracuda/RULEBOOK.md",
        "companion/shark/RULEBOOK.md",
        "companion/negoces2/RULEBOOK.md",
        "companion/words/nl/LC_MESSAGES/barracuda.mo",
        "firmware/fonts/OFL.txt",
        "web/static/table.css",
    ):
        assert wanted in names
    assert not [name for name in names if name.endswith((".po", ".pyc")) or name.startswith("tests/")]


def test_the_licence_comes_with_it(wheel: Path) -> None:
    files = zipfile.ZipFile(wheel)
    (metadata,) = [name for name in files.namelist() if name.endswith("METADATA")]
    assert "License-Expression: GPL-3.0-or-later" in files.read(metadata).decode()
    assert any(name.endswith("licenses/LICENSE") for name in files.namelist())


def test_the_program_is_the_installed_one(fresh: Path) -> None:
    where = "import companion, web, firmware, sys; print(companion.__file__, web.__file__, firmware.__file__, sep='\\n')"
    for file in run(fresh / ".venv/bin/python", "-c", where, cwd=fresh).splitlines():
        assert file.startswith(str(fresh / ".venv"))
    assert re.fullmatch(r"barkeep \d+\.\d+\.\d+\n", run(fresh / ".venv/bin/barkeep", "--version", cwd=fresh))


def test_it_replays_and_simulates(fresh: Path) -> None:
    playthroughs = sorted((ROOT / "tests" / "playthroughs" / "barracuda").glob("*.txt"))[:3]
    assert len(playthroughs) == 3
    assert "as written" in run(fresh / ".venv/bin/barkeep", "replay", *playthroughs, cwd=fresh)
    text = run(fresh / ".venv/bin/barkeep", "simulate", "barracuda", "--games", "5", "--seats", "3", "--seed", "1", cwd=fresh)
    assert "ended 5" in text


def test_it_opens_a_table_on_simulated_hardware(fresh: Path) -> None:
    words = [fresh / ".venv/bin/barkeep", "run", "--hardware", "simulated", "--port", "0", "--host", "127.0.0.1"]
    with subprocess.Popen(
        [*words, "--data", fresh / "data"], cwd=fresh, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as running:
        try:
            pages = re.findall(r"http://localhost:\d+/\w*", printed_until(running, "/bench"))
            assert all(answers(page) for page in pages)
            assert {page.rpartition("/")[2] for page in pages} >= {"", "table", "bench"}
        finally:
            running.send_signal(signal.SIGTERM)
            rest = running.stdout.read() if running.stdout else ""
            code = running.wait(60)
    assert (code, "Safe to unplug" in rest) == (0, True), rest
    assert (fresh / "data" / "journal.sqlite").exists()
