"""The walk through the box at the table: display, buzzer and LED while tags are taught."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops

from companion import walk
from companion.game import say
from companion.table import Table
from companion.words import Words
from firmware import screens
from firmware.devices import Button, Laid, Light, Phrase, Pressed
from firmware.service import AMBER, COLOURS, NOTICE_SECONDS, Service, Welcome
from tests.companion.settings import DRAW, sit_and_start, table_in

WORDS = Words("en")


class Glass:
    """A display that keeps what it shows."""

    width, height = 128, 64

    def __init__(self) -> None:
        self.picture: Image.Image | None = None

    def show(self, picture: Image.Image) -> None:
        self.picture = picture

    def dim(self, level: int) -> None: ...
    def close(self) -> None: ...


class Board:
    """A panel that keeps what it played last and how its LED shines."""

    def __init__(self) -> None:
        self.phrase: Phrase | None = None
        self.lit: tuple[Light, tuple[int, int, int]] | None = None
        self.down: set[Button] = set()

    def play(self, phrase: Phrase) -> None:
        self.phrase = phrase

    def light(self, light: Light, colour: tuple[int, int, int] = (255, 255, 255)) -> None:
        self.lit = light, colour

    def held(self, button: Button) -> bool:
        return button in self.down

    def pressed(self, timeout: float) -> Pressed | None: ...
    def close(self) -> None: ...


class Hands:
    """A table with its things, and what a hand does to them."""

    def __init__(self, table: Table) -> None:
        self.table, self.glass, self.board, self.now = table, Glass(), Board(), 0.0
        self.service = Service(table, WORDS, Welcome("here", "http://here/"), self.glass, self.board, clock=lambda: self.now)

    def lay(self, number: int) -> Phrase | None:
        self.service.heard(Laid("reader 1", bytes([4, 0, 0, number])))
        self.service.show_once()
        return self.board.phrase

    def press(self, button: Button) -> Phrase | None:
        self.service._answered(self.table.press(button.value))
        self.service.show_once()
        return self.board.phrase

    def shows(self, picture: Image.Image) -> bool:
        assert self.glass.picture is not None
        return ImageChops.logical_xor(self.glass.picture, picture).getbbox() is None

    def asks_for(self, at: int) -> bool:
        return self.shows(screens.draw(walk.screen(walk.Walk(self.table.box, at=at)), WORDS, self.table.names))


@pytest.fixture
def hands(tmp_path: Path) -> Hands:
    return Hands(table_in(tmp_path))


def test_a_new_tag_is_asked_about_and_the_page_may_answer(hands: Hands) -> None:
    assert hands.lay(1) is Phrase.WRONG
    assert hands.shows(screens.notice(say("table.unknown_tag"), WORDS, {}))
    assert hands.table.waiting_tag == bytes([4, 0, 0, 1])


def test_the_display_asks_for_one_piece_after_the_other(hands: Hands) -> None:
    hands.table.start_walk(renew=False)
    hands.service.show_once()
    assert hands.asks_for(0)
    assert hands.board.lit == (Light.READY, AMBER)
    assert hands.lay(1) is Phrase.RIGHT
    assert hands.asks_for(1)
    assert hands.press(Button.OK) is Phrase.RIGHT
    assert hands.asks_for(2)
    assert hands.press(Button.BACK) is Phrase.RIGHT
    assert hands.asks_for(1)


def test_a_refusal_stands_until_it_was_read_or_the_right_piece_lies_there(hands: Hands) -> None:
    hands.table.start_walk(renew=False)
    hands.lay(1)
    assert hands.lay(1) is Phrase.WRONG
    assert not hands.asks_for(1)
    assert hands.lay(2) is Phrase.RIGHT
    assert hands.asks_for(2), "at once, though the notice was not over"
    hands.lay(1)
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    assert hands.asks_for(2)


def test_the_end_says_how_the_box_stands_and_the_game_goes_on(hands: Hands) -> None:
    sit_and_start(hands.table)
    hands.table.act(*DRAW)
    hands.service.show_once()
    assert hands.board.lit == (Light.ASKED, COLOURS["A"])
    game = hands.glass.picture
    hands.table.start_walk(renew=False)
    hands.lay(1)
    assert hands.board.lit == (Light.READY, AMBER)
    assert hands.press(Button.LAST_ORDER) is Phrase.RIGHT
    assert hands.shows(screens.notice(say("enrolment.missing", count=len(hands.table.box) - 1), WORDS, {}))
    hands.now += NOTICE_SECONDS
    hands.service.show_once()
    assert game is not None
    assert hands.shows(game)
