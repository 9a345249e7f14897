"""Which figures of a picture, taken from right above the table, stand on a spot, perhaps on one, or nowhere."""

import pytest

from companion.kit.photo import Base, Figure, Printed, Scene
from companion.sighting import plane, standing

MAP = Base("map", (Printed(0, 30, (0, 0)), Printed(1, 30, (100, 0))), {"left": (0, 100), "right": (100, 100)}, reach=10)


@pytest.mark.parametrize(("apart", "told"), [(9, [1, 0, 0]), (14, [0, 1, 0]), (16, [0, 0, 1])])
def test_a_figure_a_little_beyond_a_spots_reach_is_asked_about(apart: int, told: list[int]) -> None:
    glyphs = (*MAP.glyphs, Printed(7, 15, (-apart, 100)))
    pixels = {one.number: [(800 + at.real, 600 + at.imag) for at in standing.corners(one)] for one in glyphs}
    picture = standing.Picture(1600, 1200, tuple(standing.Sighting(number, tuple(at)) for number, at in pixels.items()))
    seen = standing.seen(Scene((MAP,), (Figure("pawn", 7, 15, 0),)), picture)
    assert [list(seen.on.values()).count("pawn"), len(seen.doubtful), seen.loose["pawn"]] == told
    assert plane.solved([[0, 0], [0, 2]], [1, 4]) == [0, 2], "what equations leave open is nothing"
