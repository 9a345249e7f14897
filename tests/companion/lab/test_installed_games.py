"""Games come from other distributions: one that can't be used is left out, and the others are played."""

import sys
from importlib.metadata import EntryPoint

import pytest

from companion import games


@pytest.mark.parametrize(("source", "reason"), [
    ("def", "SyntaxError: invalid syntax (broken.py, line 1)"),
    ("int('x')", "ValueError: invalid literal for int() with base 10: 'x'"),
    ("raise RuntimeError('two\\nlines')", "RuntimeError: two lines"),
    ("import no_such_library", "ModuleNotFoundError: No module named 'no_such_library'"),
    ("NAME = 'broken'", "TypeError: it lacks SEATS, FEWEST, MOST, RULES, OPTIONS, COMMANDS, EVENTS, DISCLOSURE, "),
    ("from companion.games.shark import *; NAME = 'shark'", "TypeError: its NAME is shark"),
])  # fmt: skip
def test_a_game_that_is_broken_is_left_out_and_the_log_says_why(source, reason, tmp_path, monkeypatch, caplog) -> None:
    (tmp_path / "broken.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "broken", raising=False)
    entries = {"broken": "broken", "shark": "companion.games.shark"}
    monkeypatch.setattr(games, "entry_points", lambda group: [EntryPoint(*entry, group) for entry in entries.items()])
    assert list(games.installed.__wrapped__()) == ["shark"]
    (said,) = caplog.messages
    assert said.startswith(f"the game broken is left out; correct it or install it again: {reason}")
    assert "\n" not in said
