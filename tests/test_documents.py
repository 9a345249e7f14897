"""What the documents say can be done is done here; what they say exists, exists."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import pytest

from firmware import command as commands
from firmware import wiring
from hardware.installing import command as installation
from hardware.installing import network

ROOT = Path(__file__).parents[1]
BIN = Path(sys.executable).parent
DOCUMENTS: Final = sorted(
    file for file in (*ROOT.glob("*.md"), *ROOT.glob("hardware/**/*.md"), *ROOT.glob("companion/**/*.md")) if file.is_file()
)

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.M | re.S)
LINK = re.compile(r"\]\(([^)#:]+)(?:#[^)]*)?\)")

# How each command of the documents is tried, beside those that simply run.
STARTED: Final = ["make run"]
# They are what runs this, or longer.
TOO_LONG: Final = [f"make {work}" for work in ("test", "prove", "check", "bench", "words", "case")]
ON_A_PI: Final = [f".venv/bin/barkeep {work} --hardware pi --display ssd1306" for work in ("doctor", "run")]
INSTALLING: Final = re.compile(r"(?:sudo )?hardware/install\b(.*)")  # Walked by tests/pi, and on a Pi made of files.
INSTALLED: Final = re.compile(r"(?:sudo -u barkeep )?barkeep (.*)")
A_TABLE: Final = re.compile(r"\.venv/bin/barkeep run --hardware simulated\b")  # Opened here, and closed again.
SERVICE: Final = re.compile(r"sudo systemctl (?:start|stop|restart) (\w+)$|sudo reboot$")
ONTO_THE_PI: Final = re.compile(r"(?:git archive|scp|ssh|tar|cd) ")  # Walked below, short of a second machine.
NETWORK: Final = re.compile(r'sudo nmcli connection up "(.+)"$')
IN_A_FRESH_FOLDER: Final = re.compile(r"python3 -m venv |\.venv/bin/python -m pip ")  # By test_packaging.py.
OTHERWISE: Final = (IN_A_FRESH_FOLDER, INSTALLING, INSTALLED, SERVICE, A_TABLE, ONTO_THE_PI, NETWORK)


def console(text: str) -> list[str]:
    """The commands in *text*: what stands behind the prompt in console blocks, and every line of sh blocks."""
    found = []
    for kind, block in BLOCK.findall(text):
        lines = block.splitlines()
        if kind == "console":
            found += [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]
        elif kind in ("sh", "bash", "shell"):
            found += [line for line in lines if line and not line.startswith("#")]
    return found


COMMANDS: Final = {(file.name, line): file for file in DOCUMENTS for line in console(file.read_text(encoding="utf-8"))}
SIMPLE: Final = sorted(
    {
        line
        for _, line in COMMANDS
        if line not in (*STARTED, *TOO_LONG, *ON_A_PI) and not any(kind.match(line) for kind in OTHERWISE)
    }
)


def test_commands_are_found_and_output_is_not() -> None:
    text = "```console\n$ make run\nhttp://x\n```\n```sh\nls -l\n# why\n```\n```ini\ndtparam=spi=on\n```\n"
    assert console(text) == ["make run", "ls -l"]


def test_the_documents_have_commands() -> None:
    assert {line for _, line in COMMANDS} >= {*STARTED, *TOO_LONG, *ON_A_PI}
    assert len(SIMPLE) >= 3


@pytest.mark.parametrize("line", SIMPLE)
def test_a_documented_command_works(line: str) -> None:
    """Run as it stands, but with this environment's own programs in the place of `.venv`."""
    words = [word.replace(".venv/bin", str(BIN)) for word in shlex.split(line)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("line", TOO_LONG)
def test_a_command_too_long_to_run_here_is_one_that_make_knows(line: str) -> None:
    done = subprocess.run([*shlex.split(line), "-n"], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert any(program in done.stdout for program in ("python", "pybabel", "openscad"))


def test_the_readmes_test_command_is_what_continuous_integration_runs_before_the_proof() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    run = [re.split(" 2>&1|  #", line)[0] for line in script if line.startswith("make ")]
    assert run == ["make test", 'make test-all ARGS="-m broad"', "make prove"]
    assert ("README.md", "make test") in COMMANDS


@pytest.mark.parametrize("line", ON_A_PI)
def test_a_command_for_the_pi_is_one_that_barkeep_knows(line: str) -> None:
    program, *words = shlex.split(line)
    assert program.endswith("/barkeep")
    commands._parser().parse_args(words)


@pytest.mark.parametrize("line", sorted({line for _, line in COMMANDS if INSTALLING.match(line)}))
def test_a_command_that_installs_is_one_that_the_installation_knows(line: str) -> None:
    found = INSTALLING.match(line)
    assert found is not None
    installation.parser().parse_args(shlex.split(found[1]))


@pytest.mark.parametrize("line", sorted({line for _, line in COMMANDS if INSTALLED.match(line)}))
def test_a_command_of_an_installed_table_is_one_that_barkeep_knows(line: str) -> None:
    found = INSTALLED.match(line)
    assert found is not None
    commands._parser().parse_args(shlex.split(found[1]))


@pytest.mark.parametrize("line", sorted({line for _, line in COMMANDS if SERVICE.match(line)}))
def test_a_command_to_the_service_names_the_one_that_is_installed(line: str) -> None:
    found = SERVICE.match(line)
    assert found is not None
    assert found[1] is None or (ROOT / "hardware" / f"{found[1]}.service").exists()


def unstopped(text: str) -> list[str]:
    """What wants the things of the installed table, where the lines around it don't stop the table and start it again."""
    found = []
    for _, block in BLOCK.findall(text):
        lines = [line.removeprefix("$ ") for line in block.splitlines()]
        for at, line in enumerate(lines):
            around = (*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2])
            if re.match(r"sudo -u barkeep barkeep (?:doctor|run)\b", line) and around != (STOP, START):
                found.append(line)
    return found


STOP, START = "sudo systemctl stop barkeep", "sudo systemctl start barkeep"


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_the_table_is_stopped_before_something_else_wants_its_things_and_started_after_it(file: Path) -> None:
    assert unstopped(file.read_text(encoding="utf-8")) == []


def test_a_doctor_beside_a_running_table_would_be_found() -> None:
    doctor = "sudo -u barkeep barkeep doctor"
    blocks = [(doctor,), (STOP, doctor), (doctor, START), ("sudo hardware/install", doctor, START), (STOP, doctor, START)]
    texts = ["```console\n" + "".join(f"$ {line}\n" for line in block) + "```\n" for block in blocks]
    assert [len(unstopped(text)) for text in texts] == [1, 1, 1, 1, 0]
    assert sum(doctor in line for _, line in COMMANDS) >= 3


def test_what_is_copied_onto_the_pi_is_an_archive_that_can_install(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is no checkout, so that no archive can be made of it")
    lines = console((ROOT / "hardware" / "INSTALL.md").read_text(encoding="utf-8"))
    packing, copying, unpacking, entering = lines[0], lines[1], lines[3], lines[4]
    name = copying.split()[1]
    *words, commit = shlex.split(packing)
    subprocess.run([*words, f"--output={tmp_path / name}", commit], cwd=ROOT, check=True, timeout=60)
    subprocess.run(shlex.split(unpacking), cwd=tmp_path, check=True, timeout=60)
    install = tmp_path / entering.removeprefix("cd ") / "hardware" / "install"
    done = subprocess.run([install, "--help"], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "--dry-run" in done.stdout


def test_the_pi_is_called_by_the_name_that_it_has_before_and_after_the_installation() -> None:
    hosts = {host for _, line in COMMANDS for host in re.findall(r"you@([\w.]+)", line)}
    assert hosts == {"raspberrypi.local", "barkeep.local"}
    install = console((ROOT / "hardware" / "INSTALL.md").read_text(encoding="utf-8"))
    assert install.index("sudo reboot") < install.index("ssh you@barkeep.local")


@pytest.mark.parametrize("line", sorted({line for _, line in COMMANDS if NETWORK.match(line)}))
def test_a_network_that_is_chosen_by_hand_is_the_one_that_the_installation_makes(line: str) -> None:
    found = NETWORK.match(line)
    assert found is not None
    assert f"id={found[1]}\n" in network.TEXT


@pytest.mark.parametrize("line", sorted({line for _, line in COMMANDS if A_TABLE.match(line)}))
def test_a_command_that_opens_a_table_opens_one(line: str, tmp_path: Path) -> None:
    words = [*shlex.split(line.replace(".venv/bin", str(BIN))), "--port", "0", "--host", "127.0.0.1", "--data", str(tmp_path)]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as running:
        try:
            assert "Table screen" in printed_until(running, "/bench")
        finally:
            running.terminate()
            running.wait(60)


def test_every_document_of_an_owner_and_of_somebody_who_works_on_it_is_looked_through() -> None:
    names = {file.relative_to(ROOT).as_posix() for file in DOCUMENTS}
    own = {"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"}
    hardware = {f"hardware/{name}.md" for name in ("README", "BUILD", "INSTALL", "WIFI", "TROUBLESHOOTING")}
    assert own | hardware <= names


def test_the_tests_that_security_names_are_there() -> None:
    named = re.findall(r"`(tests/[\w/.]+)`", (ROOT / "SECURITY.md").read_text(encoding="utf-8"))
    assert len(named) >= 10
    assert [path for path in named if not (ROOT / path).exists()] == []


def test_make_run_opens_a_table_that_answers(tmp_path: Path) -> None:
    # -o: this environment is set up, whatever its stamp says.
    words = ["make", "-s", "-o", ".venv/run", "run", f"BIN={BIN}", f"ARGS=--port 0 --host 127.0.0.1 --data {tmp_path}/data"]
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    with subprocess.Popen(
        words, cwd=ROOT, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    ) as running:
        try:
            text = printed_until(running, "/bench")
            for page in re.findall(r"http://localhost:\d+/\w*", text):
                assert answers(page)
            assert "█" in text  # The QR code.
        finally:
            os.killpg(running.pid, signal.SIGTERM)
            running.wait(60)


def printed_until(running: subprocess.Popen[str], end: str) -> str:
    """What *running* prints, up to the line that has *end* in it; fails when it ends before."""
    text = ""
    assert running.stdout is not None
    for line in running.stdout:
        text += line
        if end in line:
            return text
    raise AssertionError(text)


def answers(address: str, patience: float = 60) -> bool:
    """Whether a page comes from *address* on this machine, whatever name it has there; it may need a moment to be served."""
    limit = time.monotonic() + patience
    while True:
        try:
            status, body, elsewhere = fetched(address)
        except OSError:
            if time.monotonic() > limit:
                raise
            time.sleep(0.1)
        else:
            return answers(elsewhere, patience) if elsewhere else status == 200 and b"<html" in body


def fetched(address: str) -> tuple[int, bytes, str | None]:
    """The status, the body and the redirection of *address*, whose names all are this machine."""
    there = urlsplit(address)
    with closing(HTTPConnection("127.0.0.1", there.port, timeout=30)) as connection:
        connection.request("GET", there.path, headers={"Host": there.netloc})
        page = connection.getresponse()
        return page.status, page.read(), page.headers["Location"]


# What else can be looked up


def test_what_the_readme_lets_one_touch_is_said_on_the_pages() -> None:
    trying = (ROOT / "README.md").read_text(encoding="utf-8").partition("## Try it")[2].partition("\n## ")[0]
    touched = re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", trying)
    catalogues = (ROOT / "companion/words/en/LC_MESSAGES").glob("*.po")
    said = re.findall(r'^msgstr(?:\[\d\])? "(.+)"$', "".join(one.read_text(encoding="utf-8") for one in catalogues), re.M)
    patterns = [re.sub(r"\\\{\w+\\\}", ".+", re.escape(one)) for one in said if not one.startswith("{")]
    assert len(touched) >= 4
    assert [words for words in touched if not any(re.fullmatch(pattern, words) for pattern in patterns)] == []
    assert not any(re.fullmatch(pattern, "Pull up a chair") for pattern in patterns)


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: file.name)
def test_every_link_leads_to_a_file(file: Path) -> None:
    for target in LINK.findall(file.read_text(encoding="utf-8")):
        assert (file.parent / target).exists(), target


def test_the_readmes_map_has_every_folder() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    mapped = re.findall(r"^\| `([\w/]+)/` \|", readme, re.M)
    assert all((ROOT / folder).is_dir() for folder in mapped)
    packages = {"companion", "firmware", "web", "hardware", "tests"}
    assert packages <= set(mapped)


def test_the_wiring_table_is_the_programs() -> None:
    text = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    rows = [(int(bcm), int(header), use) for bcm, header, use in re.findall(r"^\| (\d+) \| (\d+) \| (.+) \|$", text, re.M)]
    assert rows == [(pin.bcm, pin.header, pin.use) for pin in wiring.BASE_PINS]
    assert f"i2c_arm_baudrate={wiring.I2C_BAUD}" in text
    assert f"at {wiring.DISPLAY_ADDRESS:#X}".replace("X", "x") in text


def test_the_changelog_begins_with_what_is_not_released_yet() -> None:
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"^## (.+)$", changes, re.M)[0] == "Unreleased"
