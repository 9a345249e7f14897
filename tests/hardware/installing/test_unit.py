"""The service's unit: what it starts is there, what it allows is little."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Final

import pytest

from firmware import command, watchdog
from firmware.storage import claim
from hardware.installing import network, program, system

ROOT: Final = Path(__file__).parents[3]
UNIT: Final = ROOT / "hardware" / "barkeep.service"
THRESHOLD: Final = 15  # Tenths: the exposure that is promised, 1.5.


@pytest.fixture
def unit() -> dict[str, list[str]]:
    """Return what the unit says, by the setting's name."""
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in re.findall(r"^([^#\n]+?)=(.*)$", UNIT.read_text(encoding="utf-8"), re.M):
        found[name].append(value)
    return found


def is_walled_in(unit: Path) -> bool:
    """Return whether systemd finds *unit* no more exposed than is promised."""
    words = ["systemd-analyze", "security", "--offline=true", f"--threshold={THRESHOLD}", unit]
    return subprocess.run(words, capture_output=True, timeout=300, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO SYSTEMD: how exposed the service is was not looked at.")
def test_the_service_is_as_little_exposed_as_promised(tmp_path: Path) -> None:
    weaker = tmp_path / "weaker.service"
    weaker.write_text(UNIT.read_text(encoding="utf-8").replace("ProtectSystem=strict\n", ""), encoding="utf-8")
    assert (is_walled_in(UNIT), is_walled_in(weaker)) == (True, False)


def test_what_it_starts_is_a_command_of_the_program(unit: dict[str, list[str]]) -> None:
    options = unit["Environment"][0].strip('"').partition("=")[2]
    words = shlex.split(unit["ExecStart"][0].replace("$BARKEEP_OPTIONS", options))
    assert words[0] == f"{program.CURRENT}/bin/barkeep"
    given = command._parser().parse_args(words[1:])
    assert (given.port, str(given.data), given.hardware) == (80, system.DATA, "pi")


def test_a_long_ok_and_nothing_else_switches_the_pi_off(unit: dict[str, list[str]]) -> None:
    status = re.search(r"--off-status (\d+)", unit["ExecStart"][0])
    assert status is not None
    assert unit["SuccessExitStatus"] == unit["RestartPreventExitStatus"] == [status[1]]
    (stop,) = unit["ExecStopPost"]
    assert stop.startswith("+/bin/sh -c ")
    script = shlex.split(stop)[2].replace("exec systemctl", "exec echo systemctl")
    for code in (status[1], "0", "1"):
        done = subprocess.run(["sh", "-c", script], env={"EXIT_STATUS": code}, capture_output=True, text=True, check=True)
        assert done.stdout == ("systemctl --no-block poweroff\n" if code == status[1] else "")


def test_it_waits_longer_than_the_program_for_a_sign_of_life(unit: dict[str, list[str]]) -> None:
    assert unit["Type"] == ["notify"]
    assert int(unit["WatchdogSec"][0]) > watchdog.PATIENCE + watchdog.LOOK_SECONDS
    assert (unit["Restart"], unit["StartLimitIntervalSec"]) == (["always"], ["0"])


def test_every_place_that_it_writes_to_is_its_own(unit: dict[str, list[str]], tmp_path: Path) -> None:
    assert f"/var/lib/{unit['StateDirectory'][0]}" == system.DATA == unit["WorkingDirectory"][0]
    assert f"LG_WD=/run/{unit['RuntimeDirectory'][0]}" in unit["Environment"]
    claim(tmp_path / "data").close()
    assert int(unit["StateDirectoryMode"][0], 8) == (tmp_path / "data").stat().st_mode & 0o777
    assert unit["User"] == [system.USER]


def shell_faults(script: str, shell: str = "sh") -> str:
    """Return what shellcheck finds wrong with *script*."""
    words = [Path(sys.executable).with_name("shellcheck"), "-s", shell, "-"]
    return subprocess.run(words, input=script, capture_output=True, text=True, timeout=300, check=False).stdout


def test_what_there_is_of_shell_is_sound(unit: dict[str, list[str]]) -> None:
    stop = shlex.split(unit["ExecStopPost"][0])[2]
    assert [shell_faults(script) for script in (stop, network.FOLLOW_TEXT)] == ["", ""]
    assert shell_faults((ROOT / ".ci/run").read_text(encoding="utf-8"), "bash") == ""
    assert "SC2086" in shell_faults("#!/bin/sh\nrm $1\n")
