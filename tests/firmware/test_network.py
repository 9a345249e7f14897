"""Which address this machine has on its own network, and a table that follows it there."""

from __future__ import annotations

import logging
import sys
from contextlib import closing
from pathlib import Path

import pytest

from companion.words import Words
from firmware import boot, network, screens
from firmware.boot import House, Settings, open_house
from tests.evenings.house import request, until

PATIENCE = 300.0  # Seconds that a busy machine gets; nothing waits for their end.


@pytest.mark.parametrize(
    ("way_out", "interfaces", "found"),
    [("", ["127.0.0.1", "10.42.0.1"], "10.42.0.1"), ("", ["127.0.0.1"], "127.0.0.1"),
     ("192.168.1.7", ["172.17.0.1"], "192.168.1.7")],
)  # fmt: skip
def test_the_address_on_the_way_to_others_comes_first_and_an_access_points_own_where_there_is_none(
    monkeypatch: pytest.MonkeyPatch, way_out: str, interfaces: list[str], found: str
) -> None:
    assert "127.0.0.1" in list(network._interfaces()) or sys.platform != "linux"
    monkeypatch.setattr(network, "_way_out", lambda: way_out)
    monkeypatch.setattr(network, "_interfaces", lambda: iter(interfaces))
    assert network.lan_address() == found


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address that this machine has, alone in the list; looked at only when the test says so."""
    address = [network.NOWHERE]
    monkeypatch.setattr(network, "lan_address", lambda: address[0])
    monkeypatch.setattr(boot, "MOVED_SECONDS", 3600.0)
    return address


def found_by(house: House, host: str) -> str:
    """Return the table screen, asked for by the name *host*; empty where it is refused."""
    status, page = request(house.port, host, "GET", "/table")
    assert status in (200, 421)
    return page if status == 200 else ""


def shows(house: House, address: str) -> bool:
    assert house.devices.box is not None
    lobby = screens.lobby(f"http://{address}/", address, {}, Words("en"))
    return house.devices.box.picture().tobytes() == lobby.tobytes()


def test_a_table_that_was_up_before_the_network_is_found_there_and_keeps_its_address_until_there_is_another(
    tmp_path: Path, lan: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    with closing(open_house(Settings(tmp_path, "simulated", port=0))) as house:
        until(lambda: shows(house, f"127.0.0.1:{house.port}"), "an address that helps nobody", PATIENCE)
        assert not found_by(house, "192.168.1.7")
        for lan[0], expected in (("192.168.1.7", "192.168.1.7"), (network.NOWHERE, "192.168.1.7"), ("10.0.0.9", "10.0.0.9")):
            house._look_for_address()
            address = f"{expected}:{house.port}"
            assert house.welcome.join == f"http://{address}/"
            assert address in found_by(house, expected)
            until(lambda address=address: shows(house, address), f"{address} on the display", PATIENCE)
        assert found_by(house, "192.168.1.7"), "whoever still comes through by the first is at the right door"
        told = [line for line in caplog.messages if line.endswith(" now")]
        assert told == [f"the table is at {address}:{house.port} now" for address in ("192.168.1.7", "10.0.0.9")]


def test_the_address_is_looked_for_all_the_time(tmp_path: Path, lan: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boot, "MOVED_SECONDS", 0.02)
    with closing(open_house(Settings(tmp_path, "none", port=0))) as house:
        lan[0] = "192.168.1.7"
        until(lambda: "192.168.1.7" in house.welcome.join, "the new address", PATIENCE)
