"""A disk that takes nothing: the display says so for as long as it lasts, whatever it shows; frames are read off its bus."""

from __future__ import annotations

from pathlib import Path

from companion.barracuda.moves import CallDraw
from companion.evening import Pause
from companion.game import TABLE, say
from companion.pieces import Piece
from companion.seating import SitDown
from firmware import screens
from firmware.drawing import COUNTER_TOP, HEIGHT, WIDTH
from firmware.service import NOTICE_SECONDS
from tests.companion.settings import sit_and_start
from tests.firmware.serving import JOIN, WORDS, Room, notice, same

BAG = bytes([4, 0, 0, 1])
COUNTER, ABOVE = (0, COUNTER_TOP, WIDTH, HEIGHT), (0, 0, WIDTH, COUNTER_TOP)


def test_a_game_keeps_its_picture_above_the_line_for_as_long_as_it_lasts(tmp_path: Path) -> None:
    room = Room(tmp_path)
    sit_and_start(room.table)
    before, game = room.look(), room.table.game
    room.fill_disk()
    now = room.look()
    assert game is not None
    assert same(now, screens.draw(room.table.screen(), WORDS, room.table.names, read_only=True))
    assert same(now.crop(ABOVE), before.crop(ABOVE))
    assert not same(now.crop(COUNTER), before.crop(COUNTER))
    assert room.shows(now, NOTICE_SECONDS + 1)
    room.mend_disk()
    assert room.shows(now)  # Nobody knows yet.
    room.table.act(TABLE, CallDraw())
    assert not room.table.read_only
    assert not same(room.look().crop(COUNTER), now.crop(COUNTER))


def test_the_line_is_the_same_whatever_was_tried(tmp_path: Path) -> None:
    """What failed may have been secret: of it the display tells nothing but that it failed."""
    seen = []
    for folder, seat, command in (("pause", "A", Pause()), ("draw", TABLE, CallDraw())):
        room = Room(tmp_path / folder)
        sit_and_start(room.table)
        room.fill_disk(seat, command)
        seen.append(room.look())
    assert same(*seen)


def test_the_lobby_says_so_beside_its_code(tmp_path: Path) -> None:
    room, names = Room(tmp_path), {"A": "Noor", "B": "Émile"}
    room.table.act("A", SitDown("Noor", "a" * 64))
    before = room.look()
    room.fill_disk("B", SitDown("Émile", "b" * 64))
    assert room.shows(screens.lobby(JOIN, "10.42.0.1", {"A": "Noor"}, WORDS, read_only=True))
    assert same(room.look().crop((0, 0, 64, HEIGHT)), before.crop((0, 0, 64, HEIGHT)))
    room.mend_disk()
    room.table.act("B", SitDown("Émile", "b" * 64))
    assert room.shows(screens.lobby(JOIN, "10.42.0.1", names, WORDS))


def test_a_tap_is_answered_first_and_its_ticket_says_so_too(tmp_path: Path) -> None:
    room = Room(tmp_path, {BAG: Piece("bag", "B")}, panel=False)
    sit_and_start(room.table)
    room.fill_disk()
    room.lay(bytes([9, 9, 9, 9]))
    assert room.shows(notice(say("table.unknown_tag")))
    room.look(NOTICE_SECONDS)
    room.lay(BAG)
    ticket, names = room.table.ticket, room.table.names
    assert ticket is not None
    assert room.shows(screens.ticket(JOIN + ticket.code, ticket, names, WORDS, read_only=True))
    assert not room.shows(screens.ticket(JOIN + ticket.code, ticket, names, WORDS))
