"""What the doctor takes over from the table that is installed: its options, its port, and what it says of them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from firmware import boot, command, installed
from hardware.installing import service
from hardware.installing.choices import Choices
from hardware.installing.pi import Done, Pi

ROOT = Path(__file__).parents[2]
UNIT = (ROOT / "hardware" / "barkeep.service").read_text(encoding="utf-8")
DATA = "/var/lib/barkeep"
Install = Callable[..., tuple[str, ...]]


@pytest.fixture
def options(tmp_path: Path) -> Install:
    """Return what installs a program and its options on a machine made of files, and tells which it takes over."""
    prefix, root = tmp_path / "versions" / "1", tmp_path / "root"

    def install(*chosen: str, unit: str = UNIT, text: str | None = None) -> tuple[str, ...]:
        prefix.mkdir(parents=True, exist_ok=True)
        (prefix / "barkeep.service").write_text(unit, encoding="utf-8")
        pi = Pi(root, lambda words, *, ask: Done(1))
        for change in service.options(pi, Choices(table=chosen)):
            change.do()
        if text is not None:
            pi.write(service.OPTIONS, text)
        return installed.options(prefix, root)

    return install


def test_a_checkouts_own_program_takes_nothing_over(tmp_path: Path) -> None:
    assert installed.options(tmp_path, tmp_path) == ()
    assert installed.options() == (), "the environment that runs this is no table's"


def test_the_units_port_and_the_owners_options_are_taken(options: Install) -> None:
    assert options("--hardware", "pi", "--display", "sh1106", "--no-panel") == (
        "--port", "80", "--data", DATA, "--hardware", "pi", "--display", "sh1106", "--no-panel",
    )  # fmt: skip


def test_where_the_owner_chose_nothing_the_unit_says_what_runs(options: Install) -> None:
    assert options() == ("--port", "80", "--data", DATA, "--hardware", "pi")


def test_another_port_in_the_unit_counts(options: Install) -> None:
    assert options(unit=UNIT.replace("--port 80 ", "--port 8080 "))[:2] == ("--port", "8080")


def test_what_only_a_running_table_knows_is_left_out(options: Install) -> None:
    text = 'BARKEEP_OPTIONS="--hardware simulated --fault reader.absent --keep-valid --readers 2"\n'
    assert options(text=text)[4:] == ("--hardware", "simulated", "--readers", "2")


def test_an_open_quotation_mark_is_told(options: Install) -> None:
    with pytest.raises(ValueError, match="quotation"):
        options(text='BARKEEP_OPTIONS="--hardware pi --name \'my pub"\n')


# The command


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., boot.Settings]:
    """Return what asks the doctor beside an installed table of *options*, and returns what it examined."""
    seen: list[boot.Settings] = []

    def examine(settings: boot.Settings, *_: object, by_service: bool) -> list[object]:
        assert by_service is bool(installed.options())
        seen.append(settings)
        return []

    def ask(*words: str, options: tuple[str, ...]) -> boot.Settings:
        monkeypatch.setattr(installed, "options", lambda: options)
        monkeypatch.setattr("firmware.doctor.examine", examine)
        assert command.main(["doctor", *words]) == 0
        return seen[-1]

    return ask


TABLE = ("--port", "80", "--data", DATA, "--hardware", "pi", "--display", "sh1106", "--no-panel", "--language", "nl")


def test_the_doctor_examines_the_installed_table(
    asked: Callable[..., boot.Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    settings = asked("--yes", options=TABLE)
    assert (settings.port, settings.data, settings.hardware, settings.display) == (80, Path(DATA), "pi", "sh1106")
    assert not settings.panel
    assert f"Opties van de geïnstalleerde tafel: {' '.join(TABLE)}." in capsys.readouterr().out


def test_what_is_given_comes_first(asked: Callable[..., boot.Settings]) -> None:
    settings = asked("--display", "none", "--panel", "--port", "0", options=TABLE)
    assert (settings.port, settings.data, settings.hardware, settings.display) == (0, Path(DATA), "pi", "none")
    assert settings.panel


def test_without_an_installed_table_nothing_is_said_of_one(
    asked: Callable[..., boot.Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    assert asked("--yes", "--hardware", "simulated", options=()).port == 8000
    assert "installed" not in capsys.readouterr().out


def test_options_that_make_no_sense_are_told_and_left_out(
    asked: Callable[..., boot.Settings], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("firmware.doctor.examine", lambda *_, by_service: [])
    monkeypatch.setattr(installed, "options", lambda: (*TABLE, "--display", "ssd1307"))
    assert command.main(["doctor", "--yes"]) == 0
    said = capsys.readouterr().out
    assert "The table's options in /etc/default/barkeep make no sense: argument --display: invalid choice: 'ssd1307'" in said
    assert "→ Mend /etc/default/barkeep" in said
