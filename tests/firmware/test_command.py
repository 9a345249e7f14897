"""The command line: playthroughs replayed and random games counted."""

import json
from pathlib import Path

import pytest

from companion.games import negoces2
from firmware import command

WRITTEN = Path(__file__).parents[1] / "playthroughs" / "barracuda" / "05-rent-three-bars.txt"


def test_a_playthrough_is_replayed_and_what_differs_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    otherwise, unreadable = tmp_path / "otherwise.txt", tmp_path / "unreadable.txt"
    text = WRITTEN.read_text()
    otherwise.write_text(text[: text.rindex("\n", 0, -1)] + "\n")
    unreadable.write_text("not a playthrough")
    assert command.main(["replay", str(WRITTEN), str(otherwise)]) == 1
    assert "otherwise.txt" in (said := capsys.readouterr().out)
    assert "1 of 2 as written" in said
    assert command.main(["replay", str(unreadable)]) == 1
    assert "unreadable.txt" in capsys.readouterr().err


def test_random_games_are_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    few = ["simulate", "negoces2", "--games", "1", "--seats", "4"]
    assert (command.main(few), "games 1" in capsys.readouterr().out) == (0, True)
    assert (command.main([*few, "--json"]), json.loads(capsys.readouterr().out)["games"]) == (0, 1)
    assert (command.main([*few[:-1], "9"]), "is for" in capsys.readouterr().err) == (1, True)
    monkeypatch.setattr(command, "installed", lambda: {"negoces2": negoces2})
    assert (command.main(["simulate", "--games", "1"]), "games 1" in capsys.readouterr().out) == (0, True)
    monkeypatch.setattr(command, "installed", dict)
    assert (command.main(["simulate"]), "no game is installed" in capsys.readouterr().err) == (1, True)
