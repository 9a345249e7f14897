"""The machine under the table: everything that can lack, on a file system made for it."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware import machine
from firmware.boot import Settings
from firmware.finding import Finding, Verdict
from firmware.machine import BUILT, MODEL, SYNCHRONISED, Machine

NODES = ("spidev0.0", "spidev0.1", "spidev1.0", "spidev1.1", "spidev1.2", "i2c-1", "gpiochip4")


def a_pi(root: Path, nodes: tuple[str, ...] = NODES, **known: object) -> Machine:
    """Return a Pi with everything, but for what *known* says."""
    for node in nodes:
        (root / "dev").mkdir(exist_ok=True)
        (root / "dev" / node).touch()
    everything = {
        "groups": frozenset(machine.GROUPS),
        "has_module": lambda name: True,
        "packages": lambda: frozenset({"rpi-lgpio", "mfrc522"}),
        "now": lambda: BUILT + 86_400,
        "free_bytes": lambda folder: 10**10,
    }
    return Machine(root, **everything | known)


def pi_settings(root: Path, **chosen: object) -> Settings:
    return Settings(root / "data", "pi", **chosen)


def codes(found: list[Finding]) -> list[tuple[str, str, str]]:
    return [(one.said.code, dict(one.said.fields).get("node", ""), one.remedy.code) for one in found if one.verdict is not OK]


OK = Verdict.OK


@pytest.mark.parametrize("chosen", [{}, {"readers": 5}, {"display_on": "spi"}, {"display": "none", "panel": False}])
def test_a_pi_with_everything_is_well(tmp_path: Path, chosen: dict[str, object]) -> None:
    found = list(machine.surroundings(pi_settings(tmp_path, **chosen), a_pi(tmp_path)))
    assert codes(found) == []
    assert [one.part for one in found] == ["nodes", "groups", "packages", "clock", "disk"]


@pytest.mark.parametrize(
    ("lacking", "chosen", "remedy"),
    [
        ("spidev0.0", {}, "doctor.do.switch_on_spi"),
        ("spidev0.1", {"readers": 2}, "doctor.do.switch_on_spi"),
        ("spidev1.2", {"readers": 5}, "doctor.do.switch_on_spi1"),
        ("spidev0.1", {"display_on": "spi"}, "doctor.do.switch_on_spi"),
        ("i2c-1", {}, "doctor.do.switch_on_i2c"),
        ("gpiochip4", {}, "doctor.do.is_it_a_pi"),
    ],
)
def test_a_node_that_lacks_is_named_with_what_switches_it_on(
    tmp_path: Path, lacking: str, chosen: dict[str, object], remedy: str
) -> None:
    here = a_pi(tmp_path, tuple(node for node in NODES if node != lacking))
    node = "/dev/gpiochip*" if lacking == "gpiochip4" else f"/dev/{lacking}"
    assert codes(list(machine.surroundings(pi_settings(tmp_path, **chosen), here))) == [("doctor.nodes.missing", node, remedy)]


@pytest.mark.parametrize(
    ("lacking", "chosen"),
    [("spidev0.1", {}), ("spidev1.0", {"readers": 2}), ("i2c-1", {"display": "none"}), ("i2c-1", {"display_on": "spi"})],
)
def test_a_node_that_nobody_needs_may_lack(tmp_path: Path, lacking: str, chosen: dict[str, object]) -> None:
    here = a_pi(tmp_path, tuple(node for node in NODES if node != lacking))
    assert codes(list(machine.surroundings(pi_settings(tmp_path, **chosen), here))) == []


def test_off_a_pi_no_node_is_needed(tmp_path: Path) -> None:
    found = list(machine.surroundings(Settings(tmp_path, "simulated"), a_pi(tmp_path, (), groups=frozenset())))
    assert codes(found) == []
    assert found[0].said.code == "doctor.hardware.simulated"


def test_a_user_who_is_kept_out_is_told_which_groups_to_join(tmp_path: Path) -> None:
    here = a_pi(tmp_path, groups=frozenset({"spi"}), may_use=lambda path: path.name != "i2c-1")
    (found,) = [one for one in machine.surroundings(pi_settings(tmp_path), here) if one.verdict is not OK]
    assert (found.said.code, found.remedy.code) == ("doctor.groups.barred", "doctor.do.join_groups")
    assert dict(found.said.fields)["nodes"] == "i2c-1"


def test_who_may_use_the_buses_needs_no_groups(tmp_path: Path) -> None:
    found = list(machine.surroundings(pi_settings(tmp_path), a_pi(tmp_path, groups=frozenset())))
    assert codes(found) == []
    assert "doctor.groups.let_in" in [one.said.code for one in found]


def test_groups_are_missed_where_no_node_can_tell(tmp_path: Path) -> None:
    here = a_pi(tmp_path, (), groups=frozenset({"gpio"}))
    (found,) = [one for one in machine.surroundings(pi_settings(tmp_path), here) if one.verdict is Verdict.WARN]
    assert dict(found.said.fields) == {"groups": "spi, i2c"}


def test_a_second_reader_and_a_display_on_spi_share_a_wire(tmp_path: Path) -> None:
    found = list(machine.surroundings(pi_settings(tmp_path, readers=2, display_on="spi"), a_pi(tmp_path)))
    assert codes(found) == [("doctor.wiring.shared", "", "doctor.do.part_select")]


@pytest.mark.parametrize(
    ("name", "hardware", "remedy"),
    [
        ("mfrc522", "pi", "doctor.do.install_mfrc522"),
        ("mfrc522", "simulated", "doctor.do.install_mfrc522"),
        ("spidev", "pi", "doctor.do.install_bus_packages"),
        ("RPi.GPIO", "pi", "doctor.do.install_bus_packages"),
        ("lgpio", "pi", "doctor.do.install_bus_packages"),
    ],
)
def test_a_package_that_lacks_is_named(tmp_path: Path, name: str, hardware: str, remedy: str) -> None:
    here = a_pi(tmp_path, has_module=lambda module: module != name)
    found = list(machine.surroundings(Settings(tmp_path, hardware), here))
    assert codes(found) == [("doctor.packages.missing", "", remedy)]


def test_rpi_gpio_in_the_place_of_rpi_lgpio_is_found(tmp_path: Path) -> None:
    here = a_pi(tmp_path, packages=lambda: frozenset({"rpi.gpio", "mfrc522"}))
    found = list(machine.surroundings(pi_settings(tmp_path), here))
    assert codes(found) == [("doctor.packages.clash", "", "doctor.do.remove_rpi_gpio")]


@pytest.mark.parametrize(("now", "synchronised", "code"), [
    (0.0, False, "doctor.clock.unset"),
    (BUILT - 1, True, "doctor.clock.unset"),
    (BUILT + 1, False, "doctor.clock.ok"),
    (BUILT + 1, True, "doctor.clock.synchronised"),
    (BUILT + 40 * 365 * 86_400, False, "doctor.clock.ok"),
])  # fmt: skip
def test_the_clock(tmp_path: Path, now: float, synchronised: bool, code: str) -> None:
    if synchronised:
        (tmp_path / SYNCHRONISED).parent.mkdir(parents=True)
        (tmp_path / SYNCHRONISED).touch()
    found = list(machine.surroundings(pi_settings(tmp_path), a_pi(tmp_path, now=lambda: now)))
    assert [one.said.code for one in found if one.part == "clock"] == [code]
    assert ("clock" in [one.part for one in found if one.verdict is not OK]) == (now < BUILT)


@pytest.mark.parametrize(("free", "verdict"), [
    (0, Verdict.FAIL), (19_999_999, Verdict.FAIL), (20_000_000, Verdict.WARN), (199_999_999, Verdict.WARN), (200_000_000, OK),
])  # fmt: skip
def test_the_disk_is_asked_where_the_data_will_be(tmp_path: Path, free: int, verdict: Verdict) -> None:
    asked = []
    here = a_pi(tmp_path, free_bytes=lambda folder: asked.append(folder) or free)
    found = list(machine.surroundings(Settings(tmp_path / "not" / "there", "none"), here))
    assert [one.verdict for one in found if one.part == "disk"] == [verdict]
    assert asked == [tmp_path]


def test_a_port_that_another_program_has() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        found = machine.port("127.0.0.1", taken)
        assert (found.said.code, found.remedy.code) == ("doctor.port.taken", "doctor.do.other_port")
    assert machine.port("127.0.0.1", taken).said.code == "doctor.port.ok"


def test_an_address_that_is_not_ours() -> None:
    found = machine.port("192.0.2.1", 8000)  # Kept for documentation: nobody's.
    assert (found.said.code, found.remedy.code) == ("doctor.port.no_host", "doctor.do.check_host")


class Guarded(socket.socket):
    """Lets nobody have a port."""

    def bind(self, address: object) -> None:
        raise PermissionError(13, "Permission denied")


@pytest.fixture
def other() -> Iterator[socket.socket]:
    """Another program's port."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken


def test_a_port_that_only_root_may_have(other: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket, "socket", Guarded)
    number = other.getsockname()[1]
    found = machine.port("127.0.0.1", number)
    assert (found.said.code, found.remedy.code) == ("doctor.port.barred", "doctor.do.high_port")
    assert machine.port("127.0.0.1", number, by_service=True).said.code == "doctor.port.service"


@pytest.mark.parametrize("by_service", [True, False])
def test_a_port_that_only_root_may_have_and_another_program_has(
    other: socket.socket, monkeypatch: pytest.MonkeyPatch, by_service: bool
) -> None:
    other.listen()
    monkeypatch.setattr(socket, "socket", Guarded)
    found = machine.port("0.0.0.0", other.getsockname()[1], by_service=by_service)
    assert (found.said.code, found.remedy.code) == ("doctor.port.taken", "doctor.do.other_port")


@pytest.mark.parametrize(("model", "expected"), [
    (b"Raspberry Pi 5 Model B Rev 1.0\0", True), (b"Raspberry Pi Zero 2 W Rev 1.0\0", True),
    (b"Other Board\0", False), (None, False),
])  # fmt: skip
def test_a_pi_is_told_by_its_model(tmp_path: Path, model: bytes | None, expected: bool) -> None:
    if model is not None:
        (tmp_path / MODEL).parent.mkdir(parents=True)
        (tmp_path / MODEL).write_bytes(model)
    assert machine.is_a_pi(tmp_path) is expected


def test_this_machine_can_be_asked(tmp_path: Path) -> None:
    here = Machine()
    assert here.has_module("json")
    assert not here.has_module("no_such_module")
    assert not here.has_module("no_such_package.module")
    assert "flask" in here.packages()
    assert here.free_bytes(tmp_path) > 0
    assert here.may_use(tmp_path)
    assert not here.may_use(tmp_path / "nothing")
    assert abs(here.now() - time.time()) < 3600
