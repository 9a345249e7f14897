"""Whose place it is: a hand belongs to who played it, whoever sits on that seat now; and the pawn that proves it to a phone."""

import random
from pathlib import Path
from unittest.mock import Mock

import pytest

from companion.agreeing.evening.saved_games import TakeUp
from companion.agreeing.motions import Motion, Vote
from companion.kit import CHANCE, TABLE, Nothing, Piece, Play, say
from companion.seats.places import TakePlaces
from companion.seats.seating import MoveSeat, SetPin, SitDown, StandUp
from companion.seats.starting import StartGame
from companion.seats.tickets import SECONDS, Tickets
from companion.table.table import Answer, Table
from companion.tags.pieces import Pieces
from tests.companion.journal.journals import kept_and_read

from tests.companion.settings import (  # isort: skip
    DRAW, PUT_AWAY, ROUNDS, Clock, everything_shown, play, refused, seated, sit_and_start, table_in, to_the_end, vote,
)  # fmt: skip

THREE = "ABC"
BAG = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDE", start=1)}
BOX = Pieces({uid: Piece("bag", seat) for seat, uid in BAG.items()})
READER = "reader 1"
GIVE = Motion("give_place", "C", 1)


@pytest.fixture
def tickets(clock: Clock) -> Tickets:
    return Tickets(clock, Mock(side_effect="7K3F2M9QRSTV" * 9))


@pytest.fixture
def table(tmp_path: Path, tickets: Tickets) -> Table:
    """A table that knows its pawns and gives tickets; in `game` the companion draws, so that a bag pawn works as a key."""
    return table_in(tmp_path, pieces=BOX, tickets=tickets)


@pytest.fixture
def saved(table: Table) -> Table:
    """A table of three whose game is put away, and two guests who did not play."""
    seated(table, THREE).act("A", StartGame("barracuda", {}))
    vote(table, "AB", PUT_AWAY)
    return seated(table, "DE")


def newcomer(table: Table, seat: str = "C", token: str = "new") -> Table:
    """Let the player on *seat* leave and somebody else sit down there."""
    play(table, [(seat, StandUp()), (seat, SitDown(f"New {seat}", token))])
    return table


def test_guests_who_begin_a_game_with_the_players_can_not_free_a_seat_of_an_older_one(saved: Table) -> None:
    seated(saved, "F").act("D", StartGame("shark", {}))
    vote(saved, "DEFA", PUT_AWAY)
    assert [refused(saved, guest, Vote(Motion("free_seat", "C"), True)) for guest in "DEF"] == ["only_players"] * 3
    vote(saved, "DE", Motion("free_seat", "F"))


def test_a_place_takes_the_votes_of_all_other_players_and_of_nobody_else(saved: Table, tmp_path: Path) -> None:
    assert refused(saved, "D", TakeUp(1)) == "only_players"
    assert refused(saved, "C", TakePlaces((1,))) == refused(saved, "D", TakePlaces((1,))) == "no_saved_game"
    newcomer(saved)
    for table in (saved, table_in(tmp_path)):
        assert [refused(table, seat, TakeUp(1)) for seat in "ACD"] == ["place"] * 3
    assert [refused(saved, seat, Vote(GIVE, True)) for seat in "CDE"] == ["only_players"] * 3
    vote(saved, "A", GIVE)
    assert refused(saved, "A", Vote(GIVE, True)) == "voted"
    assert kept_and_read(tmp_path).votes == {GIVE: {"A"}}
    assert refused(saved, "A", TakeUp(1)) == "place"
    newcomer(saved, token="newer")
    vote(saved, "B", GIVE)
    assert refused(saved, "A", TakeUp(1)) == "place"  # A's vote was for the person who sat there.
    vote(saved, "A", GIVE)
    saved.act("C", TakeUp(1))
    assert (saved.now.view("C") is not None, saved.now.players["C"]) == (True, "New C")


def test_when_all_players_have_gone_only_a_proof_gives_a_place(saved: Table) -> None:
    for seat in THREE:
        newcomer(saved, seat, f"new {seat}")
    assert {refused(saved, seat, Vote(GIVE, True)) for seat in "ABDE"} == {"only_players"}
    for seat in THREE:
        saved.act(seat, TakePlaces((1,)))
    saved.act("A", TakeUp(1))


def test_the_pawn_gives_its_places_to_the_person_sitting_there(saved: Table) -> None:
    newcomer(saved)
    code = "7K3F2M"  # As `tickets` draws it.
    assert not saved.pawns.claim_places(code, "C")
    saved.tap(READER, BAG["C"])
    assert [saved.pawns.claim_places(code, seat) for seat in "BCC"] == [False, True, False]
    saved.act("A", TakeUp(1))


def test_a_moved_seat_stays_its_players_and_its_pin_outlasts_their_leaving(saved: Table, tmp_path: Path) -> None:
    play(saved, [("C", MoveSeat("another phone")), ("C", SetPin("kept"))])
    person, _ = saved.now.pin_of("C")
    newcomer(saved)
    assert (saved.now.pin_of("C", 1), saved.now.pin_of("C")[1]) == ((person, "kept"), "")
    assert table_in(tmp_path).now.pin_of("C", 1) == (person, "kept")


def test_after_a_game_a_newcomer_sees_no_hand_and_its_players_keep_their_names_and_decide(game: Table, tmp_path: Path) -> None:
    to_the_end(game, random.Random(1))
    score, name = game.now.score, game.now.names["A"]
    assert (game.now.view("A") is not None, score[name]) == (True, 1)
    newcomer(game, "A")
    for table in (game, table_in(tmp_path)):
        assert (table.now.view("A"), table.now.standing("A"), table.now.score) == (None, {}, score)
        assert (table.now.players["A"], table.now.names["A"]) == (name, "New A")
    newcomer(game, "E", "newer")
    assert refused(game, "A", Vote(Motion("free_seat", "E"), True)) == "only_players"
    vote(game, "BC", Motion("free_seat", "E"))
    assert "E" not in game.now.names


def test_another_game_keeps_the_places_of_those_put_away(saved: Table) -> None:
    newcomer(saved).act("A", StartGame("barracuda", {}))
    vote(saved, "ABC", PUT_AWAY)
    assert refused(saved, "A", TakeUp(1)) == "place"
    saved.act("C", TakeUp(2))
    play(saved, ROUNDS[:2])


def test_only_the_newest_ticket_is_good_no_discarded_one_and_an_old_one_expires_once(clock: Clock, tickets: Tickets) -> None:
    old, new = tickets.give("A").code, tickets.give("B").code
    assert (tickets.find(old), tickets.find(new)) == (None, "B")
    assert (tickets.expire(), tickets.discard(), tickets.find(new), tickets.discard()) == (False, True, None, False)
    tickets.give("A")
    clock.now += SECONDS
    assert (tickets.expire(), tickets.expire()) == (True, False)


def test_a_bag_pawn_is_the_draw_while_one_is_asked_unless_back_is_held(table: Table) -> None:
    sit_and_start(table, draw="bag")
    assert isinstance(table.now.meaning(Piece("bag", "A"), READER), Play)
    assert table.tap(READER, BAG["A"], key=True) == Answer(True)
    assert (table.now.ticket.seat, table.now.view(TABLE).phase) == ("A", "drawing")
    table.tap(READER, BAG["A"])
    assert (table.now.ticket, table.now.view(TABLE).phase) == (None, "acting")


def test_a_seat_nobody_has_waits_for_the_game_to_end_and_without_tickets_a_pawn_is_no_key(table: Table, tmp_path: Path) -> None:
    sit_and_start(table, "ABC")
    assert table.tap(READER, BAG["E"]) == Answer(False, say("table.refusal.game_on"))
    assert table.now.ticket is None
    table = table_in(tmp_path, pieces=BOX)
    assert isinstance(table.now.meaning(Piece("bag", "A"), READER), Nothing)
    assert not table.tap(READER, BAG["A"], key=True).right


def test_a_key_puts_the_ticket_away_and_does_nothing_else(game: Table) -> None:
    shown = everything_shown(game)
    for key in ("ok", "back"):
        game.tap(READER, BAG["A"])
        assert (game.now.ticket.seat, game.press(key)) == ("A", Answer(True))
        assert (game.now.ticket, everything_shown(game)) == (None, shown)
    assert game.press("back") != Answer(True)


def test_a_move_changes_no_ask_and_no_view_and_is_there_after_the_plug_was_pulled(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    shown = everything_shown(game)
    game.act("A", MoveSeat("new phone"))
    again = table_in(tmp_path, pieces=BOX)
    assert everything_shown(again) == everything_shown(game) == shown
    assert (again.now.seating, again.now.announced) == (game.now.seating, None)  # A start announces no old news.
    for nobody in ("F", TABLE, CHANCE):
        refused(game, nobody, MoveSeat("new phone"))
