"""A seat can't be stolen (W6): its token is long, stored only as a hash, told to one phone, and dead after a move."""

import base64
import logging
import re
from pathlib import Path

import pytest
from flask import Flask

from companion.seats.pins import FIRST_PAUSE, FREE_TRIES
from companion.seats.seating import StandUp
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.markup import found, words
from tests.web.phones import HOST, Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.tables import new_table
from web.contract import PAGES
from web.seats import session
from web.seats.session import hashed, new_token

PATHS = (*PAGES, "/seat/ask/draw", "/join/view", "/pin", "/enrolment")


def test_the_disk_has_the_hashes_and_never_a_token_or_a_pin(lobby: dict[str, Phone], tmp_path: Path) -> None:
    on_disk = lambda: b"".join(path.read_bytes() for path in sorted(tmp_path.iterdir()))
    kept = on_disk()
    for phone in lobby.values():
        assert phone.cookie().encode() not in kept
        assert base64.urlsafe_b64decode(phone.cookie() + "==") not in kept
        assert hashed(phone.cookie()).encode() in kept  # The control: something that is there is found.
    pins = {pin_of(phone) for phone in lobby.values()}
    new = on_disk().replace(kept, b"")
    assert b"PinSet" in new
    assert [pin for pin in pins if f'"{pin}"'.encode() in new] == []


def test_no_page_header_or_log_has_a_token(lobby: dict[str, Phone], stranger: Phone, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    tokens = {value for phone in lobby.values() for value in (phone.cookie(), hashed(phone.cookie()))}
    for phone in (*lobby.values(), stranger):
        for path in PATHS:
            answer = phone.get(path)
            told = answer.text + str(answer.headers) + caplog.text
            assert not [one for one in tokens if one in told], path
    given = stranger.join("F", "Late").headers["Set-Cookie"]
    assert stranger.cookie() in given  # The control: a token that is told is found.


CHANGES = {
    "shorter": lambda one: one[:-1], "longer": lambda one: one + "A", "capitals": str.upper, "quoted": lambda one: f'"{one}x"',
    "what the table keeps": hashed, "another": lambda _: new_token(), "empty": lambda _: "", "seat": lambda _: "A",
}  # fmt: skip


def test_nothing_but_the_token_itself_opens_a_seat(lobby: dict[str, Phone], app: Flask) -> None:
    client, (right, other) = app.test_client(use_cookies=False), (lobby[seat].cookie() for seat in "AB")
    look = lambda cookies: client.get("/seat/view", base_url=f"http://{HOST}", headers={"Cookie": cookies})
    assert {how: look(f"seat={change(right)}").status_code for how, change in CHANGES.items()} == dict.fromkeys(CHANGES, 403)
    both = look(f"seat={right}; seat={other}")  # Of two with the name the first counts, and a seat is never mixed.
    assert both.text == lobby["A"].get("/seat/view").text


# By PIN: a dead phone without a pawn


@pytest.fixture
def pin(phones: dict[str, Phone]) -> str:
    """The PIN of B, during a game."""
    return pin_of(phones["B"])


def tried(phone: Phone, pin: str, seat: str = "B") -> int:
    return phone.post("/pin", data={"pawn": seat, "pin": pin}).status_code


def wrong(pin: str) -> str:
    return f"{(int(pin) + 1) % 10_000:04}"


def test_only_the_newest_own_pin_brings_a_seat_to_a_new_phone_once(phones: dict[str, Phone], stranger: Phone, pin: str) -> None:
    new = pin_of(phones["B"])
    while new == pin:
        new = pin_of(phones["B"])
    wrongly = [("B", pin), ("A", new), ("F", new), ("", new), ("B", ""), ("B", f"{new}0"), ("B" * 300, new), ("A", "0000")]
    assert {tried(stranger, typed, seat) for seat, typed in wrongly} == {422}
    assert "Émile" in stranger.get("/pin").text
    expected = stranger.cookie("expected")
    assert (has_purse(stranger), tried(stranger, new)) == (False, 303)
    assert (has_purse(stranger), has_purse(phones["B"])) == (True, False)
    assert "Émile plays on another phone now." in phones["B"].get("/").text
    stranger.lose_answer(expected)
    row = stranger.table.now.revision
    assert (tried(stranger, new), stranger.table.now.revision, has_purse(stranger)) == (303, row, True)


def test_a_pin_is_shown_once(phones: dict[str, Phone], table: Table, pin: str) -> None:
    pages = [phone.get(path).text for phone in phones.values() for path in ("/", "/seat/view", "/seat/menu", "/table", "/pin")]
    texts = [text for page in pages for one in found(page, "*") for text in (words(one), *one.attrib.values())]
    assert not [text for text in texts if re.search(rf"\b{pin}\b", text)]
    assert "pin" not in repr(table.now.seating)


def test_a_newcomer_has_no_pin_and_leaving_ends_it(lobby: dict[str, Phone], app: Flask, table: Table, stranger: Phone) -> None:
    assert "data-newcomer" in lobby["B"].get("/").text
    pin = pin_of(lobby["B"])
    assert "data-newcomer" not in lobby["B"].get("/").text
    lobby["B"].act({"is": "StandUp"})
    seated(app, table, {"B": "Fien"})
    assert tried(stranger, pin) == 422


def test_wrong_pins_cost_their_address_a_pause_also_after_a_restart_until_a_right_one_and_never_the_right_phone(
    phones: dict[str, Phone], app: Flask, table: Table, stranger: Phone, tmp_path: Path, clock: Clock, pin: str
) -> None:
    theirs = pin_of(phones["C"])
    for _ in range(FREE_TRIES + 1):  # From elsewhere: they lock out nobody else.
        stranger.post("/pin", data={"pawn": "B", "pin": wrong(pin)}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    for _ in range(3):  # A right PIN starts the count anew.
        phone = Phone(app, table)
        assert {tried(phone, wrong(pin)) for _ in range(FREE_TRIES - 1)} == {422}
        assert tried(phone, pin) == 303
    assert [tried(stranger, wrong(pin)) for _ in range(FREE_TRIES + 1)] == [422] * FREE_TRIES + [429]
    assert tried(Phone(app, table), pin) == 429
    assert has_purse(phone)
    assert tried(Phone(app, table), theirs, "C") == 303
    again = new_table(tmp_path)
    started = new_app(again, clock=clock)
    assert tried(Phone(started, again), pin) == 429
    clock.now += FIRST_PAUSE
    assert tried(Phone(started, again), pin) == 303


def test_a_phone_that_leaves_as_its_pin_is_asked_gets_no_seat(lobby: dict[str, Phone], monkeypatch: pytest.MonkeyPatch) -> None:
    pin_of(lobby["A"])
    lobby["B"].keep("expected", lobby["B"].cookie())
    had, table = session.arrived, lobby["B"].table
    seen_now = table.now

    def arrived(now: Snapshot) -> str:
        token = had(now)
        if now.seating.sitters.get("B"):
            table.act("B", StandUp())
        return token

    monkeypatch.setattr(session, "arrived", arrived)
    tried(lobby["B"], "0000", "A")
    assert table.now.seating.sitters["A"] == seen_now.seating.sitters["A"]
