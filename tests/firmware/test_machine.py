"""What the doctor says and asks at the terminal, what it takes over from the installed table, and what a machine can lack."""

import os
import shutil
import socket
import time
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from unittest.mock import Mock, patch

import pytest

from companion.kit.messages import say
from companion.words import Words
from firmware import command
from firmware.building import Settings
from firmware.devices import Button
from firmware.doctor import installed, machine
from firmware.doctor.finding import Finding, Verdict, fail, ok, skipped, tell, warn
from firmware.doctor.machine import BUILT, MODEL, Machine
from firmware.doctor.person import RED, AtTheTerminal
from firmware.time_of_day import BATTERY_CLOCK, DAY, SYNCHRONISED, time_of_day
from hardware.installing import settings
from hardware.installing.choices import Choices
from hardware.installing.pi import Done, Pi

WELL, ODD = ok("led", say("doctor.led.ok")), warn("tag 1", say("doctor.tag.several", number=1), say("doctor.do.one_tag"))
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
    person = AtTheTerminal(
        Words("en", strict=True), written.append, Mock(side_effect=[*meant, "n", "a", "", "", "s", EOFError])
    )
    assert {typed: person.sees_colour(RED) for typed in meant} == meant
    assert (person.sees_picture(Mock()), person.hears(again := Mock(), say("doctor.ask.voice"))) == (False, True)
    assert (again.call_count, [person.lays_tag(2) for _ in range(3)]) == (2, [True, False, False])
    assert person.presses(Button.LAST_ORDER)
    lay, press = "Lay one tag flat on reader 2, then press Enter (or s to skip).", "Press the key LAST ORDER on the panel"
    assert written[len(meant) + 3 :] == [*[lay] * 3, f"{press} within 15 seconds."]


DATA = "/var/lib/barkeep"


def test_settings_are_read_as_installed_with_the_units_folder_but_not_in_a_checkout(tmp_path: Path) -> None:
    assert (installed.options() == installed.options(tmp_path) == (), installed.is_installed(tmp_path)) == (True, False)
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


NODES, OK = ("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "spidev1.2", "i2c-1", "gpiochip4"), Verdict.OK
Examine = Callable[..., list[Finding]]


@pytest.fixture
def examine(tmp_path: Path) -> Examine:
    """Return a function that examines a complete Pi, except for *lacking* nodes and *known* facts, for a table as *chosen*."""

    def found(chosen: dict[str, object] | None = None, lacking: tuple[str, ...] = (), **known: object) -> list[Finding]:
        shutil.rmtree(tmp_path / "dev", ignore_errors=True)
        (tmp_path / "dev").mkdir()
        for node in set(NODES) - set(lacking):
            (tmp_path / "dev" / node).touch()
        everything = {
            "groups": frozenset(machine.GROUPS), "has_module": lambda name: True,
            "packages": lambda: frozenset({"rpi-lgpio", "mfrc522"}), "now": lambda: BUILT + 86_400,
            "free_bytes": lambda folder: 10**10,
        }  # fmt: skip
        settings = Settings(**{"data": tmp_path / "data", "hardware": "pi"} | (chosen or {}))
        return list(machine.surroundings(settings, Machine(tmp_path, **everything | known)))

    return found


def codes(found: list[Finding]) -> list[tuple[str, ...]]:
    """Return the findings that aren't OK: code, node if any, and remedy, without their common prefixes."""
    wrong = [one for one in found if one.verdict is not OK]
    told = [(one.said.code, dict(one.said.fields).get("node", ""), one.remedy.code) for one in wrong]
    return [tuple(word.removeprefix("doctor.").removeprefix("do.") for word in words) for words in told]


@pytest.mark.parametrize("chosen", [{}, {"readers": 5}, {"display_on": "spi"}, {"display": "none", "panel": False}])
def test_a_pi_with_everything_is_well_and_off_a_pi_no_node_is_needed(examine: Examine, chosen: dict[str, object]) -> None:
    found = examine(chosen)
    assert (codes(found), [one.part for one in found]) == ([], ["nodes", "groups", "packages", "clock", "disk"])
    elsewhere = examine(chosen | {"hardware": "simulated"}, NODES, groups=frozenset())
    assert (codes(elsewhere), elsewhere[0].said.code) == ([], "doctor.hardware.simulated")


@pytest.mark.parametrize(("lacking", "chosen", "remedy"), [
    ("spidev0.0", {}, "switch_on_spi"), ("spidev0.1", {"readers": 2}, "switch_on_spi"),
    ("spidev1.2", {"readers": 5}, "switch_on_spi1"), ("spidev0.1", {"display_on": "spi"}, "switch_on_spi"),
    ("i2c-1", {}, "switch_on_i2c"), ("gpiochip4", {}, "is_it_a_pi"),
    # Not needed:
    ("spidev0.1", {}, None), ("spidev1.0", {"readers": 2}, None), ("i2c-1", {"display": "none"}, None),
    ("i2c-1", {"display_on": "spi"}, None), ("spidev0.0", {"reader": "pcsc"}, None),
])  # fmt: skip
def test_a_missing_node_is_named(examine: Examine, lacking: str, chosen: dict[str, object], remedy: str | None) -> None:
    node = "/dev/gpiochip*" if lacking == "gpiochip4" else f"/dev/{lacking}"
    assert codes(examine(chosen, (lacking,))) == ([("nodes.missing", node, remedy)] if remedy else [])


def test_who_is_kept_out_is_told_the_groups_to_join_and_who_may_use_buses_needs_none(examine: Examine, tmp_path: Path) -> None:
    found = examine(groups=frozenset({"spi"}), may_use=lambda path: path.name != "i2c-1")
    assert codes(found) == [("groups.barred", "", "join_groups")]
    assert "i2c-1" in [dict(one.said.fields).get("nodes") for one in found]
    found = examine(groups=frozenset())
    assert (codes(found), "doctor.groups.let_in" in [one.said.code for one in found]) == ([], True)
    # If no node shows which groups are needed, all are.
    (found,) = [one for one in examine(None, NODES, groups=frozenset({"gpio"})) if one.verdict is Verdict.WARN]
    assert dict(found.said.fields) == {"groups": "spi, i2c"}


@pytest.mark.parametrize(("chosen", "lacking", "remedies"), [
    ({}, ["mfrc522"], ["install_mfrc522"]), ({"hardware": "simulated"}, ["mfrc522"], ["install_mfrc522"]),
    *(({}, [name], ["install_bus_packages"]) for name in ("spidev", "RPi.GPIO", "lgpio")),
    # Only what a display on SPI needs:
    ({"reader": "pcsc", "display_on": "spi"}, ["mfrc522", "spidev", "RPi.GPIO"], ["install_bus_packages"] * 2),
])  # fmt: skip
def test_a_missing_package_is_named(examine: Examine, chosen: dict[str, str], lacking: list[str], remedies: list[str]) -> None:
    found = examine(chosen, has_module=lambda module: module not in lacking)
    assert codes(found) == [("packages.missing", "", remedy) for remedy in remedies]


def test_conflicting_settings_and_packages_are_named(examine: Examine) -> None:
    found = examine({"readers": 2, "display_on": "spi"}, packages=lambda: frozenset({"rpi.gpio", "mfrc522"}))
    assert codes(found) == [("wiring.shared", "", "part_select"), ("packages.clash", "", "remove_rpi_gpio")]


@pytest.mark.parametrize(("now", "synchronised", "battery", "code"), [
    (0.0, None, None, "unset"), (BUILT - 1, True, None, "unset"), (BUILT + 1, None, None, "ok"),
    (BUILT + 1, True, None, "synchronised"), (BUILT + 40 * 365 * DAY, None, None, "ok"),
    # A clock that was only saved gives no date:
    (None, False, 0.0, "ok"), (None, False, -2 * DAY, "doubtful"), (None, False, None, "doubtful"),
])  # fmt: skip
def test_the_clock(
    examine: Examine, tmp_path: Path, now: float | None, synchronised: bool | None, battery: float | None, code: str
) -> None:
    if synchronised is not None:  # Otherwise something else keeps the clock.
        (tmp_path / SYNCHRONISED).parent.mkdir(parents=True)
    if synchronised:
        (tmp_path / SYNCHRONISED).touch()
    if battery is not None:
        (tmp_path / BATTERY_CLOCK).parent.mkdir(parents=True)
        (tmp_path / BATTERY_CLOCK).write_text(f"{time.time() + battery:.0f}\n", encoding="ascii")
    (clock,) = [one for one in examine(now=lambda: time.time() if now is None else now) if one.part == "clock"]
    assert (clock.said.code, clock.verdict is OK) == (f"doctor.clock.{code}", code not in ("unset", "doubtful"))
    assert (time_of_day(tmp_path) != "") == (code != "doubtful")


@pytest.mark.parametrize(("free", "verdict"), [
    (0, Verdict.FAIL), (19_999_999, Verdict.FAIL), (20_000_000, Verdict.WARN), (199_999_999, Verdict.WARN), (200_000_000, OK),
])  # fmt: skip
def test_the_disk_is_asked_where_the_data_will_be(examine: Examine, tmp_path: Path, free: int, verdict: Verdict) -> None:
    asked: list[Path] = []
    chosen = {"data": tmp_path / "not" / "there", "hardware": "none"}
    found = examine(chosen, free_bytes=lambda folder: asked.append(folder) or free)
    assert ([one.verdict for one in found if one.part == "disk"], asked) == ([verdict], [tmp_path])


@pytest.mark.parametrize("by_service", [False, True])
def test_a_port_that_is_taken_or_only_roots_or_of_another_address(monkeypatch: pytest.MonkeyPatch, by_service: bool) -> None:
    guarded = Mock(side_effect=PermissionError(13, "Permission denied"))
    with socket.create_server(("127.0.0.1", 0)) as other:
        number = other.getsockname()[1]
        for bind in (socket.socket.bind, guarded):
            monkeypatch.setattr(socket.socket, "bind", bind)
            for host in ("127.0.0.1", "0.0.0.0"):
                assert codes([machine.port(host, number, by_service=by_service)]) == [("port.taken", "", "other_port")]
    found = machine.port("127.0.0.1", number, by_service=by_service)
    assert codes([found]) == ([] if by_service else [("port.barred", "", "high_port")])
    assert by_service == (found.said.code == "doctor.port.service")
    monkeypatch.undo()
    assert machine.port("127.0.0.1", number).said.code == "doctor.port.ok"
    assert codes([machine.port("192.0.2.1", 8000)]) == [("port.no_host", "", "check_host")]  # For documentation (RFC 5737).


@pytest.mark.parametrize(("model", "expected"), [
    (b"Raspberry Pi 5 Model B Rev 1.0\0", True), (b"Raspberry Pi Zero 2 W Rev 1.0\0", True),
    (b"Other Board\0", False), (None, False),
])  # fmt: skip
def test_a_pi_is_known_by_its_model_and_this_machine_can_be_asked(tmp_path: Path, model: bytes | None, expected: bool) -> None:
    if model is not None:
        (tmp_path / MODEL).parent.mkdir(parents=True)
        (tmp_path / MODEL).write_bytes(model)
    assert machine.is_a_pi(tmp_path) is expected
    with patch.object(os, "getgroups", return_value=[2**31 - 2]):  # It has no name.
        here = Machine()
    assert [here.has_module(name) for name in ("json", "no_such_module", "no_such_package.module")] == [True, False, False]
    assert ("flask" in here.packages(), here.free_bytes(tmp_path) > 0) == (True, True)
    assert [here.may_use(folder) for folder in (tmp_path, tmp_path / "nothing")] == [True, False]
    assert (len(here.groups) <= 1, abs(here.now() - time.time()) < 3600) == (True, True)
