"""Whose place it is: a hand belongs to the person who played it, whoever sits on that seat now."""

import random
from pathlib import Path

import pytest

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.kit import TABLE, Piece
from companion.seats.places import TakePlaces
from companion.seats.seating import MoveSeat, SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.seats.tickets import Tickets
from companion.table.table import Table
from companion.tags.pieces import Pieces
from tests.companion.journal.test_checkpoint import kept_and_read
from tests.companion.settings import FIRST_ROUND, Clock, play, table_in, to_the_end, with_draws
from tests.companion.table.test_evening import refused, seated

THREE = "ABC"
GUESTS = "DE"


@pytest.fixture
def saved(table: Table) -> Table:
    """A table of three whose game is put away, and two guests who did not play."""
    play(seated(table, THREE), [("A", StartGame("barracuda", {})), *[(seat, Vote(Motion("put_away"), True)) for seat in "AB"]])
    return seated(table, GUESTS)


def newcomer(table: Table, seat: str = "C", token: str = "new") -> Table:
    """Let the player on *seat* leave and somebody else sit down there."""
    play(table, [(seat, StandUp()), (seat, SitDown(f"New {seat}", token))])
    return table


def test_guests_who_begin_a_game_with_the_players_can_not_free_a_seat_of_an_older_one(saved: Table) -> None:
    play(seated(saved, "F"), [("D", StartGame("shark", {})), *[(seat, Vote(Motion("put_away"), True)) for seat in "DEFA"]])
    assert [refused(saved, guest, Vote(Motion("free_seat", "C"), True)) for guest in "DEF"] == ["only_players"] * 3
    for guest in "DE":
        saved.act(guest, Vote(Motion("free_seat", "F"), True))


def test_guests_can_not_take_up_a_game_even_from_a_players_seat(saved: Table, tmp_path: Path) -> None:
    assert refused(saved, "D", TakeUp(1)) == "only_players"
    newcomer(saved)
    for table in (saved, table_in(tmp_path)):
        assert [refused(table, seat, TakeUp(1)) for seat in "ACD"] == ["place"] * 3


def test_a_place_takes_the_votes_of_all_other_players_and_of_nobody_else(saved: Table, tmp_path: Path) -> None:
    newcomer(saved)
    for seat in "CDE":
        assert refused(saved, seat, Vote(Motion("give_place", "C", 1), True)) == "only_players"
    saved.act("A", Vote(Motion("give_place", "C", 1), True))
    assert refused(saved, "A", Vote(Motion("give_place", "C", 1), True)) == "voted"
    assert kept_and_read(tmp_path).votes == {Motion("give_place", "C", 1): {"A"}}
    assert refused(saved, "A", TakeUp(1)) == "place"
    saved.act("B", Vote(Motion("give_place", "C", 1), True))
    saved.act("C", TakeUp(1))
    assert saved.now.view("C") is not None
    assert saved.now.players["C"] == "New C"


def test_a_vote_for_a_place_is_for_the_person_sitting_there(saved: Table) -> None:
    newcomer(saved)
    saved.act("A", Vote(Motion("give_place", "C", 1), True))
    newcomer(saved, token="newer")
    saved.act("B", Vote(Motion("give_place", "C", 1), True))
    assert refused(saved, "A", TakeUp(1)) == "place"
    saved.act("A", Vote(Motion("give_place", "C", 1), True))
    saved.act("A", TakeUp(1))


def test_when_all_players_have_gone_only_a_proof_gives_a_place(saved: Table) -> None:
    for seat in THREE:
        newcomer(saved, seat, f"new {seat}")
    assert {refused(saved, seat, Vote(Motion("give_place", "C", 1), True)) for seat in "ABDE"} == {"only_players"}
    for seat in THREE:
        saved.act(seat, TakePlaces((1,)))
    saved.act("A", TakeUp(1))


def test_nobody_takes_a_place_that_is_somebodys(saved: Table) -> None:
    assert refused(saved, "C", TakePlaces((1,))) == refused(saved, "D", TakePlaces((1,))) == "no_saved_game"


def test_the_pawn_gives_its_places_to_the_person_sitting_there(tmp_path: Path, clock: Clock) -> None:
    pawn = bytes([4, 0, 0, 3])
    tickets = Tickets(clock, lambda letters: letters[0])
    table = table_in(tmp_path, pieces=Pieces({pawn: Piece("bag", "C")}), tickets=tickets)
    play(seated(table, THREE), [("A", StartGame("barracuda", {})), *[(seat, Vote(Motion("put_away"), True)) for seat in "AB"]])
    newcomer(table)
    assert not table.pawns.claim_places("222222", "C")
    table.tap("reader 1", pawn)
    assert not table.pawns.claim_places("222222", "B")
    assert table.pawns.claim_places("222222", "C")
    assert not table.pawns.claim_places("222222", "C")
    table.act("A", TakeUp(1))


def test_a_moved_seat_stays_its_players_and_its_pin_outlasts_their_leaving(saved: Table, tmp_path: Path) -> None:
    saved.act("C", MoveSeat("another phone"))
    saved.act("C", SetPin("kept"))
    person, _ = saved.now.pin_of("C")
    newcomer(saved)
    assert (saved.now.pin_of("C", 1), saved.now.pin_of("C")[1]) == ((person, "kept"), "")
    assert table_in(tmp_path).now.pin_of("C", 1) == (person, "kept")


def test_after_a_game_a_newcomer_sees_no_hand_and_the_players_keep_their_names_in_it(game: Table, tmp_path: Path) -> None:
    to_the_end(game, random.Random(1))
    (won, *_), score = game.now.view(TABLE).outcome.winners, game.now.score
    name = game.now.names[won]
    assert (game.now.view(won) is not None, score[name]) == (True, 1)
    newcomer(game, won)
    for table in (game, table_in(tmp_path)):
        assert table.now.view(won) is None
        assert table.now.standing(won) == {}
        assert table.now.view(TABLE) is not None
        assert (table.now.players[won], table.now.names[won]) == (name, f"New {won}")
        assert table.now.score == score


def test_players_of_the_last_game_decide_about_guests_and_guests_never(game: Table) -> None:
    to_the_end(game, random.Random(1))
    play(game, [("D", StandUp()), ("E", StandUp())])
    seated(game, "DE")
    assert refused(game, "D", Vote(Motion("free_seat", "E"), True)) == "only_players"
    play(game, [("A", Vote(Motion("free_seat", "E"), True)), ("B", Vote(Motion("free_seat", "E"), True))])
    assert "E" not in game.now.names


def test_another_game_keeps_the_places_of_those_put_away(saved: Table) -> None:
    newcomer(saved)
    play(saved, [("A", StartGame("barracuda", {})), *[(seat, Vote(Motion("put_away"), True)) for seat in "ABC"]])
    assert refused(saved, "A", TakeUp(1)) == "place"
    saved.act("C", TakeUp(2))
    play(saved, with_draws(FIRST_ROUND[:1]))
