"""What stands where in a picture, taken from right above the table: on a spot, beside one, or nowhere."""

from collections import Counter
from typing import Any

import pytest

from companion.kit.photo import Base, Figure, Printed, Scene, Seen
from companion.sighting import plane
from companion.sighting.standing import Picture, Sighting, corners, seen

MAP = Base("map", tuple(Printed(n, 30, (100 * n, 0)) for n in (0, 1)), {"left": (0, 100), "right": (100, 100)}, 10)
PAWN = Figure("pawn", 7, 15, 0)
LEFT = frozenset({("map", "left")})


def shot(printed: Printed) -> Sighting:
    pixels = [(800 + point.real, 600 + point.imag) for point in corners(printed)]
    return Sighting(printed.number, tuple(pixels))


@pytest.mark.parametrize("steps", [0, plane.STEPS])
@pytest.mark.parametrize(("apart", "on", "doubtful", "loose"), [
    (9, {("map", "left"): "pawn"}, (), 0), (14, {}, LEFT, 0), (16, {}, (), 1),
])  # fmt: skip
def test_a_figure_stands_on_a_spot_within_its_reach_and_a_little_beyond_it_is_asked_about(
    monkeypatch: pytest.MonkeyPatch, steps: int, apart: int, on: Any, doubtful: Any, loose: int
) -> None:
    """The search for the camera begins where it is, among others."""
    monkeypatch.setattr(plane, "STEPS", steps)
    picture = Picture(1600, 1200, (*map(shot, MAP.glyphs), shot(Printed(7, 15, (-apart, 100)))))
    told = Seen(frozenset({"map"}), on, frozenset(doubtful), Counter(pawn=loose) if loose else Counter())
    assert seen(Scene((MAP,), (PAWN,)), picture) == told


def test_what_equations_leave_open_is_nothing() -> None:
    assert plane.solved([[0, 0], [0, 2]], [1, 4]) == [0, 2]
