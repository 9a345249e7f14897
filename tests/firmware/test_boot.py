"""Opening a table: what is missing stops nothing and is named once, and what can't be opened gives everything back."""

from __future__ import annotations

import socket
import sys
import threading
from pathlib import Path

import pytest

from companion.words import Words
from firmware import boot, screens, storage
from firmware.boot import Settings, open_house
from firmware.simulator import faults
from tests.evenings.house import Phone, until

PARTS = ("reader 1", "the display", "the panel")
HERE = {"port": 0, "host": "127.0.0.1"}


@pytest.fixture
def no_pi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make sure of a machine without a Pi's packages, whatever the tests run on."""
    for name in ("spidev", "RPi", "RPi.GPIO", "lgpio", "smbus2"):
        monkeypatch.setitem(sys.modules, name, None)


@pytest.mark.usefixtures("no_pi")
@pytest.mark.parametrize("display_on", ["i2c", "spi"])
def test_a_pi_that_lacks_everything_is_a_table_all_the_same(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, display_on: str
) -> None:
    house = open_house(Settings(tmp_path, "pi", display_on=display_on, readers=2, **HERE))
    try:
        lines = (*PARTS, "reader 2")
        until(lambda: all(_lines(caplog, part) for part in lines), "a line for each part")
        phone = Phone(house, "A")
        phone.sit()
        assert house.table.names == {"A": "Noor"}
        assert {name: len(_lines(caplog, name)) for name in lines} == dict.fromkeys(lines, 1)
        assert all("install" in line for name in lines for line in _lines(caplog, name))
        assert house.devices.box is None  # Nothing simulated stands in.
    finally:
        house.close()


def _lines(caplog: pytest.LogCaptureFixture, part: str) -> list[str]:
    return [line for line in caplog.messages if line.startswith(f"{part} is lost: ")]


def test_without_panel_and_display_nobody_misses_them(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    house = open_house(Settings(tmp_path, "pi", display="none", panel=False, **HERE))
    try:
        until(lambda: _lines(caplog, "reader 1"), "the reader's line")
        assert not _lines(caplog, "the display") + _lines(caplog, "the panel")
    finally:
        house.close()


def test_the_display_says_that_the_table_starts_before_the_journal_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[bytes] = []
    boxes: list[boot.Devices] = []
    build, read = boot.build_devices, storage.open_journal
    monkeypatch.setattr(boot, "build_devices", lambda *given: boxes.append(build(*given)) or boxes[-1])
    monkeypatch.setattr(storage, "open_journal", lambda data: shown.append(boxes[0].box.picture().tobytes()) or read(data))
    house = open_house(Settings(tmp_path, "simulated", language="nl", **HERE))
    try:
        assert shown == [screens.starting(Words("nl")).tobytes()]
        until(lambda: house.devices.box.picture().tobytes() != shown[0], "the lobby")
    finally:
        house.close()


@pytest.mark.parametrize("fault", ["display.absent", "display.unplugged"])
def test_a_display_that_can_not_say_so_does_not_stop_the_start(tmp_path: Path, fault: str) -> None:
    house = open_house(Settings(tmp_path, "simulated", faults=(fault,), **HERE))
    house.close()


def test_every_fault_can_be_there_from_the_start(tmp_path: Path) -> None:
    names = tuple(name for name in faults.FAULTS if name not in ("reader.zeros", "reader.ones"))  # One line, one level.
    house = open_house(Settings(tmp_path, "simulated", faults=names, **HERE))
    house.close()


def test_a_fault_that_is_none_is_refused_by_name(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"no fault called 'reader\.rust', only reader\.unplugged"):
        open_house(Settings(tmp_path, "simulated", faults=("reader.rust",), **HERE))
    assert "spidev" not in sys.modules
    storage.claim(tmp_path).close()


def test_the_pages_are_made_ready_while_people_sit_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "BETWEEN_PAGES", 0)
    house = open_house(Settings(tmp_path, "none", **HERE))
    try:
        jinja = house._app.jinja_env
        until(lambda: {name for _, name in jinja.cache} == set(jinja.list_templates()), "every template")
    finally:
        house.close()


def test_a_table_that_can_not_open_gives_everything_back(tmp_path: Path) -> None:
    threads = threading.active_count()
    with socket.create_server(("127.0.0.1", 0)) as other:
        with pytest.raises(OSError, match="in use"):
            open_house(Settings(tmp_path, "simulated", port=other.getsockname()[1], host="127.0.0.1"))
        assert "spidev" not in sys.modules
        assert threading.active_count() == threads
    open_house(Settings(tmp_path, "simulated", **HERE)).close()
