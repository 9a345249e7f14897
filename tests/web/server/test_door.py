"""Sitting down: who gets a seat, what a lost answer costs, and the door's messages; and one phone for several seats."""

import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask import Flask
from markupsafe import escape

from companion.agreeing.evening.choosing import ChooseGame
from companion.games.barracuda.moves import DrawPawn, OpenBar
from companion.kit.options import Contents
from companion.seats.seating import StandUp
from companion.seats.starting import StartGame
from companion.table.table import Table
from companion.words import Words
from tests.markup import found
from tests.web.phones import Phone, pin_of, seated
from web.seats.session import hashed


@pytest.mark.parametrize("again", [("A", "Noor"), ("A", "Noor "), ("B", "Noor"), ("A", "Other"), ()])
def test_sitting_down_gives_a_secret_cookie_and_twice_one_seat(stranger: Phone, table: Table, again: tuple[str, ...]) -> None:
    """Even a phone that only looks at the door again."""
    assert "data-seat" not in stranger.get("/").text
    expected = stranger.cookie("expected")
    stranger.get("/")  # In two tabs, or fetched again while the form is on its way: it keeps its token.
    assert stranger.cookie("expected") == expected != ""
    cookie = stranger.join("A", "Noor").headers["Set-Cookie"]
    [token] = re.findall(r"^seat=([\w-]{22,});", cookie)  # Only this phone knows it.
    assert {"HttpOnly", "SameSite=Strict"} <= set(cookie.split("; "))
    assert table.now.seating.sitters["A"].token == hashed(token) != token
    assert stranger.cookie("expected") == ""
    row = table.now.revision
    stranger.lose_answer(expected)
    assert (stranger.join(*again) if again else stranger.get("/")).status_code == 303
    assert 'data-seat="A"' in stranger.get("/").text
    assert (table.now.names, table.now.revision) == ({"A": "Noor"}, row)


def test_a_phone_has_one_seat_until_it_stands_up(lobby: dict[str, Phone], stranger: Phone, table: Table) -> None:
    before = dict(table.now.names)
    answer = stranger.join("A", "Fien")
    assert (answer.status_code, 'role="alert"' in answer.text, 'value="Fien"' in answer.text) == (422, True, True)
    for seat in ("", "G", "a", "table", "chance", "bank", "AB", "A" * 5000):
        assert stranger.join(seat, "Fien").status_code in (413, 422), seat
    assert table.now.names == before
    assert len({sitter.token for sitter in table.now.seating.sitters.values()}) == len(lobby)
    assert lobby["A"].post("/join", data={"pawn": "F", "name": "Twice"}).status_code == 303
    assert ("F" in table.now.names, lobby["A"].get("/seat/view").status_code) == (False, 200)
    assert lobby["A"].act(StandUp()).status_code == 200
    assert ("A" in table.now.names, lobby["A"].get("/seat/view").status_code) == (False, 403)


def test_door_and_lobby_speak_the_phones_language_and_offer_every_other_by_its_own_name(stranger: Phone) -> None:
    for tongue, said in (("nl", "Schuif een kruk bij"), ("fr", "Prends un tabouret."), ("ja", "Pull up a stool")):
        assert said in stranger.get("/", **{"Accept-Language": f"{tongue}-BE,{tongue};q=0.9,en;q=0.5"}).text
    assert "Set-Cookie" not in stranger.get("/?lang=xx").headers
    offered = {"English en": True, "Nederlands nl": False, "Français fr": False, "Deutsch de": False}
    assert links(stranger.get("/").text) == offered
    assert stranger.get("/?lang=de").status_code == 303
    offered |= {"English en": False, "Deutsch de": True}
    assert links(stranger.get("/").text) == offered
    stranger.join("A", "Noor")
    assert links(stranger.get("/seat/view").text) == offered


def test_four_presses_at_once_are_one_and_each_is_told_so(app: Flask, stranger: Phone, table: Table) -> None:
    stranger.get("/")
    phones, start = [Phone(app, table) for _ in range(4)], threading.Barrier(4)

    def press(phone: Phone) -> int:
        phone.keep("expected", stranger.cookie("expected"))
        start.wait()
        return phone.join("A", "Noor").status_code

    with ThreadPoolExecutor(4) as presses:
        assert list(presses.map(press, phones)) == [303] * 4
    assert {phone.get("/seat/view").status_code for phone in phones} == {200}


def test_an_odd_token_at_the_door_is_not_taken(app: Flask, table: Table) -> None:
    for seat, token in zip("ABCDE", ("", "x", "a" * 21, "a" * 23, "../" * 7 + "a"), strict=True):
        phone = Phone(app, table)
        phone.keep("expected", token)
        phone.join(seat, f"Player {seat}")
        assert table.now.seating.sitters[seat].token != hashed(token), token


def links(page: str) -> dict[str, bool]:
    """Return the languages that *page* offers, by their own names, and whether each is the page's own."""
    offered = [one for one in found(page, "a[@hreflang]") if one.get("href") == f"/?lang={one.get('lang')}"]
    return {f"{one.text} {one.get('hreflang')}": one.get("aria-current") == "true" for one in offered}


def test_the_lobby_says_what_each_option_changes(lobby: dict[str, Phone], table: Table) -> None:
    for game in table.now.games.values():
        table.act("B", ChooseGame(game.NAME))
        page = lobby["A"].get("/seat/view").text
        for name in [one for one, option in game.OPTIONS.items() if not isinstance(option, Contents)]:
            fields = found(page, f"*[@name='{name}']")
            assert fields, name
            assert all(found(page, f"p[@id='{one.get('aria-describedby')}']") for one in fields), name
            assert str(escape(Words("en").text(f"{game.NAME}.option.{name}.about"))) in page


@pytest.fixture
def shared(app: Flask, table: Table, stranger: Phone) -> Phone:
    """A phone that holds D and, seated later, A, in a game with B and C."""
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


def test_a_second_player_sits_down_on_the_phone_only_where_that_is_meant_and_twice_too(stranger: Phone, table: Table) -> None:
    stranger.join("D", "Sanne")
    first = stranger.cookie()
    assert 'name="also"' not in stranger.get("/").text
    assert 'name="also"' in stranger.get("/?also=1&pawn=A").text
    expected, form = stranger.cookie("expected"), {"pawn": "A", "name": "Noor", "also": "1"}
    stranger.post("/join", data={"pawn": "A", "name": "Noor"})
    assert set(table.now.names) == {"D"}
    refused = stranger.post("/join", data={**form, "pawn": "D"})
    assert (refused.status_code, 'name="also"' in refused.text) == (422, True)
    assert [stranger.post("/join", data=form).status_code for _ in range(2)] == [303, 303]  # The answer came between.
    assert set(table.now.names) == {"A", "D"}
    stranger.lose_answer(expected)
    stranger.keep("seat", first)
    assert (stranger.get("/").status_code, 'data-seat="A"' in stranger.get("/").text) == (303, True)
    assert (hand(stranger, "D"), hand(stranger, "A")) == (303, 303)
    stranger.act(StandUp())
    assert stranger.get("/").headers["Location"] == "/curtain", "whoever gives up a seat hands the phone to the other player"
    assert "Pass the phone to Sanne" in stranger.get("/curtain").text
    assert "Sanne" in stranger.get("/").text


def test_each_act_is_of_the_seat_in_use_and_the_curtain_shows_no_game(shared: Phone, table: Table) -> None:
    """Another tab still shows A with A's pile: once the phone has been handed to D, that tab acts for nobody."""
    assert "Pass the phone to Sanne" in shared.get("/seat/view").text
    shared.answer("draw", DrawPawn("D"))
    assert "Sanne’s turn" in shared.get("/seat/view").text
    assert shared.answer("open", OpenBar("Octopus")).status_code == 409  # A is not asked.
    assert shared.post("/hand", data={"pawn": "D"}).headers["Location"] == "/curtain"
    page, shared.seat = shared.get("/curtain").text, "D"
    assert ["Pass the phone to Sanne" in page, "Noor" in page, "data-asks" in page] == [True, False, False]
    assert ('data-seat="D"' in shared.get("/").text, 'data-seat="A"' in shared.get("/seat/view").text) == (True, False)
    assert shared.answer("open", OpenBar("Octopus"), seat="A").status_code == 409
    assert shared.answer("open", OpenBar("Octopus"), seat="D").status_code == 200
    assert table.now.view("table").bar("Octopus").lessee == "D"


def test_a_phone_is_handed_only_to_whom_it_holds_and_holds_no_seat_that_moved(shared: Phone, app: Flask, table: Table) -> None:
    assert [hand(shared, seat) for seat in ("B", "C", "E", "A", "", "table")] == [403] * 6
    assert 'data-seat="A"' in shared.get("/").text
    pin = pin_of(shared)
    hand(shared, "D")
    assert Phone(app, table).post("/pin", data={"pawn": "A", "pin": pin}).status_code == 303
    assert hand(shared, "A") == 403


def test_odd_cookies_hold_nothing(shared: Phone) -> None:
    for also in ("", ".", "x" * 3000, "....", "a.b.c.d.e.f.g.h", "\ud83d"):
        shared.keep("also", also.encode("utf-8", "replace").decode())
        assert (shared.get("/seat/view").status_code, hand(shared, "D")) == (200, 403), also
