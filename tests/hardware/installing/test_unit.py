"""The service's unit: its programs exist, and its privileges are few; and `hardware/install` as an owner runs it."""

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any, Final

import pytest

from firmware import command, watchdog
from firmware.doctor import installed
from firmware.storage import claim
from hardware.installing import program, settings, system
from hardware.installing.pi import Done, Failed, Pi, call

ROOT: Final = Path(__file__).parents[3]
UNIT: Final = ROOT / "hardware" / "barkeep.service"
HUB: Final = ROOT / "hardware" / "barkeep-hub.service"
THRESHOLD: Final = 15  # Tenths: the promised exposure, 1.5.


@pytest.fixture
def unit() -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for name, value in re.findall(r"^([^#\n]+?)=(.*)$", UNIT.read_text(encoding="utf-8"), re.M):
        found[name].append(value)
    return found


def ran(*words: object, said: str | None = None, **more: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, input=said, capture_output=True, text=True, timeout=300, check=False, **more)


def is_walled_in(unit: Path) -> bool:
    """Return whether systemd rates *unit* as no more exposed than promised."""
    return ran("systemd-analyze", "security", "--offline=true", f"--threshold={THRESHOLD}", unit).returncode == 0


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO SYSTEMD: the service's exposure was not checked.")
def test_the_service_is_as_little_exposed_as_promised(tmp_path: Path) -> None:
    weaker = tmp_path / "weaker.service"
    weaker.write_text(UNIT.read_text(encoding="utf-8").replace("ProtectSystem=strict\n", ""), encoding="utf-8")
    assert (is_walled_in(UNIT), is_walled_in(HUB), is_walled_in(weaker)) == (True, True, False)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="NO SYSTEMD: the service's system calls were not checked.")
def test_its_searches_may_begin_and_limit_themselves_though_not_lower_their_priority(unit: dict[str, list[str]]) -> None:
    def calls(word: str) -> set[str]:
        if not word.startswith("@"):
            return {word}
        lines = map(str.strip, ran("systemd-analyze", "syscall-filter", word).stdout.splitlines()[1:])
        return set().union(*(calls(one) for one in lines if one and not one.startswith("#")))

    allowed: set[str] = set()
    for line in unit["SystemCallFilter"]:
        said = set().union(*(calls(word) for word in line.removeprefix("~").split()))
        allowed = allowed - said if line.startswith("~") else allowed | said
    assert {"execve", "prlimit64"} <= allowed
    assert not allowed & {"setpriority", "sched_setscheduler", "reboot"}  # So a search must begin without that.


def test_it_starts_a_command_of_the_program_and_waits_longer_than_that_for_a_sign_of_life(unit: dict[str, list[str]]) -> None:
    words = shlex.split(unit["ExecStart"][0])
    assert words[0] == f"{program.CURRENT}/bin/barkeep"
    given = command._parser().parse_args(words[1:])
    assert (str(given.settings), str(given.data)) == (settings.SETTINGS, system.DATA)
    assert installed.SETTINGS == settings.SETTINGS
    assert int(unit["WatchdogSec"][0]) > watchdog.PATIENCE + watchdog.LOOK_SECONDS
    assert (unit["Type"], unit["Restart"], unit["StartLimitIntervalSec"]) == (["notify"], ["always"], ["0"])


def test_a_hubs_unit_and_its_container_start_a_command_of_the_program_on_a_port_that_they_may_use() -> None:
    [started] = re.findall(r"^ExecStart=/opt/barkeep-hub/bin/barkeep (.*)$", HUB.read_text(encoding="utf-8"), re.M)
    [entry] = re.findall(r"^ENTRYPOINT (.*)$", (ROOT / "hardware" / "Containerfile").read_text(encoding="utf-8"), re.M)
    for words in (shlex.split(started), json.loads(entry)[1:]):
        assert command._parser().parse_args(words).data.name in ("barkeep-hub", "data")
    [port] = re.findall(r"^port = (\d+)", (ROOT / "docs" / "club.md").read_text(encoding="utf-8"), re.M)
    assert int(port) >= 1024 or "AmbientCapabilities=CAP_NET_BIND_SERVICE" in HUB.read_text(encoding="utf-8")


def test_a_long_ok_and_nothing_else_switches_the_pi_off(unit: dict[str, list[str]]) -> None:
    status = re.search(r"--off-status (\d+)", unit["ExecStart"][0])
    assert unit["SuccessExitStatus"] == unit["RestartPreventExitStatus"] == [status[1]]
    shell, _, script = shlex.split(unit["ExecStopPost"][0])
    assert shell == "+/bin/sh"
    script = script.replace("exec systemctl", "exec echo systemctl")
    for code in (status[1], "0", "1"):
        done = ran("sh", "-c", script, env={"EXIT_STATUS": code})
        assert (done.returncode, done.stdout) == (0, "systemctl --no-block poweroff\n" if code == status[1] else "")


def test_every_place_that_it_writes_to_is_its_own(unit: dict[str, list[str]], tmp_path: Path) -> None:
    assert f"/var/lib/{unit['StateDirectory'][0]}" == system.DATA == unit["WorkingDirectory"][0]
    assert f"LG_WD=/run/{unit['RuntimeDirectory'][0]}" in unit["Environment"]
    claim(tmp_path / "data").close()
    assert int(unit["StateDirectoryMode"][0], 8) == (tmp_path / "data").stat().st_mode & 0o777
    assert unit["User"] == [system.USER]


# The command as an owner runs it, and its lock on a machine's files


def test_it_may_be_started_from_anywhere_needs_nothing_but_python_and_says_what_it_can_do(tmp_path: Path) -> None:
    install = ROOT / "hardware" / "install"
    assert os.access(install, os.X_OK)
    said = ran(sys.executable, "-S", install, "--help", cwd=tmp_path).stdout
    assert all(work in said for work in ("install", "update", "back", "uninstall", "--dry-run", "--read-only"))


def test_a_command_says_how_it_ended() -> None:
    assert call(("sh", "-c", "echo here; exit 3"), ask=True) == Done(3, "here")
    assert call(("there-is-no-such-command",), ask=True) == Done(127)
    with pytest.raises(Failed, match="`false` failed"):
        Pi().run("false")


def test_a_file_is_whole_or_not_there_bytes_that_are_no_text_survive_and_a_link_is_replaced_at_once(tmp_path: Path) -> None:
    pi = Pi(tmp_path)
    pi.write("/etc/secret", "word\n", 0o600)
    assert (pi.text("/etc/secret"), pi.at("/etc/secret").stat().st_mode & 0o777) == ("word\n", 0o600)
    with pytest.raises(UnicodeEncodeError):
        pi.write("/etc/secret", "\ud800")
    assert (pi.text("/etc/secret"), pi.text("/etc/nothing")) == ("word\n", None)
    pi.at("/config.txt").write_bytes(b"# caf\xe9\n")
    pi.write("/config.txt", (pi.text("/config.txt") or "") + "x=1\n")
    assert pi.at("/config.txt").read_bytes() == b"# caf\xe9\nx=1\n"
    for target in ("/a", "/b"):
        pi.link("/opt/current", target)
    assert (pi.linked("/opt/current"), pi.linked("/opt/nothing")) == ("/b", None)
