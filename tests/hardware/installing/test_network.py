"""The Wi-Fi of the table's own."""

from __future__ import annotations

import configparser
import os
import random
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from firmware import command
from hardware.installing import network
from hardware.installing.choices import Choices
from tests.hardware.installing.fake_pi import FakePi


def profile(fake: FakePi) -> configparser.ConfigParser:
    found = configparser.ConfigParser()
    found.read_string(fake.pi.text(network.PROFILE) or "")
    return found


def test_its_password_is_random_printed_and_kept(
    fake: FakePi, source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake.install(source, "--access-point")
    word = network.password(fake.pi)
    assert f"password {word}" in capsys.readouterr().out
    fake.install(source, "--access-point")
    assert network.password(fake.pi) == word
    assert f"password {word}" in capsys.readouterr().out
    other = FakePi(tmp_path / "other")
    other.install(source, "--access-point")
    assert network.password(other.pi) != word


def test_the_command_for_the_card_is_one_that_barkeep_knows_and_the_card_says_all(tmp_path: Path) -> None:
    program, *words = shlex.split(network.card("abcd-efgh-jkmn"))
    assert program == "barkeep"
    assert command.main([*words[:-1], str(tmp_path / "card.svg")]) == 0
    drawn = (tmp_path / "card.svg").read_text(encoding="utf-8")
    assert "abcd-efgh-jkmn" in drawn
    assert "10.42.0.1" in drawn


def test_each_letter_is_drawn_and_none_is_taken_for_another(fake: FakePi) -> None:
    for change in network.access_point(fake.pi, Choices(access_point=True), random.Random(1).choice):
        change.do()
    letters = network.password(fake.pi).replace("-", "")
    assert len(letters) == 12
    assert len(set(letters)) > 6
    assert not set(letters) & set("0O1lI")


def test_only_root_may_read_it(fake: FakePi, source: Path) -> None:
    fake.install(source, "--access-point")
    assert fake.pi.at(network.PROFILE).stat().st_mode & 0o077 == 0


def test_the_house_comes_first(fake: FakePi, source: Path) -> None:
    fake.install(source, "--access-point")
    found = profile(fake)
    assert found.getint("connection", "autoconnect-priority") < 0
    assert (found["wifi"]["mode"], found["ipv4"]["method"]) == ("ap", "shared")


def test_it_asks_for_the_country_once(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake.country = ""
    assert fake.install(source, "--access-point") == 1
    assert "--country" in capsys.readouterr().err
    assert fake.install(source, "--access-point", "--country", "be") == 0
    assert fake.country == "BE"
    assert fake.install(source, "--access-point") == 0


def test_without_being_asked_for_there_is_none(fake: FakePi, source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fake.install(source)
    assert fake.pi.text(network.PROFILE) is None
    assert "password" not in capsys.readouterr().out


@pytest.fixture
def network_event(tmp_path: Path) -> Callable[[str, str], int]:
    """Tells the script of NetworkManager's *event* at an address; returns how often the table was started again so far."""
    script = network.FOLLOW_TEXT.replace("/run/", f"{tmp_path}/")
    for name, line in (
        ("ip", f'echo "2: wlan0    inet $(cat {tmp_path}/is)/24 brd x"'),
        ("systemctl", f'echo "$*" >>{tmp_path}/told'),
    ):
        (tmp_path / name).write_text(f"#!/bin/sh\n{line}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)

    def tell(address: str, event: str) -> int:
        (tmp_path / "is").write_text(address, encoding="utf-8")
        words = ["sh", "-c", script, "sh", "wlan0", event]
        subprocess.run(words, env={"PATH": f"{tmp_path}:{os.environ['PATH']}"}, check=True)
        return (tmp_path / "told").read_text(encoding="utf-8").count("try-restart barkeep.service")

    return tell


def test_the_table_follows_the_pi_into_another_network(network_event: Callable[[str, str], int]) -> None:
    told = [network_event("10.0.0.5", "up"), network_event("10.42.0.1", "down"), network_event("10.42.0.1", "up")]
    assert told == [1, 1, 2]


def test_the_same_address_again_disturbs_nobody(network_event: Callable[[str, str], int]) -> None:
    assert [network_event("10.0.0.5", event) for event in ("up", "up", "dhcp4-change")] == [1, 1, 1]
