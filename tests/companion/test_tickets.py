"""The pawn is the key: tickets, and the seats that they bring to other phones."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.game import CHANCE, TABLE, Illegal, Nothing, Play, Who, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import MoveSeat, SitDown, StandUp
from companion.table import Answer, Stale, Table
from companion.tickets import LENGTH, LETTERS, SECONDS, Claim, Ticket, Tickets
from tests.companion.settings import DRAW, everything_shown, first, sit_and_start

BAG = {seat: bytes([4, 0, 0, number]) for number, seat in enumerate("ABCDE", start=1)}
PAWN, CARD = bytes([4, 0, 1, 1]), bytes([4, 0, 2, 1])
BOX = {**{uid: Piece("bag", seat) for seat, uid in BAG.items()}, PAWN: Piece("pawn", "B", 3), CARD: Piece("card", "Octopus")}


class Clock:
    """Seconds that pass when the test says so."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def letters() -> Iterator[str]:
    return itertools.cycle("7K3F2M9QRSTV")


def tickets(clock: Clock) -> Tickets:
    drawn = letters()
    return Tickets(clock, lambda _: next(drawn))


@pytest.fixture
def clock() -> Clock:
    return Clock()


def table_with_keys(folder: Path, clock: Clock) -> Table:
    return Table(Journal(connect(folder / "journal.sqlite")), GAMES, Pieces(BOX), first, tickets(clock))


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Table:
    return table_with_keys(tmp_path, clock)


@pytest.fixture
def game(table: Table) -> Table:
    """A game in which the companion draws, so that a bag pawn is a key at any time."""
    sit_and_start(table)
    return table


# Tickets


def test_a_code_is_long_enough_and_has_no_letters_that_look_alike() -> None:
    given = Tickets(Clock(), random.Random(1).choice).give("A")
    assert len(given.code) == LENGTH
    assert set(given.code) <= set(LETTERS)
    assert not set(LETTERS) & set("01ILOilo")
    assert len(LETTERS) ** LENGTH > 800_000_000


def test_a_ticket_is_good_for_a_minute_however_it_is_written(clock: Clock) -> None:
    some = tickets(clock)
    ticket = some.give("B")
    assert ticket == Ticket("7K3F2M", "B", clock.now + SECONDS)
    assert [some.find(code) for code in ("7K3F2M", "7k3f2m", "7K3F2", "", "999999")] == ["B", "B", None, None, None]
    clock.now += SECONDS - 0.01
    assert some.find("7K3F2M") == "B"
    clock.now += 0.01
    assert (some.find("7K3F2M"), some.shown) == (None, None)


def test_only_the_newest_ticket_is_good(clock: Clock) -> None:
    some = tickets(clock)
    old, new = some.give("A").code, some.give("B").code
    assert (some.find(old), some.find(new)) == (None, "B")


def test_a_torn_ticket_is_worthless_and_an_old_one_expires_once(clock: Clock) -> None:
    some = tickets(clock)
    code = some.give("A").code
    assert not some.expire()
    assert some.tear()
    assert some.find(code) is None
    assert not some.tear()
    some.give("A")
    clock.now += SECONDS
    assert some.expire()
    assert not some.expire()


# What a pawn means


def test_a_bag_pawn_is_its_seats_key_when_no_draw_from_the_bag_is_asked(table: Table) -> None:
    assert table.tap("reader 1", BAG["C"]) == Answer(True)
    assert table.ticket is not None
    assert table.ticket.seat == "C"
    sit_and_start(table)
    assert table.tap("reader 1", BAG["B"]) == Answer(True)
    assert table.ticket.seat == "B"
    assert table.meaning(Piece("bag", "A"), "reader 1") == Claim("A")


def test_a_bag_pawn_is_the_draw_while_one_is_asked_unless_back_is_held(table: Table) -> None:
    sit_and_start(table, draw="bag")
    assert isinstance(table.meaning(Piece("bag", "A"), "reader 1"), Play)
    assert table.tap("reader 1", BAG["A"], key=True) == Answer(True)
    assert table.ticket is not None
    assert table.view(TABLE).phase == "drawing"
    table.tap("reader 1", BAG["A"])
    assert table.ticket is None
    assert table.view(TABLE).phase == "acting"


def test_any_pawn_is_a_key_while_back_is_held_and_a_card_never(game: Table) -> None:
    assert not game.tap("reader 1", PAWN).right
    assert game.ticket is None
    assert game.tap("reader 1", PAWN, key=True).right
    assert game.ticket is not None
    assert game.ticket.seat == "B"
    assert not game.tap("reader 1", CARD, key=True).right


def test_a_seat_that_nobody_has_waits_for_the_game_to_end(table: Table) -> None:
    sit_and_start(table, "ABC")
    assert table.tap("reader 1", BAG["E"]) == Answer(False, say("table.refusal.game_on"))
    assert table.ticket is None


def test_without_tickets_a_pawn_is_no_key(tmp_path: Path) -> None:
    table = Table(Journal(connect(tmp_path / "journal.sqlite")), GAMES, Pieces(BOX), first)
    assert isinstance(table.meaning(Piece("bag", "A"), "reader 1"), Nothing)
    assert not table.tap("reader 1", BAG["A"], key=True).right


@pytest.mark.parametrize("key", ["ok", "back"])
def test_a_key_puts_the_ticket_away_and_does_nothing_else(game: Table, key: str) -> None:
    game.tap("reader 1", BAG["A"])
    shown = everything_shown(game)
    assert game.press(key) == Answer(True)
    assert game.ticket is None
    assert everything_shown(game) == shown
    assert game.press("back") != Answer(True)


def test_the_table_is_looked_at_again_when_a_ticket_is_too_old(game: Table, clock: Clock) -> None:
    game.tap("reader 1", BAG["A"])
    revision = game.revision
    game.expire_ticket()
    assert game.revision == revision
    clock.now += SECONDS
    game.expire_ticket()
    assert game.revision == revision + 1


# Moving


def test_a_ticket_brings_the_seat_to_a_new_phone_once_and_the_old_one_is_out(game: Table) -> None:
    game.tap("reader 1", BAG["B"])
    assert game.ticket is not None
    code = game.ticket.code
    assert game.seat_behind(code) == "B"
    assert game.move(code.lower(), "new phone") == "B"
    assert (game.seating.seat_of("new phone"), game.seating.seat_of("token of B")) == ("B", None)
    assert game.seating.left == {"token of B": "B"}
    assert game.announced is not None
    assert game.announced[1] == say("table.told.moved", who=Who("B"))
    with pytest.raises(Stale):
        game.move(code, "a third phone")
    assert game.seating.seat_of("a third phone") is None


def test_a_code_that_is_wrong_or_too_old_moves_nothing(game: Table, clock: Clock) -> None:
    game.tap("reader 1", BAG["B"])
    assert game.ticket is not None
    for code in ("", "ABCDEF", game.ticket.code[:-1]):
        with pytest.raises(Stale):
            game.move(code, "new phone")
    code = game.ticket.code
    clock.now += SECONDS
    with pytest.raises(Stale):
        game.move(code, "new phone")


def test_a_refused_move_leaves_the_ticket_good(game: Table) -> None:
    game.tap("reader 1", BAG["B"])
    assert game.ticket is not None
    code = game.ticket.code
    with pytest.raises(Illegal):
        game.move(code, "token of A")  # This phone's token is another seat's.
    game.move(code, "new phone")


def test_moving_changes_no_ask_and_no_view(game: Table) -> None:
    game.act(*DRAW)
    shown = everything_shown(game)
    game.act("A", MoveSeat("new phone"))
    assert everything_shown(game) == shown


def test_a_move_is_there_after_the_plug_was_pulled(tmp_path: Path, clock: Clock) -> None:
    table = table_with_keys(tmp_path, clock)
    sit_and_start(table)
    table.act("A", MoveSeat("new phone"))
    table.act(*DRAW)
    again = table_with_keys(tmp_path, clock)
    assert everything_shown(again) == everything_shown(table)
    assert again.seating == table.seating
    assert again.announced is None  # Nobody is told old news at the start.


def test_nobody_moves_a_seat_that_nobody_has(table: Table) -> None:
    table.act("A", SitDown("Ann", "token of A"))
    table.act("A", StandUp())
    for seat in ("A", "F", TABLE, CHANCE):
        with pytest.raises(Illegal):
            table.act(seat, MoveSeat("new phone"))


def test_a_phones_token_is_in_no_text_of_the_seating(game: Table) -> None:
    game.act("A", MoveSeat("new phone"))
    assert "Ann" in repr(game.seating)
    assert "token of" not in repr(game.seating)
    assert "new phone" not in repr(game.seating)
