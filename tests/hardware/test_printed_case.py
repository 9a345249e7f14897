"""What OpenSCAD makes of the case: closed bodies of the size that the numbers give."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import pytest

from tests.hardware.case import SOURCE, case

Point: TypeAlias = tuple[float, ...]
Triangle: TypeAlias = tuple[Point, Point, Point]
SMALL: Final = {"display": "0.96", "pi": "Zero", "keys": 0}


@pytest.fixture(scope="session")
def openscad() -> str:
    """Return the path of the program; skip the test where there is none."""
    path = shutil.which("openscad")
    return path or pytest.skip("NO OPENSCAD: the case was not exported, only its numbers were compared. Install openscad.")


@cache
def exported(openscad: str, part: str, **given: Any) -> list[Triangle]:
    """Return the triangles of *part*, exported once."""
    words = [f"-D{name}={value if isinstance(value, int) else chr(34) + value + chr(34)}" for name, value in given.items()]
    with TemporaryDirectory() as folder:
        file = Path(folder, "part.stl")
        command = [openscad, "-o", str(file), f'-Dpart="{part}"', *words, str(SOURCE)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
        assert done.returncode == 0, done.stderr
        assert "WARNING" not in done.stderr, done.stderr
        return triangles(file)


def triangles(file: Path) -> list[Triangle]:
    points = [tuple(map(float, one)) for one in re.findall(r"vertex (\S+) (\S+) (\S+)", file.read_text(encoding="ascii"))]
    return list(zip(points[::3], points[1::3], points[2::3], strict=True))


def open_edges(body: list[Triangle]) -> list[tuple[Point, Point]]:
    """Return the edges that don't have exactly one triangle on each side."""
    edges = Counter((a, b) for one in body for a, b in zip(one, one[1:] + one[:1], strict=True))
    return [edge for edge, times in edges.items() if times != 1 or edges[edge[::-1]] != 1]


def pieces(body: list[Triangle]) -> list[set[Point]]:
    """Return the corners of each piece of *body*; pieces touch nowhere."""
    found: list[set[Point]] = []
    for triangle in body:
        touched = [piece for piece in found if not piece.isdisjoint(triangle)]
        found = [piece for piece in found if piece not in touched] + [set(triangle).union(*touched)]
    return found


def size(body: list[Triangle]) -> list[float]:
    return [max(axis) - min(axis) for axis in zip(*(point for one in body for point in one), strict=True)]


@pytest.mark.parametrize(
    ("part", "given"),
    [pytest.param("box", {}, marks=pytest.mark.broad), pytest.param("lid", {}, marks=pytest.mark.broad), ("lid", SMALL)],
    ids=["box", "lid", "small_lid"],
)
def test_a_part_is_one_closed_body_of_its_size(openscad: str, part: str, given: dict[str, Any]) -> None:
    numbers, body = case(**given), exported(openscad, part, **given)
    high = numbers["outside"][2] if part == "box" else numbers["lid_thick"] + numbers["rail_high"]
    assert size(body) == pytest.approx([*numbers["outside"][:2], high], abs=0.01)
    assert open_edges(body) == []
    assert len(pieces(body)) == 1


def test_the_printed_lid_is_turned_over_and_not_mirrored(openscad: str) -> None:
    """Turned over towards the front, y becomes -y and depth becomes height: the reader's pocket must be at the right."""
    numbers, body = case(**SMALL), exported(openscad, "lid", **SMALL)
    floor = {point for one in body for point in one if point[2] == pytest.approx(numbers["tap_skin"])}
    middle = [(min(axis) + max(axis)) / 2 for axis in zip(*floor, strict=True)][:2]
    assert middle == pytest.approx([numbers["reader_at"][0] + 20, -numbers["reader_at"][1] - 30], abs=0.01)


def test_a_body_with_a_hole_in_its_skin_or_in_two_pieces_is_noticed() -> None:
    a, b, c, d = (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    whole = [(a, c, b), (a, b, d), (b, c, d), (c, a, d)]
    assert (len(open_edges(whole)), len(open_edges(whole[1:]))) == (0, 3)
    far = [tuple((x + 5, y, z) for x, y, z in one) for one in whole]
    assert [len(pieces(body)) for body in (whole, [*whole, *far])] == [1, 2]
