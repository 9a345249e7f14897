"""The service's unit: what it starts is there, what it allows is little."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import warnings
from collections import defaultdict
from pathlib import Path

import pytest

from firmware import command, watchdog
from firmware.storage import claim
from hardware.installing import network, program, system

ROOT = Path(__file__).parents[3]
UNIT = ROOT / "hardware" / "barkeep.service"
THRESHOLD = 15  # Tenths: the exposure that is promised, 1.5.


def settings() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for line in UNIT.read_text(encoding="utf-8").splitlines():
        if "=" in line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found[name].append(value)
    return found


def exposure(unit: Path) -> bool:
    """Whether systemd finds *unit* no more exposed than is promised."""
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={THRESHOLD}", unit]
    return subprocess.run(words, capture_output=True, timeout=60, check=False).returncode == 0


@pytest.fixture
def analyze() -> None:
    if shutil.which("systemd-analyze") is None:
        missing = "NO SYSTEMD: how exposed the service is was not looked at."
        warnings.warn(missing, stacklevel=1)
        pytest.skip(missing)


@pytest.mark.usefixtures("analyze")
def test_the_service_is_as_little_exposed_as_promised(tmp_path: Path) -> None:
    assert exposure(UNIT)
    weaker = tmp_path / "weaker.service"
    weaker.write_text(UNIT.read_text(encoding="utf-8").replace("ProtectSystem=strict\n", ""), encoding="utf-8")
    assert not exposure(weaker)


def test_what_it_starts_is_a_command_of_the_program() -> None:
    start, options = settings()["ExecStart"][0], settings()["Environment"][0].strip('"')
    words = shlex.split(start.replace("$BARKEEP_OPTIONS", options.partition("=")[2]))
    assert words[0] == f"{program.CURRENT}/bin/barkeep"
    given = command._parser().parse_args(words[1:])
    assert (given.port, str(given.data), given.hardware) == (80, system.DATA, "pi")


def test_a_long_ok_and_nothing_else_switches_the_pi_off() -> None:
    unit = settings()
    status = re.search(r"--off-status (\d+)", unit["ExecStart"][0])
    assert status is not None
    (stop,) = unit["ExecStopPost"]
    assert stop.startswith("+/bin/sh -c ")
    assert unit["SuccessExitStatus"] == unit["RestartPreventExitStatus"] == [status[1]]
    for code, off in ((status[1], True), ("0", False), ("1", False)):
        script = shlex.split(stop)[2].replace("exec systemctl", "exec echo systemctl")
        done = subprocess.run(["sh", "-c", script], env={"EXIT_STATUS": code}, capture_output=True, text=True, check=False)
        assert (done.stdout.split() == ["systemctl", "--no-block", "poweroff"]) is off
        assert done.returncode == 0


def test_it_waits_longer_than_the_program_for_a_sign_of_life() -> None:
    unit = settings()
    assert unit["Type"] == ["notify"]
    assert int(unit["WatchdogSec"][0]) > watchdog.PATIENCE + watchdog.LOOK_SECONDS
    assert (unit["Restart"], unit["StartLimitIntervalSec"]) == (["always"], ["0"])


def test_every_place_that_it_writes_to_is_its_own(tmp_path: Path) -> None:
    unit = settings()
    assert f"/var/lib/{unit['StateDirectory'][0]}" == system.DATA == unit["WorkingDirectory"][0]
    assert f"LG_WD=/run/{unit['RuntimeDirectory'][0]}" in unit["Environment"]
    claim(tmp_path / "data").close()
    assert int(unit["StateDirectoryMode"][0], 8) == (tmp_path / "data").stat().st_mode & 0o777
    assert unit["User"] == [system.USER]


def shell_faults(script: str) -> str:
    words = [Path(sys.executable).with_name("shellcheck"), "-s", "sh", "-"]
    return subprocess.run(words, input=script, capture_output=True, text=True, timeout=60, check=False).stdout


def test_what_there_is_of_shell_is_sound() -> None:
    stop = shlex.split(settings()["ExecStopPost"][0])[2]
    assert [shell_faults(script) for script in (stop, network.FOLLOW_TEXT)] == ["", ""]
    assert "SC2086" in shell_faults("#!/bin/sh\nrm $1\n")
    ci = subprocess.run(
        [Path(sys.executable).with_name("shellcheck"), ROOT / ".ci/run"], capture_output=True, text=True, check=False
    )
    assert (ci.returncode, ci.stdout) == (0, "")
