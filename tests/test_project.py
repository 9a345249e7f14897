"""The project's own files: packages, dependencies, content that doesn't belong in them, and which packages may import which."""

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final
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

IMPORT_ALL = """\
import pkgutil, sys
from importlib import import_module
import companion, firmware, web
for package in (companion, firmware, web):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
devices = {"gpiozero", "luma", "mfrc522"}
print(sorted(devices & set(sys.modules)))
import gpiozero
print(sorted(devices & set(sys.modules)))
"""


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return build_graph("companion", "firmware", "web", include_external_packages=True, cache_dir=None)


@pytest.fixture
def broken(graph: ImportGraph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[], list[str]]:
    """Return a function that runs `lint-imports` over *graph* instead of the sources', and names the broken contracts."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(type(settings.GRAPH_BUILDER), "build", lambda *_, **__: graph)
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # It would silence every logger that exists already.

    def broken() -> list[str]:
        code, said = cli.lint_imports(no_logo=True), capsys.readouterr().out
        print(said)  # If the test fails, pytest shows it: the modules, and the lines of the imports.
        verdicts = [line.partition(" (")[0].rpartition(" ") for line in said.splitlines()]  # "KEPT (1 ignored import)"
        contracts = {one["name"] for one in read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]}
        assert {name for name, _, verdict in verdicts if verdict in ("KEPT", "BROKEN")} == contracts
        names = [name for name, _, verdict in verdicts if verdict == "BROKEN"]
        assert code == bool(names)
        return names

    return broken


def test_the_imports_are_those_of_the_design(broken: Callable[[], list[str]]) -> None:
    assert broken() == []


@pytest.mark.parametrize(("importer", "imported", "contract"), [
    ("companion.table.table", "flask", "companion needs the standard library only"),
    ("companion.table.table", "web.app", "companion needs the standard library only"),
    ("companion.games.barracuda.rules", "companion.games.shark.rules", "games don't know one another"),
    ("companion.games.shark.rules", "companion.table.table", "a game needs the kit, its worlds and leaks the laboratory"),
    ("companion.agreeing.leaving", "companion.table.snapshot", "a room imports only from rooms below it"),
    ("companion.table.table", "companion.games.barracuda.moves", "what games share, and the web, know no game"),
    ("web.app", "companion.games.barracuda", "what games share, and the web, know no game"),
    ("companion.table.table", "companion.lab.secrecy.recipe", "no table loads the laboratory"),
    ("web.app", "pytest", "only a contract needs pytest"),
    ("companion.table.table", "firmware.devices", "nobody imports the firmware"),
    ("web.app", "firmware.boot", "nobody imports the firmware"),
    ("firmware.display.screens", "web.app", "only the shell knows the pages"),
    ("firmware.reader.reading", "mfrc522", "mfrc522 has one adapter"), ("web.bench", "luma", "luma has one adapter"),
    ("firmware.boot", "gpiozero", "gpiozero has one adapter"), ("web.hub.league", "sqlalchemy", "SQLAlchemy has one adapter"),
    ("companion.table.table", "companion.club.hall", "a room imports only from rooms below it"),
])  # fmt: skip
def test_a_forbidden_import_is_noticed(graph: ImportGraph, broken: Any, importer: str, imported: str, contract: str) -> None:
    graph.add_import(importer=importer, imported=imported)
    try:
        assert contract in broken()
    finally:
        graph.remove_import(importer=importer, imported=imported)


def test_device_libraries_are_imported_late() -> None:
    """A table without a reader, or on a machine that isn't a Pi, must not need their libraries."""
    done = subprocess.run([sys.executable, "-c", IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == ["[]", "['gpiozero']"], "with all modules, and then with one that is imported on purpose"
