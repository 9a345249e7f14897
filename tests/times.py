"""`python -m tests.times [ARGUMENTS OF PYTEST]`: where the tests' seconds and lines go, by folder, and the slowest files."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from xml.etree import ElementTree as ET

ROOT: Final = Path(__file__).parents[1]
SLOWEST: Final = 20  # files that are listed one by one


def main(arguments: list[str]) -> int:
    """Run the tests and print both tables; return pytest's exit status."""
    with TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        words = [sys.executable, "-m", "pytest", "-q", "--no-summary", "-n", "2", "--junitxml", str(report), *arguments]
        status = subprocess.run(words, cwd=ROOT, check=False).returncode
        if report.exists():
            _print(ET.parse(report).getroot().iter("testcase"))
    return status


def _print(cases: object) -> None:
    seconds: Counter[str] = Counter()
    tests: Counter[str] = Counter()
    for case in cases:  # type: ignore[attr-defined]
        file = case.get("classname").replace(".", "/") + ".py"
        seconds[file] += float(case.get("time"))
        tests[file] += 1
    lines = {_relative(file): file.read_text(encoding="utf-8").count("\n") for file in (ROOT / "tests").rglob("*.py")}
    folders = sorted({_folder(file) for file in lines})
    print(f"{'folder':<24}{'seconds':>9}{'tests':>8}{'lines':>8}")
    for folder in folders:
        row = [sum(n for file, n in part.items() if _folder(file) == folder) for part in (seconds, tests, lines)]
        print(f"{folder:<24}{row[0]:>9.1f}{row[1]:>8}{row[2]:>8,}")
    print(f"{'all':<24}{seconds.total():>9.1f}{tests.total():>8}{sum(lines.values()):>8,}\n")
    for file, spent in seconds.most_common(SLOWEST):
        print(f"{file:<64}{spent:>7.1f}{tests[file]:>6}")


def _relative(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def _folder(file: str) -> str:
    return "/".join(file.split("/")[:2]) if file.count("/") > 1 else file.split("/")[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
