"""A display that shows the same for long, on a clock that moves only here."""

from __future__ import annotations

import pytest
from PIL import Image, ImageDraw

from firmware.resting import BRIGHT, DIM, DIM_AFTER, HIDE_AFTER, Resting


def spot(x: int, y: int) -> Image.Image:
    picture = Image.new("1", (128, 64), 0)
    ImageDraw.Draw(picture).point((x, y), 1)
    return picture


class Room:
    def __init__(self) -> None:
        self.now = 1000.0
        self.resting = Resting(lambda: self.now)

    def look(self, picture: Image.Image, after: float = 0.0) -> tuple[object, int]:
        """Return where the lit pixels are after so many seconds more, and how bright they are."""
        self.now += after
        rest = self.resting.spare(picture)
        return rest.picture.getbbox(), rest.level


@pytest.fixture
def room() -> Room:
    return Room()


def test_a_picture_is_itself_for_a_minute(room: Room) -> None:
    for after in (0, 1, DIM_AFTER - 2):
        assert room.look(spot(10, 10), after) == ((10, 10, 11, 11), BRIGHT)  # Not a pixel differs from the golden ones.


def test_after_a_minute_it_dims_and_moves_by_a_pixel_and_after_ten_it_is_dark(room: Room) -> None:
    room.look(spot(10, 10))
    places = [room.look(spot(10, 10), DIM_AFTER) for _ in range(5)]
    assert {level for _, level in places} == {DIM}
    assert [place[:2] for place, _ in places] == [(11, 10), (11, 11), (10, 11), (10, 10), (11, 10)]
    assert room.look(spot(10, 10), HIDE_AFTER - 5 * DIM_AFTER - 1)[0] is not None
    assert [room.look(spot(10, 10), after) for after in (1, 5000)] == [(None, DIM)] * 2


def test_what_leaves_at_an_edge_does_not_come_in_at_the_other(room: Room) -> None:
    room.look(spot(127, 63))
    assert room.look(spot(127, 63), DIM_AFTER)[0] is None
