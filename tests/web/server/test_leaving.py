"""People who come and go, by phone: what each is told before, and what a phone that has left gets."""

from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import DrawPawn
from companion.house.sitting import called
from companion.seats.starting import StartGame
from companion.table.table import Table
from tests.markup import words
from tests.web.phones import Phone, has_purse, pin_of

SEES = "Whoever plays on sees the whole hand from then on"


def test_a_newcomer_and_all_who_vote_are_told_and_the_owner_comes_back_by_pin(phones: dict[str, Phone], table: Table) -> None:
    pin, asked = pin_of(phones["C"]), table.now.standing("A")["draw"].number
    phones["C"].act(Vote(Motion("leave", "C"), True))
    newcomer = Phone(phones["A"].client.application, table)
    assert f"you play on when the others agree, or with the pawn. {SEES}" in words(newcomer.get("/").text)
    newcomer.join("C", "Zoe")
    refused = phones["A"].act(DrawPawn("A"), ask=["draw", asked])
    assert refused.json["sentence"] == "Jonas has left. The game waits for somebody.", "not Zoe, who has just sat down there"
    assert [phones["C"].get(f"/seat/{path}").status_code for path in ("view", "purse", "back")] == [403] * 3
    assert [newcomer.get(f"/seat/{path}").status_code for path in ("purse", "ask/open")] == [404, 409]
    assert SEES in words(newcomer.get("/").text)
    for seat in "ABDE":
        page = words(phones[seat].get("/").text)
        assert "Zoe asks to play on for Jonas." in page
        assert SEES in page
        assert not has_purse(newcomer)
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


def test_a_game_that_is_ended_early_is_printed(phones: dict[str, Phone]) -> None:
    phones["E"].act(Vote(Motion("leave", "E"), True))
    assert "End the game as it stands" in words(phones["A"].get("/").text), "no house plays by cards on the table"
    for seat in "ABC":
        phones[seat].act(Vote(Motion("end_game"), True))
    assert "You ended the game as it stood." in words(phones["A"].get("/sheet").text)


def test_the_house_sits_in_and_whoever_left_takes_the_seat_back_by_phone_or_pin(phones: dict[str, Phone], table: Table) -> None:
    for seat in "ABC":
        phones[seat].act(Vote(Motion("put_away"), True))
    phones["A"].act(StartGame("shark", {}))
    pin, jonas = pin_of(phones["C"]), phones["C"]
    for road in ("phone", "pin"):
        jonas.act(Vote(Motion("leave", "C"), True))
        for seat in "ABDE":
            assert "A careful player of the house sees and plays the hand of Jonas" in words(phones[seat].get("/").text)
            phones[seat].act(Vote(Motion("house_plays", "C"), True))
        stranger = Phone(jonas.client.application, table)
        stranger.join("C", "Zoe")
        assert (table.now.names["C"], "plays for you" in words(stranger.get("/").text)) == (called("C"), False)
        if road == "phone":
            assert "⌂ Gus plays for you. Sit down and play on." in words(jonas.get("/").text)
            jonas.join("C", "Jonas")
        else:
            assert "Jonas" in words(stranger.get("/pin").text)
            assert stranger.post("/pin", data={"pawn": "C", "pin": pin}).status_code == 303
            jonas = stranger
        assert (table.now.names["C"], has_purse(jonas)) == ("Jonas", True)
