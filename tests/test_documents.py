"""Try every command in the documents, as far as a test can; check that their links, names and counts are right."""

import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from firmware import command as barkeep
from firmware import wiring
from hardware.installing import command as installation
from hardware.installing import network, sources, system
from hardware.installing.choices import Choices
from hardware.installing.pi import Failed, Pi
from tests.catalogues import sayings
from tests.opening import open_and_close

ROOT: Final = Path(__file__).parents[1]
BIN: Final = Path(sys.executable).parent
DOCUMENTS: Final = {
    file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8")
    for place in ("*.md", "docs/*.md", "hardware/**/*.md", "companion/**/*.md", "tests/proof/*.md")
    for file in sorted(ROOT.glob(place))
}
INSTALL: Final = DOCUMENTS["hardware/INSTALL.md"]


def blocks(text: str) -> list[list[str]]:
    """Return the commands of each block in *text*: the lines after the prompt in console, and every line of sh."""
    found = []
    for kind, block in re.findall(r"^```(console|sh|bash|shell)\n(.*?)^```$", text, re.M | re.S):
        prompt = "$ " if kind == "console" else ""
        lines = [line for line in block.splitlines() if line.startswith(prompt) and line and not line.startswith("#")]
        found.append([line.removeprefix(prompt) for line in lines])
    return found


def commands(text: str) -> list[str]:
    return [line for block in blocks(text) for line in block]


COMMANDS: Final = sorted({line for text in DOCUMENTS.values() for line in commands(text)})


def runs(line: str, folder: Path) -> None:
    """Run the command as written, but with this environment's own programs in place of `.venv`."""
    words = [re.sub(r"^(\.venv/bin/)?barkeep$", f"{BIN}/barkeep", word) for word in shlex.split(line)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip()


def opens_a_table(line: str, folder: Path) -> None:
    words = shlex.split(line.replace(".venv/bin", str(BIN)))
    open_and_close([*words, "--port", "0", "--host", "127.0.0.1", "--data", str(folder)], ROOT)


def opens_a_table_by_make(line: str, folder: Path) -> None:
    # -o: this environment is set up, whatever its stamp says.
    given = line.partition('ARGS="')[2].rstrip('"')
    more = ["-s", "-o", ".venv/run", f"BIN={BIN}", f"ARGS={given} --port 0 --host 127.0.0.1 --data {folder}/data"]
    env = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL")}
    assert "█" in open_and_close([*shlex.split(line), *more], ROOT, env)[0]  # The QR code.


def is_known_to_make(line: str, folder: Path) -> None:
    """Dry-run it: it would run this very test, or take longer."""
    done = subprocess.run([*shlex.split(line), "-n"], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    assert any(program in done.stdout for program in ("python", "ruff", "pybabel", "openscad"))


def is_known_to_barkeep(line: str, folder: Path) -> None:
    barkeep._parser().parse_args(shlex.split(re.sub(r"^(sudo -u \S+ )?(\S+/bin/)?barkeep ", "", line)))


def is_known_to_the_installation(line: str, folder: Path) -> None:
    installation.parser().parse_args(shlex.split(line.partition("hardware/install")[2]))


def names_a_service_or_a_network(line: str, folder: Path) -> None:
    name = shlex.split(line)[-1]
    assert (ROOT / "hardware" / f"{name}.service").exists() or f"id={name}\n" in network.TEXT


def is_tried_elsewhere(line: str, folder: Path) -> None:
    """In test_packaging.py, test_club.py, example/test_installed.py or the walks below; ssh and scp need a second machine."""


WAYS: Final[list[tuple[str, Callable[[str, Path], None]]]] = [  # The first match is taken.
    (r"barkeep --version", runs),
    (r'make run( ARGS=".*")?', opens_a_table_by_make),
    (r"make archive( KEY=.*)?", is_tried_elsewhere),
    (r"make (hub|tables|\.venv/dev)", is_tried_elsewhere),
    (r"make [\w-]+( (DEEP|ARGS)=.+)?", is_known_to_make),
    (r"PYTHONPATH=build/games (make run|\.venv/bin/(barkeep simulate|python -m pytest) .*)", is_tried_elsewhere),
    (r"\.venv/bin/pybabel .*", is_tried_elsewhere),
    (r"\.venv/bin/barkeep run --hardware simulated .*", opens_a_table),
    (r"\.venv/bin/barkeep ((doctor|run|hub) .*|hub)|(sudo -u barkeep(-hub \S+/bin/| ))?barkeep .*", is_known_to_barkeep),
    (r"\.venv/bin/barkeep .*", runs),
    (r"(sudo )?hardware/install\b.*", is_known_to_the_installation),
    (r'sudo (systemctl (start|stop|restart|enable --now) [\w-]+|nmcli connection up ".+")', names_a_service_or_a_network),
    (r"sudo (reboot|apt install (pcscd|mosquitto))|(scp|ssh|sha256sum|ssh-keygen) .*", is_tried_elsewhere),
    (r"(git archive|tar|cd|sed|sudo install) .*", is_tried_elsewhere),
    (r"(sudo )?(python3 -m venv|\S+/bin/python -m pip|useradd --system|cp hardware/\S+\.service) .*", is_tried_elsewhere),
]
SLOW: Final = re.compile(r"\.venv/bin/barkeep (simulate|run|replay .*(shark|negoces2))\b.*")


def way(line: str) -> Callable[[str, Path], None] | None:
    return next((attempt for pattern, attempt in WAYS if re.fullmatch(pattern, line)), None)


@pytest.mark.parametrize("line", [
    pytest.param(line, marks=[pytest.mark.broad] * bool(SLOW.fullmatch(line))) for line in COMMANDS
])  # fmt: skip
def test_a_documented_command_works(line: str, tmp_path: Path) -> None:
    attempt = way(line)
    assert attempt is not None, "there is no way to try it"
    attempt(line, tmp_path)


def test_every_way_to_try_a_command_is_needed() -> None:
    assert {way(line) for line in COMMANDS} == {attempt for _, attempt in WAYS}


def test_the_table_is_stopped_before_something_else_wants_its_parts_and_started_after_it() -> None:
    wants_parts, every = re.compile(r"sudo -u barkeep barkeep (doctor|run)\b"), [blocks(text) for text in DOCUMENTS.values()]
    lines = [(block, n) for found in every for block in found for n, line in enumerate(block) if wants_parts.match(line)]
    around = {tuple(block[n - 1 : n + 2 : 2]) for block, n in lines}
    assert around == {("sudo systemctl stop barkeep", "sudo systemctl start barkeep")}


def test_a_hub_is_installed_where_its_unit_looks_for_it() -> None:
    unit = (ROOT / "hardware" / "barkeep-hub.service").read_text(encoding="utf-8")
    [start], [user] = (re.findall(rf"^{name}=(.*)$", unit, re.M) for name in ("ExecStart", "User"))
    place, settings = re.findall(r"^(\S+)/bin/barkeep hub --settings (\S+) ", start)[0]
    [steps] = [block for block in blocks(DOCUMENTS["docs/club.md"]) if f"sudo useradd --system {user}" in block]
    assert {f"sudo python3 -m venv {place}", f"sudo {place}/bin/python -m pip install './barkeep.tar.gz[hub]'"} < {*steps}
    assert f"sudo install -m 600 -o {user} /dev/null {settings}" in steps
    assert steps[-2:] == [f"sudo systemctl enable --now {user}", f"sudo -u {user} {start} --add-person Ada"]


def test_what_is_copied_onto_the_pi_is_an_archive_that_can_install(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("this is not a checkout, so no archive can be made of it")
    packing, copying, _, unpacking, entering = map(shlex.split, commands(INSTALL)[:5])
    subprocess.run([*packing[:-1], f"--output={tmp_path / copying[1]}", packing[-1]], cwd=ROOT, check=True, timeout=300)
    subprocess.run(unpacking, cwd=tmp_path, check=True, timeout=300)
    words = [tmp_path / entering[1] / "hardware" / "install", "--help"]
    assert "--dry-run" in subprocess.run(words, capture_output=True, text=True, timeout=300, check=True).stdout


@pytest.mark.broad
@pytest.mark.skipif(system.codename(Pi()) not in system.KNOWN, reason="not a system that the installation supports")
def test_an_archive_is_packed_signed_compared_and_installed_from_as_described(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists() or shutil.which("ssh-keygen") is None:
        pytest.skip("not a checkout, or ssh-keygen is missing: no archive was made and signed")
    clone, pi = tmp_path / "clone", Pi(tmp_path / "pi")
    more = {"ssh-keygen -t": ' -q -N ""', "make": f" PYTHON={sys.executable}"}

    def tried(line: str, folder: Path = clone) -> None:
        line = line.removeprefix("sudo ").replace("/etc/", f"{pi.at('/etc')}/")
        line += next((more[start] for start in more if line.startswith(start)), "")
        subprocess.run(line, shell=True, cwd=folder, check=True, timeout=300, capture_output=True)

    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, clone], check=True, timeout=300)
    section = INSTALL.partition("## Checksums and signatures")[2].partition("\n## ")[0]
    *preparing, verifying, comparing = commands(section)
    for line in (*preparing, "tar -xzf barkeep.tar.gz"):
        tried(line)
    for line in (verifying, comparing):
        tried(line, clone / "barkeep")
    assert list(sources.sources(pi, Choices(clone / "barkeep"))) == []
    with pytest.raises(Failed, match="no key in /etc/barkeep/signers"):
        list(sources.sources(pi, Choices(clone)))


def test_the_pi_is_called_by_the_name_that_it_has_before_and_after_the_installation() -> None:
    assert {host for line in COMMANDS for host in re.findall(r"you@([\w.]+)", line)} == {"raspberrypi.local", "barkeep.local"}
    assert commands(INSTALL).index("sudo reboot") < commands(INSTALL).index("ssh you@barkeep.local")


def headings(text: str) -> set[str]:
    """Return the headings of a document, as links write them."""
    found = re.findall(r"^#+ (.+)$", re.sub(r"```.*?```", "", text, flags=re.S), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in found}


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_link_leads_to_a_file_and_a_heading(name: str) -> None:
    here = ROOT / name
    for target, heading in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", DOCUMENTS[name]):
        there = here.parent / target if target else here
        assert there.exists(), target
        assert not heading or heading in headings(there.read_text(encoding="utf-8")), f"{target}#{heading}"


def lost(text: str) -> set[str]:
    """Return the files that *text* names but that don't exist, and the names in its walks that are missing from their files."""
    named = re.findall(r"`((?:companion|firmware|web|tests|hardware)/[\w/.-]*)`", text)
    files = {path: (ROOT / path).read_text(encoding="utf-8") for path in named if (ROOT / path).is_file()}
    walked = re.findall(r"^\| `([\w/.-]+\.(?:py|js))` \| (`.+?`) \|", text, re.M)
    steps = ((files.get(path, ""), name) for path, names in walked for name in re.findall(r"(\w+)`", names))
    unknown = {name for file, name in steps if not re.search(rf"(def|class|function|const) {name}\b", file)}
    return unknown | {path for path in named if not (ROOT / path).exists()}


def test_files_and_functions_that_the_documents_name_are_there() -> None:
    assert {name: found for name, text in DOCUMENTS.items() if (found := lost(text))} == {}


def test_the_guide_to_a_game_shows_the_example_as_it_is() -> None:
    guide, places = DOCUMENTS["docs/adding-a-game.md"], (ROOT / "docs" / "morra", ROOT / "tests" / "example")
    example = (file for place in places for file in place.rglob("*.*"))
    texts = [file.read_text(encoding="utf-8") for file in example if file.suffix in (".py", ".po", ".html", ".toml", ".txt")]
    excerpts = re.findall(r"^```(?:python|po|html|toml|text)\n(.*?)^```$", guide, re.M | re.S)
    assert [excerpt for excerpt in excerpts if not any(excerpt in text for text in texts)] == []
    assert len(excerpts) >= 10


def test_what_the_readme_lets_one_touch_is_said_on_the_pages() -> None:
    trying = DOCUMENTS["README.md"].partition("## Try it")[2].partition("\n## ")[0]
    said, touched = re.compile("|".join(sayings())), re.findall(r"(?<!\*)\*([^*\n]+)\*(?!\*)", trying)
    assert len(touched) >= 4
    assert [words for words in touched if not said.fullmatch(words)] == []


def test_the_wiring_table_is_the_programs() -> None:
    text = DOCUMENTS["hardware/README.md"]
    rows = [(int(bcm), int(header), use) for bcm, header, use in re.findall(r"^\| (\d+) \| (\d+) \| (.+) \|$", text, re.M)]
    assert rows == [(pin.bcm, pin.header, pin.use) for pin in wiring.BASE_PINS]
    assert f"i2c_arm_baudrate={wiring.I2C_BAUD}" in text
    assert f"at 0x{wiring.DISPLAY_ADDRESS:X}" in text
