"""A seat can't be taken (W6): its token is long, known by its hash alone, told to one phone, and dead after a move."""

from __future__ import annotations

import base64
import logging
import re
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import NAMES, new_table
from web.identity import COOKIE, hashed, new_token

PATHS = (
    "/", "/seat/view", "/seat/purse", "/seat/lobby", "/seat/menu", "/seat/ask/draw", "/table", "/table/view", "/join/view",
    "/pin", "/enrolment", "/openapi.json",
)  # fmt: skip


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return new_app(table)


@pytest.fixture
def phones(app: Flask, table: Table) -> dict[str, Phone]:
    return seated(app, table, NAMES)


def token(phone: Phone) -> str:
    kept = phone.client.get_cookie(COOKIE, domain="barkeep.test")
    assert kept is not None
    return kept.value


def on_disk(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.iterdir()))


def test_a_token_is_128_random_bits() -> None:
    numbers = [int.from_bytes(base64.urlsafe_b64decode(new_token() + "==")) for _ in range(2000)]
    assert len(set(numbers)) == 2000
    for bit in range(128):  # 2,000 throws of a fair coin: less than 800 heads, or more than 1,200, come once in 10^18 times.
        assert 800 < sum(number >> bit & 1 for number in numbers) < 1200


def test_the_disk_has_the_hashes_and_never_a_token(phones: dict[str, Phone], table: Table, tmp_path: Path) -> None:
    phones["A"].act(StartGame("barracuda", {}))
    kept = on_disk(tmp_path)
    for phone in phones.values():
        assert token(phone).encode() not in kept
        assert base64.urlsafe_b64decode(token(phone) + "==") not in kept
        assert hashed(token(phone)).encode() in kept  # The control: what is there is found.


def test_the_disk_never_has_a_pin(phones: dict[str, Phone], tmp_path: Path) -> None:
    before = on_disk(tmp_path)
    pins = {re.findall(r"<h1[^>]*>\D*(\d{4})\D*</h1>", phone.post("/seat/pin").text)[0] for phone in phones.values()}
    assert len(pins) > 1
    new = on_disk(tmp_path).replace(before, b"")
    assert b"PinSet" in new
    for pin in pins:
        assert f'"{pin}"'.encode() not in new


def test_a_token_is_in_no_page_no_header_and_no_log(
    phones: dict[str, Phone], app: Flask, table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = {value for phone in phones.values() for value in (token(phone), hashed(token(phone)))}
    for phone in (*phones.values(), Phone(app, table)):
        for path in PATHS:
            answer = phone.get(path)
            told = answer.text + str(answer.headers)
            assert not [one for one in tokens if one in told], path
    assert not [one for one in tokens if one in caplog.text]
    late = Phone(new_app(table), table)
    phones["A"].act({"is": "StandUp"})
    assert token_given(late.join("A", "Late")) == token(late)  # The control: where one is told, it is found.


def token_given(answer: TestResponse) -> str:
    return str(answer.headers["Set-Cookie"]).partition("seat=")[2].partition(";")[0]


CHANGES = {
    "shorter": lambda one: one[:-1], "longer": lambda one: one + "A", "capitals": str.upper, "quoted": lambda one: f'"{one}x"',
    "hashed": hashed, "another": lambda _: new_token(), "empty": lambda _: "", "seat": lambda _: "A",
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_nothing_but_the_token_itself_opens_a_seat(phones: dict[str, Phone], app: Flask, change: str) -> None:
    client, right = app.test_client(use_cookies=False), token(phones["A"])
    for value, status in ((right, 200), (CHANGES[change](right), 403)):
        answer = client.get("/seat/view", base_url="http://barkeep.test", headers={"Cookie": f"seat={value}"})
        assert answer.status_code == status


def test_of_two_cookies_of_the_name_the_first_counts_and_a_seat_is_never_mixed(phones: dict[str, Phone], app: Flask) -> None:
    client = app.test_client(use_cookies=False)
    both = f"seat={token(phones['A'])}; seat={token(phones['B'])}"
    page = client.get("/seat/view", base_url="http://barkeep.test", headers={"Cookie": both}).text
    assert page == client.get("/seat/view", base_url="http://barkeep.test", headers={"Cookie": both.partition(";")[0]}).text
