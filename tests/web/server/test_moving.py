"""A seat that moves, by its pawn or its PIN, and people who come and go: what each phone and the table screen get."""

from pathlib import Path

import pytest
from flask import Flask

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import CallDraw
from companion.house.sitting import called
from companion.journal.store import connect
from companion.kit.pieces import Piece
from companion.seats.pins import FREE_TRIES
from companion.seats.seating import MoveSeat, StandUp
from companion.seats.starting import StartGame
from companion.seats.tickets import SECONDS, Tickets
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.companion.settings import open_table
from tests.markup import words
from tests.web.phones import Clock, Phone, has_purse, new_app, pin_of, seated
from tests.web.server.test_seats import tried, wrong
from tests.web.tables import NAMES
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


def test_a_new_phone_looks_then_takes_the_seat_however_the_code_is_written(fresh: Phone, phones: dict[str, Phone]) -> None:
    looked, code = [fresh.get(f"/{code}").text for code in (CODE, "7k3F2m", CODE.lower())], "7k3F2m"
    assert [page for page in looked if "Émile" not in page] == []
    assert (has_purse(fresh), has_purse(phones["B"])) == (False, True)  # Looking moves nothing, because cameras look, too.
    expected = fresh.cookie("expected")
    moved, *shown = (page.text for page in (fresh.post("/move", data={"code": code}), fresh.get("/"), fresh.get("/seat/view")))
    assert (has_purse(fresh), has_purse(phones["B"])) == (True, False)
    assert ("Émile" in shown[0], "another phone now" in phones["B"].get("/").text) == (True, True)
    assert not [page for page in (*looked, moved, *shown) if fresh.cookie() in page]  # Its token is only for the browser.
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
    assert ("Émile" in phones["A"].get("/").text, bool(phones["A"].cookie("also"))) == (True, True)
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


def test_the_pawn_opens_a_seat_whose_pin_is_paused(fresh: Phone, phones: dict[str, Phone]) -> None:
    pin = pin_of(phones["B"])
    assert [tried(fresh, wrong(pin)) for _ in range(FREE_TRIES + 1)][-1] == 429
    assert (move(fresh), has_purse(fresh)) == (303, True)


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
    page = newcomer.get("/").text
    assert [one in page for one in ("Zoe sits where Jonas played.", "/place?game=1", "give_place")] == [True, True, False]
    assert not has_purse(newcomer)
    for seat in "ABDE":
        assert "give_place" in lobby[seat].get("/").text
        lobby[seat].act(Vote(Motion("give_place", "C", 1), True))
    assert (goes_on(lobby), has_purse(newcomer)) == (True, True)
    assert "Zoe" in lobby["A"].get("/table/view").text


def test_the_pin_of_a_player_who_left_gives_the_place(lobby: dict[str, Phone], newcomer: Phone, left: str) -> None:
    claim = lambda phone, pin, game=1: phone.post("/place", data={"game": game, "pin": pin}).status_code
    assert [claim(newcomer, wrong(left)), claim(lobby["A"], left), claim(newcomer, left, 2)] == [422, 422, 404]
    assert not goes_on(lobby)
    assert NAMES["C"] in newcomer.get("/place?game=1").text
    assert (claim(newcomer, left), goes_on(lobby)) == (303, True)


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
    assert (newcomer.get(f"/{CODE}").status_code, goes_on(lobby)) == (200, False)
    assert (move(newcomer), goes_on(lobby)) == (303, True)


# Leaving a game that goes on

SEES = "Whoever plays on sees the whole hand from then on"


def test_a_newcomer_and_all_who_vote_are_told_and_the_owner_comes_back_by_pin(phones: dict[str, Phone], table: Table) -> None:
    pin, asked = pin_of(phones["C"]), table.now.standing("A")["draw"].number
    phones["C"].act(Vote(Motion("leave", "C"), True))
    newcomer = Phone(phones["A"].client.application, table)
    assert f"you play on when the others agree, or with the pawn. {SEES}" in words(newcomer.get("/").text)
    newcomer.join("C", "Zoe")
    refused = phones["A"].act(CallDraw(), ask=["draw", asked])
    assert refused.json["sentence"] == "Jonas has left. The game waits for somebody.", "not Zoe, who has just sat down there"
    assert [phones["C"].get(f"/seat/{path}").status_code for path in ("view", "purse", "back")] == [403] * 3
    assert [newcomer.get(f"/seat/{path}").status_code for path in ("purse", "ask/open")] == [404, 409]
    for seat in "ABDE":
        page = words(phones[seat].get("/").text)
        assert ("Zoe asks to play on for Jonas." in page, SEES in page, has_purse(newcomer)) == (True, True, False)
        phones[seat].act(Vote(Motion("give_place", "C", 1), True))
    assert has_purse(newcomer)
    newcomer.act(Vote(Motion("leave", "C"), True))
    (of,) = {one.person for one in table.now.places.owners(1, "C") if one.name == "Jonas"}
    back = Phone(newcomer.client.application, table)
    back.join("C", "Jonas")
    assert f"/place?game=1&amp;of={of}" in back.get("/").text
    assert back.post("/place", data={"game": 1, "pin": pin}).status_code == 422
    assert [back.get(f"/place?game=1&of={one}").status_code for one in (of, 99)] == [200, 404]
    assert back.post("/place", data={"game": 1, "of": of, "pin": pin}).status_code == 303
    assert has_purse(back)


def test_the_house_sits_in_and_whoever_left_takes_the_seat_back_by_phone_or_pin(lobby: dict[str, Phone], table: Table) -> None:
    lobby["A"].act(StartGame("shark", {}))
    pin, jonas = pin_of(lobby["C"]), lobby["C"]
    for road in ("phone", "pin"):
        jonas.act(Vote(Motion("leave", "C"), True))
        for seat in "ABDE":
            assert "A careful player of the house sees and plays the hand of Jonas" in words(lobby[seat].get("/").text)
            lobby[seat].act(Vote(Motion("house_plays", "C"), True))
        stranger = Phone(jonas.client.application, table)
        stranger.join("C", "Zoe")
        assert (table.now.names["C"], "plays for you" in words(stranger.get("/").text)) == (called("C"), False)
        if road == "phone":
            assert "⌂ Gus plays for you. Sit down and play on." in words(jonas.get("/").text)
            jonas.join("C", "Jonas")
        else:
            assert "Jonas" in words(stranger.get("/pin").text)
            assert tried(stranger, pin, "C") == 303
            jonas = stranger
        assert (table.now.names["C"], has_purse(jonas)) == ("Jonas", True)
