"""Opening a table: a missing part stops nothing, a failed start gives everything back, and phones can find the table."""

import errno
import importlib
import logging
import socket
import sys
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from companion.words import Words
from firmware import boot, network, storage
from firmware.boot import open_table
from firmware.building import Settings
from firmware.display import screens
from firmware.voice.espeak import Espeak
from tests.evenings.house import PATIENCE, Phone, request, until

PARTS, HERE = {"reader 1", "reader 2", "the display", "the panel"}, {"port": 0, "host": "127.0.0.1"}


@pytest.mark.parametrize(("chosen", "missed"), [
    ({"readers": 2}, PARTS), ({"readers": 2, "display_on": "spi"}, PARTS),
    ({"display": "none", "panel": False, "voice": True}, {"reader 1", "the voice"}),
])  # fmt: skip
def test_a_pi_that_lacks_all(tmp_path: Path, monkeypatch: Any, caplog: Any, chosen: dict[str, Any], missed: set[str]) -> None:
    for name in ("spidev", "RPi", "RPi.GPIO", "lgpio", "smbus2"):  # Missing, even if this machine has them.
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.setattr(boot, "Espeak", lambda language: Espeak(language, ("espeak-ng-that-is-missing",)))
    lost = lambda: Counter(line.partition(" is lost: ")[0] for line in caplog.messages if " is lost: " in line)
    with closing(open_table(Settings(tmp_path, "pi", **chosen, **HERE))) as house:
        until(lambda: set(lost()) == missed, "a line for each part")
        Phone(house, "A").sit()
        assert (house.table.now.names, house.devices.box) == ({"A": "Noor"}, None), "nothing is simulated in their place"
    assert lost() == dict.fromkeys(missed, 1)
    assert all("install" in line for line in caplog.messages if " is lost: " in line)


def test_a_table_that_can_not_open_gives_everything_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    importlib.import_module("luma.oled.device")  # Which starts threads of its own, once.
    threads = threading.active_count()
    with socket.create_server(("127.0.0.1", 0)) as other:
        with pytest.raises(OSError, match="in use"):
            open_table(Settings(tmp_path, "simulated", port=other.getsockname()[1], host="127.0.0.1"))
        assert ("spidev" not in sys.modules, threading.active_count()) == (True, threads)
    with monkeypatch.context() as worn:
        worn.setattr(storage, "_own", Mock(side_effect=OSError(errno.EROFS, "Read-only file system")))
        with pytest.raises(storage.Stuck, match="copy that folder onto a new card"):
            open_table(Settings(tmp_path, "simulated", **HERE))
    open_table(Settings(tmp_path, "simulated", **HERE)).close()


@pytest.mark.parametrize(("way_out", "interfaces", "found"), [
    ("", ["127.0.0.1", "10.42.0.1"], ("10.42.0.1",)), ("", ["127.0.0.1"], ()),
    ("192.168.1.7", ["10.42.0.1", "192.168.1.7"], ("192.168.1.7", "10.42.0.1")),  # The way to others comes first.
])  # fmt: skip
def test_addresses(monkeypatch: pytest.MonkeyPatch, way_out: str, interfaces: list[str], found: tuple[str, ...]) -> None:
    assert "127.0.0.1" in list(network._interfaces()) or sys.platform != "linux"
    monkeypatch.setattr(socket.socket, "connect", Mock(side_effect=None if way_out else OSError(errno.ENETUNREACH, "No route")))
    monkeypatch.setattr(socket.socket, "getsockname", lambda _: (way_out, 1))
    monkeypatch.setattr(network, "_interfaces", lambda: iter(interfaces))
    assert network.lan_addresses() == found


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The machine's addresses; they are looked up only when the test says so."""
    addresses = list[str]()
    monkeypatch.setattr(network, "lan_addresses", lambda: tuple(addresses))
    monkeypatch.setattr(boot, "MOVED_SECONDS", 3600.0)
    return addresses


def test_a_table_is_found_on_a_network_that_comes_later(tmp_path: Path, lan: list[str], caplog: Any) -> None:
    caplog.set_level(logging.INFO)
    with closing(open_table(Settings(tmp_path, "simulated", port=0))) as house:

        def found_by(host: str) -> str:
            status, page = request(house.port, host, "GET", "/table")
            assert status in (200, 421)
            return page if status == 200 else ""

        assert not found_by("192.168.1.7")
        house._post = Mock(address=house.welcome.join)
        router, other = ["192.168.1.7"], ["10.0.0.9"]
        for lan[:], at in (([], "127.0.0.1"), (router, "192.168.1.7"), ([], "192.168.1.7"), (other, "10.0.0.9")):
            house._look_for_address()
            address = f"{at}:{house.port}"
            assert house.welcome.join == house._post.address == f"http://{address}/"
            assert address in found_by(at)
            lobby = screens.lobby(f"http://{address}/", address, {}, Words("en")).tobytes()
            until(lambda lobby=lobby: house.devices.box.picture().tobytes() == lobby, f"{address} on the display")
        assert found_by("192.168.1.7"), "the first address still leads to the table"
        assert not found_by("10.42.0.1")
        lan.append("10.42.0.1")  # The table's own Wi-Fi opens beside the cable, and its card names this address.
        house._look_for_address()
        assert found_by("10.42.0.1")
        told = [line for line in caplog.messages if line.endswith(" now")]
        assert told == [f"the table is at {address}:{house.port} now" for address in ("192.168.1.7", "10.0.0.9")]


def test_pages_are_prepared_and_the_address_looked_for(tmp_path: Path, lan: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    ready = threading.Event()
    monkeypatch.setattr(boot, "BETWEEN_PAGES", 0)
    monkeypatch.setattr(boot, "MOVED_SECONDS", 0.02)
    monkeypatch.setattr(boot, "prepare", lambda _: (ready.set() for page in ["a page"]))
    with closing(open_table(Settings(tmp_path, "none", port=0))) as house:
        lan.append("192.168.1.7")
        until(lambda: "192.168.1.7" in house.welcome.join, "the new address")
        assert ready.wait(PATIENCE), "the pages"
