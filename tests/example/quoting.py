"""Puts the example's files into CONTRIBUTING.md, between its markers: `python -m tests.example.quoting` after a change.

A marker names a file of this folder, and a part of it where it doesn't mean all: what follows the comment that is its title.
It stands there as it would be among the other games: `companion` has Morra, and not this folder.
"""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
GUIDE: Final = HERE.parents[1] / "CONTRIBUTING.md"
MARKER: Final = re.compile(r"<!-- (morra[\w./-]*|leaks\.py)(?:: ([^>]+?))? -->\n.*?<!-- end -->", re.S)
TITLE: Final = re.compile(r"(?:^|\n\n)# ([^\n]+)\n(?=\n|msgid)")
FENCES: Final = {".py": "python", ".txt": "text", ".po": "po", ".md": "markdown"}


def parts(text: str) -> dict[str, str]:
    """Return what stands under each title in *text*; under "" what stands before the first."""
    first, *rest = TITLE.split(text)
    return {"": first.strip("\n"), **{title: part.strip("\n") for title, part in zip(rest[::2], rest[1::2], strict=True)}}


def with_quotes(guide: str) -> str:
    """Return *guide* with what its markers name. Raises KeyError for a part that there isn't."""
    return MARKER.sub(lambda found: _quote(found[1], found[2]), guide)


def quoted(guide: str) -> set[tuple[str, str]]:
    """Return the files and parts that *guide* names."""
    return {(found[1], found[2] or "") for found in MARKER.finditer(guide)}


@cache
def in_place(file: str) -> str:
    """Return what stands in *file*, with the imports that it has where CONTRIBUTING.md says to put it."""
    text = (HERE / file).read_text(encoding="utf-8")
    if "from tests.example" not in text:
        return text
    moved, root = text.replace("from tests.example", "from companion"), HERE.parents[1]
    ruff = [sys.executable, "-m", "ruff", "check", "-q", "--select", "I", "--fix", "--stdin-filename", f"companion/{file}"]
    sort = [*ruff, "--config", "lint.isort.known-first-party = ['companion', 'tests']", "-"]  # It isn't there to be found.
    return subprocess.run(sort, input=moved, cwd=root, capture_output=True, text=True, timeout=120, check=True).stdout


def _quote(file: str, title: str | None) -> str:
    text = in_place(file)
    body = text.strip("\n") if title is None else parts(text)["" if title == "top" else title]
    name = file if title is None else f"{file}: {title}"
    return f"<!-- {name} -->\n```{FENCES[Path(file).suffix]}\n{body}\n```\n<!-- end -->"


if __name__ == "__main__":
    GUIDE.write_text(with_quotes(GUIDE.read_text(encoding="utf-8")), encoding="utf-8")
