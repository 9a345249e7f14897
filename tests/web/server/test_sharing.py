"""One phone for more than one seat: each act is of the seat whose token is in use, and a curtain is drawn between them."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask

from companion.barracuda.moves import DrawPawn, OpenBar
from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone, new_app, seated
from tests.web.server.test_pin import pin_of
from tests.web.tables import new_table

NAMES = {"B": "Émile", "C": "Jonas"}


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return new_table(tmp_path)


@pytest.fixture
def app(table: Table) -> Flask:
    return new_app(table)


@pytest.fixture
def shared(app: Flask, table: Table) -> Phone:
    """A phone that holds A, who sat down last, and D, in a game with B and C."""
    others = seated(app, table, NAMES)
    phone = Phone(app, table)
    phone.join("D", "Sanne")
    assert phone.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"}).status_code == 303
    others["B"].act(StartGame("barracuda", {"draw": "bag"}))
    phone.seat = "A"
    return phone


def hand(phone: Phone, seat: str) -> int:
    status = phone.post("/hand", data={"pawn": seat}).status_code
    phone.seat = seat if status == 303 else phone.seat
    return status


def test_a_second_player_sits_down_on_the_same_phone_only_where_that_is_meant(app: Flask, table: Table) -> None:
    phone = Phone(app, table)
    phone.join("D", "Sanne")
    assert 'name="also"' not in phone.get("/").text
    assert 'name="also"' in phone.get("/?also=1&pawn=A").text
    phone.post("/join", data={"pawn": "A", "name": "Noor"})
    assert set(table.names) == {"D"}
    refused = phone.post("/join", data={"pawn": "D", "name": "Noor", "also": "1"})
    assert (refused.status_code, 'name="also"' in refused.text) == (422, True)
    phone.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"})
    assert set(table.names) == {"A", "D"}


def test_each_act_is_of_the_seat_in_use(shared: Phone, table: Table) -> None:
    shared.answer("draw", DrawPawn("D"))
    assert shared.answer("open", OpenBar("Octopus")).status_code == 409  # A is not asked.
    assert hand(shared, "D") == 303
    assert shared.answer("open", OpenBar("Octopus")).status_code == 200
    assert table.view("table").bar("Octopus").lessee == "D"


def test_the_curtain_names_who_is_next_and_shows_no_game(shared: Phone) -> None:
    answer = shared.post("/hand", data={"pawn": "D"})
    assert answer.headers["Location"] == "/curtain"
    page = shared.get("/curtain").text
    assert "Hand it to Sanne" in page
    assert "Noor" not in page
    assert "data-asks" not in page
    assert 'data-seat="D"' in shared.get("/").text


def test_a_page_says_whom_to_hand_it_to_and_who_is_asked(shared: Phone) -> None:
    shared.answer("draw", DrawPawn("A"))
    assert "Hand it to Sanne" in shared.get("/seat/view").text
    shared.answer("open", OpenBar("Octopus"))
    shared.answer("draw", DrawPawn("D"))
    assert "Sanne is asked" in shared.get("/seat/view").text


def test_a_page_that_was_anothers_acts_for_nobody(shared: Phone, table: Table) -> None:
    """Another tab of the phone still shows A and A's pile when the phone has been handed to D."""
    shared.answer("draw", DrawPawn("D"))
    hand(shared, "D")
    assert shared.answer("open", OpenBar("Octopus"), seat="A").status_code == 409
    assert shared.answer("open", OpenBar("Octopus"), seat="D").status_code == 200


@pytest.mark.parametrize("seat", ["B", "C", "E", "A", "", "table"])
def test_a_phone_is_handed_only_to_whom_it_holds(shared: Phone, seat: str) -> None:
    assert hand(shared, seat) == 403
    assert 'data-seat="A"' in shared.get("/").text


def test_only_one_seats_page_comes_at_a_time(shared: Phone) -> None:
    assert shared.get("/seat/purse").status_code == 200
    assert shared.get("/seat/stream").status_code == 200
    hand(shared, "D")
    assert 'data-seat="A"' not in shared.get("/seat/view").text


def test_a_seat_that_moved_away_is_held_no_more(shared: Phone, app: Flask, table: Table) -> None:
    pin = pin_of(shared)
    hand(shared, "D")
    assert Phone(app, table).post("/pin", data={"pawn": "A", "pin": pin}).status_code == 303
    assert hand(shared, "A") == 403


@pytest.mark.parametrize("also", ["", ".", "x" * 3000, "....", "a.b.c.d.e.f.g.h", "\ud83d"])
def test_odd_cookies_hold_nothing(shared: Phone, also: str) -> None:
    shared.client.set_cookie("also", also.encode("utf-8", "replace").decode(), domain="barkeep.test")
    assert shared.get("/seat/view").status_code == 200
    assert hand(shared, "D") == 403
