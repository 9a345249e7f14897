"""A seat that moves, by its pawn or its PIN: what its old phone, its new phone, the table screen and everybody else get."""

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.journal.store import connect
from companion.kit.pieces import Piece
from companion.seats.pins import FIRST_PAUSE, FREE_TRIES
from companion.seats.seating import MoveSeat, StandUp
from companion.seats.starting import StartGame
from companion.seats.tickets import SECONDS, Tickets
from companion.table.snapshot import Snapshot
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.companion.settings import open_table
from tests.markup import found, words
from tests.web.phones import Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.tables import NAMES, new_table
from web.seats import session
from web.seats.session import hashed

BAG = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDEF", start=1)}
CODE = "7K3F2M"


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Table:
    drawn = iter(CODE + "QQQQQQ" + "RRRRRR")
    pieces = Pieces({uid: Piece("bag", seat) for seat, uid in BAG.items()})
    tickets = Tickets(clock, lambda _: next(drawn))
    return open_table(connect(tmp_path / "journal"), pieces=pieces, tickets=tickets)


@pytest.fixture
def phones(lobby: dict[str, Phone]) -> dict[str, Phone]:
    """Five phones in a game with a companion's bag, so that a laid pawn stands for its seat."""
    lobby["A"].act(StartGame("barracuda", {}))
    return lobby


@pytest.fixture
def fresh(phones: dict[str, Phone], stranger: Phone, table: Table) -> Phone:
    """A phone without a seat, while Émile's pawn has just been laid during a game."""
    table.tap("reader 1", BAG["B"])
    return stranger


def move(phone: Phone, code: str = CODE) -> int:
    return phone.post("/move", data={"code": code}).status_code


@pytest.mark.parametrize("code", [CODE, CODE.lower(), "7k3F2m"])
def test_a_new_phone_looks_then_takes_the_seat(fresh: Phone, phones: dict[str, Phone], code: str) -> None:
    pages = [fresh.get(f"/{code}")]
    assert "Émile" in pages[0].text
    assert (has_purse(fresh), has_purse(phones["B"])) == (False, True)  # Looking moves nothing, because cameras look, too.
    expected = fresh.cookie("expected")
    pages += [fresh.post("/move", data={"code": code}), fresh.get("/"), fresh.get("/seat/view")]
    assert (has_purse(fresh), has_purse(phones["B"])) == (True, False)
    assert ("Émile" in pages[2].text, "another phone now" in phones["B"].get("/").text) == (True, True)
    assert not [page for page in pages if fresh.cookie() in page.text]  # Its token is only for the browser.
    fresh.lose_answer(expected)
    assert move(fresh, code) == 303, "two quick presses are one move even if the first answer got lost"
    assert has_purse(fresh)


def test_a_ticket_is_good_once_for_a_minute_and_no_other_is(fresh: Phone, app: Flask, table: Table, clock: Clock) -> None:
    late, thief = Phone(app, table), Phone(app, table)
    assert {move(fresh, code) for code in ("", "AAAAAA", "7K3F2", "x" * 3000, "ßßßßßß", "\x00")} == {409}
    assert fresh.post("/move", data={"code": CODE}, headers={"Origin": "http://elsewhere.test"}).status_code == 403
    assert thief.get(f"/{CODE}").status_code == 200
    clock.now = SECONDS
    assert move(late) == 409, "its page stays until the display has checked the clock"
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
    assert phones["B"].get(f"/{CODE}").headers["Location"] == "/", "its own seat needs no move"
    phones["A"].get(f"/{CODE}")
    move(phones["A"])
    assert "Émile" in phones["A"].get("/").text
    assert phones["A"].cookie("also")
    assert set(table.now.names) == set(phones)
    table.act("B", MoveSeat(hashed("yet another phone")))
    assert all(said in phones["A"].get("/").text for said in ("another phone now", "Pass the phone to Noor"))


def test_the_code_is_for_the_eyes_at_the_table(fresh: Phone, phones: dict[str, Phone], table: Table) -> None:
    """Anybody in the Wi-Fi can read the table screen's view, and would be faster than any camera."""
    everywhere = [fresh.get(path).text for path in ("/table", "/table/view", "/", "/join/view")]
    everywhere += [phone.get("/seat/view").text for phone in phones.values()]
    assert not [page for page in everywhere if CODE in page.upper()]
    assert "The code is on the display." in everywhere[1]
    assert CODE in Phone(new_app(table, codes_on_screen=True), table).get("/table/view").text


# By PIN: a dead phone without a pawn


@pytest.fixture
def pin(phones: dict[str, Phone]) -> str:
    """The PIN of B, during a game."""
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
    texts = [text for page in pages for one in found(page, "*") for text in (words(one), *one.attrib.values())]
    assert not [text for text in texts if re.search(rf"\b{pin}\b", text)]
    assert "pin" not in repr(table.now.seating)
    again = new_table(tmp_path)
    assert tried(Phone(new_app(again), again), pin) == 303


def test_a_newcomer_has_no_pin_and_leaving_ends_it(lobby: dict[str, Phone], app: Flask, table: Table, stranger: Phone) -> None:
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
    for _ in range(FREE_TRIES + 1):  # From elsewhere: they lock out nobody else.
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


def test_the_pawn_opens_a_seat_whose_pin_is_paused(fresh: Phone, pin: str) -> None:
    assert [tried(fresh, wrong(pin)) for _ in range(FREE_TRIES + 1)][-1] == 429
    assert (move(fresh), has_purse(fresh)) == (303, True)


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
    row = table.now.revision
    assert tried(stranger, pin) == 303
    assert (table.now.revision, has_purse(stranger)) == (row, True)


def test_a_phone_that_leaves_while_its_pin_is_asked_gets_no_other_seat(
    lobby: dict[str, Phone], table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin_of(lobby["A"])
    mallory = lobby["B"]
    mallory.keep("expected", mallory.cookie())
    had, seen_now = session.arrived, table.now

    def arrived(now: Snapshot) -> str:
        token = had(now)
        if now.seating.sitters.get("B"):
            table.act("B", StandUp())
        return token

    monkeypatch.setattr(session, "arrived", arrived)
    tried(mallory, "0000", "A")
    assert table.now.seating.sitters["A"] == seen_now.seating.sitters["A"]


# Places in games: by the pawn, the PIN, or the phone that played, but not by sitting down


@pytest.fixture
def left(lobby: dict[str, Phone]) -> str:
    """The PIN of C, whose game is put away, and whose seat is free."""
    pin = pin_of(lobby["C"])
    lobby["A"].act(StartGame("barracuda", {}))
    for seat in "ABD":
        lobby[seat].act(Vote(Motion("put_away"), True))
    lobby["C"].act(StandUp())
    return pin


@pytest.fixture
def newcomer(left: str, app: Flask, stranger: Phone) -> Phone:
    """The phone of the person who then sits down on C."""
    return seated(app, stranger.table, {"C": "Zoe"})["C"]


def goes_on(lobby: dict[str, Phone]) -> bool:
    return lobby["A"].act(TakeUp(1)).status_code == 200


def test_who_sits_down_on_a_players_seat_gets_no_purse_before_all_agree(lobby: dict[str, Phone], newcomer: Phone) -> None:
    assert not goes_on(lobby)
    assert f"Zoe sits where {NAMES['C']} played." in newcomer.get("/").text
    assert "/place?game=1" in newcomer.get("/").text
    assert "give_place" not in newcomer.get("/").text
    assert not has_purse(newcomer)
    for seat in "ABDE":
        assert "give_place" in lobby[seat].get("/").text
        lobby[seat].act(Vote(Motion("give_place", "C", 1), True))
    assert goes_on(lobby)
    assert has_purse(newcomer)
    assert "Zoe" in lobby["A"].get("/table/view").text


def test_the_pin_of_a_player_who_left_gives_the_place(lobby: dict[str, Phone], newcomer: Phone, left: str) -> None:
    assert newcomer.post("/place", data={"game": 1, "pin": wrong(left)}).status_code == 422
    assert lobby["A"].post("/place", data={"game": 1, "pin": left}).status_code == 422
    assert newcomer.post("/place", data={"game": 2, "pin": left}).status_code == 404
    assert not goes_on(lobby)
    assert NAMES["C"] in newcomer.get("/place?game=1").text
    assert newcomer.post("/place", data={"game": 1, "pin": left}).status_code == 303
    assert goes_on(lobby)


def test_the_phone_that_played_gets_its_place_by_sitting_down_again(lobby: dict[str, Phone], left: str) -> None:
    lobby["C"].post("/join", data={"pawn": "C", "name": NAMES["C"]})
    assert goes_on(lobby)


def test_the_pawn_gives_the_place_to_who_sits_down_with_its_code(lobby: dict[str, Phone], stranger: Phone, left: str) -> None:
    stranger.table.tap("reader 1", BAG["C"])
    assert CODE not in stranger.get("/table/view").text, "anybody in the Wi-Fi could be quicker"
    assert f'name="code" value="{CODE}"' in stranger.get(stranger.get(f"/{CODE}").headers["Location"]).text
    stranger.post("/join", data={"pawn": "C", "name": "Zoe", "code": CODE})
    assert goes_on(lobby)


def test_the_pawn_gives_the_place_to_who_sits_there(lobby: dict[str, Phone], newcomer: Phone) -> None:
    newcomer.table.tap("reader 1", BAG["C"])
    assert newcomer.get(f"/{CODE}").status_code == 200
    assert not goes_on(lobby)
    assert move(newcomer) == 303
    assert goes_on(lobby)
