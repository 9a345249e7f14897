"""Which packages may import which: the contracts in pyproject.toml are kept, and each of them finds its violation."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import pytest
from grimp import ImportGraph, build_graph
from importlinter import cli
from importlinter.api import read_configuration
from importlinter.application.app_config import settings

ROOT = Path(__file__).parents[1]
CONTRACTS = {one["name"]: one for one in read_configuration(str(ROOT / "pyproject.toml"))["contracts_options"]}
IMPORT_ALL = """\
import pkgutil, sys
from importlib import import_module
import companion, firmware, web
for package in (companion, firmware, web):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
print(*sorted({"gpiozero", "luma", "mfrc522"} & set(sys.modules)))
"""

Broken: TypeAlias = Callable[[], list[str]]


@pytest.fixture(scope="module")
def graph() -> ImportGraph:
    return build_graph("companion", "firmware", "web", include_external_packages=True, cache_dir=None)


@pytest.fixture
def broken(graph: ImportGraph, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Broken:
    """Return a function that runs `lint-imports` over *graph* instead of the sources', and names the broken contracts."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(type(settings.GRAPH_BUILDER), "build", lambda *_, **__: graph)
    monkeypatch.setattr("logging.config.dictConfig", lambda _: None)  # It would silence every logger that exists already.

    def broken() -> list[str]:
        code, said = cli.lint_imports(no_logo=True), capsys.readouterr().out
        print(said)  # If the test fails, pytest shows it: the modules, and the lines of the imports.
        verdicts = [line.partition(" (")[0].rpartition(" ") for line in said.splitlines()]  # "KEPT (1 ignored import)"
        assert {name for name, _, verdict in verdicts if verdict in ("KEPT", "BROKEN")} == set(CONTRACTS)
        names = [name for name, _, verdict in verdicts if verdict == "BROKEN"]
        assert code == bool(names)
        return names

    return broken


def test_the_imports_are_those_of_the_design(broken: Broken) -> None:
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
def test_a_forbidden_import_is_noticed(graph: ImportGraph, broken: Broken, importer: str, imported: str, contract: str) -> None:
    graph.add_import(importer=importer, imported=imported)
    try:
        assert contract in broken()
    finally:
        graph.remove_import(importer=importer, imported=imported)


@pytest.mark.parametrize(("offence", "loaded"), [("", ""), ("import gpiozero\n", "gpiozero")], ids=["as_it_is", "seeded"])
def test_device_libraries_are_imported_late(offence: str, loaded: str) -> None:
    """A table without a reader, or on a machine that isn't a Pi, must not need their libraries."""
    done = subprocess.run([sys.executable, "-c", offence + IMPORT_ALL], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == loaded
