"""The project's own files: packages, dependencies, and content that doesn't belong in them."""

import re
import subprocess
import tomllib
from pathlib import Path
from typing import Final
from unicodedata import normalize

import pytest

from companion.games import folder, installed

ROOT: Final = Path(__file__).parents[1]
TOPS: Final = ("companion", "firmware", "web")
PYPROJECT: Final = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT: Final = tomllib.loads(PYPROJECT)
SETUP: Final = PROJECT["tool"]["setuptools"]

# Folders of one machine, and addresses of package registries: a clone must work for everybody.
PRIVATE: Final = re.compile(
    r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/\w"
    r"|--?(?:extra-)?index-url|PIP_INDEX|(?:https?://)[\w.:-]*/simple\b"
    r"|https?://(?:files\.)?py(?:pi|thonhosted)\.org"
)


def files(pattern: str) -> list[Path]:
    return [file for top in TOPS for file in (ROOT / top).rglob(pattern) if file.is_file()]


def test_every_folder_with_code_is_a_package_with_a_paragraph_at_its_door() -> None:
    doors = files("__init__.py")
    assert {file.parent for file in files("*.py")} == {door.parent for door in doors}
    assert [door for door in doors if not door.read_text(encoding="utf-8").startswith('"""')] == []


def test_every_file_of_a_package_comes_with_the_wheel_and_every_pattern_finds_one() -> None:
    given, packages = set(), {door.parent for door in files("__init__.py")}
    for name, patterns in SETUP["package-data"].items():
        for pattern in patterns:
            doors = packages if name == "*" else {ROOT / name.replace(".", "/")}
            found = {file for door in doors for file in door.glob(pattern) if file.is_file()}
            assert found, f"{name}: {pattern}"
            given |= found
    assert {file for file in files("*") if file.suffix not in (".py", ".pyc", ".po")} <= given


def naming(*texts: str) -> list[str]:
    """Return the lines of *texts* in which an installed game is named, with or without accents."""
    games = re.compile("|".join(name.rstrip("0123456789") for name in installed()), re.IGNORECASE)
    lines = [line for text in texts for line in text.splitlines()]
    return [line for line in lines if games.search(normalize("NFKD", line).encode("ascii", "ignore").decode())]


def test_no_shared_python_file_names_an_installed_game() -> None:
    own = [folder(game) for game in installed().values()]
    shared = [file for file in (*files("*.py"), *(ROOT / "hardware").rglob("*.py")) if not set(own) & set(file.parents)]
    assert naming(*(file.read_text(encoding="utf-8") for file in shared)) == []
    assert naming("Who plays Négoces 2?\n", "sharks = []\n") == ["Who plays Négoces 2?", "sharks = []"]


def unexplained(pyproject: str) -> list[str]:
    """Return the lines of dependencies that aren't followed by a reason."""
    requirements = re.findall(r'^\s+("[a-z][\w.-]*[>=<]=.*",.*)$', pyproject, re.M)
    return [line.strip() for line in requirements if not re.search(r",\s+# \w", line)]


def test_every_dependency_has_its_reason_and_the_stock_reader_driver_is_none() -> None:
    assert unexplained(PYPROJECT) == []
    assert unexplained('    "left-pad>=1",\n    "flask>=3",  # pages\n') == ['"left-pad>=1",']
    assert PROJECT["tool"]["barkeep"]["no_deps"] == ["mfrc522==0.0.7"]
    assert not any("mfrc522" in one for one in PROJECT["project"]["dependencies"])


def test_the_licence_is_that_of_the_program_and_of_its_fonts() -> None:
    assert PROJECT["project"]["license"].split(" AND ") == ["GPL-3.0-or-later", "OFL-1.1"]
    told = [(ROOT / name).read_text(encoding="utf-8") for name in PROJECT["project"]["license-files"]]
    titles = ("GNU GENERAL PUBLIC LICENSE", "SIL OPEN FONT LICENSE Version 1.1")
    assert [title in text for title, text in zip(titles, told, strict=True)] == [True, True]
    assert {file.parent for file in files("*.ttf")} == {ROOT / "firmware" / "display" / "fonts"}


def private_lines(paths: list[Path]) -> list[str]:
    found = []
    for file in paths:
        text = file.read_bytes().decode(errors="ignore")
        found += [f"{file.name}:{n}: {line}" for n, line in enumerate(text.splitlines(), 1) if PRIVATE.search(line)]
    return found


def test_no_file_names_somebodys_machine_or_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: its files are unknown")
    tracked = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert private_lines([file for file in tracked if file.is_file() and file != Path(__file__)]) == []


def test_such_a_line_is_found_and_an_address_within_the_project_is_not(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    private = ["cd /home/ann/barkeep", "/root/x", "see /" + "work/notes", "pip install --index-url x", "/Users/bo/x"]
    private += ["http://10.0.0.1:80/simple"]
    file.write_text("hardware/notes/x, ./root/y, http://localhost:8000/table, /homework/x\n" + "\n".join(private))
    assert private_lines([file]) == [f"README.md:{n}: {line}" for n, line in enumerate(private, 2)]
