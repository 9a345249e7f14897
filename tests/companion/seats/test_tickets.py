"""A pawn works as a key: tickets, and the seats that they bring to other phones."""

import itertools
from pathlib import Path

import pytest

from companion.kit import CHANCE, TABLE, Illegal, Nothing, Piece, Play, say
from companion.seats.seating import MoveSeat, SitDown, StandUp
from companion.seats.tickets import SECONDS, Tickets
from companion.table.table import Answer, Table
from companion.tags.pieces import Pieces
from tests.companion.settings import DRAW, Clock, everything_shown, sit_and_start, table_in

BAG = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDE", start=1)}
PAWN, CARD = bytes([4, 0, 1, 1]), bytes([4, 0, 2, 1])
BOX = {**{uid: Piece("bag", seat) for seat, uid in BAG.items()}, PAWN: Piece("pawn", "B", 3), CARD: Piece("card", "Octopus")}
READER = "reader 1"


@pytest.fixture
def tickets(clock: Clock) -> Tickets:
    drawn = itertools.cycle("7K3F2M9QRSTV")
    return Tickets(clock, lambda _: next(drawn))


@pytest.fixture
def table(tmp_path: Path, tickets: Tickets) -> Table:
    """A table that knows its pawns and gives tickets; in `game` the companion draws, so that a bag pawn works as a key."""
    return table_in(tmp_path, pieces=Pieces(BOX), tickets=tickets)


def given(table: Table, seat: str = "B") -> str:
    """Return the code of the ticket that a bag pawn brings."""
    table.tap(READER, BAG[seat])
    return table.now.ticket.code


# Tickets


def test_only_the_newest_ticket_is_good_no_discarded_one_and_an_old_one_expires_once(clock: Clock, tickets: Tickets) -> None:
    old, new = tickets.give("A").code, tickets.give("B").code
    assert (tickets.find(old), tickets.find(new)) == (None, "B")
    assert (tickets.expire(), tickets.discard(), tickets.find(new), tickets.discard()) == (False, True, None, False)
    tickets.give("A")
    clock.now += SECONDS
    assert (tickets.expire(), tickets.expire()) == (True, False)


# What a pawn means


def test_a_bag_pawn_is_the_draw_while_one_is_asked_unless_back_is_held(table: Table) -> None:
    sit_and_start(table, draw="bag")
    assert isinstance(table.now.meaning(Piece("bag", "A"), READER), Play)
    assert table.tap(READER, BAG["A"], key=True) == Answer(True)
    assert table.now.ticket is not None
    assert table.now.view(TABLE).phase == "drawing"
    table.tap(READER, BAG["A"])
    assert (table.now.ticket, table.now.view(TABLE).phase) == (None, "acting")


def test_a_seat_nobody_has_waits_for_the_game_to_end_and_without_tickets_a_pawn_is_no_key(table: Table, tmp_path: Path) -> None:
    sit_and_start(table, "ABC")
    assert table.tap(READER, BAG["E"]) == Answer(False, say("table.refusal.game_on"))
    assert table.now.ticket is None
    table = table_in(tmp_path, pieces=Pieces(BOX))
    assert isinstance(table.now.meaning(Piece("bag", "A"), READER), Nothing)
    assert not table.tap(READER, BAG["A"], key=True).right


@pytest.mark.parametrize("key", ["ok", "back"])
def test_a_key_puts_the_ticket_away_and_does_nothing_else(game: Table, key: str) -> None:
    given(game, "A")
    shown = everything_shown(game)
    assert game.press(key) == Answer(True)
    assert game.now.ticket is None
    assert everything_shown(game) == shown
    assert game.press("back") != Answer(True)


# Moving


def test_a_move_changes_no_ask_and_no_view_and_is_there_after_the_plug_was_pulled(game: Table, tmp_path: Path) -> None:
    game.act(*DRAW)
    shown = everything_shown(game)
    game.act("A", MoveSeat("new phone"))
    again = table_in(tmp_path, pieces=Pieces(BOX))
    assert everything_shown(again) == everything_shown(game) == shown
    assert again.now.seating == game.now.seating
    assert again.now.announced is None  # A start announces no old news.


def test_nobody_moves_a_seat_that_nobody_has(table: Table) -> None:
    table.act("A", SitDown("Ann", "token of A"))
    table.act("A", StandUp())
    for seat in ("A", "F", TABLE, CHANCE):
        with pytest.raises(Illegal):
            table.act(seat, MoveSeat("new phone"))
