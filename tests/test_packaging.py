"""Install the built wheel in a fresh environment, as hardware/README.md says, without the checkout in sight."""

import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest

from hardware.installing.sources import LOCK
from tests.opening import open_and_close
from tests.test_documents import DOCUMENTS, commands

pytestmark = pytest.mark.broad

ROOT: Final = Path(__file__).parents[1]
INSTALL: Final = [line for line in commands(DOCUMENTS["hardware/README.md"]) if "-m venv" in line or "-m pip" in line]
NO_NETWORK: Final = re.compile(r"NewConnection|NameResolution|ConnectTimeout|Network is unreachable|Max retries exceeded")
FONTS: Final = "firmware/display/fonts/OFL.txt"
WHERE: Final = "import companion, web, firmware, sys; print(companion.__file__, web.__file__, firmware.__file__, sep='\\n')"


def run(*words: str | Path, cwd: Path) -> str:
    """Return the command's output; if it fails, fail with all of it. Skip if it needs a package index that can't be reached."""
    env = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV", "PYTHONHOME")}
    done = subprocess.run(words, cwd=cwd, env=env, capture_output=True, text=True, timeout=600, check=False)
    text = done.stdout + done.stderr
    if done.returncode and NO_NETWORK.search(text):
        pytest.skip("NO NETWORK: the wheel was not tried in a fresh environment")
    assert done.returncode == 0, text
    return text


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy of the project's sources."""
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
    """A folder whose .venv was made by the documented commands, with the wheel in place of the checkout."""
    folder = tmp_path_factory.mktemp("fresh")
    assert len(INSTALL) == 3
    here = {".": str(wheel), LOCK: str(ROOT / LOCK)}
    assert [word for line in INSTALL for word in shlex.split(line) if word in here] == [LOCK, "."]
    for line in INSTALL:
        words = [here.get(word, word) for word in shlex.split(line)]
        run(sys.executable if words[0] == "python3" else folder / words[0], *words[1:], cwd=folder)
    return folder


def test_the_wheel_has_everything_and_nothing_else_and_its_licence(wheel: Path) -> None:
    files = zipfile.ZipFile(wheel)
    names = set(files.namelist())
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"barkeep", "companion", "firmware", "web"}
    rulebooks = {f"companion/games/{game}/RULEBOOK.md" for game in ("barracuda", "shark", "negoces2")}
    others = {f"companion/games/shark/{file}" for file in ("words/nl/LC_MESSAGES/shark.mo", "static/table.css")}
    assert rulebooks | others | {FONTS, "web/static/table/table.css"} <= names
    assert not [name for name in names if name.endswith((".po", ".pyc")) or name.startswith("tests/")]
    (metadata,) = [name for name in names if name.endswith("METADATA")]
    assert "License-Expression: GPL-3.0-or-later AND OFL-1.1" in files.read(metadata).decode().splitlines()
    assert all(any(name.endswith(f"licenses/{file}") for name in names) for file in ("LICENSE", FONTS))


def test_the_program_is_the_installed_one_and_plays(fresh: Path) -> None:
    barkeep = fresh / ".venv/bin/barkeep"
    for file in run(fresh / ".venv/bin/python", "-c", WHERE, cwd=fresh).splitlines():
        assert file.startswith(str(fresh / ".venv"))
    assert re.fullmatch(r"barkeep \d+\.\d+\.\d+\n", run(barkeep, "--version", cwd=fresh))
    playthrough = ROOT / "tests" / "playthroughs" / "barracuda" / "05-rent-three-bars.txt"
    assert "matches" in run(barkeep, "replay", playthrough, cwd=fresh)
    assert "ended 5" in run(barkeep, "simulate", "barracuda", "--games", "5", "--seats", "3", "--seed", "1", cwd=fresh)


def test_it_opens_a_table_on_simulated_hardware_and_keeps_its_games(fresh: Path) -> None:
    words = [fresh / ".venv/bin/barkeep", "run", "--hardware", "simulated", "--port", "0", "--host", "127.0.0.1"]
    said, code = open_and_close([*words, "--data", fresh / "data"], fresh)
    assert (code, "Safe to unplug" in said) == (0, True), said
    assert (fresh / "data" / "journal.sqlite").exists()
