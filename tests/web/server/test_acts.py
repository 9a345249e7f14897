"""What a phone may do: an act is of the cookie's seat, answers an ask that stands, and is done once."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from companion.barracuda.moves import CallDraw, DrawPawn, OfferPartnership, OpenBar, PawnDrawn
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.money import Pile
from companion.pieces import Pieces
from companion.seating import MoveSeat, SetPin, SitDown, StandUp, StartGame
from companion.table import Table
from tests.example import morra
from tests.proof.failing import FailingConnection
from tests.proof.minting import minting
from tests.web.phones import Phone, new_app, seated
from tests.web.tables import FIRST, NAMES, new_table
from web.acts import TABLE_COMMANDS


@pytest.fixture
def second(phones: dict[str, Phone]) -> dict[str, Phone]:
    """The second round: everybody has a lease, Octopus is A's, and E is to act."""
    for seat, bar in FIRST.items():
        assert phones["C"].answer("draw", DrawPawn(seat)).status_code == 200
        assert phones[seat].answer("open", OpenBar(bar)).status_code == 200
    assert phones["D"].answer("draw", DrawPawn("E")).status_code == 200
    return phones


def refusal(answer: Any) -> tuple[int, str, str]:
    return answer.status_code, answer.json["code"], answer.json["rule"]


def test_a_right_answer_is_200_and_names_its_row(phones: dict[str, Phone], table: Table) -> None:
    answer = phones["A"].answer("draw", DrawPawn("B"))
    assert answer.status_code == 200
    assert answer.json == {"row": 7}
    assert table.awaited() == ("B",)


def test_nobody_acts_without_a_seat(phones: dict[str, Phone], stranger: Phone, table: Table) -> None:
    asked = ["draw", table.standing("A")["draw"].number]
    assert stranger.act(DrawPawn("B"), ask=asked).status_code == 403
    stranger.keep("seat", table.seating.sitters["A"].token)
    assert stranger.act(DrawPawn("B"), ask=asked).status_code == 403  # What the journal keeps opens nothing.


def test_the_seat_is_the_cookies_whatever_the_body_says(phones: dict[str, Phone], table: Table) -> None:
    phones["A"].answer("draw", DrawPawn("B"))
    number = table.standing("B")["open"].number
    answer = phones["C"].act(OpenBar("Octopus"), ask=["open", number], seat="B")
    assert answer.status_code == 409
    assert phones["B"].answer("open", OpenBar("Octopus")).status_code == 200


def test_the_same_key_gives_the_same_reply_once(phones: dict[str, Phone], table: Table) -> None:
    number = table.standing("A")["draw"].number
    sent = {"ask": ["draw", number], "key": "the-same-key"}
    first, again = (phones["A"].act(DrawPawn("B"), **sent) for _ in range(2))
    assert first.data == again.data
    other = phones["A"].act(DrawPawn("C"), **sent)
    assert (other.status_code, other.json) == (422, {"code": "key_reused"})
    assert phones["B"].act(DrawPawn("B"), **sent).status_code == 409  # Another's key is another key.


def test_an_ask_that_no_longer_stands_is_409_and_changes_nothing(phones: dict[str, Phone], table: Table) -> None:
    number = table.standing("A")["draw"].number
    phones["B"].answer("draw", DrawPawn("B"))
    before = table.revision
    answer = phones["A"].act(DrawPawn("C"), ask=["draw", number])
    assert (answer.status_code, answer.json) == (409, {"code": "stale"})
    assert table.revision == before


def test_an_illegal_answer_is_one_sentence_with_the_rules_number(second: dict[str, Phone], table: Table) -> None:
    before = table.view("E")
    answer = second["E"].answer("partnership", OfferPartnership("Octopus", Pile(tens=1, fives=1)))
    assert refusal(answer) == (422, "illegal", "6.3")
    assert answer.json["sentence"].endswith(".")
    assert table.view("E") == before


def test_the_sentence_is_in_the_phones_language(second: dict[str, Phone]) -> None:
    second["E"].get("/?lang=nl")
    english = second["D"].answer("open", OpenBar("Octopus"))
    assert english.status_code == 409
    dutch = second["E"].answer("open", OpenBar("Octopus"))
    assert "is" in dutch.json["sentence"]
    second["E"].get("/?lang=en")
    assert second["E"].answer("open", OpenBar("Octopus")).json["sentence"] != dutch.json["sentence"]


def test_chances_commands_cant_be_smuggled(lobby: dict[str, Phone]) -> None:
    lobby["A"].act(StartGame("barracuda", {"draw": "companion"}))
    for command in (DrawPawn("A"), {"is": "ShuffleBars", "order": []}):
        assert lobby["A"].answer("draw", command).status_code == 422, command
    assert lobby["A"].answer("draw", CallDraw()).status_code == 200


def test_five_phones_draw_at_once_and_one_does(phones: dict[str, Phone], table: Table) -> None:
    number = table.standing("A")["draw"].number
    codes: list[int] = []
    ready = threading.Barrier(len(phones))

    def draw(phone: Phone) -> None:
        ready.wait()
        codes.append(phone.act(DrawPawn(phone.seat), ask=["draw", number]).status_code)

    threads = [threading.Thread(target=draw, args=(phone,)) for phone in phones.values()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200, 409, 409, 409, 409]


def test_a_disk_that_fails_is_503_and_the_same_key_settles_it(tmp_path: Path) -> None:
    disk = FailingConnection(connect(tmp_path / "journal"))
    table = Table(Journal(disk), GAMES, Pieces(), lambda ask: ask.options[0])
    phones = seated(new_app(table), table, NAMES)
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    sent = {"ask": ["draw", table.standing("A")["draw"].number], "key": "asked-again"}
    disk.fail(3, 100, after=False)
    failed = phones["A"].act(DrawPawn("B"), **sent)
    assert (failed.status_code, failed.json) == (503, {"code": "unknown"})
    disk.fail(0, -1, after=False)
    assert phones["A"].act(DrawPawn("B"), **sent).status_code == 200


def test_rules_that_go_wrong_are_one_sentence_and_the_key_is_still_good(tmp_path: Path) -> None:
    wrong = {**GAMES, "barracuda": minting("barracuda", "a note for a player", lambda event: isinstance(event, PawnDrawn))}
    table = Table(Journal(connect(tmp_path / "journal")), wrong, Pieces(), lambda ask: ask.options[0])
    phones = seated(new_app(table), table, NAMES)
    phones["A"].act(StartGame("barracuda", {"draw": "bag"}))
    page, sent = phones["A"].get("/seat/view").data, {"ask": ["draw", table.standing("A")["draw"].number], "key": "asked-again"}
    answer = phones["A"].act(DrawPawn("B"), **sent)
    assert refusal(answer) == (422, "illegal", "table")
    assert answer.json["sentence"].endswith(".")
    assert phones["A"].get("/seat/view").data == page
    right = new_table(tmp_path)
    phone = Phone(new_app(right), right)
    phone.keep("seat", phones["A"].cookie())
    assert phone.act(DrawPawn("B"), **sent).status_code == 200


def test_table_commands_need_no_ask_and_games_do(phones: dict[str, Phone]) -> None:
    assert phones["A"].act(DrawPawn("B"), ask=None).status_code == 400
    assert phones["A"].act(StandUp(), ask=["draw", 6]).status_code == 400
    assert refusal(phones["A"].act(StandUp())) == (422, "illegal", "table")


@pytest.mark.parametrize("game", [*GAMES.values(), morra], ids=lambda game: game.NAME)
def test_no_game_has_a_command_that_goes_by_a_name_of_the_tables(game: Any) -> None:
    """A command is known by its name alone: the table's would be taken for the game's, or the other way round."""
    names = [kind.__name__ for kind in (*TABLE_COMMANDS, SitDown, MoveSeat, SetPin, *game.COMMANDS)]
    assert sorted(set(names)) == sorted(names)
