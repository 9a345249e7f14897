"""Sitting down, one phone for several seats, and that no seat is stolen (W6): by its token, or by its PIN."""

import base64
import logging
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask

from companion.games.barracuda.moves import DrawPawn, OpenBar
from companion.seats.pins import FIRST_PAUSE, FREE_TRIES
from companion.seats.seating import StandUp
from companion.seats.starting import StartGame
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from tests.markup import found, words
from tests.web.phones import HOST, Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.tables import new_table
from web.contract import PAGES
from web.seats import session
from web.seats.session import hashed, new_token


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


def test_door_and_lobby_speak_the_phones_language_until_it_chooses_another(stranger: Phone) -> None:
    for tongue, said in (("nl", "Schuif een kruk bij"), ("fr", "Prends un tabouret."), ("ja", "Pull up a stool")):
        assert said in stranger.get("/", **{"Accept-Language": f"{tongue}-BE,{tongue};q=0.9,en;q=0.5"}).text
    assert "Set-Cookie" not in stranger.get("/?lang=xx").headers
    assert [one.get("href") for one in found(stranger.get("/").text, "a[@hreflang='de']")] == ["/?lang=de"]
    assert stranger.get("/?lang=de").status_code == 303
    stranger.join("A", "Noor")
    assert '<html lang="de"' in stranger.get("/").text


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
    assert ['name="also"' in stranger.get(path).text for path in ("/", "/?also=1&pawn=A")] == [False, True]
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
    assert ("Pass the phone to Sanne" in stranger.get("/curtain").text, "Sanne" in stranger.get("/").text) == (True, True)


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
