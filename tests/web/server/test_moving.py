"""A seat that moves, by its pawn or its PIN: what its old phone, its new phone, the table screen and everybody else get."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.pins import FIRST_PAUSE, FREE_TRIES
from companion.seating import StartGame
from companion.table import Table
from companion.tickets import SECONDS, Tickets
from tests.companion.settings import first
from tests.web.phones import Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.tables import new_table

BAG = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDEF", start=1)}
CODE = "7K3F2M"


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Table:
    drawn = iter(CODE + "QQQQQQ" + "RRRRRR")
    pieces = Pieces({uid: Piece("bag", seat) for seat, uid in BAG.items()})
    return Table(Journal(connect(tmp_path / "journal")), GAMES, pieces, first, Tickets(clock, lambda _: next(drawn)))


@pytest.fixture
def phones(lobby: dict[str, Phone]) -> dict[str, Phone]:
    """Five phones in a game for which no pawn is drawn from the bag, so that one that is laid means its seat."""
    lobby["A"].act(StartGame("barracuda", {}))
    return lobby


@pytest.fixture
def fresh(phones: dict[str, Phone], stranger: Phone, table: Table) -> Phone:
    """A phone without a seat, while Émile's pawn has just been laid in a game."""
    table.tap("reader 1", BAG["B"])
    return stranger


def move(phone: Phone, code: str = CODE) -> int:
    return phone.post("/move", data={"code": code}).status_code


@pytest.mark.parametrize("code", [CODE, CODE.lower(), "7k3F2m"])
def test_a_new_phone_looks_then_takes_the_seat(fresh: Phone, phones: dict[str, Phone], code: str) -> None:
    pages = [fresh.get(f"/{code}")]
    assert "Émile" in pages[0].text
    assert (has_purse(fresh), has_purse(phones["B"])) == (False, True)  # Looking moves nothing: cameras look, too.
    expected = fresh.cookie("expected")
    pages += [fresh.post("/move", data={"code": code}), fresh.get("/"), fresh.get("/seat/view")]
    assert (has_purse(fresh), has_purse(phones["B"])) == (True, False)
    told = ["another phone now" in phones[seat].get("/").text for seat in "AB"]
    assert ("Émile" in pages[2].text, told) == (True, [False, True])
    assert not [page for page in pages if fresh.cookie() in page.text]  # Its token is for the browser alone.
    fresh.lose_answer(expected)
    assert move(fresh, code) == 303, "two quick presses are one move even where the first answer got lost"
    assert has_purse(fresh)


def test_a_ticket_is_good_once_for_a_minute_and_no_other_is(fresh: Phone, app: Flask, table: Table, clock: Clock) -> None:
    late, thief = Phone(app, table), Phone(app, table)
    assert {move(fresh, code) for code in ("", "AAAAAA", "7K3F2", "x" * 3000, "ßßßßßß", "\x00")} == {409}
    assert fresh.post("/move", data={"code": CODE}, headers={"Origin": "http://elsewhere.test"}).status_code == 403
    assert thief.get(f"/{CODE}").status_code == 200
    clock.now = SECONDS
    assert (late.get(f"/{CODE}").status_code, move(late)) == (404, 409)
    clock.now = 0
    move(fresh)
    assert (move(thief), has_purse(thief), thief.get(f"/{CODE}").status_code) == (409, False, 404)


def test_a_free_seats_code_leads_to_the_door_with_its_pawn_chosen(stranger: Phone, table: Table) -> None:
    table.tap("reader 1", BAG["D"])
    assert CODE in stranger.get("/table/view").text
    answer = stranger.get(f"/{CODE}")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/?pawn=D&code={CODE}")
    assert 'value="D" checked' in stranger.get(f"/?pawn=D&code={CODE}").text
    assert 'value="A" checked' in stranger.get("/?pawn=%22x").text
    table.press("back")
    assert CODE not in stranger.get("/table/view").text


def test_a_phone_that_has_a_seat_keeps_it_beside_the_new_one(fresh: Phone, phones: dict[str, Phone], table: Table) -> None:
    assert phones["B"].get(f"/{CODE}").headers["Location"] == "/", "its own needs no move"
    phones["A"].get(f"/{CODE}")
    move(phones["A"])
    assert "Émile" in phones["A"].get("/").text
    assert phones["A"].cookie("also")
    assert set(table.names) == set(phones)


def test_the_code_is_for_the_eyes_at_the_table(fresh: Phone, phones: dict[str, Phone], table: Table) -> None:
    """Whoever is in the Wi-Fi can read the table screen's view, and would be faster than any camera."""
    everywhere = [fresh.get(path).text for path in ("/table", "/table/view", "/", "/join/view")]
    everywhere += [phone.get("/seat/view").text for phone in phones.values()]
    assert not [page for page in everywhere if CODE in page.upper()]
    assert "The code is on the display." in everywhere[1]
    only_screen = Phone(new_app(table, codes_on_screen=True), table)
    assert CODE in only_screen.get("/table/view").text


# By PIN: a dead phone without a pawn


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
    for _ in range(FREE_TRIES + 1):  # From elsewhere: they lock nobody else out.
        stranger.post("/pin", data={"pawn": "B", "pin": wrong(pin)}, environ_base={"REMOTE_ADDR": "10.0.0.9"})
    assert [tried(stranger, wrong(pin)) for _ in range(FREE_TRIES + 1)] == [422] * FREE_TRIES + [429]
    assert tried(Phone(app, table), pin) == 429
    assert has_purse(phones["B"])
    assert tried(Phone(app, table), theirs, "C") == 303
    again = new_table(tmp_path)
    started = new_app(again, clock=clock)
    assert tried(Phone(started, again), pin) == 429
    clock.now += FIRST_PAUSE
    assert tried(Phone(started, again), pin) == 303


def test_a_right_pin_starts_the_count_anew(app: Flask, table: Table, pin: str) -> None:
    for _ in range(3):
        assert {tried(Phone(app, table), wrong(pin)) for _ in range(FREE_TRIES - 1)} == {422}
        assert tried(Phone(app, table), pin) == 303


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
