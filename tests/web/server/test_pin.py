"""A dead phone without a pawn: its seat's PIN brings the seat to another phone."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.pins import FIRST_PAUSE, FREE_TRIES
from companion.table import Table
from tests.web.phones import Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.tables import new_table


@pytest.fixture
def pin(phones: dict[str, Phone]) -> str:
    """The PIN of B, in a game."""
    return pin_of(phones["B"])


def tried(phone: Phone, pin: str, seat: str = "B") -> int:
    return phone.post("/pin", data={"pawn": seat, "pin": pin}).status_code


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def test_only_the_newest_pin_of_the_own_seat_opens(phones: dict[str, Phone], stranger: Phone, pin: str) -> None:
    new = pin_of(phones["B"])
    while new == pin:
        new = pin_of(phones["B"])
    wrongly = [("B", pin), ("A", new), ("F", new), ("", new), ("B", ""), ("B", f"{new}0"), ("B" * 300, new), ("A", "0000")]
    assert {tried(stranger, typed, seat) for seat, typed in wrongly} == {422}
    assert not has_purse(stranger)
    assert tried(stranger, new) == 303


def test_a_pin_is_shown_once_and_survives_a_restart(phones: dict[str, Phone], table: Table, tmp_path: Path, pin: str) -> None:
    pages = [phone.get(path).text for phone in phones.values() for path in ("/", "/seat/view", "/seat/menu", "/table", "/pin")]
    assert not [page for page in pages if re.search(rf"\b{pin}\b", page)]
    assert "pin" not in repr(table.seating)
    again = new_table(tmp_path)
    assert tried(Phone(new_app(again), again), pin) == 303


def test_a_newcomer_has_no_pin_and_who_stands_up_takes_it_away(
    lobby: dict[str, Phone], app: Flask, table: Table, stranger: Phone
) -> None:
    assert "data-newcomer" in lobby["B"].get("/").text
    pin = pin_of(lobby["B"])
    assert "data-newcomer" not in lobby["B"].get("/").text
    lobby["B"].act({"is": "StandUp"})
    seated(app, table, {"B": "Fien"})
    assert tried(stranger, pin) == 422


def test_wrong_pins_cost_their_address_a_pause_also_after_a_restart_and_never_the_right_phone(
    phones: dict[str, Phone], app: Flask, table: Table, stranger: Phone, tmp_path: Path, clock: Clock, pin: str
) -> None:
    theirs = pin_of(phones["C"])
    assert [tried(stranger, wrong(pin)) for _ in range(FREE_TRIES + 1)] == [422] * FREE_TRIES + [429]
    assert tried(Phone(app, table), pin) == 429
    assert has_purse(phones["B"])
    assert tried(Phone(app, table), theirs, "C") == 303
    again = new_table(tmp_path)
    started = new_app(again, clock=clock)
    assert tried(Phone(started, again), pin) == 429
    clock.now += FIRST_PAUSE
    assert tried(Phone(started, again), pin) == 303


def test_wrong_pins_from_elsewhere_do_not_lock_the_right_one_out(app: Flask, table: Table, stranger: Phone, pin: str) -> None:
    for _ in range(FREE_TRIES + 1):
        stranger.post("/pin", data={"pawn": "B", "pin": wrong(pin)}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert tried(Phone(app, table), pin) == 303


def test_a_right_pin_starts_the_count_anew(app: Flask, table: Table, pin: str) -> None:
    for _ in range(3):
        assert {tried(Phone(app, table), wrong(pin)) for _ in range(FREE_TRIES - 1)} == {422}
        assert tried(Phone(app, table), pin) == 303


def test_no_phone_sets_a_hash_of_its_own(phones: dict[str, Phone]) -> None:
    for command in ({"is": "SetPin", "pin": "00.00"}, {"is": "MoveSeat", "token": "0" * 64}):
        assert phones["A"].act(command).status_code == 400


def test_a_pin_brings_a_seat_to_a_new_phone_once(phones: dict[str, Phone], stranger: Phone, table: Table, pin: str) -> None:
    assert "Émile" in stranger.get("/pin").text
    expected = stranger.cookie("expected")
    assert tried(stranger, pin) == 303
    assert (has_purse(stranger), has_purse(phones["B"])) == (True, False)
    assert "Émile plays on another phone now." in phones["B"].get("/").text
    stranger.lose_answer(expected)
    row = table.revision
    assert tried(stranger, pin) == 303
    assert (table.revision, has_purse(stranger)) == (row, True)
