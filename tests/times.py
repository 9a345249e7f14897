"""`python -m tests.times [ARGUMENTS OF PYTEST]`: the tests' seconds and lines by folder, and the slowest files."""

import subprocess
import sys
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias
from xml.etree import ElementTree as ET

ROOT: Final = Path(__file__).parents[1]
SLOWEST: Final = 20  # files that are listed one by one
Cost: TypeAlias = Counter[str]  # The cost of a file or folder: the "seconds" of its "tests", and "lines" to read.


def main(arguments: list[str]) -> int:
    """Run the tests and print their cost; return pytest's exit status."""
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
    costs: dict[str, Cost] = {name: Counter(lines=len(file.read_text("utf-8").splitlines())) for name, file in files.items()}
    for case in ET.parse(report).getroot().iter("testcase"):
        words = case.get("classname", "").split(".")  # A test's class, if any, follows its module.
        names = ["/".join(words[:end]) + ".py" for end in range(len(words), 0, -1)]
        name = next((name for name in names if name in costs), names[0])
        costs.setdefault(name, Counter()).update(seconds=float(case.get("time", 0)), tests=1)
    return costs


def table(costs: dict[str, Cost]) -> str:
    """Return a line for each folder and for all of them, then one for each of the slowest files."""
    folders: defaultdict[str, Cost] = defaultdict(Counter)
    for name, cost in sorted(costs.items()):
        folders["/".join(name.split("/")[:2]) if name.count("/") > 1 else "tests"].update(cost)
    every = sum(folders.values(), Counter())
    slowest = sorted((name for name in costs if costs[name]["tests"]), key=lambda name: -costs[name]["seconds"])[:SLOWEST]
    listed = [*folders.items(), ("all", every), *((name, costs[name]) for name in slowest)]
    lines = [f"{name:<56}{cost['seconds']:>10.1f}{cost['tests']:>8,}{cost['lines']:>8,}" for name, cost in listed]
    return "\n".join([f"{'':<56}{'seconds':>10}{'tests':>8}{'lines':>8}", *lines])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
