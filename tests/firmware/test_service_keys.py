"""Pawns as keys at the table: what display, buzzer and LED say of tickets, and of what the table says itself."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion import evening
from companion.evening import GoOn, Pause
from companion.game import Who, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import MoveSeat
from companion.table import Table
from companion.tickets import SECONDS, Tickets
from companion.words import Words
from firmware import screens
from firmware.devices import Button, Laid, Light, Phrase
from firmware.service import AMBER, NOTICE_SECONDS, Service, Welcome
from tests.companion.settings import NAMES, SEATS, first, sit_and_start
from tests.firmware.test_service_walk import Board, Glass

WORDS = Words("en")
BAG, PAWN = bytes([4, 0, 0, 1]), bytes([4, 0, 0, 2])
JOIN = "http://10.42.0.1/"


class Hands:
    """A game with its things, and what a hand does to them."""

    def __init__(self, folder: Path) -> None:
        self.now, self.glass, self.board = 0.0, Glass(), Board()
        tickets = Tickets(lambda: self.now, random.Random(1).choice)
        pieces = Pieces({BAG: Piece("bag", "B"), PAWN: Piece("pawn", "C", 2)})
        self.table = Table(Journal(connect(folder / "journal")), GAMES, pieces, first, tickets)
        sit_and_start(self.table)
        welcome = Welcome("10.42.0.1", JOIN)
        self.service = Service(self.table, WORDS, welcome, self.glass, self.board, clock=lambda: self.now)

    def lay(self, uid: bytes) -> Phrase | None:
        self.service.heard(Laid("reader 1", uid))
        self.service.show_once()
        return self.board.phrase

    def shows(self, picture: Image.Image) -> bool:
        assert self.glass.picture is not None
        return ImageChops.logical_xor(self.glass.picture, picture).getbbox() is None

    @property
    def shows_ticket(self) -> bool:
        ticket = self.table.ticket
        return ticket is not None and self.shows(screens.ticket(JOIN + ticket.code, ticket, self.table.names, WORDS))

    @property
    def shows_game(self) -> bool:
        game = self.table.game
        assert game is not None
        return self.shows(screens.draw(game.screen(self.table.view("table")), WORDS, self.table.names))


@pytest.fixture
def hands(tmp_path: Path) -> Hands:
    return Hands(tmp_path)


def test_a_bag_pawn_shows_its_seats_code_for_a_minute(hands: Hands) -> None:
    assert hands.lay(BAG) is Phrase.RIGHT
    assert hands.shows_ticket
    hands.now = SECONDS - 0.1
    hands.service.show_once()
    assert hands.shows_ticket
    hands.now = SECONDS
    hands.service.show_once()
    assert hands.shows_game


def test_any_pawn_is_a_key_while_back_is_held(hands: Hands) -> None:
    assert hands.lay(PAWN) is Phrase.WRONG
    assert hands.table.ticket is None
    hands.board.down = {Button.BACK}
    assert hands.lay(PAWN) is Phrase.RIGHT
    assert hands.shows_ticket


def test_a_key_puts_the_code_away(hands: Hands) -> None:
    hands.lay(BAG)
    hands.service._answered(hands.table.press(Button.BACK.value))
    hands.service.show_once()
    assert hands.shows_game


def test_a_move_is_told_to_everybody_once(hands: Hands) -> None:
    hands.lay(BAG)
    assert hands.table.ticket is not None
    hands.table.move(hands.table.ticket.code, "new phone")
    hands.service.show_once()
    names = dict(zip(SEATS, NAMES, strict=True))
    assert hands.shows(screens.notice(say("table.told.moved", who=Who("B")), WORDS, names))
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    assert hands.shows_game
    hands.table.act("A", MoveSeat("another new phone"))
    hands.service.show_once()
    assert hands.shows(screens.notice(say("table.told.moved", who=Who("A")), WORDS, names))


def test_a_long_address_has_no_qr_code_but_a_code_to_type(hands: Hands) -> None:
    hands.lay(BAG)
    assert hands.table.ticket is not None
    picture = screens.ticket("http://" + "x" * 60 + "/", hands.table.ticket, hands.table.names, WORDS)
    assert picture.getbbox() is not None


def test_a_pause_is_on_the_display_until_the_game_goes_on(hands: Hands) -> None:
    hands.table.act("C", Pause())
    hands.service.show_once()
    assert hands.board.lit == (Light.READY, AMBER)
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    assert hands.shows(screens.draw(evening.screen("C"), WORDS, hands.table.names))
    assert hands.lay(BAG) is Phrase.RIGHT  # A seat may move meanwhile.
    assert hands.shows_ticket
    hands.table.act("A", GoOn())
    hands.table.press("back")  # Tears the ticket up.
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    assert hands.shows_game
