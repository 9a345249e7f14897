"""One phone for more than one seat: each act is of the seat whose token is in use, and a curtain is drawn between them."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.barracuda.moves import DrawPawn, OpenBar
from companion.seating import StartGame
from companion.table import Table
from tests.web.phones import Phone, seated
from tests.web.server.taking import pin_of


@pytest.fixture
def shared(app: Flask, table: Table, stranger: Phone) -> Phone:
    """A phone that holds A, who sat down last, and D, in a game with B and C."""
    others = seated(app, table, {"B": "Émile", "C": "Jonas"})
    stranger.join("D", "Sanne")
    assert stranger.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"}).status_code == 303
    others["B"].act(StartGame("barracuda", {"draw": "bag"}))
    stranger.seat = "A"
    return stranger


def hand(phone: Phone, seat: str) -> int:
    status = phone.post("/hand", data={"pawn": seat}).status_code
    phone.seat = seat if status == 303 else phone.seat
    return status


def test_a_second_player_sits_down_on_the_same_phone_only_where_that_is_meant(stranger: Phone, table: Table) -> None:
    stranger.join("D", "Sanne")
    assert 'name="also"' not in stranger.get("/").text
    assert 'name="also"' in stranger.get("/?also=1&pawn=A").text
    stranger.post("/join", data={"pawn": "A", "name": "Noor"})
    assert set(table.names) == {"D"}
    refused = stranger.post("/join", data={"pawn": "D", "name": "Noor", "also": "1"})
    assert (refused.status_code, 'name="also"' in refused.text) == (422, True)
    stranger.post("/join", data={"pawn": "A", "name": "Noor", "also": "1"})
    assert set(table.names) == {"A", "D"}


def test_each_act_is_of_the_seat_in_use(shared: Phone, table: Table) -> None:
    """Another tab of the phone, which still shows A and A's pile, acts for nobody when the phone has been handed to D."""
    shared.answer("draw", DrawPawn("D"))
    assert "Sanne is asked" in shared.get("/seat/view").text
    assert shared.answer("open", OpenBar("Octopus")).status_code == 409  # A is not asked.
    assert hand(shared, "D") == 303
    assert shared.answer("open", OpenBar("Octopus"), seat="A").status_code == 409
    assert shared.answer("open", OpenBar("Octopus"), seat="D").status_code == 200
    assert table.view("table").bar("Octopus").lessee == "D"


def test_the_curtain_names_who_is_next_and_shows_no_game(shared: Phone) -> None:
    assert "Hand it to Sanne" in shared.get("/seat/view").text
    answer = shared.post("/hand", data={"pawn": "D"})
    assert answer.headers["Location"] == "/curtain"
    page = shared.get("/curtain").text
    assert "Hand it to Sanne" in page
    assert not [told for told in ("Noor", "data-asks") if told in page]
    assert 'data-seat="D"' in shared.get("/").text
    assert 'data-seat="A"' not in shared.get("/seat/view").text


def test_a_phone_is_handed_only_to_whom_it_holds_and_holds_no_seat_that_moved(shared: Phone, app: Flask, table: Table) -> None:
    assert [hand(shared, seat) for seat in ("B", "C", "E", "A", "", "table")] == [403] * 6
    assert 'data-seat="A"' in shared.get("/").text
    pin = pin_of(shared)
    hand(shared, "D")
    assert Phone(app, table).post("/pin", data={"pawn": "A", "pin": pin}).status_code == 303
    assert hand(shared, "A") == 403


@pytest.mark.parametrize("also", ["", ".", "x" * 3000, "....", "a.b.c.d.e.f.g.h", "\ud83d"])
def test_odd_cookies_hold_nothing(shared: Phone, also: str) -> None:
    shared.keep("also", also.encode("utf-8", "replace").decode())
    assert shared.get("/seat/view").status_code == 200
    assert hand(shared, "D") == 403
