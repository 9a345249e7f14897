"""A dead phone without a pawn: its seat's PIN brings the seat to another phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.pins import FIRST_PAUSE, FREE_TRIES
from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import new_table

NAMES = {"A": "Noor", "B": "Émile", "C": "Jonas"}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def app(table: Table, clock: Clock) -> Flask:
    return new_app(table, clock=clock)


@pytest.fixture
def phones(app: Flask, table: Table) -> dict[str, Phone]:
    """Three players in a game."""
    phones = seated(app, table, NAMES)
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    return phones


def pin_of(phone: Phone) -> str:
    found = re.search(r"\b\d{4}\b", phone.post("/seat/pin").text)
    assert found
    return found[0]


def other(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def has_purse(phone: Phone) -> bool:
    return phone.get("/seat/purse").status_code == 200


def test_a_pin_brings_a_seat_to_a_new_phone_also_in_a_game(phones: dict[str, Phone], app: Flask, table: Table) -> None:
    pin, new = pin_of(phones["B"]), Phone(app, table)
    assert "Émile" in new.get("/pin").text
    assert new.post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303
    assert has_purse(new)
    assert not has_purse(phones["B"])
    assert "Émile plays on another phone now." in phones["B"].get("/").text


def test_only_the_newest_pin_of_the_own_seat_opens(phones: dict[str, Phone], app: Flask, table: Table) -> None:
    old, new = pin_of(phones["B"]), pin_of(phones["B"])
    while new == old:
        new = pin_of(phones["B"])
    phone = Phone(app, table)
    for seat, pin in (("B", old), ("A", new), ("D", new), ("", new), ("B", ""), ("B", f"{new}0"), ("B" * 300, new)):
        assert phone.post("/pin", data={"pawn": seat, "pin": pin}).status_code == 422, (seat, pin)
    assert not has_purse(phone)
    assert phone.post("/pin", data={"pawn": "B", "pin": new}).status_code == 303


def test_a_seat_without_a_pin_cant_be_opened_by_any(phones: dict[str, Phone], app: Flask, table: Table) -> None:
    for pin in ("", "0000"):
        assert Phone(app, table).post("/pin", data={"pawn": "A", "pin": pin}).status_code == 422


def test_wrong_pins_cost_a_pause_for_that_seat_and_never_the_right_phone(
    phones: dict[str, Phone], app: Flask, table: Table, clock: Clock
) -> None:
    pin, theirs, guesser = pin_of(phones["B"]), pin_of(phones["C"]), Phone(app, table)
    codes = [guesser.post("/pin", data={"pawn": "B", "pin": other(pin)}).status_code for _ in range(FREE_TRIES + 1)]
    assert codes == [422] * FREE_TRIES + [429]
    assert Phone(app, table).post("/pin", data={"pawn": "B", "pin": pin}).status_code == 429
    assert has_purse(phones["B"])
    assert Phone(app, table).post("/pin", data={"pawn": "C", "pin": theirs}).status_code == 303
    clock.now += FIRST_PAUSE
    assert Phone(app, table).post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303


def test_a_right_pin_starts_the_count_anew(phones: dict[str, Phone], app: Flask, table: Table) -> None:
    pin = pin_of(phones["B"])
    for _ in range(3):
        guesses = [Phone(app, table).post("/pin", data={"pawn": "B", "pin": other(pin)}) for _ in range(FREE_TRIES - 1)]
        assert {answer.status_code for answer in guesses} == {422}
        assert Phone(app, table).post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303


def test_a_pin_is_shown_once_and_kept_nowhere(phones: dict[str, Phone], table: Table, tmp_path: Path) -> None:
    pin = pin_of(phones["B"])
    pages = [phone.get(path).text for phone in phones.values() for path in ("/", "/seat/view", "/seat/menu", "/table", "/pin")]
    assert not [page for page in pages if re.search(rf"\b{pin}\b", page)]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"PinSet" in kept
    assert f'"{pin}"'.encode() not in kept
    assert "pin" not in repr(table.seating)


def test_who_sits_down_is_a_newcomer_until_there_is_a_pin(app: Flask, table: Table) -> None:
    phone = seated(app, table, {"A": "Noor"})["A"]
    assert "data-newcomer" in phone.get("/").text
    pin_of(phone)
    assert "data-newcomer" not in phone.get("/").text


def test_a_pin_survives_a_restart(phones: dict[str, Phone], tmp_path: Path) -> None:
    pin = pin_of(phones["B"])
    again = new_table(tmp_path)
    assert Phone(new_app(again), again).post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303


def test_a_pin_goes_with_whoever_stands_up(app: Flask, table: Table) -> None:
    phones = seated(app, table, NAMES)
    pin = pin_of(phones["B"])
    phones["B"].act({"is": "StandUp"})
    Phone(app, table).join("B", "Luc")
    assert Phone(app, table).post("/pin", data={"pawn": "B", "pin": pin}).status_code == 422


def test_no_phone_sets_a_hash_of_its_own(phones: dict[str, Phone]) -> None:
    for command in ({"is": "SetPin", "pin": "00.00"}, {"is": "MoveSeat", "token": "0" * 64}):
        assert phones["A"].act(command).status_code == 400


def test_two_quick_presses_are_one_move_even_where_the_first_answer_got_lost(
    phones: dict[str, Phone], app: Flask, table: Table
) -> None:
    pin, new = pin_of(phones["B"]), Phone(app, table)
    new.get("/pin")
    waiting = new.client.get_cookie("expected", domain="barkeep.test")
    assert waiting
    assert new.post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303
    new.client.delete_cookie("seat", domain="barkeep.test")
    new.client.set_cookie("expected", waiting.value, domain="barkeep.test")
    row = table.revision
    assert new.post("/pin", data={"pawn": "B", "pin": pin}).status_code == 303
    assert table.revision == row
    assert has_purse(new)
