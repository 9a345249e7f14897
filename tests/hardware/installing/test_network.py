"""The table's own Wi-Fi, and the table's move from one network to another."""

import configparser
import random
import shlex
from pathlib import Path

from firmware import command
from hardware.installing import network
from hardware.installing.choices import Choices
from tests.hardware.installing.fake_pi import FakePi


def test_it_is_made_when_asked_for_its_password_is_roots_and_the_house_comes_first(fake: FakePi, tmp_path: Path) -> None:
    fake.put(network.RESTARTING, "#!/bin/sh\n")  # An earlier version's, which restarted the table in another network.
    assert "password" not in fake.install().out
    assert [fake.pi.at(path).exists() for path in (network.PROFILE, network.RESTARTING)] == [False, False]
    other = FakePi(tmp_path / "other")
    first, again, _ = (pi.install("--access-point").out for pi in (fake, fake, other))
    word = network.password(fake.pi)
    assert all(f"password {word}" in said for said in (first, again))
    assert network.password(other.pi) != word
    assert fake.pi.at(network.PROFILE).stat().st_mode & 0o077 == 0
    profile = configparser.ConfigParser()
    profile.read_string(fake.text(network.PROFILE))
    assert profile.getint("connection", "autoconnect-priority") < 0
    assert (profile["wifi"]["mode"], profile["ipv4"]["method"]) == ("ap", "shared")


def test_the_command_for_the_card_is_one_that_barkeep_knows_and_the_card_says_all(tmp_path: Path) -> None:
    program, *words = shlex.split(network.card("abcd-efgh-jkmn"))
    assert (program, command.main([*words[:-1], str(tmp_path / "card.svg")])) == ("barkeep", 0)
    drawn = (tmp_path / "card.svg").read_text(encoding="utf-8")
    assert [word in drawn for word in ("abcd-efgh-jkmn", "10.42.0.1")] == [True, True]


def test_each_letter_is_drawn_and_none_is_taken_for_another(fake: FakePi) -> None:
    for change in network.access_point(fake.pi, Choices(access_point=True), random.Random(1).choice):
        change.do()
    letters = network.password(fake.pi).replace("-", "")
    assert (len(letters), len(set(letters)) > 6, set(letters) & set("0O1lI")) == (12, True, set())


def test_it_asks_for_the_country_once(fake: FakePi) -> None:
    fake.country = ""
    code, _, said = fake.install("--access-point")
    assert (code, "--country" in said) == (1, True)
    assert [fake.install("--access-point", *more).code for more in (("--country", "be"), ())] == [0, 0]
    assert fake.country == "BE"
