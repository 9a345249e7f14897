"""What a hand meets while the disk or the program fails: a line above the counter, a sentence, and threads that go on."""

from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import Mock, call

import pytest

from companion.agreeing.evening.pausing import Pause
from companion.agreeing.motions import Motion, Vote
from companion.games.barracuda.moves import CallDraw
from companion.kit import TABLE, Piece, say
from companion.table.table import Unknown
from firmware.devices import Button, Lying, Phrase
from firmware.display import screens
from firmware.display.drawing import COUNTER_TOP, HEIGHT, WIDTH
from firmware.service import MOST_FAULTS, NOTICE_SECONDS
from tests.companion.settings import DRAW, sit_and_start
from tests.firmware.rooms import BAG, PAWN, WORDS, Room, notice, same, shows_ticket

COUNTER, ABOVE = (0, COUNTER_TOP, WIDTH, HEIGHT), (0, 0, WIDTH, COUNTER_TOP)


def test_a_game_keeps_its_picture_above_the_line_for_as_long_as_a_disk_takes_nothing(playing: Room) -> None:
    before = playing.look()
    playing.fill_disk()
    now = playing.look()
    assert same(now, screens.draw(playing.table.now.public.screen, WORDS, playing.table.now.names, read_only=True))
    assert (same(now.crop(ABOVE), before.crop(ABOVE)), same(now.crop(COUNTER), before.crop(COUNTER))) == (True, False)
    playing.lay(b"unknown")
    assert playing.shows(notice(say("table.unknown_tag"))), "the tap is answered first"
    assert playing.shows(now, NOTICE_SECONDS + 1)
    playing.lay(BAG)
    assert shows_ticket(playing, read_only=True)
    playing.press(Button.BACK)
    playing.disk.fail(0, -1, after=False)
    assert playing.shows(now)  # Nobody has noticed yet.
    playing.table.act(TABLE, CallDraw())
    assert (playing.table.now.read_only, same(playing.look().crop(COUNTER), now.crop(COUNTER))) == (False, False)


def test_the_line_is_the_same_whatever_was_tried_and_a_panel_is_not_missed(tmp_path: Path) -> None:
    """The failed command may have been secret: the display says only that it failed."""
    seen = []
    for folder, seat, command in (("pause", "A", Pause()), ("draw", TABLE, CallDraw())):
        room = Room(tmp_path / folder, {BAG: Piece("bag", "B")}, panel=False)
        sit_and_start(room.table)
        room.fill_disk(seat, command)
        seen.append(room.look())
        assert [room.lay(BAG), room.lay(PAWN)] == [None, None]
        room.table.lies = lies = Mock(side_effect=RuntimeError)  # type: ignore[method-assign]
        room.service.heard(Lying("reader 1", (BAG,), whole=True))
        assert lies.call_args == call("reader 1", (BAG,), whole=True)
    assert same(*seen)


@pytest.mark.parametrize("hand", ["press", "lay"])
def test_a_hand_is_answered_after_a_game_went_with_a_vote_whose_saving_seemed_to_fail(tmp_path: Path, hand: str) -> None:
    room = Room(tmp_path, {BAG: Piece("card", "Tide Bar")})
    sit_and_start(room.table)
    if hand == "lay":
        room.table.act(*DRAW)
    for seat in "AB":
        room.table.act(seat, Vote(Motion("put_away"), True))
    room.disk.fail(3, 6, after=True)  # The row was kept, but neither that nor what is there can be read back.
    with pytest.raises(Unknown):
        room.table.act("C", Vote(Motion("put_away"), True))
    assert room.table.now.game is not None
    room.disk.fail(0, -1, after=False)
    assert (room.press(Button.OK) if hand == "press" else room.lay(BAG), room.table.now.game) == (Phrase.WRONG, None)


@pytest.mark.parametrize("hand", ["press", "tap"])
def test_a_fault_of_the_program_ends_neither_keys_nor_readers(playing: Room, monkeypatch: Any, caplog: Any, hand: str) -> None:
    monkeypatch.setattr(playing.table, hand, Mock(side_effect=RuntimeError("Noor has 50")))
    act = partial(playing.press, Button.OK) if hand == "press" else partial(playing.lay, BAG)
    assert [act() for _ in range(MOST_FAULTS - 1)] == [Phrase.WRONG] * (MOST_FAULTS - 1)
    monkeypatch.undo()
    assert act() is not None
    monkeypatch.setattr(playing.table, hand, Mock(side_effect=RuntimeError("Noor has 50")))
    with pytest.raises(SystemExit):
        [act() for _ in range(MOST_FAULTS)]
    assert {("please report it" in line, "Noor" in line) for line in caplog.messages} == {(True, False)}, "it may be a secret"
