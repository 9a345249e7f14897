"""The project's own files: packages, dependencies, content that doesn't belong in them, and which packages may import which."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Final
from unicodedata import normalize

import pytest
from grimp import ImportGraph, build_graph
from importlinter import cli
from importlinter.api import read_configuration
from importlinter.application.app_config import settings

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


def test_no_shared_python_file_names_an_installed_game() -> None:
    games = re.compile("|".join(name.rstrip("0123456789") for name in installed()), re.IGNORECASE)
    own = {folder(game) for game in installed().values()}
    shared = [file for file in (*files("*.py"), *(ROOT / "hardware").rglob("*.py")) if own.isdisjoint(file.parents)]
    texts = {file: normalize("NFKD", file.read_text(encoding="utf-8")) for file in shared}
    assert [file for file, text in texts.items() if games.search(re.sub("[^ -~]", "", text))] == []


def private_lines(paths: list[Path]) -> list[str]:
    found = []
    for file in paths:
        text = file.read_bytes().decode(errors="ignore")
        found += [f"{file.name}:{n}: {line}" for n, line in enumerate(text.splitlines(), 1) if PRIVATE.search(line)]
    return found


def test_no_file_names_somebodys_machine_or_registry_and_one_that_did_would_be_found(tmp_path: Path) -> None:
    file = tmp_path / "README.md"
    private = ["cd /home/ann/barkeep", "/root/x", "see /" + "work/notes", "pip install --index-url x", "/Users/bo/x"]
    private += ["http://10.0.0.1:80/simple"]
    file.write_text("hardware/notes/x, ./root/y, http://localhost:8000/table, /homework/x\n" + "\n".join(private))
    assert private_lines([file]) == [f"README.md:{n}: {line}" for n, line in enumerate(private, 2)]
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout: its files are unknown")
    tracked = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert private_lines([file for file in tracked if file.is_file() and file != Path(__file__)]) == []


# The imports

FORBIDDEN: Final = (  # Each contract is broken by at least one of them.
    ("companion.table.table", "companion.games.barracuda.moves"), ("companion.table.table", "companion.lab.secrecy.recipe"),
    ("companion.agreeing.leaving", "companion.table.snapshot"), ("companion.games.shark.rules", "companion.table.table"),
    ("companion.games.barracuda.rules", "companion.games.shark.rules"), ("companion.table.table", "firmware.devices"),
    ("companion.table.table", "web.app"), ("web.app", "pytest"), ("web.bench", "luma"), ("web.hub.league", "sqlalchemy"),
    ("firmware.boot", "gpiozero"), ("firmware.boot", "mfrc522"), ("firmware.boot", "paho"), ("web.app", "cv2"),
    ("firmware.boot", "firmware.reader.pcsclite"),
)  # fmt: skip
BEYOND: Final = {  # What companion needs besides the standard library.
    "companion.lab.contract -> pytest",  # The contract is only used in tests.
    "companion.seats.names -> precis_i18n",  # Loaded when the first name is checked.
    "companion.seats.names -> confusable_homoglyphs",
}


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return build_graph("companion", "firmware", "web", include_external_packages=True, cache_dir=None)


def test_companion_needs_the_standard_library_only(graph: ImportGraph) -> None:
    own = {"companion", *graph.find_descendants("companion")}
    known = own | sys.stdlib_module_names
    assert {f"{one} -> {other}" for one in own for other in graph.find_modules_directly_imported_by(one) - known} == BEYOND


def test_the_imports_are_those_of_the_design_and_each_contract_notices_one_that_is_not(
    graph: ImportGraph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(type(settings.GRAPH_BUILDER), "build", lambda *_, **__: graph)
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # It would silence every logger that exists already.
    assert cli.lint_imports(no_logo=True) == 0, capsys.readouterr().out
    for importer, imported in FORBIDDEN:
        graph.add_import(importer=importer, imported=imported)
    capsys.readouterr()
    cli.lint_imports(no_logo=True)
    broken = set(re.findall(r"^(.+) BROKEN", capsys.readouterr().out, re.M))
    assert broken == {one["name"] for one in read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]}


def test_device_libraries_are_imported_late() -> None:
    """A table without a reader, or on a machine that isn't a Pi, must not need their libraries."""
    every = [".".join(file.with_suffix("").relative_to(ROOT).parts) for file in files("*.py") if not file.stem.startswith("__")]
    script = f"import sys, {', '.join(every)}; print({{'gpiozero', 'luma', 'mfrc522'}} & {{*sys.modules}})"
    assert subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=True).stdout == b"set()\n"
