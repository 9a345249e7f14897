"""A dead phone without a pawn: its seat's PIN brings the seat to another phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.pins import FIRST_PAUSE, FREE_TRIES
from companion.table import Table
from tests.web.phones import Clock, Phone, new_app, seated
from tests.web.server.taking import has_purse, pin_of
from tests.web.tables import new_table


@pytest.fixture
def pin(phones: dict[str, Phone]) -> str:
    """The PIN of B, in a game."""
    return pin_of(phones["B"])


def tried(phone: Phone, pin: str, seat: str = "B") -> int:
    return phone.post("/pin", data={"pawn": seat, "pin": pin}).status_code


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def test_a_pin_brings_a_seat_to_a_new_phone_also_in_a_game(phones: dict[str, Phone], stranger: Phone, pin: str) -> None:
    assert "Émile" in stranger.get("/pin").text
    assert tried(stranger, pin) == 303
    assert has_purse(stranger)
    assert not has_purse(phones["B"])
    assert "Émile plays on another phone now." in phones["B"].get("/").text


def test_only_the_newest_pin_of_the_own_seat_opens(phones: dict[str, Phone], stranger: Phone, pin: str) -> None:
    new = pin_of(phones["B"])
    while new == pin:
        new = pin_of(phones["B"])
    for seat, typed in (("B", pin), ("A", new), ("F", new), ("", new), ("B", ""), ("B", f"{new}0"), ("B" * 300, new)):
        assert tried(stranger, typed, seat) == 422, (seat, typed)
    assert not has_purse(stranger)
    assert tried(stranger, new) == 303


def test_a_seat_without_a_pin_cant_be_opened_by_any(phones: dict[str, Phone], stranger: Phone) -> None:
    assert [tried(stranger, pin, "A") for pin in ("", "0000")] == [422, 422]


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


def test_a_pin_is_shown_once_and_kept_nowhere(phones: dict[str, Phone], table: Table, tmp_path: Path, pin: str) -> None:
    pages = [phone.get(path).text for phone in phones.values() for path in ("/", "/seat/view", "/seat/menu", "/table", "/pin")]
    assert not [page for page in pages if re.search(rf"\b{pin}\b", page)]
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"PinSet" in kept
    assert f'"{pin}"'.encode() not in kept
    assert "pin" not in repr(table.seating)


def test_who_sits_down_is_a_newcomer_until_there_is_a_pin(lobby: dict[str, Phone]) -> None:
    assert "data-newcomer" in lobby["A"].get("/").text
    pin_of(lobby["A"])
    assert "data-newcomer" not in lobby["A"].get("/").text


def test_a_pin_survives_a_restart(tmp_path: Path, pin: str) -> None:
    again = new_table(tmp_path)
    assert tried(Phone(new_app(again), again), pin) == 303


def test_a_pin_goes_with_whoever_stands_up(lobby: dict[str, Phone], app: Flask, table: Table, stranger: Phone) -> None:
    pin = pin_of(lobby["B"])
    lobby["B"].act({"is": "StandUp"})
    seated(app, table, {"B": "Fien"})
    assert tried(stranger, pin) == 422


def test_no_phone_sets_a_hash_of_its_own(phones: dict[str, Phone]) -> None:
    for command in ({"is": "SetPin", "pin": "00.00"}, {"is": "MoveSeat", "token": "0" * 64}):
        assert phones["A"].act(command).status_code == 400


def test_two_quick_presses_are_one_move_even_where_the_first_answer_got_lost(table: Table, stranger: Phone, pin: str) -> None:
    stranger.get("/pin")
    expected = stranger.cookie("expected")
    assert tried(stranger, pin) == 303
    stranger.lose_answer(expected)
    row = table.revision
    assert tried(stranger, pin) == 303
    assert table.revision == row
    assert has_purse(stranger)
