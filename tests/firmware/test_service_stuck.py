"""A disk that takes nothing: the display says so for as long as it lasts, whatever it shows; frames are read off its bus."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from companion.barracuda.moves import CallDraw
from companion.evening import Pause
from companion.game import TABLE, say
from companion.games import GAMES
from companion.journal import Journal, connect
from companion.pieces import Piece, Pieces
from companion.seating import SitDown
from companion.table import Table, Unknown
from companion.tickets import Tickets
from companion.words import Words
from firmware import screens
from firmware.devices import Laid
from firmware.drawing import COUNTER_TOP, HEIGHT, WIDTH
from firmware.oled_display import OledDisplay, i2c_bus
from firmware.service import NOTICE_SECONDS, Service, Welcome
from firmware.simulator.display import I2cBus, SimulatedOled
from tests.companion.settings import first, sit_and_start
from tests.proof.failing import FailingConnection

WORDS = Words("en")
BAG = bytes([4, 0, 0, 1])
JOIN = "http://10.42.0.1/"
COUNTER = (0, COUNTER_TOP, WIDTH, HEIGHT)


class Stuck:
    """A table with a display, as it is driven on a Pi, whose disk can be made to take nothing."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(exist_ok=True)
        self.now, self.oled = 0.0, SimulatedOled()
        self.disk = FailingConnection(connect(folder / "journal"))
        tickets = Tickets(lambda: self.now, random.Random(1).choice)
        self.table = Table(Journal(self.disk), GAMES, Pieces({BAG: Piece("bag", "B")}), first, tickets)
        bus = I2cBus(self.oled)
        display = OledDisplay("ssd1306", lambda: i2c_bus(bus), clock=lambda: self.now)
        self.service = Service(self.table, WORDS, Welcome("10.42.0.1", JOIN), display, None, clock=lambda: self.now)

    def look(self, after: float = 0.0) -> Image.Image:
        """Return what the display's own chip has been told to show, *after* so many seconds."""
        self.now += after
        self.service.show_once()
        return self.oled.picture()

    def fill(self, seat: str = "A", command: Any = None) -> None:
        """Let the disk take nothing any more, and *seat* find out."""
        self.disk.fail(1, 10**6, after=False)
        with pytest.raises(Unknown):
            self.table.act(seat, command or Pause())

    def mend(self) -> None:
        self.disk.fail(0, -1, after=False)


@pytest.fixture
def stuck(tmp_path: Path) -> Stuck:
    return Stuck(tmp_path)


def same(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.logical_xor(one, other).getbbox() is None


def test_a_game_keeps_its_picture_above_the_line_for_as_long_as_it_lasts(stuck: Stuck) -> None:
    sit_and_start(stuck.table)
    before, game = stuck.look(), stuck.table.game
    stuck.fill()
    now = stuck.look()
    assert game is not None
    assert same(now, screens.draw(game.screen(stuck.table.view(TABLE)), WORDS, stuck.table.names, read_only=True))
    assert same(now.crop((0, 0, WIDTH, COUNTER_TOP)), before.crop((0, 0, WIDTH, COUNTER_TOP)))
    assert not same(now.crop(COUNTER), before.crop(COUNTER))
    assert same(stuck.look(NOTICE_SECONDS + 1), now)
    stuck.mend()
    assert same(stuck.look(), now)  # Nobody knows yet.
    stuck.table.act(TABLE, CallDraw())
    assert not stuck.table.read_only
    assert not same(stuck.look().crop(COUNTER), now.crop(COUNTER))


def test_the_line_is_the_same_whatever_was_tried(tmp_path: Path) -> None:
    """What failed may have been secret: of it the display tells nothing but that it failed."""
    seen = []
    for folder, seat, command in (("pause", "A", Pause()), ("draw", TABLE, CallDraw())):
        stuck = Stuck(tmp_path / folder)
        sit_and_start(stuck.table)
        stuck.fill(seat, command)
        seen.append(stuck.look())
    assert same(*seen)


def test_the_lobby_says_so_beside_its_code(stuck: Stuck) -> None:
    stuck.table.act("A", SitDown("Noor", "a" * 64))
    before = stuck.look()
    stuck.fill("B", SitDown("Émile", "b" * 64))
    now = stuck.look()
    assert same(now, screens.lobby(JOIN, "10.42.0.1", {"A": "Noor"}, WORDS, read_only=True))
    assert same(now.crop((0, 0, 64, HEIGHT)), before.crop((0, 0, 64, HEIGHT)))
    stuck.mend()
    stuck.table.act("B", SitDown("Émile", "b" * 64))
    assert same(stuck.look(), screens.lobby(JOIN, "10.42.0.1", {"A": "Noor", "B": "Émile"}, WORDS))


def test_a_tap_is_answered_first_and_its_ticket_says_so_too(stuck: Stuck) -> None:
    sit_and_start(stuck.table)
    stuck.fill()
    stuck.service.heard(Laid("reader 1", bytes([9, 9, 9, 9])))
    assert same(stuck.look(), screens.notice(say("table.unknown_tag"), WORDS, {}))
    stuck.look(NOTICE_SECONDS)
    stuck.service.heard(Laid("reader 1", BAG))
    ticket = stuck.table.ticket
    assert ticket is not None
    names, code = stuck.table.names, JOIN + ticket.code
    assert same(stuck.look(), screens.ticket(code, ticket, names, WORDS, read_only=True))
    assert not same(stuck.look(), screens.ticket(code, ticket, names, WORDS))
