"""The installation as a whole, on a fake Pi: what it says, what it leaves, and that it may be repeated."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hardware.installing.fake_pi import FakePi, checkout


def test_it_installs_everything_and_starts_the_table(fake: FakePi, source: Path) -> None:
    assert fake.install(source) == 0
    assert {"python3-pil", "python3-rpi-lgpio", "python3-lgpio", "python3-spidev"} <= fake.packages
    assert fake.users == {"barkeep": {"spi", "i2c", "gpio"}}
    assert fake.current() == "the first one"
    assert (fake.active, fake.starts) == (True, 1)
    files = fake.files()
    assert "dtparam=spi=on" in files["boot/firmware/config.txt"].splitlines()
    assert files["etc/hostname"] == "barkeep\n"
    assert files["etc/hosts"].splitlines() == ["127.0.0.1\tlocalhost", "127.0.1.1\tbarkeep"]
    assert files["etc/systemd/system/barkeep.service"] == "-> /opt/barkeep/current/barkeep.service"
    assert files["usr/local/bin/barkeep"] == "-> /opt/barkeep/current/bin/barkeep"
    assert "RuntimeWatchdogSec" in files["etc/systemd/system.conf.d/60-barkeep.conf"]
    assert '"--hardware pi"' in files["etc/default/barkeep"]


def test_a_second_run_changes_nothing_and_says_so(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake.install(source, "--access-point", "--display", "ssd1309")
    assert "Nothing to change" not in capsys.readouterr().out
    before, fake.seen = fake.files(), []
    assert fake.install(source, "--access-point") == 0
    assert "Nothing to change" in capsys.readouterr().out
    assert (fake.files(), fake.seen) == (before, [])


def test_a_dry_run_tells_of_every_step_and_touches_nothing(
    fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = fake.files()
    assert fake.install(source, "--dry-run", "--access-point") == 0
    planned = [line.removeprefix("would ") for line in capsys.readouterr().out.splitlines() if line.startswith("would ")]
    assert (fake.files(), fake.seen, fake.users, fake.active) == (before, [], {}, False)
    fake.install(source, "--access-point")
    done = [line.removeprefix("-> ") for line in capsys.readouterr().out.splitlines() if line.startswith("-> ")]
    assert planned == done
    assert len(done) > 12


def test_without_systemd_it_does_all_but_the_start_and_says_so(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = FakePi(tmp_path / "image", systemd=False)
    assert fake.install(source, "--access-point") == 0
    assert "LEFT OUT: the table was not started" in capsys.readouterr().out
    assert (fake.current(), fake.active) == ("the first one", False)
    assert "etc/systemd/system/multi-user.target.wants/barkeep.service" in fake.files()
    assert not [line for line in fake.seen if line.startswith(("systemctl", "hostnamectl", "nmcli"))]


def test_on_another_machine_than_a_pi_it_says_what_is_missing(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake = FakePi(tmp_path / "laptop", model=False)
    assert fake.install(source, "--access-point") == 0
    said = capsys.readouterr().out
    assert "LEFT OUT: SPI and I2C were not switched on" in said
    assert "LEFT OUT: without python3-lgpio and python3-rpi-lgpio" in said
    assert "python3-rpi-lgpio" not in fake.packages


def test_a_table_of_phones_alone_leaves_the_buses_as_they_are_for_good(fake: FakePi, source: Path) -> None:
    before = fake.files()["boot/firmware/config.txt"]
    for arguments in (("--hardware", "none"), ()):
        fake.install(source, *arguments)
        assert fake.files()["boot/firmware/config.txt"] == before
        assert '"--hardware none"' in fake.files()["etc/default/barkeep"]
    assert "python3-spidev" not in fake.packages


def test_chosen_options_are_kept_until_others_are_chosen(fake: FakePi, source: Path) -> None:
    def kept() -> str:
        return fake.files()["etc/default/barkeep"].splitlines()[-1]

    fake.install(source, "--display", "sh1106", "--language", "nl")
    assert kept() == 'BARKEEP_OPTIONS="--hardware pi --display sh1106 --language nl"'
    fake.install(source)
    assert "sh1106" in kept()
    fake.install(source, "--language", "fr", "--readers", "3", "--no-panel")
    assert kept() == 'BARKEEP_OPTIONS="--hardware pi --display sh1106 --language fr --readers 3 --no-panel"'
    assert fake.seen[-1] == "systemctl restart barkeep.service"
    assert "dtoverlay=spi1-3cs" in fake.files()["boot/firmware/config.txt"]


@pytest.mark.parametrize("quote", ["", "'", '"'])
def test_options_written_by_hand_stay(fake: FakePi, source: Path, quote: str) -> None:
    fake.install(source)
    options = "--hardware pi --name pub.lan --name bar.lan --no-panel"
    fake.put("/etc/default/barkeep", f"# Mine.\nBARKEEP_OPTIONS={quote}{options}{quote}\n")
    before, fake.seen = fake.files(), []
    fake.install(source)
    assert (fake.files(), fake.seen) == (before, [])
    fake.install(source, "--display", "none", "--panel")
    assert '"--hardware pi --name pub.lan --name bar.lan --display none"' in fake.files()["etc/default/barkeep"]


def test_a_name_that_the_owner_gave_stays(fake: FakePi, source: Path) -> None:
    fake.install(source, "--keep-hostname")
    fake.install(source)
    assert fake.files()["etc/hostname"] == "raspberrypi\n"
    fake.install(source, "--hostname", "pub")
    fake.install(source)
    assert fake.files()["etc/hostname"] == "pub\n"


@pytest.mark.parametrize(
    ("path", "text", "reason"),
    [
        ("/etc/os-release", "VERSION_CODENAME=bullseye\n", "Bookworm and Trixie"),
        ("/proc/mounts", "overlayroot / overlay rw 0 0\n", "read-only"),
    ],
)
def test_it_refuses_where_it_could_do_harm(
    fake: FakePi, source: Path, path: str, text: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.put(path, text)
    before = fake.files()
    assert fake.install(source) == 1
    assert reason in capsys.readouterr().err
    assert fake.files() == before


def test_without_roots_rights_it_says_which_command(
    fake: FakePi, source: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert fake.install(source) == 1
    assert "sudo hardware/install" in capsys.readouterr().err
    assert fake.install(source, "--dry-run") == 0


def test_a_command_that_fails_ends_it_with_its_name(fake: FakePi, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fake.install(checkout(tmp_path / "bad", "can't be built")) == 1
    assert "pip install" in capsys.readouterr().err
    assert "opt/barkeep/current" not in fake.files()


@pytest.mark.parametrize(
    ("trouble", "said"), [(OSError(30, "Read-only file system"), "Read-only"), (KeyboardInterrupt(), "run it again")]
)
def test_what_stops_it_is_told_and_the_next_run_finishes(
    fake: FakePi,
    source: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    trouble: BaseException,
    said: str,
) -> None:
    def stopped(*_: object) -> None:
        raise trouble

    with monkeypatch.context() as halted:
        halted.setattr("hardware.installing.system._rename", stopped)
        assert fake.install(source) == 1
    assert said in capsys.readouterr().err
    assert fake.install(source) == 0
    assert (fake.active, fake.files()["etc/hostname"]) == (True, "barkeep\n")
