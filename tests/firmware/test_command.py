"""The command line: playthroughs replayed, random games counted, and settings read from a file."""

import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.carrying import kept
from companion.games import barracuda
from companion.lab import arena
from companion.match.duplicates import Duplicate
from firmware import command, settings
from firmware.broker.duplicates import KeptDuplicates
from tests.companion.settings import sit_and_start, table_in, to_the_end

WRITTEN = Path(__file__).parents[1] / "playthroughs" / "barracuda" / "05-rent-three-bars.txt"


def test_a_playthrough_is_replayed_and_what_differs_is_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    otherwise, unreadable, text = tmp_path / "otherwise.txt", tmp_path / "unreadable.txt", WRITTEN.read_text()
    otherwise.write_text(text[: text.rindex("\n", 0, -1)] + "\n")
    unreadable.write_text("not a playthrough")
    assert command.main(["replay", str(WRITTEN), str(otherwise)]) == 1
    said = capsys.readouterr().out
    assert ("otherwise.txt: differs" in said, f"{WRITTEN.name}: matches" in said) == (True, True)
    assert (command.main(["replay", str(unreadable)]), "unreadable.txt" in capsys.readouterr().err) == (1, True)


def test_random_games_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    few = ["simulate", "negoces2", "--games", "1", "--seats", "4"]
    assert (command.main(few), "games 1" in capsys.readouterr().out) == (0, True)
    assert (command.main([*few, "--json"]), json.loads(capsys.readouterr().out)["games"]) == (0, 1)


def test_players_compete_and_head_starts_are_measured(capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def told(words: str) -> list[str]:
        assert command.main(f"simulate {words}".split()) == 0
        return [" ".join(line.split()) for line in capsys.readouterr().out.splitlines() if "[" in line]

    shares = dict(line.split()[:2] for line in told("negoces2 --players hoards,bold,random,greedy --games 1"))
    assert (shares.keys(), sorted(shares.values())) == ({"hoards", "bold", "random", "greedy"}, ["0.0%"] * 3 + ["100.0%"])
    greedy, others = "greedy 100.0% [34.2% to 100.0%] of 2", "random 0.0% [0.0% to 65.8%] of 2"
    assert told("shark --players greedy,random --games 2") == [greedy, others]
    monkeypatch.setattr(arena, "LONGEST", 5)  # No game ends, so nobody wins.
    assert told("barracuda --players random,random,random --games 1") == ["random 0.0% [0.0% to 56.2%] of 3"]
    monkeypatch.setattr(barracuda, "setup", begun := Mock(wraps=barracuda.setup))
    lost = "33.3% -> 0.0% [0.0% to 65.8%] of 2"
    assert told("barracuda --handicap --seats 3 --games 2") == [f"small {lost}", f"large {lost}"]
    given = [(options["head_start"], options["head_start_size"]) for _, options in (call.args for call in begun.call_args_list)]
    assert given == [("A", "small"), ("B", "small"), ("A", "large"), ("B", "large")]
    monkeypatch.delitem(barracuda.OPTIONS, "head_start")
    assert (command.main(["simulate", "barracuda", "--handicap"]), "no head" in capsys.readouterr().err) == (1, True)
    monkeypatch.setattr(command.playing, "installed", dict)
    assert (command.main(["simulate"]), "no game is installed" in capsys.readouterr().err) == (1, True)


MQTT = 'address = "[::1]:1"\nprefix = "a/b"\ntls = true\nnames = true\nduplicates = true\n' + "".join(
    f'{one} = "x"\n' for one in ("user", "password-file", "ca", "certificate", "key")
)


def test_every_setting_is_an_option_of_a_table_and_what_the_command_line_says_wins(tmp_path: Path) -> None:
    file, chosen = tmp_path / "table.toml", {key: values[-1] for key, values in (settings.CHOICES | settings.NUMBERS).items()}
    text = "".join(f"{key} = {value!r}\n" for key, value in {**chosen, "reader-name": "ACR", "data": "-here"}.items())
    switches = "panel = false\nvoice = true\nblank-tags = true\n"
    file.write_text(f'{text}host = "::"\n{switches}name = ["pub.lan"]\nstand = [2, 3]\n[mqtt]\n{MQTT}')
    words = settings.words(file)
    assert {word.partition("=")[0].replace("--no-", "--") for word in words} == {f"--{key}" for key in settings.KEYS}
    given = command._parser().parse_args(["run", *words, "--panel", "--readers", "2"])
    assert (str(given.data), given.port, given.readers, given.panel, given.name) == ("-here", 65535, 2, True, ["pub.lan"])
    assert given.stand == [2, 3]
    assert (given.blank_tags, given.voice, given.mqtt_address, given.mqtt_names) == (True, True, ("::1", 1), True)


def test_a_hub_has_settings_of_its_own_so_that_no_password_is_on_its_command_line(tmp_path: Path) -> None:
    file = tmp_path / "hub.toml"
    text = dict.fromkeys(("data", "host", "database"), '"x"') | {"port": "80", "language": '"nl"', "name": '["pub.lan"]'}
    mqtt = MQTT.replace("names = true\nduplicates = true\n", "")
    file.write_text("".join(f"{key} = {value}\n" for key, value in text.items()) + f"[mqtt]\n{mqtt}")
    words = settings.words(file, settings.HUBS)
    assert {word.partition("=")[0] for word in words} == {f"--{key}" for key in settings.HUBS}
    given = command._parser().parse_args(["hub", *words, "--port", "81"])
    assert (given.database, given.mqtt_user, given.port, given.name) == ("x", "x", 81, ["pub.lan"])
    file.write_text("[mqtt]\nnames = true")
    assert command.main(["hub", "--settings", str(file)]) == 1


PORT, GAMES, ADDRESS = "isn't a whole number from 0 to 65535", "isn't a whole number from 1 to 1000000", "isn't an address"
LOG_IN = "run --mqtt-address localhost --mqtt-user bar --mqtt-password-file /nothing"


@pytest.mark.parametrize(("words", "code", "said"), [
    ("run --port 99999", 2, f"'99999' {PORT}"), ("hub --port -5", 2, f"'-5' {PORT}"), ("doctor --port x", 2, f"'x' {PORT}"),
    ("slot 1 --port 65536", 2, f"'65536' {PORT}"), ("simulate --games -1", 2, f"'-1' {GAMES}"),
    ("simulate --games 0", 2, f"'0' {GAMES}"), ("run --mqtt-address mqtt://here", 2, ADDRESS),
    ("run --mqtt-address a:b", 2, ADDRESS), ("run --mqtt-address a:65536", 2, ADDRESS), ("run --mqtt-address a..b", 2, ADDRESS),
    ("run --mqtt-prefix a/+", 2, "a topic"), ("run --mqtt-address localhost --mqtt-ca /nowhere", 1, "/nowhere"),
    (LOG_IN, 1, "/nothing"), ("run --reader pcsc --stand 2", 1, "only 1"), ("run --reader keyboard --stand 1", 1, "types"),
    ("simulate negoces2 --seats 9", 1, "is for"), ("simulate barracuda --players bold,bold,bold --json", 1, "goes with"),
    ("simulate shark --players bold,x", 1, "no player called x: choose from careful"), ("evenings export x", 1, "must end in"),
    ("simulate shark --handicap --players bold,bold", 1, "--handicap goes with"),
])  # fmt: skip
def test_an_option_that_makes_no_sense_is_refused(words: str, code: int, said: str, tmp_path: Path, capsys: Any) -> None:
    more = ["--hardware", "none", "--host", "127.0.0.1", "--data", str(tmp_path)] if words.startswith("run") else []
    try:
        found = command.main([*words.split(), *more])
    except SystemExit as end:
        found = end.code
    assert (found, said in capsys.readouterr().err) == (code, True)


@pytest.mark.parametrize(("words", "wrong"), [
    ("simulate --games 1 --record {}/file", "it is a file, and a folder is needed"),
    ("simulate --games 1 --record {}/file/more", "it is a file, and a folder is needed"),
    ("hub --data {}/file", "it is a file, and a folder is needed"), ("run --hardware none --data {}/file", "it is a file, and"),
    ("slot 1 --mqtt-address x --data {}/file", "it is a file, and"), ("review {}", "Is a directory"),
    ("replay {}", "Is a directory"), ("replay {}/none", "No such file"), ("labels {}/none/x.svg", "No such file"),
    ("game import {}", "Is a directory"), ("tags import {}", "Is a directory"),
    ("slot 1 --mqtt-address x --data {0} --mqtt-ca {0}/file", "it is no text"),
])  # fmt: skip
def test_an_unusable_file_or_folder_is_told(words: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_bytes(b"\xff")
    assert command.main(words.format(tmp_path).split()) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert (f"can't be used ({wrong}" in said, "give another one" in said, "Errno" in said) == (True, True, False)


def test_ctrl_c_ends_it_without_a_word(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(command.playing.simulate, "simulate", Mock(side_effect=KeyboardInterrupt))
    assert (command.main(["simulate"]), *capsys.readouterr()) == (130, "", "")


@pytest.mark.parametrize(("text", "reason"), [
    ("readers = 2\ncolour = 3\n", 'no setting "colour", only blank-tags, data'), ("keep-valid = true", "no setting"),
    ("readers = '2'", "readers must be a whole number from 1 to 12, and is '2'"), ("readers = true", "readers must be"),
    ("port = 65536", "port must be"), ("display = 'ssd1307'", "display must be one of ssd1306, sh1106"),
    ("panel = 'no'", "panel must be true or false"), ("name = 'pub.lan'", "name must be a list of texts"),
    ("stand = [0]", "stand must be a list of readers' numbers, and is [0]"),
    ("data = 1", "data must be a text"), ("readers = 2\ndisplay = ?\n", "not TOML (Invalid value (at line 2"),
    ("\x00\x80", "not TOML ("), ("", "on the table"), (None, "can't be read (No such file"),
])  # fmt: skip
def test_what_is_wrong_in_settings_is_told_with_its_place(tmp_path: Path, capsys: Any, text: str | None, reason: str) -> None:
    file = tmp_path / "table.toml"
    if text is not None:
        file.write_text(text, encoding="latin-1")
    assert command.main(["run", "--settings", str(file)]) == (2 if text == "" else 1)
    said = capsys.readouterr().err
    assert (reason in said, said.count("\n"), "--settings" in said or str(file) in said) == (True, 1, True)


def test_a_kept_game_is_told_from_a_duplicate_that_began_or_went_on_otherwise(tmp_path: Path, capsys: Any) -> None:
    deal, opened, page = Duplicate("barracuda", tuple("ABC"), {}, "5e" * 32), tmp_path / "opened", tmp_path / "game.html"
    (duplicates := KeptDuplicates(tmp_path)).keep(deal.written)
    sit_and_start(table := table_in(tmp_path, duplicates=duplicates), "ABC", "barracuda")
    to_the_end(table, random.Random(1))
    page.write_text(kept.record(table.travelling.file(1)), encoding="utf-8")
    review, otherwise = ["review", str(page), "--duplicate"], "This game is not {}: "
    for changed, code, said in (
        ({}, 0, "This is {}: chance did in it what the seed says."), ({"seats": tuple("AC")}, 1, f"{otherwise}it began"),
        ({"seed": "66" * 32}, 1, f"{otherwise}chance went its own way in round 3."), ({"options": {"x": ""}}, 1, otherwise),
    ):  # fmt: skip
        opened.write_text((given := replace(deal, **changed)).written, encoding="ascii")
        assert command.main([*review, str(opened)]) == code
        assert said.format(f"duplicate {given.offer.mark} ({given.offer.commitment})") in capsys.readouterr().out
    assert (command.main([*review, str(page)]), "no duplicate" in capsys.readouterr().err) == (1, True)
