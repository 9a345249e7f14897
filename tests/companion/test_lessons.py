"""The tag that waits and the walk that is on: a step belongs to the piece that was seen."""

from __future__ import annotations

import pytest

from companion.answers import Stale
from companion.games import GAMES
from companion.lessons import Lessons
from companion.pieces import Pieces

BOX = GAMES["barracuda"].pieces({})
TAG = b"4321"


@pytest.fixture
def lessons() -> Lessons:
    lessons = Lessons()
    lessons.start(Pieces(), BOX, renew=False)
    return lessons


def test_there_is_one_walk_at_a_time(lessons: Lessons) -> None:
    with pytest.raises(Stale):
        lessons.start(Pieces(), BOX, renew=True)
    lessons.step("stop")
    lessons.start(Pieces(), BOX, renew=True)
    assert lessons.walk is not None


def test_a_step_from_another_piece_is_stale(lessons: Lessons) -> None:
    lessons.step("skip", 0)
    with pytest.raises(Stale):
        lessons.step("skip", 0)
    assert lessons.walk is not None
    assert lessons.walk.at == 1
    lessons.step("skip")  # A key means the piece that the display shows.
    assert lessons.walk.at == 2


def test_a_walk_lets_no_tag_wait() -> None:
    lessons = Lessons()
    lessons.waiting = TAG
    lessons.start(Pieces(), BOX, renew=False)
    assert lessons.waiting is None


def test_a_waiting_tag_is_put_aside_by_name_or_once_it_is_known() -> None:
    lessons = Lessons()
    lessons.waiting = TAG
    with pytest.raises(Stale):
        lessons.put_aside(b"1234")
    lessons.put_aside_known(Pieces({b"1234": BOX[0]}))
    assert lessons.waiting == TAG
    lessons.put_aside_known(Pieces({TAG: BOX[0]}))
    assert lessons.waiting is None


def test_only_the_end_of_a_walk_is_said(lessons: Lessons) -> None:
    assert lessons.ending(Pieces(), BOX) is None
    lessons.step("stop")
    ending = lessons.ending(Pieces(), BOX)
    assert ending is not None
    assert ending.code == "enrolment.missing"
