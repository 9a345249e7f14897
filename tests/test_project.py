"""The project's own files: packages, dependencies, and what has no place in them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PYPROJECT = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
SETUP = tomllib.loads(PYPROJECT)["tool"]["setuptools"]

# Folders of somebody's machine, and addresses of package registries: a clone works for everybody or for nobody.
PRIVATE = re.compile(
    r"(?<![\w.])/(?:work|root|home/\w+|Users/\w+)/\w"
    r"|--?(?:extra-)?index-url|PIP_INDEX|(?:https?://)[\w.:-]*/simple\b"
    r"|https?://(?:files\.)?py(?:pi|thonhosted)\.org"
)  # fmt: skip


def packages_on_disk() -> set[str]:
    found = [file.parent for top in ("companion", "firmware", "web") for file in (ROOT / top).rglob("__init__.py")]
    return {".".join(folder.relative_to(ROOT).parts) for folder in found}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: nobody knows which files belong to it")
    return [ROOT / name for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_the_packages_listed_are_the_packages_on_disk() -> None:
    assert set(SETUP["packages"]) == packages_on_disk()
    assert len(SETUP["packages"]) == len(set(SETUP["packages"]))


def test_no_python_file_lies_beside_the_packages() -> None:
    homeless = [
        file.relative_to(ROOT)
        for top in ("companion", "firmware", "web")
        for file in (ROOT / top).rglob("*.py")
        if ".".join(file.parent.relative_to(ROOT).parts) not in SETUP["packages"]
    ]
    assert homeless == []


def package_files() -> dict[str, set[Path]]:
    """The files of each package that are no Python, by package: what `package-data` must name."""
    files: dict[str, set[Path]] = {}
    for name in sorted(SETUP["packages"], key=len):
        folder = ROOT / name.replace(".", "/")
        mine = {file for file in folder.rglob("*") if file.is_file() and file.suffix not in (".py", ".pyc", ".po")}
        for inner in SETUP["packages"]:
            if inner.startswith(f"{name}."):
                mine -= set((ROOT / inner.replace(".", "/")).rglob("*"))
        files[name] = mine
    return files


def test_every_file_of_a_package_comes_with_the_wheel() -> None:
    for name, files in package_files().items():
        folder = ROOT / name.replace(".", "/")
        given = {file for pattern in SETUP["package-data"].get(name, []) for file in folder.glob(pattern) if file.is_file()}
        assert files - given == set(), name


def test_every_pattern_of_package_data_finds_a_file() -> None:
    for name, patterns in SETUP["package-data"].items():
        for pattern in patterns:
            assert any((ROOT / name.replace(".", "/")).glob(pattern)), f"{name}: {pattern}"


REQUIREMENT = re.compile(r'^\s+"[a-z][\w.-]*[>=<]=.*",')


def unexplained(pyproject: str) -> list[str]:
    """The lines of dependencies without a reason behind them."""
    return [line.strip() for line in pyproject.splitlines() if REQUIREMENT.match(line) and not re.search(r",\s+# \w", line)]


def test_every_dependency_has_its_reason() -> None:
    assert unexplained(PYPROJECT) == []
    assert unexplained('    "left-pad>=1",\n    "flask>=3",  # pages\n') == ['"left-pad>=1",']


def test_the_stock_reader_driver_is_kept_out_of_the_dependencies() -> None:
    project = tomllib.loads(PYPROJECT)
    assert project["tool"]["barkeep"]["no_deps"] == ["mfrc522==0.0.7"]
    assert not any("mfrc522" in one for one in project["project"]["dependencies"])


def private_lines(files: list[Path]) -> list[str]:
    found = []
    for file in files:
        try:
            text = file.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{file.name}:{n}: {line}" for n, line in enumerate(text.splitlines(), 1) if PRIVATE.search(line)]
    return found


def test_no_file_names_somebodys_machine_or_registry() -> None:
    assert private_lines([file for file in tracked() if file != Path(__file__)]) == []


@pytest.mark.parametrize(
    "line",
    [
        "cd /home/ann/barkeep",
        "/root/x",
        "see /" + "work/notes",  # In two parts: this file is one of those that are looked through.
        "pip install --index-url x",
        "http://10.0.0.1:80/simple",
        "/Users/bo/x",
    ],
)
def test_such_a_line_would_be_found(tmp_path: Path, line: str) -> None:
    file = tmp_path / "README.md"
    file.write_text(f"Nothing here.\n{line}\n", encoding="utf-8")
    assert private_lines([file]) == [f"README.md:2: {line}"]


def test_an_address_within_the_project_is_no_machines(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    file.write_text("hardware/notes/x, ./root/y, http://localhost:8000/table, /homework/x\n", encoding="utf-8")
    assert private_lines([file]) == []
