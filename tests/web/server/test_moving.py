"""A seat that moves: what its old phone, its new phone, the table screen and everybody else get."""

from pathlib import Path

import pytest
from flask import Flask

from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import StartGame
from companion.table import Table
from companion.tickets import SECONDS, Tickets
from tests.companion.settings import first
from tests.web.phones import Clock, Phone, has_purse, new_app

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
