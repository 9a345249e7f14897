"""Places in games, as phones get them: by the pawn, the PIN, the phone that played, and not by sitting down."""

import random

import pytest
from flask import Flask

from companion.evening import TakeUp, VoteAway
from companion.seating import StandUp, StartGame
from tests.companion.settings import to_the_end
from tests.web.phones import Phone, has_purse, pin_of, seated
from tests.web.server.test_moving import BAG, CODE, move, table, wrong  # noqa: F401  # The table is a fixture.
from tests.web.tables import NAMES


@pytest.fixture
def pin(lobby: dict[str, Phone]) -> str:
    """The PIN of C, whose game is put away, and whose seat is free."""
    pin = pin_of(lobby["C"])
    lobby["A"].act(StartGame("barracuda", {}))
    for seat in "ABD":
        lobby[seat].act(VoteAway(True))
    lobby["C"].act(StandUp())
    return pin


@pytest.fixture
def newcomer(pin: str, app: Flask, stranger: Phone) -> Phone:
    """The phone of who sits down on C then."""
    return seated(app, stranger.table, {"C": "Zoe"})["C"]


def goes_on(lobby: dict[str, Phone]) -> bool:
    return lobby["A"].act(TakeUp(1)).status_code == 200


def test_who_sits_down_on_a_players_seat_gets_no_purse_before_all_agree(lobby: dict[str, Phone], newcomer: Phone) -> None:
    assert not goes_on(lobby)
    assert f"Zoe sits where {NAMES['C']} played." in newcomer.get("/").text
    assert "/place?game=1" in newcomer.get("/").text
    assert "VotePlace" not in newcomer.get("/").text
    assert not has_purse(newcomer)
    for seat in "ABDE":
        assert "VotePlace" in lobby[seat].get("/").text
        lobby[seat].act({"is": "VotePlace", "number": 1, "seat": "C", "yes": True})
    assert goes_on(lobby)
    assert has_purse(newcomer)
    assert "Zoe" in lobby["A"].get("/table/view").text


def test_the_pin_of_who_left_gives_the_place(lobby: dict[str, Phone], newcomer: Phone, pin: str) -> None:
    assert newcomer.post("/place", data={"game": 1, "pin": wrong(pin)}).status_code == 422
    assert lobby["A"].post("/place", data={"game": 1, "pin": pin}).status_code == 422
    assert newcomer.post("/place", data={"game": 2, "pin": pin}).status_code == 404
    assert not goes_on(lobby)
    assert NAMES["C"] in newcomer.get("/place?game=1").text
    assert newcomer.post("/place", data={"game": 1, "pin": pin}).status_code == 303
    assert goes_on(lobby)


def test_the_phone_that_played_gets_its_place_by_sitting_down_again(lobby: dict[str, Phone], pin: str) -> None:
    lobby["C"].post("/join", data={"pawn": "C", "name": NAMES["C"]})
    assert goes_on(lobby)


def test_the_pawn_gives_the_place_to_who_sits_down_with_its_code(lobby: dict[str, Phone], stranger: Phone, pin: str) -> None:
    stranger.table.tap("reader 1", BAG["C"])
    assert CODE not in stranger.get("/table/view").text, "whoever is in the Wi-Fi could be quicker"
    assert f'name="code" value="{CODE}"' in stranger.get(stranger.get(f"/{CODE}").headers["Location"]).text
    stranger.post("/join", data={"pawn": "C", "name": "Zoe", "code": CODE})
    assert goes_on(lobby)


def test_the_pawn_gives_the_place_to_who_sits_there(lobby: dict[str, Phone], newcomer: Phone) -> None:
    newcomer.table.tap("reader 1", BAG["C"])
    assert newcomer.get(f"/{CODE}").status_code == 200
    assert not goes_on(lobby)
    assert move(newcomer) == 303
    assert goes_on(lobby)


def test_after_a_game_the_purse_of_who_left_is_nobodys(lobby: dict[str, Phone], app: Flask) -> None:
    lobby["A"].act(StartGame("barracuda", {"reveal_at_end": "off"}))
    to_the_end(lobby["A"].table, random.Random(1))
    lobby["C"].act(StandUp())
    guest = seated(app, lobby["A"].table, {"C": "Zoe"})["C"]
    assert has_purse(lobby["A"])
    assert not has_purse(guest)
    assert 'data-page="lobby"' in guest.get("/").text
    for page in ("/table/view", "/"):
        assert "Zoe" not in lobby["A"].get(page).text
