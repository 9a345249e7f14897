"""Who may import whom: stdlib <- companion <- web <- firmware.boot. Read from the sources; only `GAMES` is imported."""

from __future__ import annotations

import ast
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from companion.games import GAMES

ROOT = Path(__file__).parents[1]
PACKAGES: Final = ("companion", "web", "firmware")
SHELL: Final = ("firmware.boot", "firmware.command")  # They start everything; only they know the pages.
NAMES_GAMES: Final = ("companion.games", "companion.simulate")  # The list of games, and random play with their own options.
CONTRACTS: Final = ("companion.lab.contract", "web.contract")  # Tests to inherit, which need pytest; nothing needs them.
DEVICES: Final = {
    "mfrc522": "firmware.mfrc522_reader", "luma": "firmware.oled_display", "gpiozero": "firmware.gpio_panel",
}  # fmt: skip


@dataclass(frozen=True)
class Import:
    """One import of *module* (dotted). *when*: "start" as the module is imported, "call" in a function, "types" never."""

    module: str
    when: str


def imports(name: str, source: str) -> list[Import]:
    """Every import in *source*, the module called *name*; `from a import b` names a.b."""
    found: list[Import] = []

    def look(node: ast.AST, when: str) -> None:
        if isinstance(node, ast.Import):
            found.extend(Import(alias.name, when) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = name.split(".")[: -node.level] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            found.extend(Import(f"{base}.{alias.name}", when) for alias in node.names)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            when = "types" if when == "types" else "call"
        elif isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            for child in node.body:
                look(child, "types")
            return
        for child in ast.iter_child_nodes(node):
            look(child, when)

    look(ast.parse(source), "start")
    return found


def sources() -> dict[str, str]:
    """Every module of the three packages by its dotted name."""
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    names = {file: ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for file in files}
    return {names[file]: file.read_text(encoding="utf-8") for file in files}


def games(modules: dict[str, str]) -> set[str]:
    """The packages that are games: those in `companion` that have rules, and what the list of games names."""
    ruled = {name.rpartition(".")[0] for name in modules if name.startswith("companion.") and name.endswith(".rules")}
    listed = {one.module for one in imports("companion.games", modules.get("companion.games", "")) if one.when == "start"}
    return ruled | {name for name in listed if name in modules}


def top(module: str) -> str:
    return module.partition(".")[0]


def is_in(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def offences(modules: dict[str, str]) -> list[str]:
    """Every import that the design forbids, as "rule: module -> imported"."""
    known, found = games(modules), []
    for name, source in modules.items():
        for one in imports(name, source):
            found += [f"{rule}: {name} -> {one.module}" for rule in broken_rules(name, one, known)]
    return found


def broken_rules(name: str, one: Import, games: set[str]) -> list[str]:
    mine = next((game for game in games if is_in(name, game)), None)
    theirs = next((game for game in games if is_in(one.module, game)), None)
    rules = {
        "companion needs the standard library only": top(name) == "companion"
        and top(one.module) not in sys.stdlib_module_names
        and top(one.module) != "companion"
        and not (name in CONTRACTS and top(one.module) == "pytest"),
        "only tests inherit a contract": any(is_in(one.module, contract) for contract in CONTRACTS),
        "only a contract needs pytest": top(one.module) == "pytest" and name not in CONTRACTS,
        "only a game's worlds know the laboratory": is_in(one.module, "companion.lab")
        and not is_in(name, "companion.lab")
        and not name.endswith(".worlds")
        and name not in ("web.lab", "web.contract"),
        "games don't know one another": mine is not None and theirs not in (None, mine),
        "what games share knows no game": top(name) == "companion"
        and mine is None
        and theirs is not None
        and name not in NAMES_GAMES,
        "web knows no game": top(name) == "web" and theirs is not None,
        "nobody imports the firmware": top(name) != "firmware" and top(one.module) == "firmware",
        "only the shell knows the pages": top(name) == "firmware" and top(one.module) == "web" and name not in SHELL,
        "devices have one adapter each": top(one.module) in DEVICES and name != DEVICES[top(one.module)],
        "device libraries are imported late": top(one.module) in DEVICES and one.when == "start",
    }
    return [rule for rule, broken in rules.items() if broken]


def test_the_import_graph_is_the_designs() -> None:
    assert offences(sources()) == []


@pytest.mark.parametrize(
    ("name", "line", "rule"),
    [
        ("companion.table", "import flask", "companion needs the standard library only"),
        ("companion.table", "from web import app", "companion needs the standard library only"),
        ("companion.table", "def f():\n    import numpy.linalg", "companion needs the standard library only"),
        ("companion.lab.recipe", "import pytest", "companion needs the standard library only"),
        ("companion.table", "from companion.lab.contract import Contract", "only tests inherit a contract"),
        ("web.app", "import pytest", "only a contract needs pytest"),
        ("companion.simulate", "from companion.lab import recipe", "only a game's worlds know the laboratory"),
        ("companion.barracuda.rules", "from companion.shark import rules", "games don't know one another"),
        ("companion.barracuda.rules", "from ..shark.rules import evolve", "games don't know one another"),
        ("companion.table", "from companion.barracuda.moves import Bid", "what games share knows no game"),
        ("companion.table", "from companion import barracuda", "what games share knows no game"),
        ("web.app", "from companion.barracuda import sight", "web knows no game"),
        ("web.app", "if TYPE_CHECKING:\n    from companion.shark import rules", "web knows no game"),
        ("web.app", "import firmware.boot", "nobody imports the firmware"),
        ("companion.table", "from firmware import devices", "nobody imports the firmware"),
        ("firmware.screens", "from web.app import create_app", "only the shell knows the pages"),
        ("firmware.reading", "def f():\n    import mfrc522", "devices have one adapter each"),
        ("web.bench", "def f():\n    from luma.oled import device", "devices have one adapter each"),
        ("firmware.gpio_panel", "import gpiozero", "device libraries are imported late"),
        ("firmware.oled_display", "class A:\n    from luma.core import error", "device libraries are imported late"),
    ],
)
def test_a_forbidden_import_would_be_found(name: str, line: str, rule: str) -> None:
    real = sources()
    bad = {**real, "companion.shark.rules": "", name: f"{real.get(name, '')}\n{line}\n"}
    new = [found for found in offences(bad) if found not in offences(real)]
    assert [found.partition(":")[0] for found in new].count(rule) == 1


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("companion.games", "from companion import barracuda"),
        ("firmware.boot", "from web.app import create_app"),
        ("firmware.gpio_panel", "def f():\n    import gpiozero"),
        ("firmware.oled_display", "if TYPE_CHECKING:\n    from luma.core.device import device"),
        ("companion.table", "import sqlite3, json.decoder"),
        ("companion.lab.contract", "import pytest"),
    ],
)
def test_what_is_allowed_is_not_found(name: str, line: str) -> None:
    assert offences({name: line, "companion.barracuda.rules": ""}) == []


def test_the_games_are_found() -> None:
    assert {"companion.barracuda", "companion.negoces2", "companion.shark"} <= games(sources())
    assert games(sources()) == {game.__name__ for game in GAMES.values()}
    assert games({"companion.games": "from companion import morra", "companion.morra": ""}) == {"companion.morra"}
