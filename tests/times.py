"""`python -m tests.times [ARGUMENTS OF PYTEST]`: where the tests' seconds and lines go, by folder, and the slowest files."""

from __future__ import annotations

import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree as ET

ROOT: Final = Path(__file__).parents[1]
SLOWEST: Final = 20  # files that are listed one by one


@dataclass(slots=True)
class Cost:
    """What a file or a folder costs: *seconds* of its tests, how many there are, and *lines* to read."""

    seconds: float = 0.0
    tests: int = 0
    lines: int = 0

    def add(self, other: Cost) -> None:
        """Count *other* as well."""
        self.seconds += other.seconds
        self.tests += other.tests
        self.lines += other.lines


def main(arguments: list[str]) -> int:
    """Run the tests and print what they cost; return pytest's exit status."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        words = [sys.executable, "-m", "pytest", "-q", "--no-summary", "-n", "2", "--junitxml", str(report), *arguments]
        status = subprocess.run(words, cwd=ROOT, check=False).returncode
        if report.exists():
            print(table(measured(report, ROOT)))
    return status


def measured(report: Path, root: Path) -> dict[str, Cost]:
    """Return the cost of each file below *root*'s tests, from pytest's *report* and the file itself."""
    files = {file.relative_to(root).as_posix(): file for file in (root / "tests").rglob("*.py")}
    costs = {name: Cost(lines=len(file.read_text(encoding="utf-8").splitlines())) for name, file in files.items()}
    for case in ET.parse(report).getroot().iter("testcase"):
        name = _file(case.get("classname", ""), costs)
        costs.setdefault(name, Cost()).add(Cost(float(case.get("time", 0)), 1))
    return costs


def _file(classname: str, known: dict[str, Cost]) -> str:
    """Return the file of a test, whose class's name, if it is in one, stands behind the module's."""
    words = classname.split(".")
    names = ["/".join(words[:end]) + ".py" for end in range(len(words), 0, -1)]
    return next((name for name in names if name in known), classname)


def table(costs: dict[str, Cost]) -> str:
    """Return a line for each folder and for all of them, then one for each of the slowest files."""
    folders: defaultdict[str, Cost] = defaultdict(Cost)
    for name, cost in sorted(costs.items()):
        folders["/".join(name.split("/")[:2]) if name.count("/") > 1 else "tests"].add(cost)
        folders["all"].add(cost)
    folders["all"] = folders.pop("all")  # Last.
    slowest = sorted((name for name in costs if costs[name].tests), key=lambda name: -costs[name].seconds)[:SLOWEST]
    head = f"{'':<56}{'seconds':>10}{'tests':>8}{'lines':>8}"
    return "\n".join([head, *(_line(*one) for one in folders.items()), "", *(_line(name, costs[name]) for name in slowest)])


def _line(name: str, cost: Cost) -> str:
    return f"{name:<56}{cost.seconds:>10.1f}{cost.tests:>8,}{cost.lines:>8,}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
