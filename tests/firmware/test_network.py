"""Which address this machine has on its own network, and a table that follows it there."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.words import Words
from firmware import boot, network, screens
from firmware.boot import House, Settings, open_house
from tests.evenings.house import request, until


def test_an_access_point_without_a_way_out_tells_its_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "127.0.0.1" in list(network._interfaces()) or sys.platform != "linux"
    monkeypatch.setattr(network, "_way_out", lambda: "")
    monkeypatch.setattr(network, "_interfaces", lambda: iter(["127.0.0.1", "10.42.0.1"]))
    assert network.lan_address() == "10.42.0.1"
    monkeypatch.setattr(network, "_interfaces", lambda: iter(["127.0.0.1"]))
    assert network.lan_address() == "127.0.0.1"


def test_the_address_on_the_way_to_others_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(network, "_interfaces", lambda: iter(["172.17.0.1"]))
    monkeypatch.setattr(network, "_way_out", lambda: "192.168.1.7")
    assert network.lan_address() == "192.168.1.7"


@pytest.fixture
def lan(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The address that this machine has, alone in the list, and looked at all the time."""
    address = [network.NOWHERE]
    monkeypatch.setattr(network, "lan_address", lambda: address[0])
    monkeypatch.setattr(boot, "MOVED_SECONDS", 0.02)
    return address


@pytest.fixture
def house(tmp_path: Path, lan: list[str]) -> Iterator[House]:
    """A table that was opened before there was a network."""
    assert lan == [network.NOWHERE]
    house = open_house(Settings(tmp_path, "simulated", port=0))
    yield house
    house.close()


def asked(house: House, host: str) -> tuple[int, str]:
    """Ask for the table screen by the name *host*."""
    return request(house.port, host, "GET", "/table")


def shown(house: House) -> bytes:
    assert house.devices.box is not None
    return house.devices.box.picture().tobytes()


def lobby(address: str) -> bytes:
    return screens.lobby(f"http://{address}/", address, {}, Words("en")).tobytes()


def test_a_table_that_was_up_before_the_network_is_found_there(
    house: House, lan: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    until(lambda: shown(house) == lobby(f"127.0.0.1:{house.port}"), "the display with no address that would help")
    assert asked(house, "192.168.1.7")[0] == 421
    lan[0] = "192.168.1.7"
    until(lambda: house.welcome.join == f"http://192.168.1.7:{house.port}/", "the new address")
    until(lambda: asked(house, "192.168.1.7")[0] == 200, "an answer by it")
    assert f"192.168.1.7:{house.port}" in asked(house, "192.168.1.7")[1], "the table screen says it"
    until(lambda: shown(house) == lobby(f"192.168.1.7:{house.port}"), "the display shows it")
    assert f"the table is at 192.168.1.7:{house.port} now" in caplog.messages


def test_an_address_that_went_is_kept_until_there_is_another(house: House, lan: list[str]) -> None:
    lan[0] = "192.168.1.7"
    until(lambda: asked(house, "192.168.1.7")[0] == 200, "an answer by it")
    lan[0] = network.NOWHERE
    with pytest.raises(AssertionError, match="nothing"):
        until(lambda: "192.168.1.7" not in house.welcome.join, "nothing", 0.3)
    lan[0] = "192.168.1.9"
    until(lambda: asked(house, "192.168.1.9")[0] == 200, "an answer by the other")
    assert asked(house, "192.168.1.7")[0] == 200, "whoever still comes through by it is at the right door"
