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


@pytest.mark.parametrize(
    ("chosen", "given", "taken"),
    [
        (["--hardware", "pi", "--display", "sh1106", "--no-panel"], {}, "--hardware pi --display sh1106 --no-panel"),
        ([], {}, "--hardware pi"),  # Where the owner chose nothing, the unit says what runs.
        ([], {"text": 'BARKEEP_OPTIONS="--hardware simulated --fault reader.absent --keep-valid --readers 2"\n'},
         "--hardware simulated --readers 2"),  # What only a running table knows is left out.
    ],
)  # fmt: skip
def test_the_units_port_and_the_owners_options_are_taken(
    options: Install, chosen: list[str], given: dict[str, str], taken: str
) -> None:
    assert options(*chosen, **given) == ("--port", "80", "--data", DATA, *taken.split())


def test_an_open_quotation_mark_is_told(options: Install) -> None:
    with pytest.raises(ValueError, match="quotation"):
        options(text='BARKEEP_OPTIONS="--hardware pi --name \'my pub"\n')


# The command


TABLE = ("--port", "80", "--data", DATA, "--hardware", "pi", "--display", "sh1106", "--no-panel", "--language", "nl")


@pytest.fixture
def ask(monkeypatch: pytest.MonkeyPatch) -> Callable[..., boot.Settings]:
    """Return what asks the doctor beside an installed table of *options*, and returns what it examined."""
    seen: list[boot.Settings] = []

    def examine(settings: boot.Settings, *_: object, by_service: bool) -> list[object]:
        seen.append(settings)
        assert by_service is (settings.language == "nl")  # As only the installed table does.
        return []

    def ask(*words: str, options: tuple[str, ...] = TABLE) -> boot.Settings:
        monkeypatch.setattr(installed, "options", lambda: options)
        monkeypatch.setattr("firmware.doctor.examine", examine)
        assert command.main(["doctor", *words]) == 0
        return seen[-1]

    return ask


def chosen(settings: boot.Settings) -> tuple[object, ...]:
    return settings.port, settings.data, settings.hardware, settings.display, settings.panel


def test_the_doctor_examines_the_installed_table(ask: Callable[..., boot.Settings], capsys: pytest.CaptureFixture[str]) -> None:
    assert chosen(ask("--yes")) == (80, Path(DATA), "pi", "sh1106", False)
    assert f"Opties van de geïnstalleerde tafel: {' '.join(TABLE)}." in capsys.readouterr().out
    assert chosen(ask("--display", "none", "--panel", "--port", "0")) == (0, Path(DATA), "pi", "none", True)


def test_options_that_make_no_sense_are_told_and_left_out(
    ask: Callable[..., boot.Settings], capsys: pytest.CaptureFixture[str]
) -> None:
    assert ask("--yes", "--language", "nl", options=(*TABLE, "--display", "ssd1307")).port == 8000
    said = capsys.readouterr().out
    assert "/etc/default/barkeep" in said
    assert "argument --display: invalid choice: 'ssd1307'" in said
