"""What the doctor says and asks at the terminal, and what it takes over from the installed table."""

import shutil
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.kit.messages import say
from companion.words import Words
from firmware import command
from firmware.building import Settings
from firmware.devices import Button
from firmware.doctor import installed
from firmware.doctor.finding import Finding, fail, ok, skipped, tell, warn
from firmware.doctor.person import RED, AtTheTerminal
from hardware.installing import settings
from hardware.installing.choices import Choices
from hardware.installing.pi import Done, Pi

WELL = ok("led", say("doctor.led.ok"))
ODD = warn("tag 1", say("doctor.tag.several", number=1), say("doctor.do.one_tag"))
BROKEN = fail("display", say("doctor.display.lost"), say("doctor.do.check_display"))
UNSEEN = skipped("picture", say("doctor.picture.unseen"), say("doctor.do.look"))


@pytest.mark.parametrize(("findings", "code", "last"), [
    ([WELL], 0, "Everything works. Nothing to do."), ([WELL, UNSEEN], 0, "Nothing has failed, but one thing was not examined."),
    ([UNSEEN, ODD, ODD], 0, "Nothing has failed, but two things need a look."),
    ([WELL, BROKEN, ODD, UNSEEN], 1, "One thing has failed. See above what to do."),
    ([BROKEN, BROKEN], 1, "There are two problems. Start at the top."),
])  # fmt: skip
def test_the_exit_code_is_0_when_nothing_failed_and_what_to_do_is_a_line(findings: list[Finding], code: int, last: str) -> None:
    lines: list[str] = []
    assert (tell(findings, Words("en", strict=True), lines.append), lines[-1]) == (code, last)
    remedy = "         → Check its four wires, and that i2cdetect -y 1 shows 3c."
    assert findings[-1] is not BROKEN or lines[:2] == ["FAILS    The display does not answer.", remedy]


def test_what_is_typed_is_understood_and_skipped_without_a_terminal_and_a_key_needs_no_line() -> None:
    meant: dict[str, bool | None] = {"": True, "y": True, "Yes": True, "n": False, " No ": False, "s": None, "Skip": None}
    written: list[str] = []
    person = AtTheTerminal(Words("en", strict=True), written.append, Mock(side_effect=[*meant, "", "s", EOFError]))
    assert {typed: person.sees_colour(RED) for typed in meant} == meant
    assert [person.lays_tag(2) for _ in range(3)] == [True, False, False]
    assert person.presses(Button.LAST_ORDER)
    lay, press = "Lay one tag flat on reader 2, then press Enter (or s to skip).", "Press the key LAST ORDER on the panel"
    assert written[len(meant) :] == [*[lay] * 3, f"{press} within 15 seconds."]


# Settings taken over from the installed table

DATA = "/var/lib/barkeep"


def test_settings_are_read_as_installed_with_the_units_folder_but_not_in_a_checkout(tmp_path: Path) -> None:
    assert installed.options() == installed.options(tmp_path) == ()
    assert not installed.is_installed(tmp_path)
    shutil.copy(Path(__file__).parents[2] / "hardware" / "barkeep.service", tmp_path)
    assert installed.is_installed(tmp_path)
    with pytest.raises(FileNotFoundError):
        installed.options(tmp_path, tmp_path)
    chosen = {"hardware": "pi", "port": 80, "panel": False, "name": ['my "pub"', "bar.lan"]}
    for change in settings.settings(Pi(tmp_path, lambda words, *, ask: Done(1)), Choices(table=chosen)):
        change.do()
    taken = ("--hardware=pi", "--port=80", "--no-panel", '--name=my "pub"', "--name=bar.lan", "--data", DATA)
    assert installed.options(tmp_path, tmp_path) == taken


TABLE = ("--port", "80", "--data", DATA, "--hardware", "pi", "--display", "sh1106", "--no-panel", "--language", "nl")


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Settings]:
    """Return a function that asks the doctor beside an installed table of *options*, and returns what it examined."""
    monkeypatch.setattr("firmware.doctor.examination.examine", examine := Mock(return_value=[]))

    def ask(*words: str, options: tuple[str, ...] | ValueError = TABLE) -> Settings | None:
        monkeypatch.setattr(installed, "options", Mock(side_effect=[options]))
        assert command.main(["doctor", *words]) == 0
        if examine.call_args is None:
            return None
        (settings, *_), more = examine.call_args
        assert more == {"by_service": settings.language == "nl"}  # True only for the installed table, which speaks Dutch.
        return settings

    return ask


def test_the_doctor_examines_the_installed_table(ask: Callable[..., Settings], capsys: pytest.CaptureFixture[str]) -> None:
    chosen = attrgetter("port", "data", "hardware", "display", "panel")
    assert chosen(ask("--yes")) == (80, Path(DATA), "pi", "sh1106", False)
    assert f"Opties van de geïnstalleerde tafel: {' '.join(TABLE)}." in capsys.readouterr().out
    assert chosen(ask("--display", "none", "--panel", "--port", "0")) == (0, Path(DATA), "pi", "none", True)


@pytest.mark.parametrize("trouble", ["--mqtt-address=127.0.0.1:1", "--voice", "--reader=pcsc", "--reader=slots"])
def test_an_update_asks_about_the_games_alone(ask: Callable[..., Settings], tmp_path: Path, trouble: str) -> None:
    more = ("--hardware=pi", "--port=80", trouble)
    assert ask("--yes", "--data-only", "--data", str(tmp_path), options=more) is None, "it has examined nothing else"


def test_invalid_settings_are_told_and_left_out(ask: Callable[..., Settings], capsys: pytest.CaptureFixture[str]) -> None:
    assert ask("--yes", "--language", "nl", options=ValueError("readers must be a whole number")).port == 8000
    said = capsys.readouterr().out
    assert all(part in said for part in ("/etc/barkeep.toml", "readers must be a whole number"))
