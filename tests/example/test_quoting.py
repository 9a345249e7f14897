"""CONTRIBUTING.md shows the example as it is, and all of it."""

import subprocess
import sys
from pathlib import Path

import pytest

from companion.words import WordMissing, Words
from tests.example.quoting import GUIDE, HERE, parts, quoted, with_quotes

ROOT = Path(__file__).parents[2]
CODE = (HERE / "morra" / "__init__.py").read_text(encoding="utf-8")


def guide() -> str:
    return GUIDE.read_text(encoding="utf-8")


def test_what_is_quoted_is_what_is_played() -> None:
    assert guide() == with_quotes(guide()), "run python -m tests.example.quoting"
    assert with_quotes(guide().replace("Row(tuple(", "Row(list(", 1)) == guide()


def test_all_of_the_game_is_quoted() -> None:
    shown = quoted(guide())
    assert {("morra/__init__.py", title or "top") for title in parts(CODE)} <= shown
    assert {file for file, _ in shown} == {
        "morra/__init__.py", "morra/RULEBOOK.md", "morra/worlds.py", "morra/words/en/LC_MESSAGES/morra.po",
        "morra-two-rounds.txt", "leaks.py",
    }  # fmt: skip
    lines = {line for line in CODE.splitlines() if line and line.removeprefix("# ") not in parts(CODE)}
    assert lines - set(guide().splitlines()) == set()


def test_in_its_place_its_style_is_right() -> None:
    ruff = [sys.executable, "-m", "ruff", "check", "-q", "--stdin-filename", "companion/morra/__init__.py", "-"]
    done = subprocess.run(ruff, input=CODE, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout
    wrong = subprocess.run(ruff, input=CODE + "import os\n", cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert wrong.returncode == 1


def test_one_language_is_enough_to_play(all_words: Path) -> None:
    assert Words("nl").text("morra.do.NextRound") == "Next round"
    with pytest.raises(WordMissing):
        Words("nl", strict=True).text("morra.do.NextRound")
